-- Archive of removed upvotes, until the author writes the upvote again, or the tool, the author or the administrator
-- who deleted it is deleted. One that its author withdrew while it was hidden: deleting a recommendation and writing it
-- again must not undo what reports and moderators did (section 4); its text is not kept. One that an administrator
-- deleted, in the queue or by a plain DELETE: everything needed to undo the deletion, for five minutes. An administrator
-- who deletes their own in the queue does both.
create table private.removed_upvotes (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  upvote_id uuid not null,
  removed_at timestamptz not null default now(),
  is_withdrawn boolean not null,
  -- Which administrator deleted it, and the id to undo it by, from the same sequence as other decisions.
  deleted_by uuid references auth.users (id) on delete cascade,
  decision_id bigint,
  -- Set while it is restored: its own id by an undo, a new one when its author writes it again.
  restored_as uuid,
  upvote jsonb not null,
  -- Reports are in private.closed_reports and are deleted there with the reporter; here in full only those of members
  -- who had left before.
  reports jsonb not null,
  appeal jsonb,
  decisions jsonb not null,
  primary key (tool_id, user_id),
  constraint removed_upvotes_upvote_id_key unique (upvote_id),
  constraint removed_upvotes_decision_id_key unique (decision_id),
  constraint removed_upvotes_decision_by_somebody check ((deleted_by is null) = (decision_id is null))
);

create index removed_upvotes_user_id on private.removed_upvotes (user_id);
create index removed_upvotes_deleted_by on private.removed_upvotes (deleted_by);

alter table private.removed_upvotes enable row level security;
comment on table private.removed_upvotes is 'Not notified: what is in here is nobody''s to read.';

-- Archives an upvote that is about to be deleted: by its author, or by the administrator `deleted_by`.
create function private.archive_upvote(removed public.tool_upvotes, deleted_by uuid) returns void
language sql set search_path = ''
as $$
  insert into private.removed_upvotes as kept
    (tool_id, user_id, upvote_id, is_withdrawn, deleted_by, decision_id, upvote, reports, appeal, decisions)
  select removed.tool_id, removed.user_id, removed.id, deleted_by is null, deleted_by,
    case when deleted_by is not null then
      nextval(pg_catalog.pg_get_serial_sequence('private.moderation_decisions', 'id')) end,
    case when deleted_by is null then to_jsonb(removed) - 'reason' else to_jsonb(removed) end,
    coalesce((
      select jsonb_agg(case when f.flagged_by is null then to_jsonb(f) else to_jsonb(f) - 'flagged_by' - 'reason' end)
      from public.upvote_flags f
      where f.upvote_id = removed.id and (deleted_by is not null or f.status = 'pending')), '[]'),
    (select case when deleted_by is null then to_jsonb(a) - 'reason' else to_jsonb(a) end
      from public.upvote_appeals a where a.upvote_id = removed.id),
    case when deleted_by is null then '[]' else coalesce((
      select jsonb_agg(to_jsonb(d)) from private.moderation_decisions d where d.upvote_id = removed.id), '[]') end
  -- An administrator who deletes their own in the queue has archived it already; the trigger marks it as withdrawn too.
  on conflict (tool_id, user_id) do update set is_withdrawn = excluded.is_withdrawn
$$;

create function private.archive_deleted_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
begin
  if old.user_id = me then
    if old.flag_status in ('pending', 'rejected') then
      perform private.archive_upvote(old, null);
    end if;
  elsif public.is_admin() then
    perform private.archive_upvote(old, me);
  end if;
  return old;
end;
$$;

-- Not what is deleted with its tool or its author.
create trigger tool_upvotes_archive_deleted before delete on public.tool_upvotes
  for each row when (pg_trigger_depth() = 0) execute function private.archive_deleted_upvote();

-- Deletes what can no longer be undone, a bounded number at a time. An administrator's own upvote stays as withdrawn.
create function private.purge_removed_upvotes() returns void
language plpgsql set search_path = ''
as $$
declare
  ended uuid[] := array(
    select r.upvote_id from private.removed_upvotes r
    where r.deleted_by is not null and r.removed_at <= now() - interval '5 minutes' limit 500 for update skip locked);
begin
  delete from private.removed_upvotes r where r.upvote_id = any (ended) and not r.is_withdrawn;
  update private.removed_upvotes r
    set deleted_by = null, decision_id = null, upvote = r.upvote - 'reason', appeal = r.appeal - 'reason', decisions = '[]'
    where r.upvote_id = any (ended);
end;
$$;

