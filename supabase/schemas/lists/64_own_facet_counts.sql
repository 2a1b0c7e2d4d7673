-- Lists filtered by facts that the owner added, and the numbers beside them, from the sets of 63_own_facets.sql.

-- One own fact that a list is filtered by: a tool needs one of the codes or, if others are given, none of these.
create type private.own_choice as (codes integer[], others integer[]);

-- The chosen facts, each given as 'key.value'. A value that does not exist has no code, so no tool matches it.
create function private.own_choices(facts text[]) returns private.own_choice[]
language sql stable set search_path = ''
as $$
  with known as materialized (
    select o.fact, o.value, c.code from private.own_filters() o join private.fact_codes c using (fact, value)
  )
  select coalesce(array_agg(row(chosen.codes, chosen.others)::private.own_choice), '{}')
  from (
    select array(select k.code from known k where k.fact = given.fact and k.value = any (given.values)) as codes,
      case when 'unknown' = any (given.values) and given.fact in (select k.fact from known k)
        then array(select k.code from known k where k.fact = given.fact) end as others
    from (
      select split_part(entry, '.', 1) as fact, array_agg(split_part(entry, '.', 2)) as values
      from unnest(own_choices.facts) entry where entry is not null group by 1
    ) given
  ) chosen
$$;

create function private.has_codes(codes integer[], wanted private.own_choice[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(wanted) w
    where not (has_codes.codes && w.codes or w.others is not null and not has_codes.codes && w.others))
$$;

-- The same as a condition on private.tool_codes as `k`, for statements that are planned with their values; null if nothing
-- is chosen.
create function private.own_condition(facts text[]) returns text
language sql stable set search_path = ''
as $$
  select string_agg(format(case when w.others is null then 'k.codes && %L' else '(k.codes && %L or not k.codes && %L)' end,
    w.codes, w.others), ' and ')
  from unnest(private.own_choices(facts)) w
$$;

-- For each value of each facet, ours and the owner's: how many of the tools at these places (null: of all) have the wanted
-- values if it is selected too; as 'all', 'unknown' what private.count_facet_values says. An own fact's values are those of
-- the facet 'facts', as 'key.value'.
create function private.count_code_sets(
  places integer[], pricings text[], open_sources text[], platforms text[], facts text[]
)
returns table (facet text, value text, tools integer)
language sql stable set search_path = ''
as $$
  with known (facet, value, code) as materialized (
    select f.facet, f.value, -1 - log(2, private.facet_bit(f.facet, f.value))::integer from private.facet_values() f
    union all
    select 'facts.' || o.fact, o.value, c.code
      from private.own_filters() o join private.fact_codes c using (fact, value)
    union all
    -- What nobody entered has no code of its own.
    select distinct 'facts.' || o.fact, 'unknown', null::integer from private.own_filters() o
  ), base (part, tools) as materialized (
    select s.part, s.tools from private.code_sets s where s.code = 0 and places is null
    union all
    select place / 8192, private.collect_bits(place % 8192, 1) from unnest(places) place group by 1
  ), stored (facet, value, part, tools) as materialized (
    select k.facet, k.value, b.part, coalesce(s.tools, private.no_tools())
    from known k cross join base b left join private.code_sets s on s.code = k.code and s.part = b.part
    where k.code is not null
  ), valued (facet, value, part, tools) as materialized (
    select * from stored
    union all
    select s.facet, 'unknown', s.part, ~ bit_or(s.tools) from stored s
    where s.facet like 'facts.%' group by s.facet, s.part
  ), wanted (facet, value) as materialized (
    select 'pricing', entry from unnest(pricings) entry where entry is not null
    union all select 'open_source', entry from unnest(open_sources) entry where entry is not null
    union all select 'platforms', entry from unnest(platforms) entry where entry is not null
    union all select 'facts.' || split_part(entry, '.', 1), split_part(entry, '.', 2)
      from unnest(facts) entry where entry is not null
  ), chosen (facet, part, tools, wider) as materialized (
    select w.facet, b.part, coalesce(bit_or(v.tools) filter (where v.value = w.value), private.no_tools()),
      coalesce(bit_or(v.tools) filter (where v.value in (w.value, 'unknown')), private.no_tools())
    from wanted w cross join base b left join valued v on v.facet = w.facet and v.part = b.part
    group by w.facet, b.part
  ), others (facet, part, tools) as materialized (
    select f.facet, b.part, b.tools & coalesce(bit_and(c.tools), ~ private.no_tools())
    from (select distinct k.facet from known k) f cross join base b
    left join chosen c on c.part = b.part and c.facet <> f.facet
    group by f.facet, b.part, b.tools
  ), counted (facet, value, tools) as (
    select v.facet, v.value, sum(bit_count(o.tools & (v.tools | coalesce(c.tools, private.no_tools()))))
    from valued v join others o using (facet, part) left join chosen c using (facet, part)
    group by v.facet, v.value
  ), whole (tools) as (
    select coalesce(sum(bit_count(widened.tools)), 0)
    from (
      select b.tools & coalesce(bit_and(c.wider), ~ private.no_tools()) as tools
      from base b left join chosen c using (part) group by b.part, b.tools
    ) widened
  )
  select case when k.facet like 'facts.%' then 'facts' else k.facet end,
    case when k.facet like 'facts.%' then substr(k.facet, 7) || '.' || k.value else k.value end,
    coalesce(c.tools, 0)::integer
  from known k left join counted c using (facet, value)
  union all select 'all', 'unknown', w.tools::integer from whole w
$$;

-- How many of the tools at these places (null: of all) have the wanted values.
create function private.count_chosen_codes(
  places integer[], pricings text[], open_sources text[], platforms text[], facts text[]
)
returns integer
language sql stable set search_path = ''
as $$
  with base (part, tools) as materialized (
    select s.part, s.tools from private.code_sets s where s.code = 0 and places is null
    union all
    select place / 8192, private.collect_bits(place % 8192, 1) from unnest(places) place group by 1
  ), wanted (codes, others) as materialized (
    select w.codes, w.others from unnest(private.own_choices(facts)) w
    union all
    select array(select -1 - bit from generate_series(0, 30) bit where mask & (1 << bit) <> 0), null
      from unnest(private.wanted_facets(pricings, open_sources, platforms)) mask where mask is not null
  )
  select coalesce(sum(bit_count(b.tools & found.tools)), 0)::integer
  from base b
  cross join lateral (
    select bit_and(coalesce(
        (select bit_or(s.tools) from private.code_sets s where s.part = b.part and s.code = any (w.codes)), private.no_tools())
      | case when w.others is null then private.no_tools() else ~ coalesce(
        (select bit_or(s.tools) from private.code_sets s where s.part = b.part and s.code = any (w.others)), private.no_tools())
        end) as tools
    from wanted w
  ) found
$$;

-- The places of the tools in any of these categories; null if none is named.
create function private.places_in(category_ids uuid[]) returns integer[]
language sql stable set search_path = ''
as $$
  select case when cardinality(category_ids) > 0 then array(
    select k.place from private.tool_codes k
    where k.tool_id in (select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids))) end
$$;
