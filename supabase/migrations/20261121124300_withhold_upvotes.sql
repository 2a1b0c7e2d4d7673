-- The recommendations of a suspended member, where the administrator chose to hide them: out of every list and every count
-- but their own state is untouched, so that they come back exactly as they were.
alter table public.tool_upvotes add column is_withheld boolean not null default false;

drop policy tool_upvotes_select_public on public.tool_upvotes;
create policy tool_upvotes_select_public on public.tool_upvotes
  for select to anon, authenticated using (not is_withheld and (not is_flagged or flag_status = 'approved'));

-- What counts is neither rejected nor withheld.
create or replace function private.count_tool_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from changed_rows) order by id for no key update;
  update public.tools t
    set upvote_count = t.upvote_count + case tg_op when 'INSERT' then changed.rows else -changed.rows end
    from (
      select tool_id, count(*) as rows from changed_rows
      where flag_status is distinct from 'rejected' and not is_withheld group by tool_id
    ) changed
    where t.id = changed.tool_id;
  return null;
end;
$$;

drop trigger tool_upvotes_count_rejected on public.tool_upvotes;
drop function private.count_rejected_upvote();

-- For a decision about one, and for the thousands of a member who is suspended. Summed instead of joined: the planner
-- knows nothing of how many rows there are to join.
create function private.recount_tool_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool_ids uuid[];
  changes bigint[];
begin
  select array_agg(tool_id order by tool_id), array_agg(difference order by tool_id) into tool_ids, changes
  from (
    select tool_id, sum(one) as difference
    from (
      select tool_id, 1 as one from new_rows where flag_status is distinct from 'rejected' and not is_withheld
      union all
      select tool_id, -1 from old_rows where flag_status is distinct from 'rejected' and not is_withheld
    ) counted
    group by tool_id having sum(one) <> 0
  ) changed;
  if tool_ids is null then
    return null;
  end if;
  perform from public.tools where id = any (tool_ids) order by id for no key update;
  update public.tools t set upvote_count = t.upvote_count + changed.difference
    from unnest(tool_ids, changes) as changed (tool_id, difference)
    where t.id = changed.tool_id;
  return null;
end;
$$;
create trigger tool_upvotes_count_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.recount_tool_upvotes();

-- One that was on its way when its author was suspended came after: the key to the profile waits for the suspension.
create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from new_rows where private.is_suspended(user_id)) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  return null;
end;
$$;
create trigger tool_upvotes_refuse_suspended after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.refuse_suspended();

create function private.withhold_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes set is_withheld = new.lifted_at is null
    where user_id = new.user_id and is_withheld is distinct from (new.lifted_at is null);
  return null;
end;
$$;
create trigger suspensions_withhold_upvotes after insert or update of lifted_at on private.suspensions
  for each row when (new.hides_upvotes) execute function private.withhold_upvotes();
