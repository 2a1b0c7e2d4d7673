-- The number of tools in any of the categories, without duplicates; of all tools if no category is named.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language plpgsql stable set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(count_tools.category_ids) entry where entry is not null);
begin
  if cardinality(chosen) = 0 then
    return (select count(*) from public.tools);
  elsif cardinality(chosen) = 1 then
    return coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0);
  end if;
  return (select count(distinct tc.tool_id) from public.tool_categories tc where tc.category_id = any (chosen));
end;
$$;
grant execute on function public.count_tools(uuid[]) to anon, authenticated, service_role;

-- The selected facets as bits (private.facet_bit): of pricing, open source and platforms, each null if nothing is
-- selected. A value that does not exist has no bit, so no tool matches it.
create function private.wanted_facets(pricings text[], open_sources text[], platforms text[]) returns integer[]
language sql immutable set search_path = ''
as $$
  select array[
    (select bit_or(private.facet_bit('pricing', entry)) from unnest(pricings) entry where entry is not null),
    (select bit_or(private.facet_bit('open_source', entry)) from unnest(open_sources) entry where entry is not null),
    (select bit_or(private.facet_bit('platforms', entry)) from unnest(platforms) entry where entry is not null)
  ]
$$;

-- Whether a tool with these bits has one of the wanted values of each facet.
create function private.has_facets(facets integer, wanted integer[]) returns boolean
language sql immutable parallel safe
return coalesce(facets & wanted[1] <> 0 and facets & wanted[2] <> 0 and facets & wanted[3] <> 0, true);

-- For each facet value: how many of the tools, counted by their bits, have the wanted facets if it is selected too; and
-- as 'all', 'unknown' if 'unknown' is selected in every facet of which a value is wanted.
create function private.count_facet_values(facets integer[], tools bigint[], wanted integer[])
returns table (facet text, value text, tools integer)
language sql immutable set search_path = ''
as $$
  with tried (facet, value, wanted) as (
    select v.facet, v.value, array[
      case v.facet when 'pricing' then coalesce(wanted[1], 0) | v.bit else wanted[1] end,
      case v.facet when 'open_source' then coalesce(wanted[2], 0) | v.bit else wanted[2] end,
      case v.facet when 'platforms' then coalesce(wanted[3], 0) | v.bit else wanted[3] end
    ]
    from (select f.*, private.facet_bit(f.facet, f.value) as bit from private.facet_values() f) v
    union all
    select 'all', 'unknown', array[
      wanted[1] | private.facet_bit('pricing', 'unknown'),
      wanted[2] | private.facet_bit('open_source', 'unknown'),
      wanted[3] | private.facet_bit('platforms', 'unknown')
    ]
  )
  select t.facet, t.value, coalesce(sum(c.tools), 0)::integer
  from tried t left join unnest(facets, tools) c (facets, tools) on private.has_facets(c.facets, t.wanted)
  group by t.facet, t.value
$$;

-- The number of tools in any of the categories (or in all) by their bits: a few hundred rows, from which every facet
-- count follows. An index-only scan, 10 ms for 100,000 tools.
create function private.count_by_facets(category_ids uuid[]) returns table (facets integer, tools bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if cardinality(category_ids) > 1 then
    return query
      select l.facets, count(*)
      from (
        select distinct o.tool_id, o.facets from private.listings o where o.category_id = any (category_ids)
      ) l
      group by l.facets;
  else
    return query
      select l.facets, count(*) from private.listings l
      where l.category_id = coalesce(category_ids[1], '00000000-0000-0000-0000-000000000000')
      group by l.facets;
  end if;
end;
$$;

-- One page of a list of tools: all, or those in any of the categories, without duplicates; filtered by one of the
-- values of each named facet, 'unknown' included. sort is 'newest', 'top' (most recommended) or 'trending' (docs/ranking.md), then newest
-- first. Each tool comes with its newest public recommendation and its writer. A further page continues after the tool whose rank,
-- created_at and id are given, wherever it stands by now: tools that were added or moved up meanwhile do not shift it.
-- The first page also returns the total; the others return null.
--
-- For several categories each contributes as many rows as the page could need, and these are sorted again: the cost
-- depends on the page, not on the size of the categories. Facets are passed to the planner as the existing combinations
-- of bits: it knows how frequent these are, and either reads along the order until the page is full or, for few
-- matches, reads those tools. SECURITY DEFINER without a check of the caller: the listings are not exposed, and it
-- reads public data.
create function public.list_tools(
  sort text default 'newest',
  category_ids uuid[] default '{}',
  after_rank double precision default null,
  after_at timestamptz default null,
  after_id uuid default null,
  max_results integer default 15,
  pricings text[] default '{}',
  open_sources text[] default '{}',
  platforms text[] default '{}'
)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, latest_reason text,
  latest_writer text, total integer, rank double precision
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(list_tools.category_ids) entry where entry is not null);
  wanted integer[] := private.wanted_facets(list_tools.pricings, list_tools.open_sources, list_tools.platforms);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  is_first boolean := list_tools.after_at is null or list_tools.after_id is null;
  ranked text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'null::double precision'
    when 'top' then 'l.upvote_count::double precision'
    when 'trending' then 'nullif(l.trend, ''-infinity'')'
  end;
  by_rank text := case list_tools.sort when 'top' then 'l.upvote_count, ' when 'trending' then 'l.trend, ' else '' end;
  in_order text := replace(by_rank || 'l.listed_at, l.tool_id', ',', ' desc,') || ' desc';
  narrowed text := '';
  matching integer[];
  listed text;
  in_all integer;
