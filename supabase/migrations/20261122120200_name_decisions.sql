-- A decision knows by its own id which reports and which appeal it decided: several statements of one transaction share
-- now(), and approving, undoing and rejecting within one left reports open.
alter table private.moderation_decisions
  add column report_ids uuid[] not null default '{}',
  add column decides_appeal boolean not null default false,
  -- While undo_decision writes the recommendation, and never when it is over.
  add column is_being_undone boolean not null default false;
update private.moderation_decisions d set
  report_ids = array(
    select f.id from public.upvote_flags f where f.upvote_id = d.upvote_id and f.resolved_at = d.decided_at),
  decides_appeal = exists (
    select from public.upvote_appeals a
    where a.upvote_id = d.upvote_id and a.resolved_at = d.decided_at and a.status <> 'withdrawn');
alter table private.moderation_decisions drop constraint moderation_decisions_upvote_id_decided_at_key;
create index moderation_decisions_upvote on private.moderation_decisions (upvote_id, id);

create or replace function private.is_being_undone(upvote_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.moderation_decisions d
    where d.upvote_id = is_being_undone.upvote_id and d.is_being_undone
  )
$$;

-- undo_decision marks what was kept of a deleted upvote, which restores it, and removes it at once.
create or replace function private.is_being_restored(upvote_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.deleted_upvotes d
    where d.upvote_id = is_being_restored.upvote_id and d.undone_at is not null
  )
$$;

create or replace function private.can_undo(decision private.moderation_decisions) returns boolean
language sql stable security definer set search_path = ''
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
      where f.upvote_id = decision.upvote_id and f.flagged_by is not null
        and (f.status = 'pending' or f.id = any (decision.report_ids))))
$$;

-- As before (see record_decisions). Whether this write is a decision is what it does to decided_at, which no other write
-- has: the clock, not the beginning of the transaction.
create or replace function private.check_flag_status() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appeal text;
  -- From a trigger it is the reports that were decided, one statement ago.
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
  end if;
  reported := reported
    or exists (select from public.upvote_flags where upvote_id = new.id and status = 'pending');
  select status into appeal from public.upvote_appeals where upvote_id = new.id;
  if appeal = 'pending' then
    perform private.refuse_partial(new.id);
  elsif appeal in ('approved', 'rejected') and not reported and new.flag_status <> old.flag_status then
    raise exception 'What was decided about the author''s answer is final' using errcode = 'check_violation';
  end if;
  if reported or appeal = 'pending' or new.flag_status is distinct from old.flag_status then
    new.decided_at := clock_timestamp();
  end if;
  return new;
end;
$$;

create or replace function private.decide_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decision_id bigint;
begin
  if private.is_being_undone(new.id) then
    update public.upvote_flags f set status = 'pending', resolved_at = null
      from private.moderation_decisions d
      where d.upvote_id = new.id and d.is_being_undone and f.id = any (d.report_ids) and f.flagged_by is not null;
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

-- Reports that are decided by hand decide their recommendation, several of one in one statement once. Also when its
-- status stays what it is: an approved recommendation that was reported again is approved again.
create function private.decide_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided record;
begin
  -- Not from within the decision of the recommendation itself.
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
revoke execute on function private.decide_upvotes() from public, anon, authenticated, service_role;
drop trigger upvote_flags_decide_upvote on public.upvote_flags;
drop function private.decide_upvote();
create trigger upvote_flags_decide_upvotes after update on public.upvote_flags
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.decide_upvotes();

-- As before (see record_decisions), with the recommendation and its tool locked before their case.
create or replace function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 1 then
    perform from public.tool_upvotes v where v.id = old.upvote_id for update;
    perform from public.tools t
      where t.id = (select v.tool_id from public.tool_upvotes v where v.id = old.upvote_id) for no key update;
  end if;
  if old.status <> 'pending' and not private.is_being_undone(old.upvote_id) then
    return old; -- A decided report is history.
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  return new;
end;
$$;

