-- The position of a tool in each list: one row for the list of all tools (category_id zeros) and one for each of its
-- categories. Each sort order has an index, so a late page of a large category is as cheap as the first of a small one.
-- A table of its own, so that an upvote does not touch the many indexes of public.tools.
create table private.listings (
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- No foreign key: PostgREST would take it for a second relationship from tools to categories. The row is deleted with
  -- that of tool_categories. Zeros instead of null for all tools: only an equality on the column lets the planner use
  -- the order of an index.
  category_id uuid not null default '00000000-0000-0000-0000-000000000000',
  listed_at timestamptz not null,
  upvote_count integer not null,
  -- See docs/ranking.md; null without recommendations.
  trend double precision,
  primary key (tool_id, category_id)
);

create index listings_newest on private.listings (category_id, listed_at desc, tool_id desc);
create index listings_top on private.listings (category_id, upvote_count desc, listed_at desc, tool_id desc);
create index listings_trending
  on private.listings (category_id, trend desc nulls last, listed_at desc, tool_id desc);

alter table private.listings enable row level security;
comment on table private.listings is
  'Not notified: what changes here follows from a change of tools, tool_categories or tool_upvotes, which is notified.';
comment on column private.listings.category_id is 'The category, or zeros for the list of all tools.';

-- The weight of a recommendation at this time as a power of two: weeks since the beginning of 2026. Each weighs twice
-- as much as one a week older, at any time, so the order stays right.
create function private.trend_weight(at timestamptz) returns double precision
language sql immutable strict parallel safe set search_path = ''
as $$
  select (extract(epoch from at - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::double precision
$$;

-- Recomputes the upvote counts and trends of these tools from all their upvotes (3 ms for 5,000), with the tools locked
-- by id, so that each writer sees the upvotes of the one before. A sum of powers would overflow, so it is relative to
-- the newest.
create function private.recount_upvotes(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  with counted as materialized (
    select wanted.tool_id, coalesce(summed.upvotes, 0) as upvotes, summed.trend
    from (select distinct unnest(tool_ids)) wanted (tool_id)
    left join (
      select dated.tool_id, count(*)::integer as upvotes,
        private.trend_weight(dated.latest) + ln(sum(power(2::double precision,
          greatest(extract(epoch from dated.created_at - dated.latest)::double precision / (7 * 86400), -1000)
        ))) / ln(2::double precision) as trend
      from (
        select v.tool_id, v.created_at, max(v.created_at) over (partition by v.tool_id) as latest
        from public.tool_upvotes v
        where v.tool_id = any (tool_ids) and v.flag_status is distinct from 'rejected' and not v.is_withheld
      ) dated
      group by dated.tool_id, dated.latest
    ) summed on summed.tool_id = wanted.tool_id
  ), recounted as (
    update public.tools t set upvote_count = c.upvotes
      from counted c where t.id = c.tool_id and t.upvote_count <> c.upvotes
  )
  update private.listings l set upvote_count = c.upvotes, trend = c.trend
    from counted c
    where l.tool_id = c.tool_id and (l.upvote_count, l.trend) is distinct from (c.upvotes, c.trend);
end;
$$;

create function private.recount_after_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_upvotes(array(select distinct n.tool_id from new_rows n));
  return null;
end;
$$;

create trigger tool_upvotes_recount_insert after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.recount_after_insert();

create function private.recount_after_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_upvotes(array(select distinct o.tool_id from old_rows o));
  return null;
end;
$$;

create trigger tool_upvotes_recount_delete after delete on public.tool_upvotes
  referencing old table as old_rows for each statement execute function private.recount_after_delete();

-- Only tools with an upvote that counts now and did not before, or the other way round. EXCEPT instead of a join: the
-- planner has no statistics of transition tables.
create function private.recount_after_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select distinct entry.tool_id from (
      select n.id, n.tool_id, n.created_at, n.flag_status is distinct from 'rejected' and not n.is_withheld from new_rows n
      except
      select o.id, o.tool_id, o.created_at, o.flag_status is distinct from 'rejected' and not o.is_withheld from old_rows o
    ) entry
    union
    select distinct entry.tool_id from (
      select o.id, o.tool_id, o.created_at, o.flag_status is distinct from 'rejected' and not o.is_withheld from old_rows o
      except
      select n.id, n.tool_id, n.created_at, n.flag_status is distinct from 'rejected' and not n.is_withheld from new_rows n
    ) entry);
begin
  if cardinality(changed) > 0 then
    perform private.recount_upvotes(changed);
  end if;
  return null;
end;
$$;

create trigger tool_upvotes_recount_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.recount_after_update();

-- All of these lock public.tools first, like the triggers that count, so that changes of one tool's rows are
-- serialised.
create function private.list_new_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.listings (tool_id, listed_at, upvote_count)
    select n.id, n.created_at, n.upvote_count from new_rows n;
  return null;
end;
$$;

-- Its name sorts before the trigger that adds the primary category.
create trigger tools_a_list after insert on public.tools
  referencing new table as new_rows for each statement execute function private.list_new_tools();

create function private.list_in_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from new_rows) order by id for no key update;
  insert into private.listings (tool_id, category_id, listed_at, upvote_count, trend)
    select n.tool_id, n.category_id, l.listed_at, l.upvote_count, l.trend
    from new_rows n join private.listings l
      on l.tool_id = n.tool_id and l.category_id = '00000000-0000-0000-0000-000000000000';
  return null;
end;
$$;

create trigger tool_categories_a_list after insert on public.tool_categories
  referencing new table as new_rows for each statement execute function private.list_in_categories();

-- Locks tools before listings, like an upvote.
create function private.unlist_from_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools t where t.id in (select o.tool_id from old_rows o) order by t.id for no key update;
  delete from private.listings l using old_rows o where l.tool_id = o.tool_id and l.category_id = o.category_id;
  return null;
end;
$$;

create trigger tool_categories_a_remove_listings after delete on public.tool_categories
  referencing old table as old_rows for each statement execute function private.unlist_from_categories();

-- Only an operator changes created_at.
create function private.move_in_listings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings l set listed_at = new.created_at where l.tool_id = new.id;
  return null;
end;
$$;

create trigger tools_move_in_listings after update of created_at on public.tools
  for each row when (old.created_at is distinct from new.created_at) execute function private.move_in_listings();

-- How many tools are in any of the categories, each counted once; all tools when no category is named.
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

-- One page of a list of tools: all, or those in any of the categories, each once. sort is 'newest', 'top' (most
-- recommended) or 'trending' (docs/ranking.md), then newest first. The first page (skip 0) also returns the total; the
-- others return null.
--
-- For several categories each contributes as many rows as the page could need, and these are sorted again: the cost
-- depends on the page, not on the size of the categories. SECURITY DEFINER without a check of the caller: the listings
-- are not exposed, and it reads public data.
create function public.list_tools(
  sort text default 'newest',
  category_ids uuid[] default '{}',
  skip integer default 0,
  max_results integer default 15
)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, total integer
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(list_tools.category_ids) entry where entry is not null);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  start integer := least(greatest(coalesce(list_tools.skip, 0), 0), 100000);
  in_order text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'l.listed_at desc, l.tool_id desc'
    when 'top' then 'l.upvote_count desc, l.listed_at desc, l.tool_id desc'
    when 'trending' then 'l.trend desc nulls last, l.listed_at desc, l.tool_id desc'
  end;
  listed text;
  in_all integer;
