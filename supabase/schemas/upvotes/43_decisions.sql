-- Removed upvotes, until the author writes the upvote again, or the tool, the author or the administrator who deleted it
-- is deleted. One that its author withdrew while it was hidden: deleting a recommendation and writing it again must not
-- undo what reports and moderators did (section 4); its text is not kept. One that an administrator deleted, in the
-- queue or by a plain DELETE: everything needed to undo the deletion, for five minutes. An administrator who deletes
-- their own in the queue does both. Its reports are in private.closed_reports, its decisions stay where they are and name
-- this (`kept_for`): written again, whoever rejected it still leaves the appeal to others.
create table private.removed_upvotes (
  upvote_id uuid primary key,
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text,
  created_at timestamptz not null,
  flag_status text,
  decided_at timestamptz,
  moderation_version integer not null,
  activity_at timestamptz,
  appeal_id uuid,
  appeal_about text,
  appeal_reason text,
  appeal_status text,
  appealed_at timestamptz,
  appeal_resolved_at timestamptz,
  edited_at timestamptz,
  author_role text,
  used_for text,
  merged_from uuid,
  removed_at timestamptz not null default now(),
  is_withdrawn boolean not null,
  -- Which administrator deleted it, and the id to undo it by, from the same sequence as other decisions.
  deleted_by uuid references auth.users (id) on delete cascade,
  decision_id bigint,
  -- Why, if they said so.
  decision_reason text,
  -- As of the recommendations themselves.
  constraint removed_upvotes_tool_id_user_id_key unique nulls not distinct (tool_id, user_id, merged_from),
  constraint removed_upvotes_decision_id_key unique (decision_id),
  constraint removed_upvotes_decision_by_somebody check ((deleted_by is null) = (decision_id is null))
);

create index removed_upvotes_user_id on private.removed_upvotes (user_id);
create index removed_upvotes_deleted_by on private.removed_upvotes (deleted_by);

-- Every decision about a recommendation, with the previous state: a second moderator is shown the first decision, and
-- the administrator who decided can undo it. Reporter and author cannot see who decided.
create table private.moderation_decisions (
  id bigint generated always as identity primary key,
  -- Null while the recommendation is removed and can be restored.
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  decision text not null check (private.is_decided(decision)),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz not null,
  previous_status text,
  previous_decided_at timestamptz,
  undone_at timestamptz,
  -- Its reports have its id.
  decides_appeal boolean not null default false,
  -- The removed recommendation it belongs to.
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  -- Why, if the moderator said so. Its author is told.
  reason text,
  constraint moderation_decisions_reason_length check (char_length(reason) between 1 and 300),
  constraint moderation_decisions_reason_shown check (private.is_readable('Reason', reason, true))
);

create index moderation_decisions_decided_by on private.moderation_decisions (decided_by);
create index moderation_decisions_upvote on private.moderation_decisions (upvote_id, id);
create index moderation_decisions_kept_for on private.moderation_decisions (kept_for);

-- A report is deleted with its recommendation, and once decided with the text it was about; here its outcome is kept for
-- the reporter, without the recommendation, as long as their account exists. It is moved back when the recommendation is
-- restored.
create table private.closed_reports (
  id uuid primary key,
  -- No foreign key: the recommendation may be gone.
  upvote_id uuid not null,
  tool_id uuid references public.tools (id) on delete set null,
  reported_by uuid references public.profiles (id) on delete cascade,
  -- One without a reporter is nobody's to read, and only kept to be restored.
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  reason text not null,
  flagged_at timestamptz not null,
  status text not null,
  resolved_at timestamptz,
  is_automatic boolean not null,
  weight double precision not null default 1,
  decision_id bigint,
  outcome text not null check (outcome in ('deleted', 'withdrawn') or private.is_decided(outcome)),
  closed_at timestamptz not null,
  -- It was about a text that its author has replaced since.
  is_former boolean not null default false,
  constraint closed_reports_kept_for_somebody check ((reported_by is null) = (kept_for is not null))
);

create index closed_reports_reporter_newest on private.closed_reports (reported_by, flagged_at desc, id desc);
create index closed_reports_tool_id on private.closed_reports (tool_id);
create index closed_reports_upvote_id on private.closed_reports (upvote_id);
create index closed_reports_kept_for on private.closed_reports (kept_for);

-- The reason given with the decisions that are being made (private.begin_deciding). A plain call gives none.
create function private.given_reason() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('plaudit.decision_reason', true), '')
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
      where a.upvote_id = decision.upvote_id and a.about = 'rejected' and a.created_at >= decision.decided_at)
    and not exists (
      select from public.tool_upvotes v
      where v.id = decision.upvote_id and greatest(v.edited_at, v.created_at) >= decision.decided_at)
    and (decision.previous_status is distinct from 'pending' or exists (
      select from public.upvote_flags f
      where f.upvote_id = decision.upvote_id and (f.flagged_by is not null or f.is_automatic)
        and (f.status = 'pending' or f.decision_id = decision.id)))