begin
  if ranked is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if array_remove(wanted, null) <> '{}' then
    narrowed := 'and l.facets = any ($4)';
    select array_agg(c.facets), sum(c.tools) into matching, in_all
      from private.count_by_facets(chosen) c
      where private.has_facets(c.facets, wanted);
  elsif is_first then
    in_all := public.count_tools(chosen);
  end if;
  if not is_first then
    in_all := null;
    narrowed := narrowed || format(' and (%1$sl.listed_at, l.tool_id) < (%2$s$6, $7)', by_rank,
      case list_tools.sort when 'top' then '$5::integer, ' when 'trending' then 'coalesce($5, ''-infinity''), ' else '' end);
  end if;
  if cardinality(chosen) <= 1 then
    listed := format(
      'select l.* from private.listings l
       where l.category_id = coalesce($1[1], ''00000000-0000-0000-0000-000000000000'') %2$s
       order by %1$s limit $2', in_order, narrowed);
  else
    listed := format(
      'select l.* from (
        select distinct on (near.tool_id) near.* from unnest($1) chosen (id)
        cross join lateral (
          select l.* from private.listings l where l.category_id = chosen.id %2$s order by %1$s limit $2
        ) near
      ) l order by %1$s limit $2', in_order, narrowed);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, latest.reason, latest.writer, $3, %3$s
     from (%1$s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     left join lateral (
       select v.reason, p.username::text as writer
       from public.tool_upvotes v left join public.profiles p on p.id = v.user_id
       where v.tool_id = t.id and private.is_shown(v)
       order by v.created_at desc, v.id desc limit 1
     ) latest on true
     order by %2$s', listed, in_order, ranked)
    using chosen, room, in_all, matching, list_tools.after_rank, list_tools.after_at, list_tools.after_id;
end;
$$;
grant execute on function public.list_tools(
  text, uuid[], double precision, timestamptz, uuid, integer, text[], text[], text[])
  to anon, authenticated, service_role;
comment on function public.list_tools(
  text, uuid[], double precision, timestamptz, uuid, integer, text[], text[], text[]) is
  'Nullable: logo, category_id, category_name, category_slug, latest_reason, latest_writer, total, rank.';

-- For the category filter: how many tools with these facets each category has, and how many of them it would add to the
-- list of the `selected` ones. A selected category adds none; with none selected, each adds all. Counts the overlap,
-- because the selected categories have few tools.
--
-- SECURITY DEFINER without a check of the caller: the listings are not exposed, and it counts public data.
create function public.count_categories(
  selected uuid[],
  pricings text[] default '{}',
  open_sources text[] default '{}',
  platforms text[] default '{}'
)
returns table (category_id uuid, tools integer, added integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted integer[] := private.wanted_facets(
    count_categories.pricings, count_categories.open_sources, count_categories.platforms);
begin
  return query
    with narrowed as (
      select l.category_id as id, count(*) as tools
      from private.listings l
      where array_remove(wanted, null) <> '{}' and l.category_id > '00000000-0000-0000-0000-000000000000'
        and private.has_facets(l.facets, wanted)
      group by l.category_id
    ), overlap as (
      select other.category_id as id, count(*) as tools
      from public.tool_categories other
      where other.tool_id in (
        select chosen.tool_id from private.listings chosen
        where chosen.category_id = any (count_categories.selected)
          and private.has_facets(chosen.facets, wanted)
      )
      group by other.category_id
    )
    select c.id, counted.tools, counted.tools - coalesce(o.tools, 0)::integer
    from public.categories c
    left join narrowed n on n.id = c.id
    left join overlap o on o.id = c.id
    cross join lateral (
      select case when array_remove(wanted, null) = '{}' then c.tool_count else coalesce(n.tools, 0)::integer end as tools
    ) counted;
end;
$$;
grant execute on function public.count_categories(uuid[], text[], text[], text[])
  to anon, authenticated, service_role;

-- For each value of each facet: how many tools the list would show if it were selected too. The last row counts the
-- list with the tools whose facts are unknown (private.count_facet_values).
--
-- SECURITY DEFINER without a check of the caller: the listings are not exposed, and it counts public data.
create function public.count_facets(
  category_ids uuid[] default '{}',
  pricings text[] default '{}',
  open_sources text[] default '{}',
  platforms text[] default '{}'
)
returns table (facet text, value text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select v.facet, v.value, v.tools
  from (
    select array_agg(c.facets) as facets, array_agg(c.tools) as tools
    from private.count_by_facets(array(
      select distinct entry from unnest(count_facets.category_ids) entry where entry is not null)) c
  ) counted
  cross join lateral private.count_facet_values(counted.facets, counted.tools,
    private.wanted_facets(count_facets.pricings, count_facets.open_sources, count_facets.platforms)) v
$$;
grant execute on function public.count_facets(uuid[], text[], text[], text[])
  to anon, authenticated, service_role;

-- Up to three tools of each category, in one call: the first by id, which the index returns without sorting every
-- category.
create function public.list_category_samples()
returns table (category_id uuid, names text[], logos text[])
language sql stable set search_path = ''
as $$
  select c.id, array_agg(t.name order by t.id), array_agg(coalesce(t.logo, '') order by t.id)
  from public.categories c
  cross join lateral (
    select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
  ) sample
  join public.tools t on t.id = sample.tool_id
  group by c.id
  order by c.id
$$;
grant execute on function public.list_category_samples() to anon, authenticated, service_role;
comment on function public.list_category_samples() is 'A tool without a logo has an empty one.';
