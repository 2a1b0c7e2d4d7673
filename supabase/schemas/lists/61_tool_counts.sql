-- The number of tools in any of the categories, without duplicates; of all tools if no category is named. SECURITY
-- DEFINER without a check of the caller: the counts are not exposed, and public.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(count_tools.category_ids) entry where entry is not null);
begin
  if cardinality(chosen) = 0 then
    return (select coalesce(sum(f.tools), 0) from private.facet_counts f);
  elsif cardinality(chosen) = 1 then
    return coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0);
  end if;
  return (select count(distinct tc.tool_id) from public.tool_categories tc where tc.category_id = any (chosen));
end;
$$;

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
-- count follows.
create function private.count_by_facets(category_ids uuid[]) returns table (facets integer, tools bigint)
language plpgsql stable set search_path = ''
as $$
begin
  if cardinality(category_ids) = 0 then
    return query select f.facets, f.tools from private.facet_counts f where f.tools > 0;
  else
    return query
      select s.facets, count(*) from private.tool_stats s
      where s.tool_id in (
        select tc.tool_id from public.tool_categories tc where tc.category_id = any (count_by_facets.category_ids))
      group by s.facets;
  end if;
end;
$$;

-- For the category filter: how many tools with these facets each category has, and how many of them it would add to the
-- list of the `selected` ones. A selected category adds none; with none selected, each adds all.
--
-- SECURITY DEFINER without a check of the caller: the figures are not exposed, and it counts public data.
create function public.count_categories(
  selected uuid[],
  pricings text[] default '{}',
  open_sources text[] default '{}',
  platforms text[] default '{}',
  facts text[] default '{}'
)
returns table (category_id uuid, tools integer, added integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted integer[] := private.wanted_facets(
    count_categories.pricings, count_categories.open_sources, count_categories.platforms);
  own text := private.own_condition(count_categories.facts);
begin
  if array_remove(wanted, null) = '{}' and own is null then
    return query
      with overlap as (
        select other.category_id as id, count(*)::integer as tools
        from public.tool_categories other
        where other.tool_id in (
          select chosen.tool_id from public.tool_categories chosen
          where chosen.category_id = any (count_categories.selected))
        group by other.category_id
      )
      select c.id, c.tool_count, c.tool_count - coalesce(o.tools, 0)
      from public.categories c left join overlap o on o.id = c.id;
    return;
  end if;
  return query execute format('
    with counted as (
      select tc.category_id as id, count(*)::integer as tools,
        (count(*) filter (where not matching.is_listed))::integer as added
      from (
        select k.tool_id, listed.tool_id is not null as is_listed
        from %s k
        -- Not "in": beyond work_mem it would read the list once for each tool.
        left join (
          select distinct chosen.tool_id from public.tool_categories chosen where chosen.category_id = any ($1)) listed
          using (tool_id)
        where private.has_facets(k.facets, $2) and %s
      ) matching
      join public.tool_categories tc on tc.tool_id = matching.tool_id
      group by tc.category_id
    )
    select c.id, coalesce(k.tools, 0), coalesce(k.added, 0)
    from public.categories c left join counted k on k.id = c.id',
    case when own is null then 'private.tool_stats' else 'private.tool_codes' end, coalesce(own, 'true'))
    using count_categories.selected, wanted;
end;
$$;

-- For each value of each facet: how many tools the list would show if it were selected too. The last row counts the
-- list with the tools whose facts are unknown (private.count_facet_values).
--
-- SECURITY DEFINER without a check of the caller: the figures are not exposed, and it counts public data.
create function public.count_facets(
  category_ids uuid[] default '{}',
  pricings text[] default '{}',
  open_sources text[] default '{}',
  platforms text[] default '{}',
  facts text[] default '{}'
)
returns table (facet text, value text, tools integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(count_facets.category_ids) entry where entry is not null);
begin
  if exists (select from private.own_filters()) then
    return query
      select c.facet, c.value, c.tools from private.count_code_sets(private.places_in(chosen), count_facets.pricings, count_facets.open_sources,
        count_facets.platforms, count_facets.facts) c;
    return;
  end if;
  return query
    select v.facet, v.value, v.tools
    from (
      select array_agg(c.facets) as facets, array_agg(c.tools) as tools from private.count_by_facets(chosen) c
    ) counted
    cross join lateral private.count_facet_values(counted.facets, counted.tools,
      private.wanted_facets(count_facets.pricings, count_facets.open_sources, count_facets.platforms)) v;
end;
$$;
grant execute on function public.count_tools, public.count_categories, public.count_facets to anon, authenticated, service_role;
