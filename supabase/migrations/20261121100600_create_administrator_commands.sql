-- What the server and the command line call as the owner of the database. No role of the API may execute these.

-- Replaces the addresses of ADMIN_EMAILS and makes administrators of the accounts that have verified one of them.
-- An address that left the list revokes nobody: that is done by hand, with private.revoke_admin.
create function private.set_admin_emails(emails text[]) returns void
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
    join auth.users u on u.id = v.user_id and lower(u.email) = v.email
    join private.admin_emails a on a.email = v.email
    on conflict (user_id) do nothing;
end;
$$;

-- Raises when there is no account with that address, or its address is not verified yet.
-- Returns false when it was an administrator already.
create function private.grant_admin(email text, granted_by text) returns boolean
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
  end if;
  insert into private.administrators (user_id, granted_by) values (account.id, grant_admin.granted_by)
    on conflict (user_id) do nothing;
  return found;
end;
$$;

-- Raises when there is no account with that address. Returns false when it was no administrator.
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
  delete from private.administrators where user_id = account_id;
  return found;
end;
$$;

create function private.list_admins() returns table (email text, granted_at timestamptz, granted_by text)
language sql stable set search_path = ''
as $$
  select u.email::text, a.granted_at, a.granted_by
  from private.administrators a join auth.users u on u.id = a.user_id
  order by a.granted_at, u.email
$$;

revoke execute on function private.set_admin_emails(text[]), private.grant_admin(text, text),
  private.revoke_admin(text), private.list_admins() from public, anon, authenticated, service_role;
