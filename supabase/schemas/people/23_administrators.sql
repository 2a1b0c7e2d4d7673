-- Who may more than members is stored here, where no user can write: no metadata, no claim, no default account.
create table private.administrators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- administrator: everything · moderator: reports, appeals, members and the log · editor: the catalogue
  -- (docs/decisions/160)
  role text not null default 'administrator' check (role in ('administrator', 'moderator', 'editor')),
  granted_at timestamptz not null default now(),
  granted_by text not null,
  -- The administrator who granted it; granted_by names every other source.
  granted_by_id uuid references auth.users (id) on delete set null
);

create index administrators_granted_by_id on private.administrators (granted_by_id);

-- The addresses of ADMIN_EMAILS; the server replaces them each time it starts.
create table private.admin_emails (
  email text primary key check (email = lower(email))
);

-- The address an account verified at sign-up. A later change of address does not make an administrator.
create table private.verified_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  verified_at timestamptz not null default now()
);

-- The caller's role, null if they have none or their session has ended. It reveals nothing about others.
create function public.get_my_role() returns text
language sql stable security definer set search_path = ''
as $$
  select role from private.administrators where user_id = (select auth.uid()) and not private.has_ended_session()
$$;

create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.get_my_role() is not distinct from 'administrator'
$$;
grant execute on function public.is_admin to anon, authenticated, service_role;

-- For policies and triggers: whether the caller may decide about recommendations and members.
create function private.can_moderate() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(public.get_my_role() in ('administrator', 'moderator'), false)
$$;
grant execute on function private.can_moderate() to authenticated;

-- For policies: whether the caller may change the catalogue.
create function private.can_edit() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(public.get_my_role() in ('administrator', 'editor'), false)
$$;
grant execute on function private.can_edit() to authenticated;

-- For reads of profiles that name nobody (server/supabase/rest/profile-reads.ts): true for a moderator, else an error.
create function public.may_list_profiles() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_moderate() then
    raise exception 'Profiles cannot be listed' using errcode = 'PT400',
      hint = 'Name at most 100 ids or usernames (id=eq.…, id=in.(…), username=eq.… or username=in.(…)), and embed only id, username and has_page.';
  end if;
  return true;
end;
$$;
grant execute on function public.get_my_role, public.may_list_profiles to authenticated;

-- Raises unless the caller is an administrator with a live session, or has the `other` role. `what` completes the
-- sentence.
create function private.require_administrator(what text, other text default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (public.get_my_role() in ('administrator', other)) is not true then
    raise exception 'Only administrators% may %', coalesce(' and ' || other || 's', ''), private.in_words(what)
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- Checked before a function waits for anything, so that nobody else waits or holds a lock, and again at its end: the
-- caller may have been revoked meanwhile.
create function private.require_current_administrator(what text default 'do this', other text default null)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.require_administrator(what, other);
end;
$$;

-- Fires when an account's address is verified; one of ADMIN_EMAILS makes the account an administrator, unless it is
-- suspended: in that case it must not raise, or the server could not start.
create function private.record_verified_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (old.email_confirmed_at is not null or old.email is distinct from new.email) then
    return null;
  end if;
  insert into private.verified_emails (user_id, email) values (new.id, lower(new.email))
    on conflict (user_id) do update set email = excluded.email, verified_at = now();
  perform private.set_role(new.id, 'administrator', 'ADMIN_EMAILS')
    from private.admin_emails a where a.email = lower(new.email) and not private.is_suspended(new.id);
  return null;
end;
$$;

create trigger users_record_verified_email after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.record_verified_email();

-- Called by the server and the command line as the owner of the database. No role of the API may execute these.

-- Replaces the addresses of ADMIN_EMAILS and makes administrators of the accounts that have verified one of them.
-- An address that left the list revokes nobody: that is done by hand, with private.revoke_admin.
create function private.set_admin_emails(emails text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Serialises processes that start at the same time.
  lock table private.admin_emails in share row exclusive mode;
  delete from private.admin_emails;
  insert into private.admin_emails (email)
    select distinct lower(private.trim_text(entry)) from unnest(emails) entry where private.trim_text(entry) <> '';
  perform private.set_role(v.user_id, 'administrator', 'ADMIN_EMAILS')
    from private.verified_emails v
    join auth.users u on u.id = v.user_id and lower(u.email) = v.email and u.email_confirmed_at is not null
    join private.admin_emails a on a.email = v.email
    where not private.is_suspended(v.user_id);
end;
$$;

-- Raises when there is no account with that address, or its address is not verified yet. Replaces another role; returns
-- false when it had this one already.
create function private.grant_admin(email text, granted_by text, role text default 'administrator') returns boolean
language plpgsql set search_path = ''
as $$
declare
  account record;
begin
  select u.id, u.email_confirmed_at into account from auth.users u
    where lower(u.email) = lower(private.trim_text(grant_admin.email));
  if not found then
    raise exception 'no account with that address' using errcode = 'no_data_found';
  elsif account.email_confirmed_at is null then
    raise exception 'that account has not verified its address yet' using errcode = 'object_not_in_prerequisite_state';
  elsif private.is_suspended(account.id) then
    raise exception 'that account is suspended' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform set_config('plaudit.source', 'command line', true);
  return private.set_role(account.id, grant_admin.role, grant_admin.granted_by);
end;
$$;

-- Raises when there is no account with that address. Returns false when it had no role.
create function private.revoke_admin(email text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  account_id uuid;
begin
  select u.id into account_id from auth.users u
    where lower(u.email) = lower(private.trim_text(revoke_admin.email));
  if not found then
    raise exception 'no account with that address' using errcode = 'no_data_found';
  end if;
  perform set_config('plaudit.source', 'command line', true);
  delete from private.administrators where user_id = account_id;
  return found;
end;
$$;

-- Checks who may be given a role, whichever way the row is written.
create function private.check_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.user_id for no key update;
  if not exists (select from auth.users where id = new.user_id and email_confirmed_at is not null) then
    raise exception 'Only members who have verified their email address can be %s', new.role
      using errcode = 'check_violation';
  elsif private.is_suspended(new.user_id) then
    raise exception 'A suspended member cannot be %. Lift the suspension first.', private.with_article(new.role)
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger administrators_check before insert on private.administrators
  for each row execute function private.check_administrator();

create trigger administrators_lock before delete or update of role on private.administrators
  for each statement execute function private.lock_partitions('administrators', 'alone');

create function private.guard_last_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.administrators where role = 'administrator') then
    raise exception 'The last administrator cannot be revoked' using detail = 'last_administrator';
  end if;
  return null;
end;
$$;

create trigger administrators_guard_last after delete or update of role on private.administrators
  for each row when (old.role = 'administrator') execute function private.guard_last_administrator();
