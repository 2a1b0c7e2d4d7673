-- What a tool belongs to is part of it: whoever changes its categories changes tools.updated_at too, so that nobody who
-- opened the tool before saves over the change unseen. Sorts after the triggers that settle and count.
create function private.touch_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tools set updated_at = now()
    where id in (select tool_id from changed_rows) and updated_at <> now();
  return null;
end;
$$;

create trigger tool_categories_touch_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.touch_tools();
create trigger tool_categories_touch_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.touch_tools();
