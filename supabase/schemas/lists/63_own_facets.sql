-- Filters and counts of facts that the owner added (docs/decisions/130). Nothing here has rows, and no trigger writes,
-- until the setting has such a fact that filters lists.

-- The values that lists are filtered by, each with a number that stays. A number in use before is used again.
create table private.fact_codes (
  code integer generated always as identity primary key,
  fact text not null,
  value text not null,
  unique (fact, value)
);

-- Of each tool its place in the sets below, its facet bits, and the numbers of its own facts.
create table private.tool_codes (
  tool_id uuid references public.tools (id) on delete cascade,
  place integer generated always as identity unique,
  facets integer not null,
  codes integer[] not null,
  primary key (tool_id) include (place)
);
create index tool_codes_codes on private.tool_codes using gin (codes);

-- Which tools have a value: for each 8,192 places one row of as many bits. Code 0: every tool; below zero: a facet bit,
-- the first one -1. Every number beside a filter follows from some thousand rows, however many tools and facts there are.
create table private.code_sets (
  code integer,
  part integer,
  tools bit(8192) not null,
  primary key (code, part)
);

alter table private.fact_codes enable row level security;
alter table private.tool_codes enable row level security;
alter table private.code_sets enable row level security;
comment on table private.fact_codes is 'Not notified: it follows from a change of the settings, which is notified.';
comment on table private.tool_codes is 'Not notified: it follows from a change of tools, which is notified.';
comment on table private.code_sets is 'Not notified: it follows from a change of tools, which is notified.';

create function private.no_tools() returns bit
language sql immutable parallel safe
return repeat('0', 8192)::bit(8192);

-- The set of these places of a part.
do $$
begin
  execute format('create aggregate private.collect_bits (integer, integer) (
    sfunc = pg_catalog.set_bit, stype = pg_catalog."bit", initcond = %L, parallel = safe)', repeat('0', 8192));
end;
$$;

-- The facts of the owner's that filter lists.
create function private.own_filters() returns table (fact text, value text)
language sql stable set search_path = ''
as $$
  select own.key, value
  from private.own_facts() own
  cross join lateral (
    select option ->> 'value' from jsonb_array_elements(own.fact -> 'options') option
    union all select unnest(array['yes', 'no']) where own.fact ->> 'kind' = 'answer'
  ) choices (value)
  where own.fact -> 'filters' = 'true'
$$;

-- Keeps the sets, for many tools at once.
create function private.keep_code_sets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    update private.code_sets s set tools = s.tools & ~ gone.tools
      from (
        select code, o.place / 8192 as part, private.collect_bits(o.place % 8192, 1) as tools
        from old_rows o
        cross join lateral (
          select 0 union all select unnest(o.codes)
          union all select -1 - bit from generate_series(0, 30) bit where o.facets & (1 << bit) <> 0) own (code)
        group by 1, 2
      ) gone
      where s.code = gone.code and s.part = gone.part;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.code_sets as s (code, part, tools)
      select code, n.place / 8192, private.collect_bits(n.place % 8192, 1)
      from new_rows n
      cross join lateral (
        select 0 union all select unnest(n.codes)
        union all select -1 - bit from generate_series(0, 30) bit where n.facets & (1 << bit) <> 0) own (code)
      group by 1, 2 order by 1, 2
      on conflict (code, part) do update set tools = s.tools | excluded.tools;
  end if;
  return null;
end;
$$;

create trigger tool_codes_add after insert on private.tool_codes
  referencing new table as new_rows for each statement execute function private.keep_code_sets();
create trigger tool_codes_change after update on private.tool_codes
  referencing old table as old_rows new table as new_rows for each statement execute function private.keep_code_sets();
create trigger tool_codes_remove after delete on private.tool_codes
  referencing old table as old_rows for each statement execute function private.keep_code_sets();

-- Recomputes the codes of these tools, or of all, where the site needs them.
create function private.refresh_tool_codes(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from private.own_filters()) then
    return;
  end if;
  with own as materialized (
    select t.id, array_agg(known.code order by known.code) as codes
    from public.tools t
    cross join lateral jsonb_each(t.own_facts) entry
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(entry.value) when 'array' then entry.value else jsonb_build_array(entry.value) end) given
    join private.fact_codes known on known.fact = entry.key
      and known.value = case entry.value when 'true' then 'yes' when 'false' then 'no' else given end
    where refresh_tool_codes.tool_ids is null or t.id = any (refresh_tool_codes.tool_ids)
    group by t.id
  ), fresh as materialized (
    select s.tool_id, s.facets, coalesce(own.codes, '{}') as codes
    from private.tool_stats s left join own on own.id = s.tool_id
    where refresh_tool_codes.tool_ids is null or s.tool_id = any (refresh_tool_codes.tool_ids)
  ), changed as (
    update private.tool_codes c set facets = f.facets, codes = f.codes
      from fresh f where c.tool_id = f.tool_id and (c.facets, c.codes) <> (f.facets, f.codes)
  )
  insert into private.tool_codes (tool_id, facets, codes)
    select f.tool_id, f.facets, f.codes from fresh f
    where not exists (select from private.tool_codes c where c.tool_id = f.tool_id) order by f.tool_id;
end;
$$;

create function private.add_tool_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_tool_codes(array(select n.id from new_rows n));
  return null;
end;
$$;

-- After tools_add_stats, by name.
create trigger tools_codes_add after insert on public.tools
  referencing new table as new_rows for each statement execute function private.add_tool_codes();

create function private.change_tool_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_tool_codes(array[new.id]);
  return null;
end;
$$;

-- After tools_update_stats, by name.
create trigger tools_update_stats_codes after update of pricing, open_source, platforms, own_facts on public.tools
  for each row
  when ((old.pricing, old.open_source, old.platforms, old.own_facts)
    is distinct from (new.pricing, new.open_source, new.platforms, new.own_facts))
  execute function private.change_tool_codes();

-- The codes follow the setting: a filter that is new counts what tools have already.
create function private.follow_own_filters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.settings -> 'facts' is distinct from (private.site_version_before(new.version)).settings -> 'facts' then
    perform private.lock_partition('catalogue', true);
    insert into private.fact_codes (fact, value)
      select o.fact, o.value from private.own_filters() o
      where not exists (select from private.fact_codes c where (c.fact, c.value) = (o.fact, o.value));
    perform private.refresh_tool_codes(null);
  end if;
  return null;
end;
$$;

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

-- The same as a condition on tool_id of `source`, for statements that are planned with their values; empty if nothing is
-- chosen.
create function private.own_condition(facts text[], source text) returns text
language sql stable set search_path = ''
as $$
  select case when count(*) = 0 then '' else
    format(' and exists (select from private.tool_codes k where k.tool_id = %s.tool_id and %s)', source,
      string_agg(format(case when w.others is null then 'k.codes && %L' else '(k.codes && %L or not k.codes && %L)' end,
        w.codes, w.others), ' and ')) end
  from unnest(private.own_choices(facts)) w
$$;

-- For each value of each facet, ours and the owner's: how many of the tools at these places (null: of all) have the wanted
-- values if it is selected too; as 'all', 'unknown' what private.count_facet_values says. An own fact's values are those of the facet 'facts', as 'key.value'.
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
