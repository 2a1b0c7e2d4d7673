-- A report of a recommendation: one per member and recommendation, visible to its reporter and the administrators. When
-- the reporter's account is deleted it stays as the reason of a decision, without the reporter. An automatic one has no
-- reporter (see report_equal_texts).
create table public.upvote_flags (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  reason text not null,
  flagged_by uuid references public.profiles (id) on delete set null,
  status text not null default 'pending',
  flagged_at timestamptz not null default now(),
  resolved_at timestamptz,
  is_automatic boolean not null default false,
  constraint upvote_flags_upvote_id_flagged_by_key unique (upvote_id, flagged_by),
  constraint upvote_flags_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_flags_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint upvote_flags_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint upvote_flags_resolved_once_decided check ((status = 'pending') = (resolved_at is null)),
  constraint upvote_flags_nobodys_once_decided check (flagged_by is not null or is_automatic or status <> 'pending')
);

create index upvote_flags_pending on public.upvote_flags (flagged_at desc, id desc) where status = 'pending';

-- Also serves the foreign key.
create index upvote_flags_reporter_newest on public.upvote_flags (flagged_by, flagged_at desc);

alter table public.upvote_flags enable row level security;
grant select on public.upvote_flags to authenticated;
grant insert (upvote_id, reason, flagged_by), update (status, resolved_at) on public.upvote_flags to authenticated;
grant select, insert, update, delete on public.upvote_flags to service_role;

create policy upvote_flags_insert_own on public.upvote_flags
  for insert to authenticated with check (flagged_by = (select auth.uid()));
create policy upvote_flags_update_admin on public.upvote_flags
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy upvote_flags_select_open_account on public.upvote_flags as restrictive
  for select to authenticated using ((select public.require_open_account()));
create policy upvote_flags_select_own_or_admin on public.upvote_flags
  for select to authenticated using (flagged_by = (select auth.uid()) or (select public.is_admin()));

-- A report is deleted with its recommendation; its outcome is kept here for the reporter, without the recommendation,
-- as long as their account exists.
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

-- A recommendation that the reporter cannot see is reported as not found, so that the answer does not reveal that it is
-- hidden. Concurrent deletions raise readable errors instead of foreign key violations.
create function private.check_flag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported record;
  me uuid := (select auth.uid());
begin
  new.reason := private.trim_text(new.reason);
  -- Locked to serialise reports and decisions about one recommendation.
  select v.user_id, v.flag_status, v.is_withheld into reported
    from public.tool_upvotes v where v.id = new.upvote_id for no key update;
  -- Never by flagged_by alone: a stranger could find out who wrote a hidden one.
  if reported.user_id = coalesce(me, new.flagged_by) then
    raise exception 'You cannot flag your own recommendation' using errcode = 'insufficient_privilege';
  elsif reported.user_id is null
    or (me is not null and not public.is_admin() and (reported.is_withheld or reported.flag_status <> 'approved')
      and not exists (select from public.upvote_flags f where f.upvote_id = new.upvote_id and f.flagged_by = me)) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif reported.flag_status = 'rejected' then
    -- It is hidden already, and a new report must not undo the decision.
    raise exception 'This recommendation is hidden already' using errcode = 'insufficient_privilege';
  end if;
  perform from public.profiles p where p.id = new.flagged_by for key share;
  if not found and new.flagged_by = me then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  return new;
end;
$$;

create trigger upvote_flags_check before insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.check_flag();

-- A new report hides its recommendation until a moderator decides, unless one has approved it before. Reports that are
-- restored with their recommendation change nothing about it.
create function private.flag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_being_restored(new.upvote_id) then
    return null;
  end if;
  update public.tool_upvotes
    set is_flagged = true, flag_status = 'pending', flag_count = flag_count + 1
    where id = new.upvote_id and flag_status is distinct from 'approved';
  if not found then
    -- Approved before: stays visible, and its pending report returns it to the queue. flag_status is left out of the
    -- statement: setting it, even to the same value, is a moderator's decision.
    update public.tool_upvotes set flag_count = flag_count + 1 where id = new.upvote_id;
  end if;
  return null;
end;
$$;

create trigger upvote_flags_flag_upvote after insert on public.upvote_flags
  for each row execute function private.flag_upvote();

