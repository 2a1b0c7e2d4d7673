-- The numbers beside filters, from the sets of 61_filters.sql.

-- For each choice the tools that have it, part by part.
create function private.sets_of(choices private.filter_choice[]) returns table (facet text, part integer, tools bit)
language sql stable rows 20 set search_path = ''
as $$
  select c.facet, m.part,
    coalesce((
      select bit_or(s.tools) from private.code_sets s where s.part = m.part and s.code = any (c.codes)), private.no_tools())
    | case when c.others is null then private.no_tools() else ~ coalesce((
      select bit_or(s.tools) from private.code_sets s where s.part = m.part and s.code = any (c.others)), private.no_tools())
      end
  from unnest(choices) c
  cross join (select l.part from private.code_sets l join private.filter_codes f using (code) where f.facet = 'listed') m
$$;

-- The tools that have everything chosen; all if nothing is.
create function private.matching_sets(choices private.filter_choice[]) returns table (part integer, tools bit)
language sql stable rows 20 set search_path = ''
as $$
  select l.part, l.tools & coalesce(bit_and(chosen.tools), ~ private.no_tools())
  from private.code_sets l join private.filter_codes f using (code) left join private.sets_of(choices) chosen using (part)
  where f.facet = 'listed'
  group by l.part, l.tools
$$;

create function private.count_matching(choices private.filter_choice[]) returns integer
language sql stable set search_path = ''
as $$ select coalesce(sum(bit_count(m.tools)), 0)::integer from private.matching_sets(choices) m $$;

-- For each value of each facet: how many of these tools (null: of all) have everything chosen if it is chosen too; as 'all',
-- 'unknown', how many if 'unknown' is chosen in every facet of which a value is. An owner's values are those of the facet
-- 'facts', as 'key.value'.
create function private.count_filters(tool_ids uuid[], choices private.filter_choice[])
returns table (facet text, value text, tools integer)
language sql stable set search_path = ''
as $$
  with base (part, tools) as materialized (
    select m.part, m.tools from private.matching_sets('{}') m where tool_ids is null
    union all
    select k.place / 8192, bit_or(set_bit(private.no_tools(), k.place % 8192, 1))
    from private.tool_codes k where k.tool_id = any (tool_ids) group by 1
  ), stored (facet, value, part, tools) as materialized (
    -- Not a join: the planner would read every category's sets too.
    select f.facet, f.value, b.part, coalesce((
      select s.tools from private.code_sets s where s.code = c.code and s.part = b.part), private.no_tools())
    from private.filters() f left join private.filter_codes c using (facet, value) cross join base b
  ), valued as materialized (
    select * from stored
    union all select s.facet, 'unknown', s.part, ~ bit_or(s.tools) from stored s group by s.facet, s.part
  ), chosen (facet, part, tools, wider) as materialized (
    select c.facet, c.part, c.tools, c.tools | coalesce(u.tools, private.no_tools())
    from private.sets_of(choices) c
    left join valued u on u.facet = c.facet and u.part = c.part and u.value = 'unknown'
  ), others (facet, part, tools) as materialized (
    select f.facet, b.part, b.tools & coalesce(bit_and(c.tools), ~ private.no_tools())
    from (select distinct s.facet from stored s) f cross join base b
    left join chosen c on c.part = b.part and c.facet <> f.facet
    group by f.facet, b.part, b.tools
  ), counted (facet, value, tools) as (
    select v.facet, v.value, sum(bit_count(o.tools & (v.tools | coalesce(c.tools, private.no_tools()))))
    from valued v join others o using (facet, part) left join chosen c using (facet, part)
    group by v.facet, v.value
    union all
    select 'all', 'unknown', coalesce(sum(bit_count(widened.tools)), 0)
    from (
      select b.tools & coalesce(bit_and(c.wider), ~ private.no_tools()) as tools
      from base b left join chosen c using (part) group by b.part, b.tools
    ) widened
  ), known (facet, value) as (
    select f.facet, f.value from private.filters() f
    union select f.facet, 'unknown' from private.filters() f
    union select 'all', 'unknown'
  )
  select case when k.facet like 'facts.%' then 'facts' else k.facet end,
    case when k.facet like 'facts.%' then substr(k.facet, 7) || '.' || k.value else k.value end,
    coalesce(c.tools, 0)::integer
  from known k left join counted c using (facet, value)
$$;

-- The number of tools in any of the categories, without duplicates; of all tools if no category is named.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language sql stable security definer set search_path = ''
as $$ select private.count_matching(private.filter_choices(category_ids, '{}', '{}', '{}', '{}')) $$;

-- For the category filter: how many tools with these facets each category has, and how many of them it would add to the
-- list of the `selected` ones. A selected category adds none; with none selected, each adds all.
create function public.count_categories(
  selected uuid[], pricings text[] default '{}', open_sources text[] default '{}', platforms text[] default '{}',
  facts text[] default '{}'
) returns table (category_id uuid, tools integer, added integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  listed private.filter_choice[] := private.filter_choices(selected, '{}', '{}', '{}', '{}');
  choices private.filter_choice[] := private.filter_choices('{}', pricings, open_sources, platforms, facts);
begin
  if listed = '{}' and choices = '{}' then
    return query select c.id, c.tool_count, c.tool_count from public.categories c;
    return;
  end if;
  return query
    with matching (part, tools, added) as materialized (
      select m.part, m.tools, m.tools & ~ coalesce(l.tools, private.no_tools())
      from private.matching_sets(choices) m left join private.sets_of(listed) l using (part)
    )
    select c.id, coalesce(counted.tools, 0)::integer, coalesce(counted.added, 0)::integer
    from public.categories c
    left join (
      select f.value, sum(bit_count(s.tools & m.tools)) as tools, sum(bit_count(s.tools & m.added)) as added
      from private.code_sets s join private.filter_codes f using (code) join matching m using (part)
      where f.facet = 'category' group by f.value
    ) counted on counted.value = c.id::text;
end;
$$;

-- For each value of each facet: how many tools the list would show if it were selected too. The last row counts the
-- list with the tools whose facts are unknown (private.count_filters).
create function public.count_facets(
  category_ids uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (facet text, value text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select c.facet, c.value, c.tools
  from private.count_filters(null, private.filter_choices(category_ids, pricings, open_sources, platforms, facts)) c
$$;
grant execute on function public.count_tools, public.count_categories, public.count_facets to anon, authenticated, service_role;