-- Whether this transaction is undoing the deletion of this upvote.
create function private.is_being_restored(upvote_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.removed_upvotes r
    where r.upvote_id = is_being_restored.upvote_id and r.restored_as = r.upvote_id
  )
$$;

-- An upvote that is written again is hidden again, and a moderator's deletion of it can then no longer be undone.
-- Before the insert, so that writing it again and undoing the deletion wait for each other.
create function private.find_removed_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  removed private.removed_upvotes;
begin
  select * into removed from private.removed_upvotes r
    where r.tool_id = new.tool_id and r.user_id = new.user_id for update;
  if removed.restored_as is not null then
    return new;
  elsif not removed.is_withdrawn then
    delete from private.removed_upvotes r where r.upvote_id = removed.upvote_id;
  elsif removed.upvote ->> 'flag_status' = 'rejected' then
    new.is_flagged := true;
    new.flag_status := 'rejected';
  end if;
  return new;
end;
$$;

create trigger tool_upvotes_find_removed before insert on public.tool_upvotes
  for each row execute function private.find_removed_upvote();

create function private.restore_withdrawn_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.removed_upvotes r set restored_as = new.id
    where r.tool_id = new.tool_id and r.user_id = new.user_id and r.restored_as is null;
  return null;
end;
$$;

create trigger tool_upvotes_restore_withdrawn after insert on public.tool_upvotes
  for each row execute function private.restore_withdrawn_upvote();

-- An undo restores everything; an upvote that is written again gets back its undecided reports and the mark that its
-- appeal was used. A trigger, so that the checks of members' own statements (daily limit, own recommendation, one
-- appeal), which apply at trigger depth 0, do not run.
create function private.restore_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_undone boolean := new.restored_as = new.upvote_id;
  restored public.tool_upvotes := jsonb_populate_record(null::public.tool_upvotes, new.upvote);
  reports public.upvote_flags[];
begin
  -- Locked, so that no reporter's account is deleted meanwhile. Accounts deleted since are no longer in closed_reports.
  perform from private.closed_reports c join public.profiles p on p.id = c.reported_by
    where c.id in (select (entry ->> 'id')::uuid from jsonb_array_elements(new.reports) entry)
    order by p.id for key share of p;
  reports := array(
    select jsonb_populate_record(f, jsonb_build_object(
      'upvote_id', new.restored_as, 'flagged_by', c.reported_by, 'reason', coalesce(c.reason, f.reason)))
    from jsonb_populate_recordset(null::public.upvote_flags, new.reports) f
    left join private.closed_reports c on c.id = f.id
    where (c.id is not null or f.reason is not null) and (is_undone or f.status = 'pending'));
  if is_undone then
    restored.flag_count := cardinality(reports);
    restored.moderation_version := restored.moderation_version + 1;
    if restored.flag_status = 'pending' and not exists (select from unnest(reports) f where f.status = 'pending') then
      -- As in unflag_upvote.
      restored.is_flagged := false;
      restored.flag_status := null;
    end if;
    restored.is_withheld := exists (
      select from private.suspensions s where s.user_id = new.user_id and s.lifted_at is null and s.hides_upvotes);
    insert into public.tool_upvotes select restored.*;
  end if;
  insert into public.upvote_flags select f.* from unnest(reports) f;
  delete from private.closed_reports c using unnest(reports) f where c.id = f.id;
  if is_undone then
    insert into public.upvote_appeals
      select a.* from jsonb_populate_record(null::public.upvote_appeals, new.appeal) a where new.appeal is not null;
    insert into private.moderation_decisions
      (id, upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at, undone_at, report_ids,
        decides_appeal)
      overriding system value
      select d.id, d.upvote_id, d.decision, u.id, d.decided_at, d.previous_status, d.previous_decided_at, d.undone_at,
        d.report_ids, d.decides_appeal
      from jsonb_populate_recordset(null::private.moderation_decisions, new.decisions) d
      left join auth.users u on u.id = d.decided_by;
    -- Deleting one's own is not logged either (see write_audit_log).
    if new.user_id <> new.deleted_by then
      insert into public.audit_log (actor_id, action, table_name, row_id, after)
        values ((select auth.uid()), 'insert', 'tool_upvotes', new.upvote_id, to_jsonb(restored));
    end if;
  elsif new.appeal is not null then
    insert into public.upvote_appeals (upvote_id, status, resolved_at) values (new.restored_as, 'withdrawn', now());
  end if;
  delete from private.removed_upvotes r where r.upvote_id = new.upvote_id;
  return null;
end;
$$;

create trigger removed_upvotes_restore after update of restored_as on private.removed_upvotes
  for each row execute function private.restore_upvote();
