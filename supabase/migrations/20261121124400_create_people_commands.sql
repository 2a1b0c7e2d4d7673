-- What an administrator does about people. Each runs with its owner's rights, because the tables are nobody's, and asks
-- first who calls.

-- Asked before and, by the callers, after a lock was waited for: whoever was revoked meanwhile does nothing more.
create function private.require_current_administrator() returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_session();
  if not public.is_admin() then
    raise exception 'Only administrators may do this' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
revoke execute on function private.require_current_administrator() from public, anon, authenticated, service_role;

create function private.require_member(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.profiles where id = member_id) then
    raise exception 'Member not found';
  end if;
end;
$$;
revoke execute on function private.require_member(uuid) from public, anon, authenticated, service_role;

create function public.grant_administrator(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_administrators();
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  if exists (select from private.administrators where user_id = member_id) then
    raise exception 'This member is already an administrator';
  end if;
  insert into private.administrators (user_id, granted_by, granted_by_id)
    values (member_id, 'administrator', (select auth.uid()));
end;
$$;

create function public.revoke_administrator(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_administrators();
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  delete from private.administrators where user_id = member_id;
  if not found then
    raise exception 'This member is not an administrator';
  end if;
end;
$$;

create function public.suspend_member(member_id uuid, reason text, hide_upvotes boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.trim_text(suspend_member.reason), '');
begin
  perform private.require_current_administrator();
  -- After a grant that is under way, and with nobody else suspending the same member.
  perform private.lock_administrators();
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  if member_id = (select auth.uid()) then
    raise exception 'You cannot suspend yourself';
  elsif exists (select from private.administrators where user_id = member_id) then
    raise exception 'Administrators cannot be suspended. Revoke the administrator first.';
  elsif private.is_suspended(member_id) then
    raise exception 'This member is already suspended';
  elsif why = '' then
    raise exception 'Please provide a reason for the suspension';
  elsif char_length(why) > 500 then
    raise exception 'Reason must be 500 characters or less';
  end if;
  insert into private.suspensions (user_id, reason, hides_upvotes, suspended_by)
    values (member_id, why, coalesce(hide_upvotes, false), (select auth.uid()));
end;
$$;

create function public.lift_suspension(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  update private.suspensions set lifted_at = now(), lifted_by = (select auth.uid())
    where user_id = member_id and lifted_at is null;
  if not found then
    raise exception 'This member is not suspended';
  end if;
end;
$$;

revoke execute on function public.grant_administrator(uuid), public.revoke_administrator(uuid),
  public.suspend_member(uuid, text, boolean), public.lift_suspension(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.grant_administrator(uuid), public.revoke_administrator(uuid),
  public.suspend_member(uuid, text, boolean), public.lift_suspension(uuid) to authenticated;
