-- What lists and searches are filtered by, ours and the owner's alike (docs/decisions/102, 130): categories, and the values
-- of facets, each with a number, its code.

-- The values of each facet that can be chosen; 'unknown', where nobody entered the fact, is chosen beside them. The facets of
-- an owner's facts begin with 'facts.'.
create function private.filters() returns table (facet text, value text)
language sql stable rows 30 set search_path = ''
as $$
  select 'pricing', unnest(private.all_pricings())
  union all select 'open_source', unnest(array['yes', 'no'])
  union all select 'platforms', unnest(private.all_platforms())
  union all
  select 'facts.' || own.key, choices.value
  from private.own_facts() own
  cross join lateral (
    select option ->> 'value' from jsonb_array_elements(own.fact -> 'options') option
    union all select unnest(array['yes', 'no']) where own.fact ->> 'kind' = 'answer'
  ) choices (value)
  where own.fact -> 'filters' = 'true'
$$;

-- Also those of categories, by id, and of the facet 'listed', which every tool has. A code stays: one in use before is used
-- again when its value returns.
create table private.filter_codes (
  code integer generated always as identity primary key,
  facet text not null,
  value text not null,
  unique (facet, value)
);

-- Of each tool its codes, and its place in the sets below.
create table private.tool_codes (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  place integer generated always as identity,
  codes integer[] not null
);
create index tool_codes_codes on private.tool_codes using gin (codes);

-- Which tools have a code: for each 8,192 places one row of as many bits. Every number beside a filter follows from some
-- thousand rows, however many tools and facts there are.
create table private.code_sets (
  code integer references private.filter_codes (code) on delete cascade,
  part integer,
  tools bit(8192) not null,
  primary key (code, part)
);

comment on table private.filter_codes is 'Not notified: it follows from a change of settings or categories, which are notified.';
comment on table private.tool_codes is 'Not notified: it follows from a change of tools, which is notified.';
comment on table private.code_sets is 'Not notified: it follows from a change of tools, which is notified.';

create function private.no_tools() returns bit
language sql immutable parallel safe
return repeat('0', 8192)::bit(8192);

-- Recomputes the codes of these tools, or of all, and flips the bits of those that a tool got or lost. Tools are written by
-- one transaction at a time (docs/decisions/050).
create function private.refresh_tool_codes(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if tool_ids = '{}' then
    return;
  end if;
  with wanted as materialized (
    select t.* from public.tools t where tool_ids is null or t.id = any (tool_ids)
  ), given (tool_id, facet, value) as materialized (
    select w.id, 'listed', 'yes' from wanted w
    union all select w.id, 'pricing', w.pricing from wanted w where w.pricing is not null
    union all select w.id, 'open_source', case when w.open_source then 'yes' else 'no' end
      from wanted w where w.open_source is not null
    union all select w.id, 'platforms', unnest(w.platforms) from wanted w
    union all select tc.tool_id, 'category', tc.category_id::text
      from wanted w join public.tool_categories tc on tc.tool_id = w.id
    union all
    select w.id, own.facet, own.value
    from wanted w
    cross join lateral jsonb_each(w.own_facts) entry
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(entry.value) when 'array' then entry.value else jsonb_build_array(entry.value) end) each
    join private.filters() own on own.facet = 'facts.' || entry.key
      and own.value = case entry.value when 'true' then 'yes' when 'false' then 'no' else each end
  ), added as (
    insert into private.filter_codes (facet, value)
      select distinct g.facet, g.value from given g left join private.filter_codes c using (facet, value) where c.code is null
      returning code, facet, value
  ), fresh as materialized (
    select g.tool_id, array_agg(distinct known.code) as codes
    from given g
    join (select * from private.filter_codes union all select * from added) known using (facet, value)
    group by g.tool_id
  ), changed as materialized (
    select f.tool_id, f.codes, k.place, k.codes as former
    from fresh f left join private.tool_codes k using (tool_id) where k.codes is distinct from f.codes
  ), updated as (
    update private.tool_codes k set codes = c.codes from changed c where k.tool_id = c.tool_id
  ), inserted as (
    insert into private.tool_codes (tool_id, codes)
      select c.tool_id, c.codes from changed c where c.place is null order by c.tool_id
      returning place, codes
  ), flipped as (
    select either.place, either.code
    from (
      select i.place, unnest(i.codes) from inserted i
      union all select c.place, unnest(c.codes) from changed c where c.place is not null
      union all select c.place, unnest(c.former) from changed c
    ) either (place, code)
    group by 1, 2 having count(*) = 1
  )
  insert into private.code_sets as s (code, part, tools)
    select f.code, f.place / 8192, bit_or(set_bit(private.no_tools(), f.place % 8192, 1))
    from flipped f group by 1, 2 order by 1, 2
    on conflict (code, part) do update set tools = s.tools # excluded.tools;
end;
$$;

-- Deleted tools leave the sets.
create function private.leave_code_sets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Not an update: without statistics of old_rows it would read all sets.
  insert into private.code_sets as s (code, part, tools)
    select code, o.place / 8192, bit_or(set_bit(private.no_tools(), o.place % 8192, 1))
    from old_rows o cross join unnest(o.codes) code group by 1, 2 order by 1, 2
    on conflict (code, part) do update set tools = s.tools # excluded.tools;
  return null;
end;
$$;

create trigger tool_codes_leave after delete on private.tool_codes
  referencing old table as old_rows for each statement execute function private.leave_code_sets();

-- One facet that a list is filtered by: a tool needs one of the codes or, if others are given, none of these.
create type private.filter_choice as (facet text, codes integer[], others integer[]);

-- What is chosen; of an owner's facts each as 'key.value'. A value that does not exist has no code, so no tool matches it.
create function private.filter_choices(
  category_ids uuid[], pricings text[], open_sources text[], platforms text[], facts text[]
) returns private.filter_choice[]
language sql stable set search_path = ''
as $$
  with given (facet, value) as materialized (
    select 'category', entry::text from unnest(category_ids) entry where entry is not null
    union all select 'pricing', entry from unnest(pricings) entry where entry is not null
    union all select 'open_source', entry from unnest(open_sources) entry where entry is not null
    union all select 'platforms', entry from unnest(platforms) entry where entry is not null
    union all select 'facts.' || split_part(entry, '.', 1), split_part(entry, '.', 2)
      from unnest(facts) entry where entry is not null
  )
  select coalesce(array_agg(row(chosen.facet, chosen.codes, chosen.others)::private.filter_choice), '{}')
  from (
    select g.facet, array_remove(array_agg(c.code), null) as codes,
      case when 'unknown' = any (array_agg(g.value)) and g.facet in (select f.facet from private.filters() f)
        then array(select k.code from private.filter_codes k where k.facet = g.facet) end as others
    from given g left join private.filter_codes c using (facet, value)
    group by g.facet
  ) chosen
$$;

create function private.has_codes(codes integer[], choices private.filter_choice[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(choices) c
    where not (has_codes.codes && c.codes or c.others is not null and not has_codes.codes && c.others))
$$;
