-- The notices about recommendations and reports: one statement for all that a statement hides, decides or deletes.

-- Reports hide a recommendation, moderators decide about it. Its author is not told of a report that changed nothing for
-- them: one that left it shown, and was not upheld. Whoever reported it is told the outcome, without the reason, which is
-- the author's. Fires after record_decision, whose decision it reads.
create function private.write_decision_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000');
begin
  -- Counted as in follow_upvotes: a join, planned when one row was changed, compares each of a suspension's rows with each.
  if not exists (
    select from (
      select n.id, n.flag_status, n.decided_at from new_rows n
      union all
      select o.id, o.flag_status, o.decided_at from old_rows o
    ) v group by v.id, v.flag_status, v.decided_at having count(*) = 1
  ) then
    return null;
  end if;
  -- Nobody reports it any more.
  perform private.take_back_notices(array(
    select 'hidden:' || n.id from new_rows n join old_rows o on o.id = n.id
    where o.flag_status = 'pending' and n.flag_status is null));
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    with changed as materialized (
      select n.id, n.user_id, n.tool_id, t.name as tool_name, n.flag_status, o.flag_status as was,
        n.decided_at is distinct from o.decided_at as is_decided, d.id as decision_id, d.reason, d.decides_appeal
      from new_rows n
      join old_rows o on o.id = n.id
      join public.tools t on t.id = n.tool_id
      left join lateral (
        select m.id, m.reason, m.decides_appeal from private.moderation_decisions m
        where m.upvote_id = n.id and m.undone_at is null order by m.id desc limit 1
      ) d on n.decided_at > coalesce(o.decided_at, '-infinity')
      where (n.flag_status, n.decided_at) is distinct from (o.flag_status, o.decided_at)
    )
    select c.user_id, told.kind, told.cause, c.tool_id, c.tool_name, told.reason
    from changed c
    cross join lateral (
      select 'recommendation_hidden' as kind, 'hidden:' || c.id as cause, null as reason
      where c.flag_status = 'pending' and not c.is_decided
      union all
      select case when c.decides_appeal then 'appeal_' else 'recommendation_' end || c.flag_status,
        'decision:' || c.decision_id, c.reason
      where c.decision_id is not null
        and (c.decides_appeal or private.takes_down(c.flag_status) or c.was is distinct from 'approved')
    ) told
    where c.user_id <> me
    union all
    select f.flagged_by, 'report_' || c.flag_status, 'decision:' || c.decision_id, c.tool_id, c.tool_name, null
    from changed c
    join public.upvote_flags f on f.upvote_id = c.id and f.decision_id = c.decision_id
    where f.flagged_by <> me
    order by 1;
  return null;
end;
$$;

create trigger tool_upvotes_write_notices after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.write_decision_notices();

-- Moderators delete recommendations. What goes with its tool or its author concerns nobody.
create function private.write_deletion_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000');
begin
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    with removed as materialized (
      select o.id, o.user_id, o.tool_id, t.name as tool_name, 'decision:' || r.decision_id as cause, r.decision_reason
      from old_rows o
      join private.removed_upvotes r on r.upvote_id = o.id and r.decision_id is not null
      join public.tools t on t.id = o.tool_id
    )
    select d.user_id, 'recommendation_deleted', d.cause, d.tool_id, d.tool_name, d.decision_reason
    from removed d where d.user_id <> me
    union all
    select c.reported_by, 'report_deleted', d.cause, d.tool_id, d.tool_name, null
    from removed d
    join private.closed_reports c on c.upvote_id = d.id and c.outcome = 'deleted' and c.status = 'pending'
    where c.reported_by <> me
    order by 1;
  return null;
end;
$$;

create trigger tool_upvotes_write_deletion_notices after delete on public.tool_upvotes
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.write_deletion_notices();
