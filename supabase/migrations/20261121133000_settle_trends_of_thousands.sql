-- As before (see rank_tools), and for the thousands of a member who is suspended: what differs is found without joining,
-- because the planner knows nothing of how many rows there are to join.
create or replace function private.settle_trends_after_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select tool_id from (select * from new_rows except select * from old_rows) written
    union
    select tool_id from (select * from old_rows except select * from new_rows) replaced
  );
begin
  -- Also of those that were only hidden or shown: their page is another one then, and changed_at says so.
  if cardinality(changed) > 0 then
    perform private.settle_trends(changed);
  end if;
  return null;
end;
$$;
