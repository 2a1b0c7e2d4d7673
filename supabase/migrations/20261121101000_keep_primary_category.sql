-- A tool's primary category is always one of its categories, and the first of them, whichever table is written first.

-- Gives each tool whose primary category is not (or no longer) among its categories the first of them, or none,
-- then numbers the categories 0, 1, 2 ... with the primary one first.
create function private.settle_tool_categories(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.tools t
  set category_id = (
    -- Joined: while a category is being deleted its rows here may still be there.
    select tc.category_id from public.tool_categories tc join public.categories c on c.id = tc.category_id
    where tc.tool_id = t.id order by tc.position, tc.id limit 1
  )
  where t.id = any (tool_ids)
    and case when t.category_id is null
      then exists (select from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = t.id)
      else not exists (select from public.tool_categories tc
        where tc.tool_id = t.id and tc.category_id = t.category_id)
    end;
  update public.tool_categories tc
  set position = ranked.rank
  from (
    select r.id, row_number() over (
      partition by r.tool_id order by r.category_id is distinct from t.category_id, r.position, r.id
    ) - 1 as rank
    from public.tool_categories r join public.tools t on t.id = r.tool_id
    where r.tool_id = any (tool_ids)
  ) ranked
  where tc.id = ranked.id and tc.position <> ranked.rank;
end;
$$;
revoke execute on function private.settle_tool_categories(uuid[]) from public, anon, authenticated, service_role;

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

create function private.change_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.category_id is not null then
    insert into public.tool_categories (tool_id, category_id) values (new.id, new.category_id)
      on conflict (tool_id, category_id) do nothing;
  end if;
  perform private.settle_tool_categories(array[new.id]);
  return null;
end;
$$;

create trigger tools_change_primary_category after update of category_id on public.tools
  for each row when (old.category_id is distinct from new.category_id)
  execute function private.change_primary_category();

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
  -- Creating a tool has already added its primary category; a client that goes on to insert all of them is right too.
  if current.present and current.category_id = new.category_id then
    return null;
  end if;
  if new.position < 0 then
    new.position := coalesce(current.last, -1) + 1;
  end if;
  return new;
end;
$$;

create trigger tool_categories_place before insert or update of tool_id, category_id on public.tool_categories
  for each row execute function private.place_tool_category();

create function private.settle_after_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_tool_categories(array(select distinct tool_id from new_rows));
  return null;
end;
$$;

create function private.settle_after_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_tool_categories(array(select distinct tool_id from old_rows));
  return null;
end;
$$;

create trigger tool_categories_a_settle_insert after insert on public.tool_categories
  referencing new table as new_rows for each statement execute function private.settle_after_insert();
create trigger tool_categories_a_settle_delete after delete on public.tool_categories
  referencing old table as old_rows for each statement execute function private.settle_after_delete();
