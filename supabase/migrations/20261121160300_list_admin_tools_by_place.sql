-- The administrator's list of tools as before (see create_list_admin_tools), no longer sorted or counted for each request:
-- a page without a search is found by its place in an index, from whichever end is nearer, with kept totals; a search
-- looks at what it finds once.
create index tools_category_name on public.tools (category_id, name, id);
drop index public.tools_category;
create index tools_featured_name on public.tools (featured, name, id);
drop index public.tools_featured;
-- With the id beside the slug a place in this order is found in the index alone.
alter table public.tools
  drop constraint tools_slug_key,
  add constraint tools_slug_key unique (slug) include (id);

-- The ids of `take` tools from the place `skip` on, among those the condition ($1) leaves: `total` of them, in this order.
create function private.tools_at(
  condition text, category_id uuid, ordering text, reversed text, total bigint, skip bigint, take bigint
) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  places uuid[];
  room bigint := least(take, total - skip);
begin
  if skip <= total / 2 then
    execute format('select array(select t.id from public.tools t where %s order by %s offset $2 limit $3)',
      condition, ordering) into places using category_id, skip, take;
    return places;
  end if;
  execute format('select array(select t.id from public.tools t where %s order by %s offset $2 limit $3)',
    condition, reversed) into places using category_id, total - skip - room, room;
  return array(select entry from unnest(places) with ordinality listed (entry, place) order by place desc);
end;
$$;
revoke execute on function private.tools_at(text, uuid, text, text, bigint, bigint, bigint)
  from public, anon, authenticated, service_role;

-- The page of `size` tools from `start` on, all of them sorted.
create function private.page_of_tools(sort text, descending boolean, total bigint, start bigint, size integer)
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  none uuid := '00000000-0000-0000-0000-000000000000';
  way text := case when descending then 'desc' else 'asc' end;
  back text := case when descending then 'asc' else 'desc' end;
  part record;
  skip bigint;
  page uuid[] := '{}';
begin
  if sort in ('name', 'slug', 'created') then
    return private.tools_at('true', none,
      replace(case sort when 'name' then 't.name %, t.id %' when 'slug' then 't.slug %'
        else 't.created_at %, t.id %' end, '%', way),
      replace(case sort when 'name' then 't.name %, t.id %' when 'slug' then 't.slug %'
        else 't.created_at %, t.id %' end, '%', back),
      total, start, size);
  end if;
  -- Sorted by what few tools tell apart: the kept numbers say whose turn it is at this place.
  for part in
    with parts as (
      select array_agg(distinct counted.category_id) as categories, counted.featured, sum(counted.tools)::bigint as tools,
        row_number() over (order by
          case when descending then null else counted.label end, case when descending then counted.label end desc,
          counted.featured) as place
      from (
        select case sort when 'category' then t.category_id else none end as category_id,
          case sort when 'featured' then t.featured <> descending end as featured, c.name as label, t.tools
        from private.tool_totals t
        left join public.categories c on sort = 'category' and c.id = t.category_id
      ) counted
      group by counted.label, counted.featured
    )
    select p.categories, p.featured, p.tools, (sum(p.tools) over (order by p.place) - p.tools)::bigint as before
    from parts p order by p.place
  loop
    continue when part.before + part.tools <= start or part.tools = 0;
    exit when part.before >= start + size;
    skip := greatest(start - part.before, 0);
    page := page || case
      when sort = 'featured' then private.tools_at(
        format('t.featured = %L', part.featured <> descending), none,
        't.name, t.id', 't.name desc, t.id desc', part.tools, skip, start + size - part.before - skip)
      when cardinality(part.categories) = 1 then private.tools_at(
        case when part.categories[1] = none then 't.category_id is null' else 't.category_id = $1' end,
        part.categories[1],
        't.name, t.id', 't.name desc, t.id desc', part.tools, skip, start + size - part.before - skip)
      -- Several categories of one name stand among each other.
      else array(
        select near.id from unnest(part.categories) category (id)
        cross join lateral (
          select t.id, t.name from public.tools t where t.category_id = category.id
          order by t.name, t.id limit start + size - part.before
        ) near
        order by near.name, near.id offset skip limit start + size - part.before - skip)
    end;
  end loop;
  return page;
end;
$$;
revoke execute on function private.page_of_tools(text, boolean, bigint, bigint, integer)
  from public, anon, authenticated, service_role;

create or replace function public.list_admin_tools(
  search text default '',
  sort text default 'name',
  descending boolean default false,
  page integer default 1,
  page_size integer default 25
) returns table (
  id uuid, name text, slug text, category_name text, featured boolean, logo text, upvote_count integer, total integer
)
language plpgsql stable security definer set search_path = ''
-- What a letter finds is sorted in memory.
set work_mem = '32MB'
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  turn integer := greatest(coalesce(list_admin_tools.page, 1), 1) - 1;
  -- Ties go by name. A tool without a category comes after the others, or before them.
  ordering text := case list_admin_tools.sort
    when 'name' then 'm.name %1$s, m.id %1$s'
    when 'slug' then 'm.slug %1$s'
    when 'category' then 'c.place %1$s, m.name, m.id'
    when 'featured' then case when descending then 'not ' else '' end || 'm.featured, m.name, m.id'
    when 'created' then 'm.created_at %1$s, m.id %1$s'
  end;
  matches integer;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list tools' using errcode = 'insufficient_privilege';
  end if;
  if ordering is null then
    raise exception 'Tools are sorted by name, slug, category, featured or created'
      using errcode = 'invalid_parameter_value';
  end if;
  if wanted = '' then
    matches := public.count_tools();
    return query
      select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, matches
      from unnest(private.page_of_tools(list_admin_tools.sort, coalesce(descending, false), matches,
        least(turn, greatest(matches - 1, 0) / size)::bigint * size, size)) with ordinality listed (id, place)
      join public.tools t on t.id = listed.id left join public.categories c on c.id = t.category_id
      order by listed.place;
    return;
  end if;
  -- A slug has small letters only. Each of the three ways has an index, also for one and two characters.
  return query execute format(
    'with matched as materialized (
      select t.id, t.name, t.slug, t.featured, t.created_at, t.category_id from public.tools t
      where %s or t.category_id = any ($2)
    ), counted as (
      select count(*)::integer as total from matched
    ), page as materialized (
      select m.id, row_number() over () as place from (
        select m.id from matched m
        -- Places are compared faster than names.
        left join (select c.id, dense_rank() over (order by c.name) as place from public.categories c) c
          on c.id = m.category_id
        order by %s limit $3 offset (select least($4, greatest(counted.total - 1, 0) / $3)::bigint * $3 from counted)
      ) m
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, (select counted.total from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    case when char_length(wanted) > 2 then 't.slug like $1 or t.name ilike $1'
      else 'private.pairs_of(t.slug) @> array[$5] or private.pairs_of(t.name) @> array[$5]' end,
    format(ordering, case when descending then 'desc' else 'asc' end))
    using pattern, array(select c.id from public.categories c where c.name ilike pattern), size, turn, wanted;
end;
$$;
