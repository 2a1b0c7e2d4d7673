-- tools.upvote_count: the recommendations that are not rejected. As with the categories: added to in one statement,
-- locked in one order, so 50 people who upvote at once neither lose a count nor wait for each other in a circle.
create function private.count_tool_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from changed_rows) order by id for no key update;
  update public.tools t
    set upvote_count = t.upvote_count + case tg_op when 'INSERT' then changed.rows else -changed.rows end
    from (
      select tool_id, count(*) as rows from changed_rows
      where flag_status is distinct from 'rejected' group by tool_id
    ) changed
    where t.id = changed.tool_id;
  return null;
end;
$$;

create trigger tool_upvotes_count_insert after insert on public.tool_upvotes
  referencing new table as changed_rows for each statement execute function private.count_tool_upvotes();
create trigger tool_upvotes_count_delete after delete on public.tool_upvotes
  referencing old table as changed_rows for each statement execute function private.count_tool_upvotes();

create function private.count_rejected_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tools
    set upvote_count = upvote_count + case when new.flag_status is not distinct from 'rejected' then -1 else 1 end
    where id = new.tool_id;
  return null;
end;
$$;

create trigger tool_upvotes_count_rejected after update of flag_status on public.tool_upvotes
  for each row when (
    (old.flag_status is not distinct from 'rejected') <> (new.flag_status is not distinct from 'rejected')
  )
  execute function private.count_rejected_upvote();
