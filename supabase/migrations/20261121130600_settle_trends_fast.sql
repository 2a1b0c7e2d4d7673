-- The same trends, reckoned without calling a function for each recommendation: a tool with 50,000 of them is settled in
-- tens of milliseconds when one is taken back.
create or replace function private.settle_trends(tool_ids uuid[]) returns void
language sql set search_path = ''
as $$
  select from public.tools where id = any (settle_trends.tool_ids) order by id for no key update;
  update private.listings l
  set trend = settled.trend, changed_at = now()
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

create or replace function private.add_to_trends() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings l
    set trend = private.add_trends(l.trend, added.trend), changed_at = now()
    from (
      select dated.tool_id, private.trend_weight(dated.latest) + ln(sum(power(2::double precision,
        greatest(extract(epoch from dated.created_at - dated.latest)::double precision / (7 * 86400), -1000)
      ))) / ln(2::double precision) as trend
      from (
        select n.tool_id, n.created_at, max(n.created_at) over (partition by n.tool_id) as latest
        from new_rows n where n.flag_status is distinct from 'rejected' and not n.is_withheld
      ) dated
      group by dated.tool_id, dated.latest
    ) added
    where l.tool_id = added.tool_id;
  return null;
end;
$$;
