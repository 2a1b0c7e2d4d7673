-- Every decision about a recommendation, with what was before: so that a second moderator can be told of the first, and
-- the one who decided can undo it. Who decided is kept here, out of reach of the person who reported and of the author.
create table private.moderation_decisions (
  id bigint generated always as identity primary key,
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  decision text not null check (decision in ('approved', 'rejected')),
  decided_by uuid references auth.users (id) on delete set null,
  -- The time of the transaction: reports and answers it settled have the same resolved_at.
  decided_at timestamptz not null,
  previous_status text,
  previous_decided_at timestamptz,
  undone_at timestamptz,
  constraint moderation_decisions_upvote_id_decided_at_key unique (upvote_id, decided_at)
);
create index moderation_decisions_decided_by on private.moderation_decisions (decided_by);
alter table private.moderation_decisions enable row level security;
revoke all on private.moderation_decisions from public, anon, authenticated, service_role;

alter table public.tool_upvotes add column decided_at timestamptz;

insert into private.moderation_decisions (upvote_id, decision, decided_by, decided_at, previous_status)
  select upvote_id, min(status), (array_agg(resolved_by))[1], resolved_at, 'pending'
  from public.upvote_flags where status <> 'pending' group by upvote_id, resolved_at order by resolved_at;
alter table public.tool_upvotes disable trigger user;
update public.tool_upvotes v set decided_at = d.decided_at
  from (select upvote_id, max(decided_at) as decided_at from private.moderation_decisions group by upvote_id) d
  where d.upvote_id = v.id and v.flag_status in ('approved', 'rejected');
alter table public.tool_upvotes enable trigger user;
alter table public.upvote_flags drop column resolved_by;

-- Whether this very transaction takes the last decision about it back (see undo_decision).
create function private.is_being_undone(upvote_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from private.moderation_decisions d
    where d.upvote_id = is_being_undone.upvote_id and d.undone_at = now()
  )
$$;

-- Whether this administrator may not decide about the author's answer: they rejected the recommendation, or wrote it, and
-- there is somebody else to decide.
create function private.is_partial(upvote_id uuid, administrator uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.upvote_appeals a
    join public.tool_upvotes v on v.id = a.upvote_id
    left join lateral (
      select d.decided_by from private.moderation_decisions d
      where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1
    ) last on true
    where a.upvote_id = is_partial.upvote_id and a.status = 'pending' and (
      (administrator = last.decided_by and exists (
        select from private.administrators where user_id not in (last.decided_by, v.user_id)))
      or (administrator = v.user_id and exists (
        select from private.administrators where user_id <> v.user_id))
    )
  )
$$;

create function private.refuse_partial(upvote_id uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_partial(upvote_id, (select auth.uid())) then
    raise exception 'Another administrator decides about the author''s answer'
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- From decided there is no way back to pending but an undo; a new report or an answer returns a recommendation to the
-- queue and leaves its status. What was decided about an answer stands, unless there are new reports.
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
    new.decided_at := now();
  end if;
  return new;
end;
$$;

-- Carries a decision, and its undo, to the reports and the answer.
create or replace function private.decide_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_being_undone(new.id) then
    update public.upvote_flags set status = 'pending', resolved_at = null
      where upvote_id = new.id and resolved_at = old.decided_at and flagged_by is not null;
    update public.upvote_appeals set status = 'pending', resolved_at = null
      where upvote_id = new.id and resolved_at = old.decided_at and status <> 'withdrawn';
  elsif new.flag_status in ('approved', 'rejected') and new.decided_at = now() then
    insert into private.moderation_decisions
      (upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at)
      values (new.id, new.flag_status, (select auth.uid()), now(), old.flag_status, old.decided_at)
      -- Several reports that are decided by one statement are one decision.
      on conflict (upvote_id, decided_at) do update set decision = excluded.decision;
    update public.upvote_flags set status = new.flag_status where upvote_id = new.id and status = 'pending';
    update public.upvote_appeals set status = new.flag_status, resolved_at = now()
      where upvote_id = new.id and status = 'pending';
  end if;
  return null;
end;
$$;
drop trigger tool_upvotes_decide_flags on public.tool_upvotes;
create trigger tool_upvotes_decide_flags after update of flag_status on public.tool_upvotes
  for each row execute function private.decide_flags();

create or replace function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.status <> 'pending' and not private.is_being_undone(old.upvote_id) then
    return old; -- A decided report is history.
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  return new;
end;
$$;

create or replace function private.decide_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Also when the status stays what it is: an approved recommendation that was reported again is approved again. Not
  -- from within the decision of the recommendation itself.
  update public.tool_upvotes set flag_status = new.status
    where id = new.upvote_id and (flag_status <> new.status or pg_trigger_depth() = 1);
  return null;
end;
$$;

-- To delete it is a decision about the author's answer too.
create function private.check_deletion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.user_id is distinct from (select auth.uid()) then
    perform private.refuse_partial(old.id);
  end if;
  return old;
end;
$$;
create trigger tool_upvotes_check_deletion before delete on public.tool_upvotes
  for each row when (old.flag_status = 'rejected' and pg_trigger_depth() = 0)
  execute function private.check_deletion();

revoke execute on function private.is_being_undone(uuid), private.is_partial(uuid, uuid),
  private.refuse_partial(uuid), private.check_deletion() from public, anon, authenticated, service_role;
