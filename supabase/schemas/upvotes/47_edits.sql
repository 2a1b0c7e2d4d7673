-- Authors change what they wrote (docs/decisions/182). Moderators see what it was.

-- The texts before. Those of a removed recommendation that can be restored are kept for it.
create table private.former_texts (
  id bigint generated always as identity primary key,
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  reason text not null,
  author_role text,
  replaced_at timestamptz not null
);

create index former_texts_upvote on private.former_texts (upvote_id, id);
create index former_texts_kept_for on private.former_texts (kept_for);

-- [{reason, author_role, replaced_at}], the last one first.
create function private.list_former_texts(upvote_id uuid, most integer default 10) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', f.reason, 'author_role', f.author_role, 'replaced_at', f.replaced_at) order by f.id desc), '[]')
  from (
    select * from private.former_texts t
    where t.upvote_id = list_former_texts.upvote_id or t.kept_for = list_former_texts.upvote_id
    order by t.id desc limit most
  ) f
$$;

-- What was decided was about the text before: its reports are closed, so that their reporters may report the new one, and
-- an approval no longer protects it. One that was rejected stays hidden and returns to the queue.
create function private.follow_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_texts (upvote_id, reason, author_role, replaced_at)
    values (old.id, old.reason, old.author_role, new.edited_at);
  insert into private.closed_reports (id, upvote_id, tool_id, reported_by, reason, flagged_at, status, resolved_at,
      is_automatic, weight, decision_id, outcome, closed_at, is_former)
    select f.id, f.upvote_id, old.tool_id, f.flagged_by, f.reason, f.flagged_at, f.status, f.resolved_at,
      f.is_automatic, f.weight, f.decision_id, f.status, f.resolved_at, true
    from public.upvote_flags f
    where f.upvote_id = old.id and f.status <> 'pending' and f.flagged_by is not null
    order by f.flagged_by;
  delete from public.upvote_flags f where f.upvote_id = old.id and f.status <> 'pending';
  if private.takes_down(new.flag_status) and not exists (
    select from private.waiting_upvotes w where w.upvote_id = old.id
  ) then
    insert into public.upvote_flags (upvote_id, reason, is_automatic)
      values (old.id, 'Edited after it was rejected', true);
  end if;
  perform private.report_equal_texts(new.user_id, array[new.reason]);
  return null;
end;
$$;

create trigger tool_upvotes_follow_edit after update of edited_at on public.tool_upvotes
  for each row when (new.edited_at is distinct from old.edited_at) execute function private.follow_edit();

-- Changes what the caller wrote, all of it, but not its age, weight or place. The same again changes nothing.
create function public.edit_recommendation(
  upvote_id uuid, reason text, author_role text default null, used_for text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  words constant text := private.trim_text(reason);
  new_role constant text := nullif(private.trim_text(author_role), '');
  own public.tool_upvotes;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  perform private.limit_calls('edits:' || me, 20, 'You can edit your recommendations at most %s times a day');
  -- One after the other with new recommendations of the member, which may have the same text.
  insert into private.rate_limits as r (key, points, expire) values ('tool_upvotes:' || me, 0, 0)
    on conflict (key) do update set points = r.points;
  perform private.lock_upvotes(array(
    select e.id from private.find_equal_texts(me, array[words]) e
    union select v.id from public.tool_upvotes v where v.id = edit_recommendation.upvote_id and v.user_id = me));
  select * into own from public.tool_upvotes v where v.id = edit_recommendation.upvote_id and v.user_id = me;
  if not found then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif (own.reason, own.author_role, own.used_for) is not distinct from (words, new_role, edit_recommendation.used_for) then
    return;
  end if;
  perform private.lock_caller();
  if private.takes_down(own.flag_status) then
    perform private.limit_calls('returned_edits:' || me, 3, 'You can edit rejected recommendations at most %s times a day');
  end if;
  update public.tool_upvotes v
    set reason = words, author_role = new_role, used_for = edit_recommendation.used_for, edited_at = clock_timestamp(), moderation_version = v.moderation_version + 1,
      activity_at = case when v.is_flagged then clock_timestamp() else v.activity_at end,
      -- An approval was of the text before.
      decided_at = case when v.flag_status = 'approved' then null else v.decided_at end
    where v.id = own.id;
end;
$$;
grant execute on function public.edit_recommendation to authenticated;
