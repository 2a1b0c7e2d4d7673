-- Who may become administrator, and that one always remains: held here, whichever way a row comes or goes.

alter table private.administrators
  -- The administrator who granted it; granted_by says it for all other ways.
  add column granted_by_id uuid references auth.users (id) on delete set null;
create index administrators_granted_by_id on private.administrators (granted_by_id);

create function private.check_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.user_id for no key update;
  if not exists (select from auth.users where id = new.user_id and email_confirmed_at is not null) then
    raise exception 'Only members who have verified their e-mail address can be administrators'
      using errcode = 'check_violation';
  elsif private.is_suspended(new.user_id) then
    raise exception 'A suspended member cannot be an administrator. Lift the suspension first.'
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
create trigger administrators_check before insert on private.administrators
  for each row execute function private.check_administrator();

-- One change of who administers at a time.
create function private.lock_administrators() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('private.administrators', 0))
$$;
revoke execute on function private.lock_administrators() from public, anon, authenticated, service_role;

create function private.take_turns() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_administrators();
  return null;
end;
$$;
create trigger administrators_take_turns before delete on private.administrators
  for each statement execute function private.take_turns();

create function private.keep_an_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from removed) and not exists (select from private.administrators) then
    raise exception 'The last administrator cannot be revoked';
  end if;
  return null;
end;
$$;
create trigger administrators_keep_one after delete on private.administrators
  referencing old table as removed for each statement execute function private.keep_an_administrator();

-- Not when the account of the one who granted it goes.
drop trigger administrators_audit on private.administrators;
create trigger administrators_audit after insert or update of granted_by or delete on private.administrators
  for each row execute function private.write_audit_log('user_id');

-- As before, but not for the suspended: an address in ADMIN_EMAILS must not keep the server from starting.
create or replace function private.note_verified_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (old.email_confirmed_at is not null or old.email is distinct from new.email) then
    return null;
  end if;
  insert into private.verified_emails (user_id, email) values (new.id, lower(new.email))
    on conflict (user_id) do update set email = excluded.email, verified_at = now();
  insert into private.administrators (user_id, granted_by)
    select new.id, 'ADMIN_EMAILS'
    where exists (select from private.admin_emails where email = lower(new.email))
      and not private.is_suspended(new.id)
    on conflict (user_id) do nothing;
  return null;
end;
$$;

create or replace function private.set_admin_emails(emails text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Processes that start together take turns.
  lock table private.admin_emails in share row exclusive mode;
  delete from private.admin_emails;
  insert into private.admin_emails (email)
    select distinct lower(private.trim_text(entry)) from unnest(emails) entry where private.trim_text(entry) <> '';
  insert into private.administrators (user_id, granted_by)
    select v.user_id, 'ADMIN_EMAILS'
    from private.verified_emails v
    join auth.users u on u.id = v.user_id and lower(u.email) = v.email and u.email_confirmed_at is not null
    join private.admin_emails a on a.email = v.email
    where not private.is_suspended(v.user_id)
    on conflict (user_id) do nothing;
end;
$$;

create or replace function private.grant_admin(email text, granted_by text) returns boolean
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
  perform set_config('plaudit.door', 'command line', true);
  insert into private.administrators (user_id, granted_by) values (account.id, grant_admin.granted_by)
    on conflict (user_id) do nothing;
  return found;
end;
$$;

create or replace function private.revoke_admin(email text) returns boolean
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
  perform set_config('plaudit.door', 'command line', true);
  delete from private.administrators where user_id = account_id;
  return found;
end;
$$;
