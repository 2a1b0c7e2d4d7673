-- Deleting a recommendation and writing it again must not undo what reports and moderators did about it (section 4): what
-- its author withdraws while it is hidden is remembered, and the next one for the same tool starts where it ended.
create table private.withdrawn_upvotes (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  flag_status text not null,
  -- The undecided reports: [{flagged_by, reason, flagged_at}].
  reports jsonb not null,
  primary key (tool_id, user_id)
);
create index withdrawn_upvotes_user_id on private.withdrawn_upvotes (user_id);
alter table private.withdrawn_upvotes enable row level security;
revoke all on private.withdrawn_upvotes from public, anon, authenticated, service_role;

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
  insert into private.withdrawn_upvotes (tool_id, user_id, flag_status, reports)
    select old.tool_id, old.user_id, old.flag_status, coalesce(jsonb_agg(jsonb_build_object(
      'flagged_by', f.flagged_by, 'reason', f.reason, 'flagged_at', f.flagged_at)), '[]')
    from public.upvote_flags f where f.upvote_id = old.id and f.status = 'pending'
    on conflict (tool_id, user_id) do update set flag_status = excluded.flag_status, reports = excluded.reports;
  return old;
end;
$$;
create trigger tool_upvotes_remember_withdrawn before delete on public.tool_upvotes
  for each row when (old.flag_status in ('pending', 'rejected'))
  execute function private.remember_withdrawn_upvote();

create function private.hide_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from private.withdrawn_upvotes
    where tool_id = new.tool_id and user_id = new.user_id and flag_status = 'rejected'
  ) then
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
  end if;
  return null;
end;
$$;
create trigger tool_upvotes_report_again after insert on public.tool_upvotes
  for each row execute function private.report_again();

-- The checks of a new report are for people who report, not for reports that come back (the only ones a trigger writes).
drop trigger upvote_flags_check on public.upvote_flags;
create trigger upvote_flags_check before insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.check_flag();
drop trigger upvote_flags_limit_flags on public.upvote_flags;
create trigger upvote_flags_limit_flags after insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.limit_flags();

revoke execute on function private.remember_withdrawn_upvote(), private.hide_again(), private.report_again() from public;