-- Undecided reports are deleted with their reporter's account. With the last one the recommendation becomes visible
-- again; not if its author is deleted by the same statement, because the foreign key would fail.
create function private.unflag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.tool_upvotes v join public.profiles p on p.id = v.user_id where v.id = old.upvote_id
  ) then
    return null;
  end if;
  update public.tool_upvotes set flag_count = flag_count - 1 where id = old.upvote_id;
  update public.tool_upvotes set is_flagged = false, flag_status = null
    where id = old.upvote_id and flag_status = 'pending'
      and not exists (select from public.upvote_flags where upvote_id = old.upvote_id and status = 'pending');
  return null;
end;
$$;

create trigger upvote_flags_unflag_upvote after delete on public.upvote_flags
  for each row execute function private.unflag_upvote();

-- So that one member cannot hide a whole catalogue before a moderator looks.
create trigger upvote_flags_a_limit before insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0)
  execute function private.limit_writes('You can report at most %s recommendations a day', '20', '20');

-- The same text of one member on three tools looks like advertising: it is reported automatically wherever no moderator has
-- decided about it yet. limit_writes serialises the upvotes of one member. The name of the trigger sorts before those that
-- lock the tools of new upvotes, because here more tools may follow.
create function private.report_equal_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  reasons text[] := array(select n.reason from new_rows n where n.user_id = me);
begin
  perform from public.tools t
    where t.id in (select v.tool_id from private.find_equal_texts(me, reasons) v) order by t.id for no key update;
  insert into public.upvote_flags (upvote_id, reason, is_automatic)
    select v.id, format('The same text on %s tools', v.tools), true
    from (
      select e.*, count(*) over (partition by private.squeeze(e.reason)) as tools
      from private.find_equal_texts(me, reasons) e
    ) v
    where v.tools >= 3 and (v.flag_status is null or v.flag_status = 'pending')
      and not exists (select from public.upvote_flags f where f.upvote_id = v.id and f.is_automatic)
    order by v.id;
  return null;
end;
$$;

create trigger tool_upvotes_equal_texts after insert on public.tool_upvotes
  referencing new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.report_equal_texts();

create function private.close_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool uuid := (select id from public.tools where id = old.tool_id);
  -- Deleted by its author or with the account or the tool; otherwise by a moderator.
  withdrawn boolean := tool is null or old.user_id is not distinct from (select auth.uid())
    or not exists (select from public.profiles where id = old.user_id);
begin
  insert into private.closed_reports (id, reported_by, tool_id, reason, flagged_at, outcome, closed_at)
    select f.id, f.flagged_by, tool, f.reason, f.flagged_at,
      case when not withdrawn then 'deleted' when f.status = 'pending' then 'withdrawn' else f.status end,
      case when withdrawn and f.status <> 'pending' then f.resolved_at else now() end
    from public.upvote_flags f join public.profiles p on p.id = f.flagged_by
    where f.upvote_id = old.id
    -- Waits for an account that is being deleted and skips it, because the foreign key would fail.
    order by p.id for key share of p;
  return old;
end;
$$;

create trigger tool_upvotes_close_reports before delete on public.tool_upvotes
  for each row when (old.flag_count > 0) execute function private.close_reports();

-- The caller's reports, newest first, with their outcome: pending, approved (nothing was wrong), rejected (hidden),
-- restored (hidden first, shown again after an appeal or a later decision), deleted, withdrawn (by its author). Never
-- who decided. At most 16 per call, those before (before_at, before_id).
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
  where (select public.require_open_account())
    and (before_at is null or (r.flagged_at, r.id) < (before_at, before_id))
  order by r.flagged_at desc, r.id desc limit 16
$$;
grant execute on function public.list_my_reports(timestamptz, uuid) to authenticated;
comment on function public.list_my_reports(timestamptz, uuid) is 'Nullable: tool_name, tool_slug, decided_at.';

create trigger upvote_flags_require_session before insert or update or delete on public.upvote_flags
  for each statement execute function private.check_session();

create trigger upvote_flags_refuse_truncate before truncate on public.upvote_flags
  for each statement execute function private.refuse_truncate();

create trigger upvote_flags_lock_partitions before insert on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'shared');

-- Updating reports directly locks them before their upvotes.
create trigger upvote_flags_lock_recommendations before update or delete on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'alone');
