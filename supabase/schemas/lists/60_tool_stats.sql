-- What lists are ordered by: one narrow row for each tool, with an index for each order, so that an upvote does not touch
-- the many indexes of public.tools. Lists of categories join private.tool_codes.
create table private.tool_stats (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  listed_at timestamptz not null,
  -- See docs/ranking.md: the sum of the weights of its recommendations; trend is the logarithm of a sum, so minus infinity
  -- without any.
  score double precision not null default 0,
  trend double precision not null default '-infinity'
);

create index tool_stats_newest on private.tool_stats (listed_at desc, tool_id desc);
create index tool_stats_top on private.tool_stats (score desc, listed_at desc, tool_id desc);
create index tool_stats_trending on private.tool_stats (trend desc, listed_at desc, tool_id desc);

comment on table private.tool_stats is
  'Not notified: what changes here follows from a change of tools or tool_upvotes, which is notified.';

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
