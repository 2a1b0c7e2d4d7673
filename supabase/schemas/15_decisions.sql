-- Every decision about a recommendation, with the previous state: a second moderator is shown the first decision, and
-- the administrator who decided can undo it. Reporter and author cannot see who decided.
create table private.moderation_decisions (
  id bigint generated always as identity primary key,
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz not null,
  previous_status text,
  previous_decided_at timestamptz,
  undone_at timestamptz,
  -- The reports and the appeal it decided.
  report_ids uuid[] not null default '{}',
  decides_appeal boolean not null default false,
  -- Only while undo_decision updates the recommendation.
  is_being_undone boolean not null default false
);

create index moderation_decisions_decided_by on private.moderation_decisions (decided_by);
create index moderation_decisions_upvote on private.moderation_decisions (upvote_id, id);

alter table private.moderation_decisions enable row level security;

-- Whether this transaction is undoing the last decision about it (see undo_decision).
create function private.is_being_undone(upvote_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.moderation_decisions d
    where d.upvote_id = is_being_undone.upvote_id and d.is_being_undone
  )
$$;

-- Whether the caller wrote it, and there is another administrator to decide about it.
create function private.must_leave_own(author uuid) returns boolean
language sql stable set search_path = ''
as $$
  select author = (select auth.uid())
    and exists (select from private.administrators where user_id <> author)
$$;

