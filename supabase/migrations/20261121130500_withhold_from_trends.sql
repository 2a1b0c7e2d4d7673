-- What a suspended member's recommendations do not count for elsewhere, they do not weigh for here.

create or replace function private.settle_trends(tool_ids uuid[]) returns void
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
      from public.tool_upvotes u where u.tool_id = tool.id and u.flag_status is distinct from 'rejected' and not u.is_withheld
    ) weighed on true
    group by tool.id
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
      select weighed.tool_id, max(weighed.latest)
        + ln(sum(power(2::double precision, greatest(weighed.weight - weighed.latest, -1000))))
          / ln(2::double precision) as trend
      from (
        select n.tool_id, private.trend_weight(n.created_at) as weight,
          max(private.trend_weight(n.created_at)) over (partition by n.tool_id) as latest
        from new_rows n where n.flag_status is distinct from 'rejected' and not n.is_withheld
      ) weighed
      group by weighed.tool_id
    ) added
    where l.tool_id = added.tool_id;
  return null;
end;
$$;

select private.settle_trends(array(select distinct tool_id from public.tool_upvotes where is_withheld));
