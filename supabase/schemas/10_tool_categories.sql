-- All categories of a tool in the order they were chosen; position 0 is the primary one, tools.category_id. With
-- (tool_id, category_id) as primary key PostgREST would see a second relationship from tools to categories, and
-- `tools?select=*,categories(...)` would be ambiguous.
create table public.tool_categories (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  -- -1 on insert means "after the others".
  position integer not null default -1,
  constraint tool_categories_tool_id_category_id_key unique (tool_id, category_id),
  constraint tool_categories_position_positive check (position >= 0)
);

create index tool_categories_category on public.tool_categories (category_id, tool_id);

alter table public.tool_categories enable row level security;
grant select on public.tool_categories to anon, authenticated;
grant insert (tool_id, category_id, position), delete on public.tool_categories to authenticated;
grant select, insert, delete on public.tool_categories to service_role;

create policy tool_categories_select_public on public.tool_categories
  for select to anon, authenticated using (true);
create policy tool_categories_insert_admin on public.tool_categories
  for insert to authenticated with check ((select public.is_admin()));
create policy tool_categories_delete_admin on public.tool_categories
  for delete to authenticated using ((select public.is_admin()));

-- Keeps a tool's primary category the first of its categories, whichever table was written: numbers the categories 0,
-- 1, 2 ... with the primary one first, then stores the first as primary. Rows of categories the same statement deletes
-- are skipped: updating them would check their foreign key again.
create function private.recompute_tool_categories(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  -- Materialized, and tool by tool: statistics taken during an import miss its rows, and a plan for so few would compute
  -- all of it again for each row.
  with moved as materialized (
    select ranked.id, ranked.rank
    from unnest(tool_ids) chosen (id)
    cross join lateral (
      select r.id, r.position,
        row_number() over (order by r.category_id is distinct from t.category_id, r.position, r.id) - 1 as rank
      from public.tool_categories r join public.tools t on t.id = r.tool_id
      join public.categories c on c.id = r.category_id
      where r.tool_id = chosen.id
    ) ranked
    where ranked.position <> ranked.rank
  )
  update public.tool_categories tc set position = moved.rank from moved where tc.id = moved.id;
  with changed as materialized (
    select wanted.id, wanted.first as category_id
    from (
      select t.id, t.category_id, (
          select tc.category_id from public.tool_categories tc
          where tc.tool_id = t.id and tc.position = 0
            and exists (select from public.categories c where c.id = tc.category_id)
        ) as first
      from public.tools t where t.id = any (tool_ids)
    ) wanted
    where wanted.category_id is distinct from wanted.first
  )
  update public.tools t set category_id = changed.category_id from changed where t.id = changed.id;
end;
$$;

-- A new tool's primary category becomes its first row of tool_categories.
create function private.add_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.tool_categories (tool_id, category_id, position)
    select id, category_id, 0 from new_rows where category_id is not null
    on conflict (tool_id, category_id) do nothing;
  return null;
end;
$$;

create trigger tools_add_primary_category after insert on public.tools
  referencing new table as new_rows for each statement execute function private.add_primary_category();

-- Per statement, because a category may have 20,000 tools. The changed tools are found with EXCEPT instead of a join:
-- its plan would be made for one row and reused. Skips tools whose primary category is the first of their rows already.
create function private.change_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select written.id from (
      select n.id, n.category_id from new_rows n except select o.id, o.category_id from old_rows o
    ) written
    where not exists (
      select from public.tool_categories tc
      where tc.tool_id = written.id and tc.category_id = written.category_id and tc.position = 0));
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  insert into public.tool_categories (tool_id, category_id)
    select t.id, t.category_id from public.tools t
    where t.id = any (changed) and t.category_id is not null and not exists (
      select from public.tool_categories tc where tc.tool_id = t.id and tc.category_id = t.category_id)
    on conflict (tool_id, category_id) do nothing;
  perform private.recompute_tool_categories(changed);
  return null;
end;
$$;

create trigger tools_change_primary_category after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.change_primary_category();

create function private.place_tool_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  current record;
begin
  if tg_op = 'UPDATE' then
    raise exception 'A category of a tool is not changed: delete the row and insert another'
      using errcode = 'feature_not_supported';
  end if;
  select t.category_id, coalesce(max(tc.position), -1) as last,
      bool_or(tc.category_id = new.category_id) as present
    into current
    from public.tools t left join public.tool_categories tc on tc.tool_id = t.id
    where t.id = new.tool_id group by t.id;
  if not found then
    raise exception 'Tool not found' using errcode = 'PT404';
  end if;
  -- Creating a tool has added its primary category; clients that then insert all categories are accepted.
  if current.present and current.category_id = new.category_id then
    return null;
  end if;
  if new.position < 0 then
    new.position := current.last + 1;
  end if;
  return new;
end;
$$;

create trigger tool_categories_place before insert or update of tool_id, category_id on public.tool_categories
  for each row execute function private.place_tool_category();

create function private.recompute_changed_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recompute_tool_categories(array(select distinct tool_id from changed_rows));
  return null;
end;
$$;

create trigger tool_categories_b_recompute_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.recompute_changed_categories();
create trigger tool_categories_b_recompute_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.recompute_changed_categories();

-- Maintains categories.tool_count: one relative update per statement, with the rows locked by id, so that concurrent
-- writers neither lose an update nor deadlock.
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

-- Deletes the category's rows here before the foreign key empties tools.category_id: each tool then moves straight to
-- its next category and is written once, not twice.
create function private.leave_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tool_categories where category_id = old.id;
  return null;
end;
$$;

-- Triggers run in order of their names: this one before those of the foreign keys, "RI_ConstraintTrigger_...".
create trigger "A_leave_category" after delete on public.categories
  for each row execute function private.leave_category();

-- Raises the foreign key's own code, which clients of save_tool know.
create function private.check_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.categories c where c.id = new.category_id for key share;
  if not found then
    raise exception 'A chosen category no longer exists' using errcode = 'foreign_key_violation';
  end if;
  return new;
end;
$$;

create trigger tools_check_category before insert or update of category_id on public.tools
  for each row when (new.category_id is not null and pg_trigger_depth() = 0) execute function private.check_category();
create trigger tool_categories_check before insert on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.check_category();

create trigger tool_categories_require_session before insert or update or delete on public.tool_categories
  for each statement execute function private.check_session();

create trigger tool_categories_touch_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.touch_tools();
create trigger tool_categories_touch_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.touch_tools();

create trigger tool_categories_refuse_truncate before truncate on public.tool_categories
  for each statement execute function private.refuse_truncate();

create trigger tool_categories_lock_partitions before insert or update or delete on public.tool_categories
  for each statement execute function private.lock_partitions('catalogue', 'alone');
