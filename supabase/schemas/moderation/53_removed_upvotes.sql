-- Keeps an upvote that is about to be deleted: by its author, or by the `administrator`.
create function private.keep_removed_upvote(removed public.tool_upvotes, administrator uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- One that was removed before gives way; both are there if a merge brought this one.
  delete from private.removed_upvotes r
    where r.tool_id = removed.tool_id and r.user_id = removed.user_id and r.upvote_id <> removed.id
      and r.merged_from is not distinct from removed.merged_from;
  insert into private.removed_upvotes (upvote_id, tool_id, user_id, reason, created_at, flag_status, decided_at,
      moderation_version, activity_at, edited_at, author_role, used_for, merged_from, appeal_id, appeal_about,
      appeal_reason, appeal_status, appealed_at, appeal_resolved_at,
      is_withdrawn, deleted_by, decision_reason, decision_id)
    select removed.id, removed.tool_id, removed.user_id, case when administrator is not null then removed.reason end,
      removed.created_at, removed.flag_status, removed.decided_at, removed.moderation_version, removed.activity_at,
      removed.edited_at, case when administrator is not null then removed.author_role end, removed.used_for,
      removed.merged_from, a.id, a.about, case when administrator is not null then a.reason end, a.status, a.created_at,
      a.resolved_at,
      administrator is null, administrator, case when administrator is not null then private.given_reason() end,
      case when administrator is not null then nextval(
        pg_catalog.pg_get_serial_sequence('private.moderation_decisions', 'id')) end
    from (select) there left join public.upvote_appeals a on a.upvote_id = removed.id
    -- An administrator who deletes their own in the queue has kept it already; the trigger marks it as withdrawn too.
    on conflict (tool_id, user_id, merged_from) do update set is_withdrawn = excluded.is_withdrawn;
  perform private.publish_decision(
      r.decision_id, 'deleted', r.removed_at, r.tool_id,
      (r.appeal_about, r.appeal_status) is not distinct from ('rejected', 'pending'))
    from private.removed_upvotes r where r.upvote_id = removed.id and administrator is not null;
  update private.moderation_decisions d set upvote_id = null, kept_for = removed.id where d.upvote_id = removed.id;
  if administrator is not null then
    update private.former_texts f set upvote_id = null, kept_for = removed.id where f.upvote_id = removed.id;
    update private.helpful_marks m set upvote_id = null, kept_for = removed.id where m.upvote_id = removed.id;
    update private.maker_answers a set upvote_id = null, kept_for = removed.id where a.upvote_id = removed.id;
  end if;
end;
$$;

-- Decides the appeal too, keeps what may be restored, and closes the reports. What is deleted with its tool or its author
-- is not kept.
create function private.remove_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  is_own boolean := old.user_id is not distinct from me;
  conflict text;
  tool uuid := (select id from public.tools where id = old.tool_id);
  is_moderated boolean := tool is not null and not is_own and exists (select from public.profiles where id = old.user_id);
begin
  if pg_trigger_depth() = 1 then
    insert into private.upvote_dates as d (tool_id, user_id, first_at)
      values (old.tool_id, old.user_id, coalesce(old.first_at, old.created_at))
      on conflict (tool_id, user_id) do update set first_at = least(d.first_at, excluded.first_at), deleted_at = now();
  end if;
  if pg_trigger_depth() = 1 and is_own and old.merged_from is null
    and (old.flag_status = 'pending' or private.takes_down(old.flag_status) or private.is_waiting(old) or old.weight = 0) then
    perform private.keep_removed_upvote(old, null);
  elsif pg_trigger_depth() = 1 and not is_own and private.can_moderate() then
    conflict := case when old.is_flagged then private.find_conflict(old.id) end;
    perform private.refuse_conflict(case when conflict = 'report' or private.takes_down(old.flag_status) then conflict end);
    perform private.keep_removed_upvote(old, me);
  end if;
  insert into private.closed_reports (id, upvote_id, tool_id, reported_by, kept_for, reason, flagged_at, status,
      resolved_at, is_automatic, weight, decision_id, outcome, closed_at)
    select f.id, old.id, tool, p.id, case when p.id is null then r.upvote_id end, f.reason, f.flagged_at, f.status,
      f.resolved_at, f.is_automatic, f.weight, f.decision_id,
      case when is_moderated then 'deleted' when f.status = 'pending' then 'withdrawn' else f.status end,
      case when not is_moderated and f.status <> 'pending' then f.resolved_at else now() end
    from public.upvote_flags f
    left join public.profiles p on p.id = f.flagged_by
    left join private.removed_upvotes r on r.upvote_id = f.upvote_id and (r.deleted_by is not null or f.status = 'pending')
    where f.upvote_id = old.id and (p.id is not null or f.flagged_by is null and r.upvote_id is not null)
    order by p.id;
  return old;
end;
$$;

create trigger tool_upvotes_remove before delete on public.tool_upvotes
  for each row when (old.is_flagged or pg_trigger_depth() = 0) execute function private.remove_upvote();

-- Deletes what can no longer be undone, a bounded number at a time. An administrator's own upvote stays as withdrawn.
create function private.purge_removed_upvotes() returns void
language plpgsql set search_path = ''
as $$
declare
  ended uuid[] := array(
    select r.upvote_id from private.removed_upvotes r
    where r.deleted_by is not null and r.removed_at <= now() - interval '5 minutes' limit 500 for update skip locked);
begin
  delete from private.removed_upvotes r where r.upvote_id = any (ended) and not r.is_withdrawn;
  delete from private.moderation_decisions d where d.kept_for = any (ended);
  delete from private.former_texts f where f.kept_for = any (ended);
  delete from private.helpful_marks m where m.kept_for = any (ended);
  delete from private.maker_answers a where a.kept_for = any (ended);
  update private.removed_upvotes r set deleted_by = null, decision_id = null, decision_reason = null, reason = null,
      author_role = null, appeal_reason = null
    where r.upvote_id = any (ended);
end;
$$;

-- Undoes a deletion. The trigger restores the rest.
create function private.restore_upvote(decision_id bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  removed private.removed_upvotes;
begin
  select * into removed from private.removed_upvotes r
    where r.decision_id = restore_upvote.decision_id and r.removed_at > now() - interval '5 minutes' for update;
  if not found then
    raise exception 'This decision can no longer be undone';
  end if;
  insert into public.tool_upvotes
      (id, tool_id, user_id, reason, created_at, is_flagged, flag_status, decided_at, moderation_version, activity_at,
        edited_at, author_role, used_for, merged_from)
    values (removed.upvote_id, removed.tool_id, removed.user_id, removed.reason, removed.created_at,
      removed.flag_status is not null, removed.flag_status, removed.decided_at, removed.moderation_version + 1,
      removed.activity_at, removed.edited_at, removed.author_role, removed.used_for, removed.merged_from);
  delete from private.moderation_log l where l.id = restore_upvote.decision_id;
  perform private.take_back_notices(array['decision:' || restore_upvote.decision_id]);
  -- Deleting one's own is not logged either (see write_audit_log).
  if removed.user_id <> removed.deleted_by then
    insert into public.audit_log (actor_id, action, table_name, row_id, after)
      select removed.deleted_by, 'insert', 'tool_upvotes', v.id, to_jsonb(v)
      from public.tool_upvotes v where v.id = removed.upvote_id;
  end if;
end;
$$;

-- An undo, which inserts the upvote with its own id, restores everything; an upvote that is written again gets back its
-- undecided reports, what was decided about it and the mark that its appeal was used. Nested in the insert, so that the
-- checks of members' own statements (daily limit, own recommendation, one appeal), which apply at trigger depth 0, do not run.
create function private.restore_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  removed private.removed_upvotes;
  is_undone boolean;
begin
  select * into removed from private.removed_upvotes r
    where r.tool_id = new.tool_id and r.user_id = new.user_id and r.merged_from is not distinct from new.merged_from;
  if not found then
    return null;
  end if;
  is_undone := removed.upvote_id = new.id;
  update private.moderation_decisions d set upvote_id = new.id, kept_for = null where d.kept_for = removed.upvote_id;
  with reopened as (
    delete from private.closed_reports c
      where c.upvote_id = removed.upvote_id and (is_undone or c.status = 'pending') and not c.is_former returning *
  )
  insert into public.upvote_flags
      (id, upvote_id, reason, flagged_by, status, flagged_at, resolved_at, is_automatic, weight, decision_id)
    select r.id, new.id, r.reason, r.reported_by, r.status, r.flagged_at, r.resolved_at, r.is_automatic, r.weight,
      r.decision_id
    from reopened r;
  if is_undone then
    insert into public.upvote_appeals (id, upvote_id, about, reason, status, created_at, resolved_at)
      select removed.appeal_id, new.id, removed.appeal_about, removed.appeal_reason, removed.appeal_status,
        removed.appealed_at, removed.appeal_resolved_at
      where removed.appeal_id is not null;
    update private.former_texts f set upvote_id = new.id, kept_for = null where f.kept_for = new.id;
    update private.maker_answers a set upvote_id = new.id, kept_for = null where a.kept_for = new.id;
    with back as (
      update private.helpful_marks m set upvote_id = new.id, kept_for = null where m.kept_for = new.id returning 1
    )
    update public.tool_upvotes v set helpful_count = (select count(*) from back)
      where v.id = new.id and exists (select from back);
    perform private.recount_reports(new.id);
  elsif removed.appeal_id is not null then
    insert into public.upvote_appeals (upvote_id, about, status, resolved_at)
      values (new.id, removed.appeal_about, 'withdrawn', now());
  end if;
  delete from private.removed_upvotes r where r.upvote_id = removed.upvote_id;
  return null;
end;
$$;

create trigger tool_upvotes_restore_removed after insert on public.tool_upvotes
  for each row execute function private.restore_removed();

-- The caller's reports, newest first, with their outcome: pending, approved (nothing was wrong), rejected (hidden),
-- restored (hidden first, shown again after an appeal or a later decision), deleted, withdrawn (by its author). Never
-- who decided. At most 16 per call, those before (before_at, before_id).
create function public.list_my_reports(before_at timestamptz default null, before_id uuid default null)
returns table (
  id uuid, tool_name text, tool_slug text, reason text, status text, reported_at timestamptz, decided_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select r.id, t.name, t.slug, r.reason, r.status, r.flagged_at, r.decided_at
  from (
    select f.id, v.tool_id, f.reason, f.flagged_at,
      case when private.takes_down(f.status) and v.flag_status = 'approved' then 'restored' else f.status end as status,
      case when private.takes_down(f.status) and v.flag_status = 'approved' then v.decided_at else f.resolved_at end as decided_at
    from public.upvote_flags f join public.tool_upvotes v on v.id = f.upvote_id
    where f.flagged_by = (select auth.uid())
    union all
    select c.id, c.tool_id, c.reason, c.flagged_at, c.outcome, c.closed_at
    from private.closed_reports c where c.reported_by = (select auth.uid())
  ) r left join public.tools t on t.id = r.tool_id
  where (select public.require_open_account())
    and (before_at is null or (r.flagged_at, r.id) < (before_at, before_id))
  order by r.flagged_at desc, r.id desc limit 16
$$;
grant execute on function public.list_my_reports to authenticated;
comment on function public.list_my_reports is 'Nullable: tool_name, tool_slug, decided_at.';

-- Why a case no longer exists: an administrator deleted the recommendation, its author withdrew it, or nobody reports
-- it any more. `undo` is the decision id while the caller can undo their deletion.
create function private.removal_reason(upvote_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', removal_reason.upvote_id, 'by', p.username, 'at', l.created_at,
    'why', case when l.id is not null then 'deleted' when there.still then 'unreported' else 'withdrawn' end,
    'undo', (
      select r.decision_id from private.removed_upvotes r
      where r.upvote_id = removal_reason.upvote_id and r.deleted_by = (select auth.uid())
        and r.removed_at > now() - interval '5 minutes'))
  from (select exists (select from public.tool_upvotes v where v.id = removal_reason.upvote_id)) there (still)
  left join lateral (
    select * from (
      select * from public.audit_log l
      where l.table_name = 'tool_upvotes' and l.action in ('delete', 'insert') and l.row_id = removal_reason.upvote_id
      order by l.id desc limit 1
    ) last where last.action = 'delete' and not there.still
  ) l on true
  left join public.profiles p on p.id = l.actor_id
$$;
