-- What is taken from a trend is subtracted while it is little: of 50,000 recommendations one that goes no more means that
-- all the others are summed, nor do the thousands of a member who is suspended. See docs/decisions/038.
alter table private.listings add column trend_peak double precision;
comment on column private.listings.trend_peak is
  'The highest trend since it was last reckoned from all recommendations; null: not known.';

-- log2 of what recommendations of these moments weigh together, for each tool.
create function private.sum_trends(tool_ids uuid[], moments timestamptz[])
returns table (tool_id uuid, trend double precision)
language sql immutable set search_path = ''
as $$
  select dated.tool_id, private.trend_weight(dated.latest) + ln(sum(power(2::double precision,
    greatest(extract(epoch from dated.at - dated.latest)::double precision / (7 * 86400), -1000)
  ))) / ln(2::double precision)
  from (
    select given.tool_id, given.at, max(given.at) over (partition by given.tool_id) as latest
    from unnest(sum_trends.tool_ids, sum_trends.moments) given (tool_id, at)
  ) dated
  group by dated.tool_id, dated.latest
$$;

create or replace function private.settle_trends(tool_ids uuid[]) returns void
language sql set search_path = ''
as $$
  select from public.tools where id = any (settle_trends.tool_ids) order by id for no key update;
  update private.listings l
  set trend = settled.trend, trend_peak = settled.trend, changed_at = now()
  from (
    select tool.id, private.trend_weight(latest.at) + ln(sum(power(2::double precision,
      greatest(extract(epoch from u.created_at - latest.at)::double precision / (7 * 86400), -1000)
    ))) / ln(2::double precision) as trend
    from (select distinct entry from unnest(settle_trends.tool_ids) entry) tool (id)
    left join lateral (
      select max(c.created_at) as at from public.tool_upvotes c
      where c.tool_id = tool.id and c.flag_status is distinct from 'rejected' and not c.is_withheld
    ) latest on true
    left join public.tool_upvotes u
      on u.tool_id = tool.id and u.flag_status is distinct from 'rejected' and not u.is_withheld
    group by tool.id, latest.at
  ) settled
  where l.tool_id = settled.id
$$;

create function private.raise_trends(tool_ids uuid[], moments timestamptz[]) returns void
language sql set search_path = ''
as $$
  select from public.tools where id = any (raise_trends.tool_ids) order by id for no key update;
  update private.listings l
    set trend = private.add_trends(l.trend, added.trend),
      -- Where there was nothing, the sum is all there is.
      trend_peak = case when l.trend is null then added.trend
        when l.trend_peak is not null then greatest(l.trend_peak, private.add_trends(l.trend, added.trend)) end,
      changed_at = now()
    from private.sum_trends(raise_trends.tool_ids, raise_trends.moments) added
    where l.tool_id = added.tool_id
$$;

-- Subtracted where at least half is left, and a thousandth of the highest sum that is in it: so the digits that are lost
-- are ones nobody sees. Else all there are now are summed: gives the tools it did that for.
create function private.lower_trends(tool_ids uuid[], moments timestamptz[]) returns uuid[]
language plpgsql set search_path = ''
as $$
declare
  others uuid[];
begin
  perform from public.tools where id = any (lower_trends.tool_ids) order by id for no key update;
  with taken as materialized (
    select s.tool_id, s.trend from private.sum_trends(lower_trends.tool_ids, lower_trends.moments) s
  ), lowered as (
    update private.listings l
      set trend = l.trend + left_over.share, changed_at = now()
      from taken
      cross join lateral (
        select p.trend, ln(1 - power(2::double precision, least(greatest(taken.trend - p.trend, -1000), -1)))
          / ln(2::double precision) as share
        from private.listings p
        where p.tool_id = taken.tool_id and p.category_id = '00000000-0000-0000-0000-000000000000'
          and taken.trend < p.trend - 1 and p.trend_peak is not null
      ) left_over
      where l.tool_id = taken.tool_id and l.trend + left_over.share > l.trend_peak - 10
      returning l.tool_id
  )
  select array(select t.tool_id from taken t except select d.tool_id from lowered d) into others;
  if cardinality(others) > 0 then
    perform private.settle_trends(others);
  end if;
  return others;
end;
$$;
revoke execute on function private.sum_trends(uuid[], timestamptz[]), private.raise_trends(uuid[], timestamptz[]),
  private.lower_trends(uuid[], timestamptz[]) from public, anon, authenticated, service_role;

create or replace function private.add_to_trends() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool_ids uuid[];
  moments timestamptz[];
begin
  select array_agg(n.tool_id), array_agg(n.created_at) into tool_ids, moments
    from new_rows n where n.flag_status is distinct from 'rejected' and not n.is_withheld;
  if tool_ids is not null then
    perform private.raise_trends(tool_ids, moments);
  end if;
  return null;
end;
$$;

create or replace function private.settle_trends_after_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool_ids uuid[];
  moments timestamptz[];
begin
  select array_agg(o.tool_id), array_agg(o.created_at) into tool_ids, moments
    from old_rows o where o.flag_status is distinct from 'rejected' and not o.is_withheld;
  if tool_ids is not null then
    perform private.lower_trends(tool_ids, moments);
  end if;
  return null;
end;
$$;

-- What differs is found without joining (see settle_trends_of_thousands).
create or replace function private.settle_trends_after_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select tool_id from (select * from new_rows except select * from old_rows) written
    union
    select tool_id from (select * from old_rows except select * from new_rows) replaced
  );
  settled uuid[] := '{}';
  tool_ids uuid[];
  moments timestamptz[];
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  select array_agg(gone.tool_id), array_agg(gone.created_at) into tool_ids, moments
  from (
    select o.id, o.tool_id, o.created_at from old_rows o
      where o.flag_status is distinct from 'rejected' and not o.is_withheld
    except
    select n.id, n.tool_id, n.created_at from new_rows n
      where n.flag_status is distinct from 'rejected' and not n.is_withheld
  ) gone;
  if tool_ids is not null then
    settled := private.lower_trends(tool_ids, moments);
  end if;
  select array_agg(come.tool_id), array_agg(come.created_at) into tool_ids, moments
  from (
    select n.id, n.tool_id, n.created_at from new_rows n
      where n.flag_status is distinct from 'rejected' and not n.is_withheld
    except
    select o.id, o.tool_id, o.created_at from old_rows o
      where o.flag_status is distinct from 'rejected' and not o.is_withheld
  ) come
  where come.tool_id <> all (settled);
  if tool_ids is not null then
    perform private.raise_trends(tool_ids, moments);
  end if;
  -- Also of those that were only hidden or shown: their page is another one then.
  perform from public.tools where id = any (changed) order by id for no key update;
  update private.listings l set changed_at = now() where l.tool_id = any (changed) and l.changed_at <> now();
  return null;
end;
$$;

create or replace function private.list_in_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools where id in (select tool_id from new_rows) order by id for no key update;
  insert into private.listings (tool_id, category_id, listed_at, upvote_count, trend, trend_peak, changed_at)
    select n.tool_id, n.category_id, l.listed_at, l.upvote_count, l.trend, l.trend_peak, l.changed_at
    from new_rows n join private.listings l
      on l.tool_id = n.tool_id and l.category_id = '00000000-0000-0000-0000-000000000000';
  return null;
end;
$$;
