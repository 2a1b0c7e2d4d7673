-- What a suspended person could read of their answers and reports they no longer can (see create_suspensions).
create policy upvote_appeals_select_open_account on public.upvote_appeals as restrictive
  for select to authenticated using ((select public.require_open_account()));

-- As before (see remember_closed_reports).
create or replace function public.list_my_reports(before_at timestamptz default null, before_id uuid default null)
returns table (
  id uuid, tool_name text, tool_slug text, reason text, status text, reported_at timestamptz, decided_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select r.id, t.name, t.slug, r.reason, r.status, r.flagged_at, r.decided_at
  from (
    select f.id, v.tool_id, f.reason, f.flagged_at,
      case when f.status = 'rejected' and v.flag_status = 'approved' then 'restored' else f.status end as status,
      case when f.status = 'rejected' and v.flag_status = 'approved' then v.decided_at else f.resolved_at end as decided_at
    from public.upvote_flags f join public.tool_upvotes v on v.id = f.upvote_id
    where f.flagged_by = (select auth.uid())
    union all
    select c.id, c.tool_id, c.reason, c.flagged_at, c.outcome, c.closed_at
    from private.closed_reports c where c.reported_by = (select auth.uid())
  ) r left join public.tools t on t.id = r.tool_id
  where (select public.require_open_account())
    and (before_at is null or (r.flagged_at, r.id) < (before_at, before_id))
  order by r.flagged_at desc, r.id desc limit 16
$$;
