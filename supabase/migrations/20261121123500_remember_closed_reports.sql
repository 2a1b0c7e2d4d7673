-- A report goes with its recommendation, and whoever reported it would never learn why. What became of it is kept here,
-- without the recommendation: for its reporter, for as long as they are here.
create table private.closed_reports (
  id uuid primary key,
  reported_by uuid not null references public.profiles (id) on delete cascade,
  tool_id uuid references public.tools (id) on delete set null,
  reason text not null,
  flagged_at timestamptz not null,
  outcome text not null check (outcome in ('approved', 'rejected', 'deleted', 'withdrawn')),
  closed_at timestamptz not null
);
create index closed_reports_reporter_newest on private.closed_reports (reported_by, flagged_at desc, id desc);
create index closed_reports_tool_id on private.closed_reports (tool_id);
alter table private.closed_reports enable row level security;
revoke all on private.closed_reports from public, anon, authenticated, service_role;

create function private.close_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool uuid := (select id from public.tools where id = old.tool_id);
  -- Its author, their account or the tool took it along, or a moderator deleted it.
  withdrawn boolean := tool is null or old.user_id is not distinct from (select auth.uid())
    or not exists (select from public.profiles where id = old.user_id);
begin
  insert into private.closed_reports (id, reported_by, tool_id, reason, flagged_at, outcome, closed_at)
    select f.id, f.flagged_by, tool, f.reason, f.flagged_at,
      case when not withdrawn then 'deleted' when f.status = 'pending' then 'withdrawn' else f.status end,
      case when withdrawn and f.status <> 'pending' then f.resolved_at else now() end
    from public.upvote_flags f join public.profiles p on p.id = f.flagged_by
    where f.upvote_id = old.id;
  return old;
end;
$$;
create trigger tool_upvotes_close_reports before delete on public.tool_upvotes
  for each row when (old.flag_count > 0) execute function private.close_reports();

-- The author's one answer is used up by what they delete and write again, as the rejection itself stays (see
-- remember_withdrawn_upvotes); and reports that come back are open again.
alter table private.withdrawn_upvotes add column answered boolean not null default false;

create or replace function private.remember_withdrawn_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A moderator's deletion is the end of it. A tool or an account that goes takes its recommendations along.
  if old.user_id is distinct from (select auth.uid())
    or not exists (select from public.profiles where id = old.user_id)
    or not exists (select from public.tools where id = old.tool_id) then
    return old;
  end if;
  insert into private.withdrawn_upvotes (tool_id, user_id, flag_status, reports, answered)
    select old.tool_id, old.user_id, old.flag_status, coalesce(jsonb_agg(jsonb_build_object(
      'flagged_by', f.flagged_by, 'reason', f.reason, 'flagged_at', f.flagged_at)), '[]'),
      exists (select from public.upvote_appeals where upvote_id = old.id)
    from public.upvote_flags f where f.upvote_id = old.id and f.status = 'pending'
    on conflict (tool_id, user_id) do update
      set flag_status = excluded.flag_status, reports = excluded.reports, answered = excluded.answered;
  return old;
end;
$$;

create or replace function private.report_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn private.withdrawn_upvotes;
begin
  delete from private.withdrawn_upvotes where tool_id = new.tool_id and user_id = new.user_id
    returning * into withdrawn;
  if withdrawn.flag_status = 'pending' then
    insert into public.upvote_flags (upvote_id, reason, flagged_by, flagged_at)
      select new.id, report.reason, report.flagged_by, report.flagged_at
      from jsonb_to_recordset(withdrawn.reports) as report (flagged_by uuid, reason text, flagged_at timestamptz)
      where exists (select from public.profiles where id = report.flagged_by);
    delete from private.closed_reports c
      using jsonb_to_recordset(withdrawn.reports) as report (flagged_by uuid, flagged_at timestamptz)
      where c.reported_by = report.flagged_by and c.flagged_at = report.flagged_at
        and c.tool_id = new.tool_id and c.outcome = 'withdrawn';
  end if;
  if withdrawn.answered then
    insert into public.upvote_appeals (upvote_id, status, resolved_at) values (new.id, 'withdrawn', now());
  end if;
  return null;
end;
$$;

-- The caller's reports, newest first, and what became of each: pending, approved (nothing was wrong), rejected (hidden),
-- restored (hidden first, shown again after its author's answer or by a later decision), deleted, withdrawn (by its
-- author). Never who decided. At most 16 a call, those before (before_at, before_id).
create function public.list_my_reports(before_at timestamptz default null, before_id uuid default null)
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
  where before_at is null or (r.flagged_at, r.id) < (before_at, before_id)
  order by r.flagged_at desc, r.id desc limit 16
$$;
comment on function public.list_my_reports(timestamptz, uuid) is 'Nullable: tool_name, tool_slug, decided_at.';

revoke execute on function private.close_reports(), private.remember_withdrawn_upvote(), private.report_again(),
  public.list_my_reports(timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_my_reports(timestamptz, uuid) to authenticated;
