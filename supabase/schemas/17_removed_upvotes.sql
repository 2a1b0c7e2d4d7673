-- Deleting a recommendation and writing it again must not undo what reports and moderators did about it (section 4): what
-- its author withdraws while it is hidden is remembered, and the next one for the same tool starts where it ended.
create table private.withdrawn_upvotes (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  flag_status text not null,
  -- The undecided reports: [{id, flagged_by, reason, flagged_at}].
  reports jsonb not null,
  -- The author's one appeal is used up, as the rejection itself stays.
  answered boolean not null default false,
  primary key (tool_id, user_id)
);

create index withdrawn_upvotes_user_id on private.withdrawn_upvotes (user_id);

alter table private.withdrawn_upvotes enable row level security;

-- What a moderator deleted in the queue, for the five minutes in which they can undo it. Nothing of
-- it is left once it is written anew, its tool or writer has gone, or the administrator who deleted it.
create table private.deleted_upvotes (
  -- Of the same numbers as other decisions, so that an undo names one or the other.
  decision_id bigint primary key,
  upvote_id uuid not null,
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  deleted_by uuid not null references auth.users (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  undone_at timestamptz,
  upvote jsonb not null,
  -- Who reported and why is in private.closed_reports and goes from there with the reporter; in full only those of people
  -- who had left before.
  reports jsonb not null,
  appeal jsonb,
  decisions jsonb not null,
  constraint deleted_upvotes_upvote_id_key unique (upvote_id),
  constraint deleted_upvotes_tool_id_user_id_key unique (tool_id, user_id)
);

create index deleted_upvotes_user_id on private.deleted_upvotes (user_id);
create index deleted_upvotes_deleted_by on private.deleted_upvotes (deleted_by);
create index deleted_upvotes_oldest on private.deleted_upvotes (deleted_at);

alter table private.deleted_upvotes enable row level security;
comment on table private.deleted_upvotes is 'Unannounced: what is in here is nobody''s to read.';

-- A report that was withdrawn with its upvote is known by its id: several of one person about one tool may share a moment.
create function private.remember_withdrawn_upvote() returns trigger
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

create trigger tool_upvotes_remember_withdrawn before delete on public.tool_upvotes
  for each row when (old.flag_status in ('pending', 'rejected'))
  execute function private.remember_withdrawn_upvote();

create function private.hide_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn_status text := (
    select w.flag_status from private.withdrawn_upvotes w where w.tool_id = new.tool_id and w.user_id = new.user_id);
begin
  if withdrawn_status = 'rejected' then
    new.is_flagged := true;
    new.flag_status := 'rejected';
  end if;
  return new;
end;
$$;

create trigger tool_upvotes_hide_again before insert on public.tool_upvotes
  for each row execute function private.hide_again();

create function private.report_again() returns trigger
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

create trigger tool_upvotes_report_again after insert on public.tool_upvotes
  for each row execute function private.report_again();

-- The recommendation as it is, with everything that goes with it. Gives the number to undo its deletion by.
create function private.keep_deleted_upvote(upvote_id uuid) returns bigint
language sql set search_path = ''
as $$
  insert into private.deleted_upvotes
    (decision_id, upvote_id, tool_id, user_id, deleted_by, upvote, reports, appeal, decisions)
  select nextval(pg_catalog.pg_get_serial_sequence('private.moderation_decisions', 'id')), v.id, v.tool_id, v.user_id,
    (select auth.uid()), to_jsonb(v),
    coalesce((
      select jsonb_agg(case when f.flagged_by is null then to_jsonb(f) else to_jsonb(f) - 'flagged_by' - 'reason' end)
      from public.upvote_flags f where f.upvote_id = v.id), '[]'),
    (select to_jsonb(a) from public.upvote_appeals a where a.upvote_id = v.id),
    coalesce((
      select jsonb_agg(to_jsonb(d)) from private.moderation_decisions d where d.upvote_id = v.id), '[]')
  from public.tool_upvotes v where v.id = keep_deleted_upvote.upvote_id
  returning decision_id
$$;

-- Ends what can no longer be undone; a bounded number at a time.
create function private.purge_deleted_upvotes() returns void
language sql set search_path = ''
as $$
  delete from private.deleted_upvotes where decision_id in (
    select d.decision_id from private.deleted_upvotes d
    where d.deleted_at <= now() - interval '5 minutes' order by d.deleted_at limit 500 for update skip locked)
$$;

-- Whoever writes anew has the last word. Before the row is in, as an undo comes by the same way: one waits for the other.
create function private.forget_deleted_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.deleted_upvotes d
    where d.tool_id = new.tool_id and d.user_id = new.user_id and d.undone_at is null;
  return new;
end;
$$;

create trigger tool_upvotes_forget_deleted before insert on public.tool_upvotes
  for each row execute function private.forget_deleted_upvote();

-- Whether this very transaction takes the deletion back: undo_decision marks what was kept of a deleted upvote, which
-- restores it, and removes it at once.
create function private.is_being_restored(upvote_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.deleted_upvotes d
    where d.upvote_id = is_being_restored.upvote_id and d.undone_at is not null
  )
$$;

-- Puts everything back. A trigger and no function that is called, so that the checks of what people write (a day's
-- reports, whom one may report, one appeal) are not made of it: they are for statements at depth 0.
create function private.restore_upvote() returns trigger
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
  restored.moderation_version := restored.moderation_version + 1;
  if restored.flag_status = 'pending' and not exists (select from unnest(reports) f where f.status = 'pending') then
    -- As when the last who reported it leaves (see unflag_upvote).
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
  -- Of their own nothing is in the log (see write_audit_log).
  if new.user_id <> new.deleted_by then
    insert into public.audit_log (actor_id, action, table_name, row_id, after)
      values ((select auth.uid()), 'insert', 'tool_upvotes', new.upvote_id, to_jsonb(restored));
  end if;
  return null;
end;
$$;

create trigger deleted_upvotes_restore after update of undone_at on private.deleted_upvotes
  for each row execute function private.restore_upvote();
