-- How many tools there are, by primary category and by whether they are featured: kept, so that no list counts the
-- catalogue for each request. Every statement adds a row with what it changed, and what is asked for is a sum. A number
-- that each writer changes would be a row all of them wait for, and in two orders: a new tool comes before its category's
-- count, a deleted one after it.
create table private.tool_totals (
  id bigint generated always as identity primary key,
  -- Zeros for none.
  category_id uuid not null,
  featured boolean not null,
  tools bigint not null
);
alter table private.tool_totals enable row level security;
revoke all on private.tool_totals from public, anon, authenticated, service_role;
comment on table private.tool_totals is
  'Unannounced: what changes here follows from a change of tools, which is told.';

create function private.keep_totals() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  none uuid := '00000000-0000-0000-0000-000000000000';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.tool_totals;
    return null;
  elsif tg_op = 'INSERT' then
    insert into private.tool_totals (category_id, featured, tools)
      select coalesce(n.category_id, none), n.featured, count(*) from new_rows n group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into private.tool_totals (category_id, featured, tools)
      select coalesce(o.category_id, none), o.featured, -count(*) from old_rows o group by 1, 2;
  else
    insert into private.tool_totals (category_id, featured, tools)
      select coalesce(changed.category_id, none), changed.featured, sum(changed.one)
      from (
        select n.category_id, n.featured, 1 as one from new_rows n
        union all
        select o.category_id, o.featured, -1 from old_rows o
      ) changed
      group by 1, 2 having sum(changed.one) <> 0;
  end if;
  -- Now and then many rows become one. Those another transaction is at are left to it: nobody waits.
  if found and (
    select count(*) > 100 + 2 * count(distinct (t.category_id, t.featured)) from private.tool_totals t
  ) then
    with folded as (
      delete from private.tool_totals t
        where t.id in (select f.id from private.tool_totals f order by f.id for update skip locked)
        returning t.category_id, t.featured, t.tools
    )
    insert into private.tool_totals (category_id, featured, tools)
      select f.category_id, f.featured, sum(f.tools) from folded f group by 1, 2 having sum(f.tools) <> 0;
  end if;
  return null;
end;
$$;
revoke execute on function private.keep_totals() from public, anon, authenticated, service_role;

create trigger tools_total_insert after insert on public.tools
  referencing new table as new_rows for each statement execute function private.keep_totals();
create trigger tools_total_update after update on public.tools
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_totals();
create trigger tools_total_delete after delete on public.tools
  referencing old table as old_rows for each statement execute function private.keep_totals();
create trigger tools_total_truncate after truncate on public.tools
  for each statement execute function private.keep_totals();

insert into private.tool_totals (category_id, featured, tools)
  select coalesce(category_id, '00000000-0000-0000-0000-000000000000'), featured, count(*) from public.tools group by 1, 2;

-- How many tools there are in any of the categories, each once; in all, when none is named. Kept numbers for all and for
-- one category. Of several the largest is not counted either, only what the others have beside it.
--
-- SECURITY DEFINER without a check of the caller: it counts what everybody may read.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(
    select c.id from public.categories c where c.id = any (count_tools.category_ids) order by c.tool_count desc, c.id);
  largest integer;
begin
  if coalesce(cardinality(array_remove(count_tools.category_ids, null)), 0) = 0 then
    return (select coalesce(sum(t.tools), 0) from private.tool_totals t);
  end if;
  largest := coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0);
  if cardinality(chosen) < 2 then
    return largest;
  end if;
  return largest + (
    select count(distinct tc.tool_id) from public.tool_categories tc
    where tc.category_id = any (chosen[2:]) and not exists (
      select from public.tool_categories l where l.tool_id = tc.tool_id and l.category_id = chosen[1]));
end;
$$;
revoke execute on function public.count_tools(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.count_tools(uuid[]) to anon, authenticated, service_role;

-- As before (see name_the_whole_list), its total kept.
create or replace function public.list_tools(
  sort text default 'newest',
  category_ids uuid[] default '{}',
  skip integer default 0,
  max_results integer default 15
)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, total integer
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(list_tools.category_ids) entry where entry is not null);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  start integer := least(greatest(coalesce(list_tools.skip, 0), 0), 100000);
  in_order text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'l.listed_at desc, l.tool_id desc'
    when 'top' then 'l.upvote_count desc, l.listed_at desc, l.tool_id desc'
    when 'trending' then 'l.trend desc nulls last, l.listed_at desc, l.tool_id desc'
  end;
  listed text;
  in_all integer;
begin
  if in_order is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if cardinality(chosen) = 0 then
    listed := format(
      'select l.* from private.listings l where l.category_id = ''00000000-0000-0000-0000-000000000000'' order by %s offset $2 limit $3', in_order);
  elsif cardinality(chosen) = 1 then
    listed := format(
      'select l.* from private.listings l where l.category_id = $1[1] order by %s offset $2 limit $3', in_order);
  else
    listed := format(
      'select l.* from (
        select distinct on (near.tool_id) near.* from unnest($1) chosen (id)
        cross join lateral (
          select l.* from private.listings l where l.category_id = chosen.id order by %1$s limit $2 + $3
        ) near
      ) l order by %1$s offset $2 limit $3', in_order);
  end if;
  if start = 0 then
    in_all := public.count_tools(chosen);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, $4
     from (%s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     order by %s', listed, in_order)
    using chosen, start, room, in_all;
end;
$$;
