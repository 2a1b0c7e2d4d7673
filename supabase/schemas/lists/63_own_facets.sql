-- The sets from which lists are filtered and counted by facts that the owner added (docs/decisions/130). Nothing here has
-- rows, and no trigger writes, until the setting has such a fact that filters lists.

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
