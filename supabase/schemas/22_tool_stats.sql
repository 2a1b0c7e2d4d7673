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
  -- See docs/ranking.md: the logarithm of a sum, so minus infinity without recommendations.
  trend double precision not null default '-infinity',
  -- private.facet_bits of the tool.
  facets integer not null default 0,
  primary key (tool_id, category_id)
);

create index listings_newest on private.listings (category_id, listed_at desc, tool_id desc);
create index listings_top on private.listings (category_id, upvote_count desc, listed_at desc, tool_id desc);
create index listings_trending on private.listings (category_id, trend desc, listed_at desc, tool_id desc);

-- For counts of every facet value, and for lists with few matching tools, without reading the table
-- (docs/decisions/102).
create index listings_facets on private.listings (category_id, facets, tool_id);

alter table private.listings enable row level security;
comment on table private.listings is
  'Not notified: what changes here follows from a change of tools, tool_categories or tool_upvotes, which is notified.';
comment on column private.listings.category_id is 'The category, or zeros for the list of all tools.';

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

-- The weight of a recommendation as a power of two: weeks since the beginning of 2026. Each weighs twice as much as one
-- a week older, at any time, so the order does not change with time.
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
    select wanted.tool_id, coalesce(summed.upvotes, 0) as upvotes,
      coalesce(summed.trend, '-infinity') as trend
    from (select distinct unnest(tool_ids)) wanted (tool_id)
    left join (
      select dated.tool_id, count(*)::integer as upvotes,
        private.trend_weight(dated.latest) + ln(sum(power(2::double precision,
          greatest(extract(epoch from dated.created_at - dated.latest)::double precision / (7 * 86400), -1000)
        ))) / ln(2::double precision) as trend
      from (
        select v.tool_id, v.created_at, max(v.created_at) over (partition by v.tool_id) as latest
        from public.tool_upvotes v
        where v.tool_id = any (tool_ids) and private.is_counted(v)
      ) dated
      group by dated.tool_id, dated.latest
    ) summed on summed.tool_id = wanted.tool_id
  ), recounted as (
    update public.tools t set upvote_count = c.upvotes
      from counted c where t.id = c.tool_id and t.upvote_count <> c.upvotes
  )
  update private.listings l set upvote_count = c.upvotes, trend = c.trend
    from counted c
    where l.tool_id = c.tool_id and (l.upvote_count, l.trend) <> (c.upvotes, c.trend);
end;
$$;

create function private.recount_changed_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recount_upvotes(array(select distinct tool_id from changed_rows));
  return null;
end;
$$;

create trigger tool_upvotes_recount_insert after insert on public.tool_upvotes
  referencing new table as changed_rows for each statement execute function private.recount_changed_tools();
create trigger tool_upvotes_recount_delete after delete on public.tool_upvotes
  referencing old table as changed_rows for each statement execute function private.recount_changed_tools();

-- Only tools with an upvote that counts now and did not before, or the other way round. EXCEPT instead of a join: the
-- planner has no statistics of transition tables.
create function private.recount_after_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select distinct entry.tool_id from (
      (select n.id, n.tool_id, n.created_at, private.is_counted(n) from new_rows n
        except select o.id, o.tool_id, o.created_at, private.is_counted(o) from old_rows o)
      union all
      (select o.id, o.tool_id, o.created_at, private.is_counted(o) from old_rows o
        except select n.id, n.tool_id, n.created_at, private.is_counted(n) from new_rows n)
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
  insert into private.listings (tool_id, listed_at, upvote_count, facets)
    select n.id, n.created_at, n.upvote_count, private.facet_bits(n.pricing, n.open_source, n.platforms) from new_rows n;
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
  insert into private.listings (tool_id, category_id, listed_at, upvote_count, trend, facets)
    select n.tool_id, n.category_id, l.listed_at, l.upvote_count, l.trend, l.facets
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
create function private.update_listings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings l
    set listed_at = new.created_at, facets = private.facet_bits(new.pricing, new.open_source, new.platforms)
    where l.tool_id = new.id;
  return null;
end;
$$;

create trigger tools_update_listings after update of created_at, pricing, open_source, platforms on public.tools
  for each row
  when ((old.created_at, old.pricing, old.open_source, old.platforms)
    is distinct from (new.created_at, new.pricing, new.open_source, new.platforms))
  execute function private.update_listings();
