-- What a new report does to its recommendation: it hides until a moderator decides, unless one has approved it before.

create function private.check_flag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported record;
begin
  new.reason := private.trim_text(new.reason);
  -- Locked, so that reports and decisions about one recommendation come one after the other.
  select user_id, flag_status into reported from public.tool_upvotes where id = new.upvote_id for no key update;
  if reported.user_id in (new.flagged_by, (select auth.uid())) then
    raise exception 'You cannot flag your own recommendation' using errcode = 'insufficient_privilege';
  elsif reported.flag_status = 'rejected' then
    -- It is out of everybody's sight already; a stranger's report must not take the decision back.
    raise exception 'This recommendation has already been removed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;

create trigger upvote_flags_check before insert on public.upvote_flags
  for each row execute function private.check_flag();

create function private.flag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes
    set is_flagged = true, flag_status = 'pending', flag_count = flag_count + 1
    where id = new.upvote_id and flag_status is distinct from 'approved';
  if not found then
    -- Approved before: stays visible and is back in the queue by its pending report. flag_status is left out of the
    -- statement on purpose: setting it, even to what it is, is a moderator's decision.
    update public.tool_upvotes set flag_count = flag_count + 1 where id = new.upvote_id;
  end if;
  return null;
end;
$$;

create trigger upvote_flags_flag_upvote after insert on public.upvote_flags
  for each row execute function private.flag_upvote();

-- Reports go when their reporter's account goes. With the last undecided one the recommendation is as it was.
create function private.unflag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes set flag_count = flag_count - 1 where id = old.upvote_id;
  update public.tool_upvotes set is_flagged = false, flag_status = null
    where id = old.upvote_id and flag_status = 'pending'
      and not exists (select from public.upvote_flags where upvote_id = old.upvote_id and status = 'pending');
  return null;
end;
$$;

create trigger upvote_flags_unflag_upvote after delete on public.upvote_flags
  for each row execute function private.unflag_upvote();
