-- Where a tool stands in a list, for each list it is in: one row for the list of all tools (category_id null), one for
-- each of its categories. An index serves each order, so the fortieth page of a category costs what the first of a small
-- one does. Beside public.tools and not in it: its many indexes are not touched when somebody upvotes.
create table private.listings (
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- No foreign key, which the API would take for a second way from tools to categories: the row goes with that of
  -- tool_categories.
  category_id uuid,
  listed_at timestamptz not null,
  upvote_count integer not null,
  -- See docs/ranking.md; null while nobody recommends the tool.
  trend double precision,
  -- When the tool's page last showed something else: the tool, or a recommendation of it.
  changed_at timestamptz not null default now(),
  constraint listings_tool_id_category_id_key unique nulls not distinct (tool_id, category_id)
);
create index listings_newest on private.listings (category_id, listed_at desc, tool_id desc) include (changed_at);
create index listings_top on private.listings (category_id, upvote_count desc, listed_at desc, tool_id desc);
create index listings_trending
  on private.listings (category_id, trend desc nulls last, listed_at desc, tool_id desc);
alter table private.listings enable row level security;
revoke all on private.listings from public, anon, authenticated, service_role;
comment on table private.listings is
  'Unannounced: what changes here follows from a change of tools, tool_categories or tool_upvotes, which is told.';

-- What a recommendation of this moment weighs, as the power of two: weeks since the beginning of 2026. Each is worth
-- twice as much as one a week older, whenever one looks, so an order once right stays right.
create function private.trend_weight(at timestamptz) returns double precision
language sql immutable strict parallel safe set search_path = ''
as $$
  select (extract(epoch from at - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::double precision
$$;

-- log2(2^a + 2^b) without leaving the range of numbers; null is nothing.
create function private.add_trends(a double precision, b double precision) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select case when a is null then b when b is null then a
    else greatest(a, b) + ln(1 + power(2::double precision, -least(abs(a - b), 1000))) / ln(2::double precision) end
$$;

-- Reckons the trend of these tools anew, from all their recommendations that are not rejected.
create function private.settle_trends(tool_ids uuid[]) returns void
language sql set search_path = ''
as $$
  select from public.tools where id = any (settle_trends.tool_ids) order by id for no key update;
  update private.listings l
  set trend = settled.trend, changed_at = now()
  from (
    select tool.id, max(weighed.latest)
      + ln(sum(power(2::double precision, greatest(weighed.weight - weighed.latest, -1000))))
        / ln(2::double precision) as trend
    from (select distinct entry from unnest(settle_trends.tool_ids) entry) tool (id)
    left join lateral (
      select private.trend_weight(u.created_at) as weight, max(private.trend_weight(u.created_at)) over () as latest
      from public.tool_upvotes u where u.tool_id = tool.id and u.flag_status is distinct from 'rejected'
    ) weighed on true
    group by tool.id
  ) settled
  where l.tool_id = settled.id
$$;

-- All of these lock public.tools first, as the triggers that count do: a tool's rows here change one after the other.

create function private.list_new_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.listings (tool_id, listed_at, upvote_count)
    select n.id, n.created_at, n.upvote_count from new_rows n;
  return null;
end;
$$;
-- Named to come before the trigger that gives a new tool its primary category.
create trigger tools_a_list after insert on public.tools
  referencing new table as new_rows for each statement execute function private.list_new_tools();

create function private.list_in_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from new_rows) order by id for no key update;
  insert into private.listings (tool_id, category_id, listed_at, upvote_count, trend, changed_at)
    select n.tool_id, n.category_id, l.listed_at, l.upvote_count, l.trend, l.changed_at
    from new_rows n join private.listings l on l.tool_id = n.tool_id and l.category_id is null;
  return null;
end;
$$;
create trigger tool_categories_a_list after insert on public.tool_categories
  referencing new table as new_rows for each statement execute function private.list_in_categories();

create function private.unlist_from_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.listings l using old_rows o where l.tool_id = o.tool_id and l.category_id = o.category_id;
  return null;
end;
$$;
create trigger tool_categories_unlist after delete on public.tool_categories
  referencing old table as old_rows for each statement execute function private.unlist_from_categories();

create function private.carry_to_listings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings
    set listed_at = new.created_at, upvote_count = new.upvote_count, changed_at = now()
    where tool_id = new.id;
  return null;
end;
$$;
create trigger tools_carry_to_listings after update on public.tools
  for each row when (
    (old.created_at, old.upvote_count, old.updated_at) is distinct from
    (new.created_at, new.upvote_count, new.updated_at)
  )
  execute function private.carry_to_listings();

create function private.add_to_trends() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings l
    set trend = private.add_trends(l.trend, added.trend), changed_at = now()
    from (
      select weighed.tool_id, max(weighed.latest)
        + ln(sum(power(2::double precision, greatest(weighed.weight - weighed.latest, -1000))))
          / ln(2::double precision) as trend
      from (
        select n.tool_id, private.trend_weight(n.created_at) as weight,
          max(private.trend_weight(n.created_at)) over (partition by n.tool_id) as latest
        from new_rows n where n.flag_status is distinct from 'rejected'
      ) weighed
      group by weighed.tool_id
    ) added
    where l.tool_id = added.tool_id;
  return null;
end;
$$;
create trigger tool_upvotes_trend_insert after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.add_to_trends();

-- What is taken away is not subtracted: of a great sum and a small one little that is right would be left.
create function private.settle_trends_after_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_trends(array(select distinct tool_id from old_rows));
  return null;
end;
$$;
create trigger tool_upvotes_trend_delete after delete on public.tool_upvotes
  referencing old table as old_rows for each statement execute function private.settle_trends_after_delete();

create function private.settle_trends_after_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select o.tool_id from old_rows o join new_rows n on n.id = o.id where n is distinct from o
    union
    select n.tool_id from old_rows o join new_rows n on n.id = o.id where n is distinct from o
  );
begin
  -- Also of those that were only hidden or shown: their page is another one then, and changed_at says so.
  if cardinality(changed) > 0 then
    perform private.settle_trends(changed);
  end if;
  return null;
end;
$$;
create trigger tool_upvotes_trend_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.settle_trends_after_update();

revoke execute on function private.trend_weight(timestamptz), private.add_trends(double precision, double precision),
  private.settle_trends(uuid[]), private.list_new_tools(), private.list_in_categories(),
  private.unlist_from_categories(), private.carry_to_listings(), private.add_to_trends(),
  private.settle_trends_after_delete(), private.settle_trends_after_update() from public;

insert into private.listings (tool_id, listed_at, upvote_count, changed_at)
  select id, created_at, upvote_count, updated_at from public.tools;
insert into private.listings (tool_id, category_id, listed_at, upvote_count, changed_at)
  select tc.tool_id, tc.category_id, t.created_at, t.upvote_count, t.updated_at
  from public.tool_categories tc join public.tools t on t.id = tc.tool_id;
select private.settle_trends(array(select distinct tool_id from public.tool_upvotes));