$$;

-- A decision is an update of flag_status, whichever of the three ways leads there: decide_several, the plain call on the
-- recommendation, or the plain call on its reports (decide_upvotes). It is checked before (check_decision) and recorded
-- with its reports and appeal after (record_decision). Every other write of it (a new report, one that is deleted, an undo)
-- raises moderation_version itself, which the API's roles cannot, and is therefore no decision.
--
-- A decision is taken back by an undo only; a new report or an appeal returns a recommendation to the queue with its
-- status unchanged. A decision about an appeal is final unless there are new reports. An appeal against not being counted is
-- none of these decisions' (public.set_counted).
create function private.check_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appeal text;
  is_reported boolean;
begin
  if new.moderation_version <> old.moderation_version then
    return new;
  end if;
  new.moderation_version := old.moderation_version + 1;
  if private.is_decided(old.flag_status) and private.is_decided(new.flag_status) is not true then
    raise exception 'A decision about a recommendation can be changed, not taken back' using errcode = 'check_violation';
  elsif private.is_decided(new.flag_status) is not true then
    return new;
  elsif not new.is_flagged then
    -- Nobody reported it, or the last reporter's account was deleted while this decision waited.
    raise exception 'This recommendation has no report to decide' using errcode = 'check_violation';
  end if;
  perform private.refuse_conflict(private.find_conflict(new.id));
  is_reported := exists (
    select from public.upvote_flags f where f.upvote_id = new.id and (f.status = 'pending' or f.decision_id is null));
  select a.status into appeal from public.upvote_appeals a where a.upvote_id = new.id and a.about = 'rejected';
  if private.is_decided(appeal) and not is_reported and new.flag_status <> old.flag_status then
    raise exception 'What was decided about the appeal is final' using errcode = 'check_violation';
  end if;
  if is_reported or appeal = 'pending' or new.flag_status is distinct from old.flag_status then
    -- The clock's time, not the transaction's: each decision is later than the one before.
    new.decided_at := greatest(clock_timestamp(), old.decided_at + interval '1 microsecond');
  end if;
  return new;
end;
$$;

-- Also when the status does not change: an approved recommendation that was reported again is approved again.
create trigger tool_upvotes_check_decision before update of flag_status on public.tool_upvotes
  for each row execute function private.check_decision();

create function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decision private.moderation_decisions;
begin
  if new.decided_at > coalesce(old.decided_at, '-infinity') then
    insert into private.moderation_decisions
      (upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at, decides_appeal, reason)
      values (new.id, new.flag_status, (select auth.uid()), new.decided_at, old.flag_status, old.decided_at,
        exists (select from private.waiting_appeals a where a.upvote_id = new.id),
        private.given_reason())
      returning * into decision;
    perform private.publish_decision(
      decision.id, decision.decision, decision.decided_at, new.tool_id, decision.decides_appeal);
    update public.upvote_flags f set status = new.flag_status, decision_id = decision.id
      where f.upvote_id = new.id and (f.status = 'pending' or f.decision_id is null);
  else
    update private.moderation_decisions d set undone_at = now()
      where d.id = (select max(l.id) from private.moderation_decisions l where l.upvote_id = new.id and l.undone_at is null)
      returning * into decision;
    delete from private.moderation_log l where l.id = decision.id;
    perform private.take_back_notices(array['decision:' || decision.id]);
    update public.upvote_flags f set status = 'pending', decision_id = null
      where f.decision_id = decision.id and (f.flagged_by is not null or f.is_automatic);
  end if;
  if decision.decides_appeal then
    update public.upvote_appeals a
      set status = case when decision.undone_at is null then new.flag_status else 'pending' end,
        resolved_at = case when decision.undone_at is null then now() end
      where a.upvote_id = new.id and a.status <> 'withdrawn';
  end if;
  return null;
end;
$$;

create trigger tool_upvotes_record_decision after update of flag_status on public.tool_upvotes
  for each row when (new.decided_at is distinct from old.decided_at) execute function private.record_decision();

-- Decided by the plain call, a report locks its recommendation; one that was decided before is history.
create function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.decision_id is not distinct from old.decision_id then
    perform from public.tool_upvotes v where v.id = old.upvote_id for update;
    if old.status <> 'pending' then
      return old;
    end if;
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  return new;
end;
$$;

create trigger upvote_flags_stamp_decision before update of status, resolved_at on public.upvote_flags
  for each row execute function private.stamp_decision();

-- Once per recommendation and statement.
create function private.decide_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided record;
begin
  for decided in
    select n.upvote_id, max(n.status) as status
    from new_rows n join old_rows o on o.id = n.id
    where o.status = 'pending' and n.status <> 'pending' and n.decision_id is null
    group by n.upvote_id order by n.upvote_id
  loop
    update public.tool_upvotes v set flag_status = decided.status where v.id = decided.upvote_id;
  end loop;
  return null;
end;
$$;

create trigger upvote_flags_decide_upvotes after update on public.upvote_flags
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.decide_upvotes();
