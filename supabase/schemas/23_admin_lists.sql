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

-- The administrator's list of tools: those whose name, slug or primary category's name holds the text, whatever its case,
-- every character literal; sorted, one page of it. `total`: how many there are in all. A page after the last one is the
-- last one, so that the list is still there when what was on its last page is deleted.
--
-- What a search finds by a category's name is not looked at one by one to be counted: the kept totals say how many those
-- are, and of them only as many are read as the page asked for can need.
--
-- SECURITY DEFINER, with its own check, for the reason search_catalogue gives. What it reads everybody may read; that it
-- is counted and sorted for administrators only keeps the long work from everyone else.
create function public.list_admin_tools(
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
-- The indexes hold the answers; what they cost beside reading all is not known where the plan is made.
set enable_seqscan = off
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  turn integer := greatest(coalesce(list_admin_tools.page, 1), 1) - 1;
  way text := case when descending then 'desc' else 'asc' end;
  -- What a find is carried with. Places are compared faster than the names of categories.
  keys text := case list_admin_tools.sort
    when 'name' then 't.name' when 'slug' then 't.slug' when 'category' then 'c.place, t.name'
    when 'featured' then 't.featured, t.name' when 'created' then 't.created_at'
  end;
  -- Ties go by name. A tool without a category comes after the others, or before them.
  ordering text := format(case list_admin_tools.sort
    when 'name' then 'name %1$s, id %1$s' when 'slug' then 'slug %1$s' when 'category' then 'place %1$s, name, id'
    when 'featured' then 'featured %1$s, name, id' when 'created' then 'created_at %1$s, id %1$s'
  end, way);
  found text := format('select t.id, %s from public.tools t ', keys)
    || case when list_admin_tools.sort = 'category' then
      'left join (select c.id, dense_rank() over (order by c.name) as place from public.categories c) c
        on c.id = t.category_id ' else '' end;
  categories uuid[];
  kept bigint;
  matches integer;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list tools' using errcode = 'insufficient_privilege';
  end if;
  if keys is null then
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
  select coalesce(array_agg(f.category_id), '{}'), coalesce(sum(f.tools), 0) into categories, kept
  from (
    select t.category_id, sum(t.tools) as tools
    from public.categories c join private.tool_totals t on t.category_id = c.id
    where c.name ilike pattern
    group by t.category_id having sum(t.tools) > 0
  ) f;
  -- A slug has small letters only. Name and slug have indexes, also for one and two characters; the cheapest is asked
  -- first where a find has to be looked at again.
  return query execute format(
    'with others as materialized (%1$s where (%2$s) %3$s
    ), counted as (
      select $6 + count(*) as total from others
    ), page as materialized (
      select m.id, row_number() over () as place from (
        select m.id from (select * from others %4$s) m order by %5$s
        limit $3 offset (select least($4, greatest(counted.total - 1, 0) / $3) * $3 from counted)
      ) m
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count,
      (select counted.total::integer from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    found,
    case when char_length(wanted) > 2 then 't.slug like $1 or t.name ilike $1'
      else 'private.pairs_of(t.slug) @> array[$5] or private.pairs_of(t.name) @> array[$5]' end,
    -- Without categories not a word of them.
    case when kept > 0 then 'and (t.category_id is null or t.category_id <> all ($2))' else '' end,
    case when kept > 0 then format('union all (%s where t.category_id = any ($2) order by %s limit $7)', found, ordering)
      else '' end,
    ordering)
    using pattern, categories, size, turn, wanted, kept, least((turn + 1::bigint) * size, kept);
end;
$$;
grant execute on function public.list_admin_tools(text, text, boolean, integer, integer) to authenticated;
comment on function public.list_admin_tools(text, text, boolean, integer, integer) is 'Nullable: category_name, logo.';

-- The administrator's list of categories: those whose name, slug or description holds the text, whatever its case, every
-- character literal; sorted, one page of it. `total` and the last page as in list_admin_tools.
create function public.list_admin_categories(
  search text default '',
  sort text default 'name',
  descending boolean default false,
  page integer default 1,
  page_size integer default 25
) returns table (id uuid, name text, slug text, description text, tool_count integer, total integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_categories.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  ordering text := case list_admin_categories.sort
    when 'name' then 'm.name %1$s, m.id %1$s'
    when 'slug' then 'm.slug %1$s'
    when 'tools' then 'm.tool_count %1$s, m.name, m.id'
    when 'created' then 'm.created_at %1$s, m.id %1$s'
  end;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list categories' using errcode = 'insufficient_privilege';
  end if;
  if ordering is null then
    raise exception 'Categories are sorted by name, slug, tools or created' using errcode = 'invalid_parameter_value';
  end if;
  return query execute format(
    'with matched as materialized (
      select c.* from public.categories c where c.name ilike $1 or c.slug like $1 or c.description ilike $1
    ), counted as (select count(*)::integer as total from matched)
    select m.id, m.name, m.slug, m.description, m.tool_count, (select counted.total from counted)
    from matched m order by ' || ordering || '
    limit $2 offset (select least($3, greatest(counted.total - 1, 0) / $2) * $2 from counted)',
    case when descending then 'desc' else 'asc' end)
    using pattern, size, greatest(coalesce(list_admin_categories.page, 1), 1) - 1;
end;
$$;
grant execute on function public.list_admin_categories(text, text, boolean, integer, integer) to authenticated;
comment on function public.list_admin_categories(text, text, boolean, integer, integer) is 'Nullable: description.';