create or replace function public.moderate_upvote(upvote_id uuid, decision text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may moderate recommendations' using errcode = 'insufficient_privilege';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise exception 'The decision must be approved or rejected' using errcode = 'invalid_parameter_value';
  end if;
  perform from public.tool_upvotes u where u.id = moderate_upvote.upvote_id;
  if not found then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  end if;
  update public.tool_upvotes u set flag_status = decision
    where u.id = moderate_upvote.upvote_id and exists (
      select from public.upvote_flags f where f.upvote_id = moderate_upvote.upvote_id and f.status = 'pending');
  if not found then
    raise exception 'This recommendation has no report to decide';
  end if;
end;
$$;

create or replace function public.decide_flagged(upvote_id uuid, decision text, seen integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  standing record;
begin
  perform private.require_session();
  perform private.require_administrator();
  if decision is null or decision not in ('approved', 'rejected', 'deleted') then
    raise exception 'The decision must be approved, rejected or deleted' using errcode = 'invalid_parameter_value';
  end if;
  perform private.purge_deleted_upvotes();
  perform private.lock_part('recommendations', false);
  perform from public.tool_upvotes v where v.id = decide_flagged.upvote_id for update;
  perform from public.tools t
    where t.id = (select v.tool_id from public.tool_upvotes v where v.id = decide_flagged.upvote_id) for no key update;
  select c.state, c.version into standing
    from private.moderation_cases c where c.upvote_id = decide_flagged.upvote_id;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'gone', private.why_gone(decide_flagged.upvote_id));
  elsif standing.version is distinct from seen then
    return jsonb_build_object(
      'outcome', case standing.state when 'pending' then 'changed' else 'decided' end,
      'card', private.flagged_card(decide_flagged.upvote_id));
  elsif standing.state <> 'pending' then
    raise exception 'This recommendation has no report to decide';
  end if;
  if decision = 'deleted' then
    perform private.keep_deleted_upvote(decide_flagged.upvote_id);
    delete from public.tool_upvotes v where v.id = decide_flagged.upvote_id;
    return jsonb_build_object('outcome', 'done', 'card', null, 'gone', private.why_gone(decide_flagged.upvote_id));
  end if;
  update public.tool_upvotes v set flag_status = decision where v.id = decide_flagged.upvote_id;
  return jsonb_build_object('outcome', 'done', 'card', private.flagged_card(decide_flagged.upvote_id));
end;
$$;

create or replace function public.undo_decision(decision_id bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken private.moderation_decisions;
  kept private.deleted_upvotes;
begin
  perform private.require_session();
  perform private.require_administrator();
  perform private.lock_part('recommendations', false);
  -- The recommendation first, as every other change of it does; of a deleted one the tool and the writer, for they may be
  -- going and take with them what is kept.
  perform from public.tool_upvotes v
    join private.moderation_decisions d on d.upvote_id = v.id
    where d.id = undo_decision.decision_id for update of v;
  perform from public.tools t
    where t.id in (
      select d.tool_id from private.deleted_upvotes d where d.decision_id = undo_decision.decision_id
      union all
      select v.tool_id from private.moderation_decisions d join public.tool_upvotes v on v.id = d.upvote_id
      where d.id = undo_decision.decision_id)
    order by t.id for no key update;
  perform from public.profiles p join private.deleted_upvotes d on d.user_id = p.id
    where d.decision_id = undo_decision.decision_id for key share of p;
  select * into kept from private.deleted_upvotes d where d.decision_id = undo_decision.decision_id for update;
  select * into taken from private.moderation_decisions d where d.id = undo_decision.decision_id;
  if coalesce(kept.deleted_by, taken.decided_by) is distinct from (select auth.uid())
     and (kept.decision_id is not null or taken.id is not null) then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  elsif kept.deleted_at > now() - interval '5 minutes' then
    update private.deleted_upvotes d set undone_at = now() where d.decision_id = kept.decision_id;
    delete from private.deleted_upvotes d where d.decision_id = kept.decision_id;
    return private.flagged_card(kept.upvote_id);
  elsif taken.id is null or not private.can_undo(taken) then
    raise exception 'This decision can no longer be undone';
  end if;
  update private.moderation_decisions d set is_being_undone = true where d.id = taken.id;
  update public.tool_upvotes v
    set flag_status = taken.previous_status, decided_at = taken.previous_decided_at where v.id = taken.upvote_id;
  update private.moderation_decisions d set is_being_undone = false, undone_at = now() where d.id = taken.id;
  return private.flagged_card(taken.upvote_id);
end;
$$;

-- As before (see undo_deletions), with what the decisions know.
create or replace function private.restore_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  restored public.tool_upvotes := jsonb_populate_record(null::public.tool_upvotes, new.upvote);
  -- Without those of people who left since.
  reports public.upvote_flags[] := array(
    select jsonb_populate_record(f, jsonb_build_object(
      'flagged_by', c.reported_by, 'reason', coalesce(c.reason, f.reason)))
    from jsonb_populate_recordset(null::public.upvote_flags, new.reports) f
    left join private.closed_reports c on c.id = f.id
    where c.id is not null or f.reason is not null);
begin
  restored.flag_count := cardinality(reports);
  if restored.flag_status = 'pending' and not exists (select from unnest(reports) f where f.status = 'pending') then
    -- As when the last who reported it leaves (see report_upvotes).
    restored.is_flagged := false;
    restored.flag_status := null;
  end if;
  restored.is_withheld := exists (
    select from private.suspensions s where s.user_id = new.user_id and s.lifted_at is null and s.hides_upvotes);
  -- What an administrator deleted in the queue was their own: it is remembered as withdrawn.
  delete from private.withdrawn_upvotes w where w.tool_id = new.tool_id and w.user_id = new.user_id;
  insert into public.tool_upvotes select restored.*;
  insert into public.upvote_flags select f.* from unnest(reports) f;
  delete from private.closed_reports c using unnest(reports) f where c.id = f.id;
  if new.appeal is not null then
    insert into public.upvote_appeals select a.* from jsonb_populate_record(null::public.upvote_appeals, new.appeal) a;
  end if;
  insert into private.moderation_decisions
    (id, upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at, undone_at, report_ids,
      decides_appeal)
    overriding system value
    select d.id, d.upvote_id, d.decision, u.id, d.decided_at, d.previous_status, d.previous_decided_at, d.undone_at,
      coalesce(d.report_ids, '{}'), coalesce(d.decides_appeal, false)
    from jsonb_populate_recordset(null::private.moderation_decisions, new.decisions) d
    left join auth.users u on u.id = d.decided_by;
  update private.moderation_cases c set version = new.version + 1 where c.upvote_id = new.upvote_id;
  -- Of their own nothing is in the log (see create_audit_log).
  if new.user_id <> new.deleted_by then
    insert into public.audit_log (actor_id, action, table_name, row_id, after)
      values ((select auth.uid()), 'insert', 'tool_upvotes', new.upvote_id, to_jsonb(restored));
  end if;
  return null;
end;
$$;

-- A report that was withdrawn with its upvote is known by its id: several of one person about one tool may share a moment.
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
      'id', f.id, 'flagged_by', f.flagged_by, 'reason', f.reason, 'flagged_at', f.flagged_at)), '[]'),
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
      using jsonb_to_recordset(withdrawn.reports) as report (id uuid)
      where c.id = report.id and c.outcome = 'withdrawn';
  end if;
  if withdrawn.answered then
    insert into public.upvote_appeals (upvote_id, status, resolved_at) values (new.id, 'withdrawn', now());
  end if;
  return null;
end;
$$;

-- What one transaction wrote is told by the transaction, not by the moment it began: two may begin at the same one.
alter table public.audit_log
  add column transaction_id bigint not null default pg_current_xact_id()::text::bigint;

create or replace function private.is_consequence(entry public.audit_log) returns boolean
language sql stable cost 5000 set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
  select case
    when entry.action = 'delete' and entry.table_name in ('tool_upvotes', 'tool_categories')
      or entry.action = 'update' and entry.table_name = 'tools' then
      exists (select from public.audit_log cause
        where cause.table_name = 'tools' and cause.row_id = (entry.before ->> 'tool_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at
          and cause.transaction_id = entry.transaction_id)
      or exists (select from public.audit_log cause
        where cause.table_name = 'categories' and cause.row_id = (entry.before ->> 'category_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at
          and cause.transaction_id = entry.transaction_id)
    else false
  end
$$;

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at, new.door, new.search,
       new.import_id, new.transaction_id)
       is not distinct from
       (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at, old.door, old.search,
       old.import_id, old.transaction_id)
     and (new.person_id is null or new.person_id = old.person_id)
     and new.before is not distinct from private.without_person(old.table_name, old.before)
     and new.after is not distinct from private.without_person(old.table_name, old.after) then
    return new;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;
