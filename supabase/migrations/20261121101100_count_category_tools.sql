-- categories.tool_count: the rows of tool_categories that name it. One statement adds what a statement changed, so
-- nobody reads a number and writes it back; rows are locked in one order, so two writers cannot wait for each other.
create function private.count_category_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.categories
    where id in (select category_id from changed_rows) order by id for no key update;
  update public.categories c
    set tool_count = c.tool_count + case tg_op when 'INSERT' then changed.rows else -changed.rows end
    from (select category_id, count(*) as rows from changed_rows group by category_id) changed
    where c.id = changed.category_id;
  return null;
end;
$$;

create trigger tool_categories_count_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.count_category_tools();
create trigger tool_categories_count_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.count_category_tools();