-- Why the caller must leave the case to another administrator, and there is one: 'own', they wrote the recommendation;
-- 'appeal', they rejected it and its author has appealed. Else null.
create function private.find_conflict(upvote_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when private.must_leave_own(v.user_id) then 'own'
    when last.decided_by = (select auth.uid()) and exists (
      select from private.administrators where user_id not in (last.decided_by, v.user_id)) then 'appeal'
  end
  from public.tool_upvotes v
  left join public.upvote_appeals a on a.upvote_id = v.id and a.status = 'pending'
  left join lateral (
    select d.decided_by from private.moderation_decisions d
    where d.upvote_id = a.upvote_id and d.undone_at is null order by d.id desc limit 1
  ) last on true
  where v.id = find_conflict.upvote_id
$$;

create function private.refuse_conflict(conflict text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if conflict is not null then
    raise exception 'Another administrator decides about %',
      case conflict when 'own' then 'your own recommendation' else 'the appeal' end
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- Whether the caller may undo this decision now: it is theirs, the last one, less than five minutes old, nothing
-- depends on it, and its reports can be pending again (not without their reporter).
create function private.can_undo(decision private.moderation_decisions) returns boolean
language sql stable set search_path = ''
as $$
  select decision.undone_at is null
    and decision.decided_by = (select auth.uid())
    and decision.decided_at > now() - interval '5 minutes'
    and not exists (
      select from private.moderation_decisions d
      where d.upvote_id = decision.upvote_id and d.id > decision.id and d.undone_at is null)
    and not exists (
      select from public.upvote_appeals a
      where a.upvote_id = decision.upvote_id and a.created_at >= decision.decided_at)
    and (decision.previous_status is distinct from 'pending' or exists (
      select from public.upvote_flags f
      where f.upvote_id = decision.upvote_id and (f.flagged_by is not null or f.is_automatic)
        and (f.status = 'pending' or f.id = any (decision.report_ids))))
$$;

-- Keeps reports and recommendation in sync, whichever table a decision was written to. A decision is reverted to
-- pending only by an undo; a new report or an appeal returns a recommendation to the queue with its status unchanged. A
-- decision about an appeal is final unless there are new reports. A write is a decision if it changes decided_at, which is
-- the clock's time, not the transaction's.
create function private.check_flag_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appeal text;
  -- In a nested call the outer statement has decided the reports.
  reported boolean := pg_trigger_depth() > 1;
begin
  if private.is_being_undone(new.id) then
    return new;
  end if;
  if old.flag_status in ('approved', 'rejected') and new.flag_status is distinct from 'approved'
     and new.flag_status is distinct from 'rejected' then
    raise exception 'A decision about a recommendation can be changed, not taken back' using errcode = 'check_violation';
  end if;
  if new.flag_status is null or new.flag_status not in ('approved', 'rejected') then
    return new;
  elsif not new.is_flagged then
    -- Nobody reported it, or the last reporter's account was deleted while this decision waited.
    raise exception 'This recommendation has no report to decide' using errcode = 'check_violation';
  end if;
  perform private.refuse_conflict(private.find_conflict(new.id));
  reported := reported
    or exists (select from public.upvote_flags where upvote_id = new.id and status = 'pending');
  select status into appeal from public.upvote_appeals where upvote_id = new.id;
  if appeal in ('approved', 'rejected') and not reported and new.flag_status <> old.flag_status then
    raise exception 'What was decided about the appeal is final' using errcode = 'check_violation';
  end if;
  if reported or appeal = 'pending' or new.flag_status is distinct from old.flag_status then
    new.decided_at := clock_timestamp();
  end if;
  return new;
end;
$$;

create trigger tool_upvotes_check_flag_status before update of flag_status on public.tool_upvotes
  for each row execute function private.check_flag_status();

-- Syncs a decision, and its undo, to the reports and the appeal.
create function private.decide_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decision_id bigint;
begin
  if private.is_being_undone(new.id) then
    update public.upvote_flags f set status = 'pending', resolved_at = null
      from private.moderation_decisions d
      where d.upvote_id = new.id and d.is_being_undone and f.id = any (d.report_ids)
        and (f.flagged_by is not null or f.is_automatic);
    update public.upvote_appeals a set status = 'pending', resolved_at = null
      from private.moderation_decisions d
      where d.upvote_id = new.id and d.is_being_undone and d.decides_appeal
        and a.upvote_id = new.id and a.status <> 'withdrawn';
  elsif new.flag_status in ('approved', 'rejected') and new.decided_at is distinct from old.decided_at then
    insert into private.moderation_decisions
      (upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at, report_ids, decides_appeal)
      values (new.id, new.flag_status, (select auth.uid()), new.decided_at, old.flag_status, old.decided_at,
        array(select f.id from public.upvote_flags f where f.upvote_id = new.id and f.status = 'pending'),
        exists (select from public.upvote_appeals a where a.upvote_id = new.id and a.status = 'pending'));
    update public.upvote_flags set status = new.flag_status where upvote_id = new.id and status = 'pending';
    update public.upvote_appeals set status = new.flag_status, resolved_at = now()
      where upvote_id = new.id and status = 'pending';
  end if;
  return null;
end;
$$;

-- Also when the status does not change: an approved recommendation that was reported again is approved again.
create trigger tool_upvotes_decide_flags after update of flag_status on public.tool_upvotes
  for each row execute function private.decide_flags();

-- A direct update of reports also locks their recommendation, to serialise decisions about it.
create function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 1 then
    perform from public.tool_upvotes v where v.id = old.upvote_id for update;
  end if;
  if old.status <> 'pending' and not private.is_being_undone(old.upvote_id) then
    return old; -- A decided report is history.
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  return new;
end;
$$;

create trigger upvote_flags_stamp_decision before update of status, resolved_at on public.upvote_flags
  for each row execute function private.stamp_decision();

-- Deleting it also decides the appeal.
create function private.check_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.user_id is distinct from (select auth.uid()) then
    perform private.refuse_conflict(private.find_conflict(old.id));
  end if;
  return old;
end;
$$;

create trigger tool_upvotes_check_deletion before delete on public.tool_upvotes
  for each row when (old.flag_status = 'rejected' and pg_trigger_depth() = 0)
  execute function private.check_deletion();

-- A direct update of reports decides their recommendation, once per recommendation and statement, also when its status
-- does not change.
create function private.decide_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided record;
begin
  -- Not when the decision about the recommendation updates its reports.
  if pg_trigger_depth() > 1 then
    return null;
  end if;
  for decided in
    select n.upvote_id, max(n.status) as status, array_agg(n.id) as report_ids
    from new_rows n join old_rows o on o.id = n.id
    where o.status = 'pending' and n.status <> 'pending'
    group by n.upvote_id order by n.upvote_id
  loop
    update public.tool_upvotes v set flag_status = decided.status where v.id = decided.upvote_id;
    update private.moderation_decisions d set report_ids = d.report_ids || decided.report_ids
      where d.id = (select max(last.id) from private.moderation_decisions last where last.upvote_id = decided.upvote_id);
  end loop;
  return null;
end;
$$;

create trigger upvote_flags_decide_upvotes after update on public.upvote_flags
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.decide_upvotes();
