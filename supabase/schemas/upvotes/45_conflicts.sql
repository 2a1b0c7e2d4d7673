-- Who must leave a decision to somebody else, and what nobody may decide because they could not see it.

-- Whether the caller wrote it, and there is another administrator to decide about it.
create function private.must_leave_own(author uuid) returns boolean
language sql stable set search_path = ''
as $$
  select author = (select auth.uid())
    and exists (select from private.administrators where user_id <> author and role <> 'editor')
$$;

-- Why the caller must leave the case to another administrator, and there is one: 'own', they wrote the recommendation;
-- 'appeal', they rejected it and its author has appealed; 'report', theirs is among the reports that wait. Else null. Of
-- those who may decide about a case somebody always can: an 'own' is left to anybody, an 'appeal' to anybody but the author,
-- a 'report' to whom nothing keeps from it.
create function private.find_conflict(upvote_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when private.must_leave_own(v.user_id) then 'own'
    when last.decided_by = (select auth.uid()) and exists (
      select from private.administrators where user_id not in (last.decided_by, v.user_id) and role <> 'editor')
      then 'appeal'
    when (select auth.uid()) = any (reporters.ids) and exists (
      select from private.administrators other
      where other.user_id <> v.user_id and other.user_id <> all (reporters.ids) and other.role <> 'editor')
      then 'report'
  end
  from public.tool_upvotes v
  left join private.waiting_appeals a on a.upvote_id = v.id
  left join lateral (
    select d.decided_by from private.moderation_decisions d
    where d.upvote_id = a.upvote_id and d.undone_at is null order by d.id desc limit 1
  ) last on true
  cross join lateral (
    -- Without a decision: also those that the plain call is deciding.
    select array(
      select f.flagged_by from public.upvote_flags f
      where f.upvote_id = v.id and f.flagged_by is not null and (f.status = 'pending' or f.decision_id is null)) as ids
  ) reporters
  where v.id = find_conflict.upvote_id
$$;

create function private.refuse_conflict(conflict text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if conflict is not null then
    raise exception 'Another administrator decides about %',
      case conflict when 'own' then 'your own recommendation' when 'report' then 'a recommendation you reported'
        else 'the appeal' end
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- A plain call names no version. It may change a decision, but not one that was made while it waited. This function is
-- stable: what it reads is what the statement saw when it began, while OLD is what stands now.
create function private.refuse_unseen_decision() returns trigger
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_unseen boolean;
begin
  if tg_table_name = 'upvote_flags' then
    is_unseen := (select f.status <> old.status from public.upvote_flags f where f.id = old.id);
  elsif tg_op = 'UPDATE' or old.user_id is distinct from (select auth.uid()) and private.can_moderate() then
    is_unseen := (select v.decided_at is distinct from old.decided_at from public.tool_upvotes v where v.id = old.id);
  end if;
  if is_unseen then
    raise exception 'Somebody else has decided about this recommendation meanwhile' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end;
$$;

create trigger tool_upvotes_a_unseen before update of flag_status or delete on public.tool_upvotes
  for each row when (old.is_flagged and pg_trigger_depth() = 0) execute function private.refuse_unseen_decision();

create trigger upvote_flags_a_unseen before update of status on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_unseen_decision();
