-- What lists are ordered and filtered by: one narrow row for each tool, with an index for each order, so that an upvote
-- does not touch the many indexes of public.tools. Lists of categories join public.tool_categories.
create table private.tool_stats (
  tool_id uuid references public.tools (id) on delete cascade,
  listed_at timestamptz not null,
  -- See docs/ranking.md: the sum of the weights of its recommendations; trend is the logarithm of a sum, so minus infinity
  -- without any.
  score double precision not null default 0,
  trend double precision not null default '-infinity',
  -- private.facet_bits of the tool.
  facets integer not null,
  -- With the facets included, those of a category's tools are counted from two indexes.
  primary key (tool_id) include (facets)
)
-- Counting reads only indexes where nothing was written since the last vacuum: after each hundredth of the tools instead
-- of each fifth.
with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500);

create index tool_stats_newest on private.tool_stats (listed_at desc, tool_id desc);
create index tool_stats_top on private.tool_stats (score desc, listed_at desc, tool_id desc);
create index tool_stats_trending on private.tool_stats (trend desc, listed_at desc, tool_id desc);

-- For lists with few matching tools (docs/decisions/102).
create index tool_stats_facets on private.tool_stats (facets, tool_id);

comment on table private.tool_stats is
  'Not notified: what changes here follows from a change of tools or tool_upvotes, which is notified.';

-- How many tools have exactly these facets: a few hundred rows, of which every count of the list of all tools is a sum.
-- Counting the tools themselves takes several times as long after many upvotes, until the next vacuum. Tools are written
-- by one transaction at a time (docs/decisions/050).
create table private.facet_counts (
  facets integer primary key,
  tools bigint not null
);

comment on table private.facet_counts is 'Not notified: it follows from a change of tools, which is notified.';

-- The values of each facet that can be chosen. 'unknown' is a tool where nobody entered the fact.
create function private.facet_values() returns table (facet text, value text)
language sql immutable parallel safe set search_path = ''
as $$
  select 'pricing', unnest(private.all_pricings() || 'unknown'::text)
  union all select 'open_source', unnest(array['yes', 'no', 'unknown'])
  union all select 'platforms', unnest(private.all_platforms() || 'unknown'::text)
$$;

-- The bit of a facet value; 0 for a value that does not exist. Those of 'unknown' leave room for further values.
create function private.facet_bit(facet text, value text) returns integer
language sql immutable parallel safe
return coalesce(case facet
  when 'pricing' then case value when 'unknown' then 1 << 28
    else 1 << array_position(private.all_pricings(), value) - 1 end
  when 'open_source' then case value when 'unknown' then 1 << 29 when 'yes' then 16 when 'no' then 32 end
  when 'platforms' then case value when 'unknown' then 1 << 30
    else 32 << array_position(private.all_platforms(), value) end
end, 0);

-- The facet values of a tool as bits.
create function private.facet_bits(pricing text, open_source boolean, platforms text[]) returns integer
language sql immutable parallel safe set search_path = ''
as $$
  select private.facet_bit('pricing', coalesce(pricing, 'unknown'))
    | private.facet_bit('open_source', case open_source when true then 'yes' when false then 'no' else 'unknown' end)
    | coalesce(
      (select bit_or(private.facet_bit('platforms', platform)) from unnest(platforms) platform),
      private.facet_bit('platforms', 'unknown'))
$$;

-- What a recommendation weighs in 'Trending', as a power of two: weeks since the beginning of 2026. Each weighs twice as
-- much as one a week older, at any time, so the order does not change with time. Null for one that does not count. Its body
-- is parsed at creation: without its own search path it is inlined.
create function private.trend_weight(upvote public.tool_upvotes) returns double precision
language sql immutable parallel safe
return case when upvote.weight > 0 then
  (extract(epoch from coalesce(upvote.first_at, upvote.created_at) - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::double precision
    + ln(upvote.weight) / ln(2::double precision) end;

-- The logarithm of a sum of powers of two, null of none. The sum itself would overflow, so it is relative to the largest.
create function private.sum_weights(weights double precision[]) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select top.weight + ln(sum(power(2::double precision, greatest(entry - top.weight, -1000)))) / ln(2::double precision)
  from unnest(weights) entry cross join (select max(each) as weight from unnest(weights) each) top
  where top.weight > '-infinity'
  group by top.weight
$$;

-- Recomputes the upvote counts, scores and trends of these tools from all their upvotes, with the tools locked by id, so
-- that each writer sees the upvotes of the one before.
create function private.recount_upvotes(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  with counted as materialized (
    select wanted.tool_id, count(v.id)::integer as upvotes, coalesce(sum(v.weight), 0) as score,
      coalesce(private.sum_weights(array_agg(private.trend_weight(v)) filter (where v.weight > 0)), '-infinity') as trend
    from (select distinct unnest(tool_ids)) wanted (tool_id)
    left join public.tool_upvotes v on v.tool_id = wanted.tool_id and private.is_counted(v)
    group by wanted.tool_id
  ), recounted as (
    update public.tools t set upvote_count = c.upvotes
      from counted c where t.id = c.tool_id and t.upvote_count <> c.upvotes
  )
  update private.tool_stats s set score = c.score, trend = c.trend
    from counted c
    where s.tool_id = c.tool_id and (s.score, s.trend) <> (c.score, c.trend);
end;
$$;

create function private.count_facets_of_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.facet_counts as f (facets, tools)
      select n.facets, count(*) from new_rows n group by n.facets
      on conflict (facets) do update set tools = f.tools + excluded.tools;
    return null;
  end if;
  update private.facet_counts f set tools = f.tools - 1 where f.facets = old.facets;
  if tg_op = 'UPDATE' then
    insert into private.facet_counts as f (facets, tools) values (new.facets, 1)
      on conflict (facets) do update set tools = f.tools + 1;
  end if;
  return null;
end;
$$;

create trigger tool_stats_count_new_facets after insert on private.tool_stats
  referencing new table as new_rows for each statement execute function private.count_facets_of_tools();
create trigger tool_stats_count_changed_facets after delete or update of facets on private.tool_stats
  for each row execute function private.count_facets_of_tools();
