-- A moderator's decision, written to either table, is carried to the other: both always tell the same.

-- From decided there is no way back to pending; only a new report leads there, and never for an approved one.
create function private.check_flag_status() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.flag_status in ('approved', 'rejected') and new.flag_status is distinct from 'approved'
     and new.flag_status is distinct from 'rejected' then
    raise exception 'A decision about a recommendation can be changed, not taken back' using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger tool_upvotes_check_flag_status before update of flag_status on public.tool_upvotes
  for each row execute function private.check_flag_status();

create function private.decide_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.upvote_flags set status = new.flag_status where upvote_id = new.id and status = 'pending';
  return null;
end;
$$;

-- Also when the status stays what it is: an approved recommendation that was reported again is approved again.
create trigger tool_upvotes_decide_flags after update of flag_status on public.tool_upvotes
  for each row when (new.flag_status in ('approved', 'rejected'))
  execute function private.decide_flags();

create function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.status <> 'pending' then
    return old; -- A decided report is history.
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  new.resolved_by := case when new.status <> 'pending' then (select auth.uid()) end;
  return new;
end;
$$;

create trigger upvote_flags_stamp_decision before update of status, resolved_at on public.upvote_flags
  for each row execute function private.stamp_decision();

create function private.decide_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes set flag_status = new.status where id = new.upvote_id and flag_status <> new.status;
  return null;
end;
$$;

create trigger upvote_flags_decide_upvote after update of status on public.upvote_flags
  for each row when (old.status = 'pending' and new.status <> 'pending')
  execute function private.decide_upvote();