begin
  if in_order is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if cardinality(chosen) = 0 then
    listed := format(
      'select l.* from private.listings l where l.category_id = ''00000000-0000-0000-0000-000000000000'' order by %s offset $2 limit $3', in_order);
  elsif cardinality(chosen) = 1 then
    listed := format(
      'select l.* from private.listings l where l.category_id = $1[1] order by %s offset $2 limit $3', in_order);
  else
    listed := format(
      'select l.* from (
        select distinct on (near.tool_id) near.* from unnest($1) chosen (id)
        cross join lateral (
          select l.* from private.listings l where l.category_id = chosen.id order by %1$s limit $2 + $3
        ) near
      ) l order by %1$s offset $2 limit $3', in_order);
  end if;
  if start = 0 then
    in_all := public.count_tools(chosen);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, $4
     from (%s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     order by %s', listed, in_order)
    using chosen, start, room, in_all;
end;
$$;
grant execute on function public.list_tools(text, uuid[], integer, integer) to anon, authenticated, service_role;
comment on function public.list_tools(text, uuid[], integer, integer) is
  'Nullable: logo, category_id, category_name, category_slug, total.';

-- For the category filter: how many tools each category would add to the list of those in any of `selected`. A selected
-- category adds none; with none selected, each adds all its tools. Counts the overlap, because the selected categories'
-- tools are few.
create function public.count_facets(selected uuid[])
returns table (category_id uuid, added integer)
language sql stable set search_path = ''
as $$
  select c.id, c.tool_count - coalesce(overlap.tools, 0)
  from public.categories c
  left join (
    select other.category_id, count(*)::integer as tools
    from public.tool_categories other
    where other.tool_id in (
      select chosen.tool_id from public.tool_categories chosen
      where chosen.category_id = any (count_facets.selected)
    )
    group by other.category_id
  ) overlap on overlap.category_id = c.id
$$;
grant execute on function public.count_facets(uuid[]) to anon, authenticated, service_role;

-- Other tools of the tool's categories, at most five, chosen among the fifty most recommended of each, so that the cost
-- does not grow with the category. Most shared categories first, then the most recommended, then the newest.
--
-- SECURITY DEFINER without a check of the caller: it reads public columns, and the listings, which are not exposed.
create function public.list_alternatives(tool_id uuid)
returns table (id uuid, name text, slug text, logo text, category_name text)
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select tc.category_id from public.tool_categories tc where tc.tool_id = list_alternatives.tool_id
  ), candidate as (
    select distinct near.tool_id
    from mine
    cross join lateral (
      select l.tool_id from private.listings l
      where l.category_id = mine.category_id
      order by l.upvote_count desc, l.listed_at desc, l.tool_id desc
      limit 50
    ) near
    where near.tool_id <> list_alternatives.tool_id
  )
  select t.id, t.name, t.slug, t.logo, c.name
  from candidate
  join public.tools t on t.id = candidate.tool_id
  left join public.categories c on c.id = t.category_id
  cross join lateral (
    select count(*) as categories from public.tool_categories tc
    where tc.tool_id = candidate.tool_id and tc.category_id in (select mine.category_id from mine)
  ) shared
  order by shared.categories desc, t.upvote_count desc, t.created_at desc, t.id desc
  limit 5
$$;
grant execute on function public.list_alternatives(uuid) to anon, authenticated, service_role;
comment on function public.list_alternatives(uuid) is 'Nullable: logo, category_name.';

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
