-- What administrators do about alerts, and what authors see of it (docs/decisions/150).

-- Sets recommendations aside or counts them again, in one action with one reason, logged one by one. Returns those it
-- changed, and those somebody else did before or that are gone. Counting them again opens the alert that setting them aside
-- closed.
create function public.set_counted(upvote_ids uuid[], counted boolean, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  wanted constant uuid[] := array(select distinct entry from unnest(upvote_ids) entry where entry is not null);
  words constant text := nullif(private.trim_text(reason), '');
  changed uuid[];
  appealed uuid[];
  unread text[];
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if cardinality(wanted) not between 1 and 500 then
    raise exception 'Name 1 to 500 recommendations' using errcode = 'invalid_parameter_value';
  elsif counted is null then
    raise exception 'Say whether they count' using errcode = 'invalid_parameter_value';
  elsif words is null and not counted then
    raise exception 'Please give a reason' using errcode = 'check_violation';
  elsif char_length(words) > 500 then
    raise exception 'The reason must be 500 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('Reason', words, true);
  perform private.lock_upvotes(wanted);
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform private.refuse_conflict((
    select min(case when private.must_leave_own(v.user_id) then 'own' else 'appeal' end)
    from public.tool_upvotes v
    where v.id = any (wanted) and (private.must_leave_own(v.user_id) or exists (
      select from public.upvote_appeals a
      join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id and d.voided_by = me
      where a.upvote_id = v.id and a.status = 'pending' and a.about = 'uncounted'
        and exists (select from private.administrators o where o.user_id not in (me, v.user_id)
          and o.role <> 'editor')))));
  changed := array(
    -- What a merge has set aside follows from the other of its member.
    select v.id from unnest(wanted) given (id) join public.tool_upvotes v on v.id = given.id and v.merged_from is null
    left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
    where (case when d.tool_id is null then not counted
      else counted or exists (
        select from public.upvote_appeals a where a.upvote_id = v.id and a.status = 'pending' and a.about = 'uncounted') end)
    order by v.id);
  insert into public.audit_log (actor_id, action, table_name, row_id, after)
    select me, case when counted then 'delete' else 'insert' end, 'voided_upvotes', v.id,
      jsonb_build_object('tool_id', v.tool_id, 'user_id', v.user_id, 'reason', words)
    from public.tool_upvotes v where v.id = any (changed) order by v.id;
  if counted then
    delete from private.voided_upvotes d using unnest(changed) given (id) join public.tool_upvotes v on v.id = given.id
      where d.tool_id = v.tool_id and d.user_id = v.user_id;
  else
    insert into private.voided_upvotes (tool_id, user_id, reason, voided_by)
      select v.tool_id, v.user_id, words, me from public.tool_upvotes v where v.id = any (changed) order by v.id
      on conflict (tool_id, user_id) do update set reason = excluded.reason, voided_by = me, voided_at = now();
  end if;
  appealed := array(
    select a.upvote_id from public.upvote_appeals a
    where a.upvote_id = any (changed) and a.status = 'pending' and a.about = 'uncounted');
  -- Counting again grants the appeal, setting aside refuses it; set aside again after that, it waits again.
  update public.upvote_appeals a
    set status = case when counted then 'approved' when a.status = 'approved' then 'pending' else 'rejected' end,
      resolved_at = case when counted or a.status <> 'approved' then now() end
    where a.upvote_id = any (changed) and a.about = 'uncounted' and a.status <> 'withdrawn';
  -- Who has not read the opposite is told of neither.
  unread := private.take_back_notices(array(select 'counted:' || entry from unnest(changed) entry));
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    select v.user_id, case when v.id <> all (appealed) then case when counted then 'recommendation_counted'
        else 'recommendation_uncounted' end when counted then 'appeal_approved' else 'appeal_rejected' end,
      'counted:' || v.id, t.id, t.name, words
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    where v.id = any (changed) and v.user_id <> me and (v.id = any (appealed) or 'counted:' || v.id <> all (unread))
    order by v.user_id;
  perform private.weigh_upvotes(wanted);
  update private.alerts a
    set closed_at = case when not counted then now() end, is_settled = not counted
    -- One that was closed by hand stays closed.
    where case when counted then a.is_settled else a.closed_at is null end
      and exists (select from private.alert_upvotes u where u.alert_id = a.id and u.upvote_id = any (changed))
      and not exists (
        select from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
        where u.alert_id = a.id and v.weight > 0 and v.merged_from is null and v.id <> all (changed));
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return jsonb_build_object('changed', to_jsonb(changed),
    'unchanged', (select coalesce(jsonb_agg(entry), '[]') from unnest(wanted) entry where entry <> all (changed)));
end;
$$;

-- Closes an alert without changing anything, or opens it again. False if it was so already, or is gone.
create function public.close_alert(alert_id uuid, closes boolean default true) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  update private.alerts a set closed_at = case when closes then now() end, is_settled = false
    where a.id = close_alert.alert_id and (a.closed_at is null) = closes;
  is_changed := found;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return is_changed;
end;
$$;

-- What moderators said about recommendations of the caller: why they hid one, where they said so, and why they set one aside
-- ('not counted'). Never who.
create function public.list_my_outcomes() returns table (upvote_id uuid, hidden_reason text, uncounted_reason text)
language sql stable security definer set search_path = ''
as $$
  select v.id, last.reason, d.reason
  from public.tool_upvotes v
  left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
  left join lateral (
    select m.reason from private.moderation_decisions m
    where m.upvote_id = v.id and m.undone_at is null order by m.id desc limit 1
  ) last on private.takes_down(v.flag_status)
  where v.user_id = (select auth.uid()) and (last.reason is not null or d.reason is not null)
    and (select public.require_open_account())
$$;
grant execute on function public.set_counted, public.close_alert, public.list_my_outcomes to authenticated;
comment on function public.list_my_outcomes is 'Nullable: hidden_reason, uncounted_reason.';
