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
  -- How much it counts towards hiding the recommendation: see private.check_flag.
  weight double precision not null default 1,
  -- Which of private.moderation_decisions decided it.
  decision_id bigint,
  constraint upvote_flags_upvote_id_flagged_by_key unique (upvote_id, flagged_by),
  constraint upvote_flags_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_flags_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint upvote_flags_status_known check (status = 'pending' or private.is_decided(status)),
  constraint upvote_flags_resolved_once_decided check ((status = 'pending') = (resolved_at is null)),
  constraint upvote_flags_nobodys_once_decided check (flagged_by is not null or is_automatic or status <> 'pending')
);

create index upvote_flags_pending on public.upvote_flags (flagged_at desc, id desc) include (upvote_id)
  where status = 'pending';

-- Also serves the foreign key.
create index upvote_flags_reporter_newest on public.upvote_flags (flagged_by, flagged_at desc);

alter table public.upvote_flags enable row level security;
grant select on public.upvote_flags to authenticated;
grant insert (upvote_id, reason, flagged_by), update (status, resolved_at) on public.upvote_flags to authenticated;
grant select, insert, update, delete on public.upvote_flags to service_role;

create policy upvote_flags_insert_own on public.upvote_flags
  for insert to authenticated with check (flagged_by = (select auth.uid()));
create policy upvote_flags_update_admin on public.upvote_flags
  for update to authenticated using ((select private.can_moderate())) with check ((select private.can_moderate()));
create policy upvote_flags_select_own_or_admin on public.upvote_flags
  for select to authenticated
  using ((select public.require_open_account()) and (flagged_by = (select auth.uid()) or (select private.can_moderate())));

-- Whether most of a member's last ten decided reports were unfounded; of at least three.
create function private.is_doubted(member_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) >= 3 and count(*) filter (where last.status = 'approved') * 2 > count(*)
    from (
      select decided.status from (
        select f.status, f.resolved_at from public.upvote_flags f where f.flagged_by = member_id and f.status <> 'pending'
        union all
        select c.outcome, c.closed_at from private.closed_reports c where c.reported_by = member_id and c.outcome <> 'withdrawn'
      ) decided
      order by decided.resolved_at desc limit 10
    ) last);
end;
$$;

-- A recommendation that the reporter cannot see is reported as not found, so that the answer does not reveal that it is
-- hidden. Concurrent deletions raise readable errors instead of foreign key violations.
--
-- Of members in their first week, and of those whose reports were mostly unfounded, only a few reports a day hide a
-- recommendation alone: three of one member, ten of a network. The others count half, so that they wait for a moderator or
-- for somebody else who agrees, and nothing if their network reported it already (docs/decisions/151). Counted while
-- limit_writes holds the counts of member and network.
create function private.check_flag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported record;
  me uuid := (select auth.uid());
  network text := private.request_network();
  is_first boolean;
begin
  new.reason := private.trim_text(new.reason);
  if me is not null and auth.role() is not distinct from 'authenticated' and not private.can_moderate() then
    is_first := network is null or private.count_write('agreeing:' || new.upvote_id || ':' || network) = 1;
    if (private.is_doubted(me)
        or exists (select from public.profiles p where p.id = me and p.created_at > now() - interval '7 days'))
      and (private.count_write('hiding:' || me) > 3
        or network is not null and private.count_write('hiding:' || network) > 10) then
      new.weight := case when is_first then 0.5 else 0 end;
    end if;
  end if;
  -- Locked to serialise reports and decisions about one recommendation.
  select v.tool_id, v.user_id, v.flag_status, v.is_withheld into reported
    from public.tool_upvotes v where v.id = new.upvote_id for no key update;
  perform from public.tools t where t.id = reported.tool_id for no key update;
  -- Never by flagged_by alone: a stranger could find out who wrote a hidden one.
  if reported.user_id = coalesce(me, new.flagged_by) then
    raise exception 'You cannot flag your own recommendation' using errcode = 'insufficient_privilege';
  elsif reported.user_id is null
    or (me is not null and not private.can_moderate() and (reported.is_withheld or reported.flag_status <> 'approved')
      and not exists (select from public.upvote_flags f where f.upvote_id = new.upvote_id and f.flagged_by = me)) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif private.takes_down(reported.flag_status) then
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

-- An automatic report hides its recommendation until a moderator decides, others as soon as they are as many as the setting
-- says; unless one has approved it before: then it stays visible, and its pending report returns it to the queue. Reports that
-- an undo restores change nothing about it.
create function private.flag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.removed_upvotes r where r.upvote_id = new.upvote_id) then
    return null;
  end if;
  update public.tool_upvotes v set flag_count = flag_count + 1, moderation_version = moderation_version + 1,
      activity_at = greatest(activity_at, new.flagged_at), is_flagged = true,
      flag_status = case when v.flag_status is not null and not private.is_waiting(v) then v.flag_status
        when (
          select bool_or(f.is_automatic) or sum(f.weight) >= private.setting('reports_to_hide')::integer
          from public.upvote_flags f where f.upvote_id = v.id and f.status = 'pending') then 'pending' else 'approved' end
    where v.id = new.upvote_id;
  return null;
end;
$$;

create trigger upvote_flags_flag_upvote after insert on public.upvote_flags
  for each row execute function private.flag_upvote();

-- A recommendation becomes visible again with its last undecided report, and leaves the queue.
create function private.recount_reports(upvote_id uuid) returns void
language sql set search_path = ''
as $$
  update public.tool_upvotes v set moderation_version = v.moderation_version + 1, flag_count = r.reports,
      is_flagged = v.is_flagged and (r.undecided > 0 or v.flag_status <> 'pending' and not private.is_waiting(v)),
      flag_status = case when r.undecided > 0 or v.flag_status <> 'pending' and not private.is_waiting(v)
        then v.flag_status end
    from (
      select count(*) as reports, count(*) filter (where f.status = 'pending') as undecided
      from public.upvote_flags f where f.upvote_id = recount_reports.upvote_id
    ) r
    where v.id = recount_reports.upvote_id
$$;

-- Undecided reports are deleted with their reporter's account. Not if the author is deleted by the same statement,
-- because the foreign key would fail.
create function private.unflag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.tool_upvotes v join public.profiles p on p.id = v.user_id where v.id = old.upvote_id) then
    perform private.recount_reports(old.upvote_id);
  end if;
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
-- decided about it yet. limit_writes serialises the upvotes of one member. Called by triggers only.
create function private.report_equal_texts(me uuid, reasons text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t
    where t.id in (select v.tool_id from private.find_equal_texts(me, reasons) v) order by t.id for no key update;
  insert into public.upvote_flags (upvote_id, reason, is_automatic)
    select v.id, private.in_words(format('The same text on %s {items}', v.tools)), true
    from (
      select e.*, count(*) over (partition by private.squeeze(e.reason)) as tools
      from private.find_equal_texts(me, reasons) e
    ) v
    where v.tools >= 3 and (v.flag_status is null or v.flag_status = 'pending'
        or v.flag_status = 'approved' and v.decided_at is null)
      and not exists (select from public.upvote_flags f where f.upvote_id = v.id and f.is_automatic)
    order by v.id;
end;
$$;

create trigger upvote_flags_lock_partitions before insert on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'shared');

-- Updating reports directly locks them before their upvotes.
create trigger upvote_flags_lock_recommendations before update or delete on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'alone');
