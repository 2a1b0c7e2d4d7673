-- The list of all tools has an id of its own among the lists, no null: only of an equal column does the planner see that an
-- index holds the rest in order, and without that every page of it sorted the catalogue.
update private.listings set category_id = '00000000-0000-0000-0000-000000000000' where category_id is null;
alter table private.listings
  alter column category_id set default '00000000-0000-0000-0000-000000000000',
  alter column category_id set not null;
comment on column private.listings.category_id is 'The category, or zeros for the list of all tools.';

create or replace function private.list_in_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from new_rows) order by id for no key update;
  insert into private.listings (tool_id, category_id, listed_at, upvote_count, trend, changed_at)
    select n.tool_id, n.category_id, l.listed_at, l.upvote_count, l.trend, l.changed_at
    from new_rows n join private.listings l on l.tool_id = n.tool_id and l.category_id = '00000000-0000-0000-0000-000000000000';
  return null;
end;
$$;

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
    in_all := case cardinality(chosen)
      when 0 then (select count(*) from private.listings l where l.category_id = '00000000-0000-0000-0000-000000000000')
      when 1 then coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0)
      else (select count(distinct l.tool_id) from private.listings l where l.category_id = any (chosen))
    end;
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, $4
     from (%s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     order by %s', listed, in_order)
    using chosen, start, room, in_all;
end;
$$;

create or replace function public.list_sitemap_tools(
  skip integer default 0,
  after_listed_at timestamptz default null,
  after_id uuid default null,
  max_results integer default 1000
)
returns table (id uuid, slug text, listed_at timestamptz, changed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  room integer := least(greatest(coalesce(list_sitemap_tools.max_results, 1000), 1), 1000);
begin
  if after_listed_at is null then
    return query
      select t.id, t.slug, l.listed_at, l.changed_at
      from (
        select p.tool_id, p.listed_at, p.changed_at from private.listings p where p.category_id = '00000000-0000-0000-0000-000000000000'
        order by p.listed_at, p.tool_id offset greatest(coalesce(list_sitemap_tools.skip, 0), 0) limit room
      ) l join public.tools t on t.id = l.tool_id
      order by l.listed_at, l.tool_id;
  else
    return query
      select t.id, t.slug, l.listed_at, l.changed_at
      from (
        select p.tool_id, p.listed_at, p.changed_at from private.listings p
        where p.category_id = '00000000-0000-0000-0000-000000000000' and (p.listed_at, p.tool_id) > (after_listed_at, after_id)
        order by p.listed_at, p.tool_id limit room
      ) l join public.tools t on t.id = l.tool_id
      order by l.listed_at, l.tool_id;
  end if;
end;
$$;

create or replace function public.list_sitemap_parts(part_size integer)
returns table (part integer, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select placed.part::integer, max(placed.changed_at)
  from (
    select l.changed_at,
      (row_number() over (order by l.listed_at, l.tool_id) - 1) / greatest(part_size, 1) + 1 as part
    from private.listings l where l.category_id = '00000000-0000-0000-0000-000000000000'
  ) placed
  group by placed.part
  order by placed.part
$$;
