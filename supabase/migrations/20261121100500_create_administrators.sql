-- Who administers is decided here and nowhere a user can write: no metadata, no claim, no default account.
create table private.administrators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  granted_at timestamptz not null default now(),
  granted_by text not null
);

-- The addresses of ADMIN_EMAILS; the server replaces them each time it starts.
create table private.admin_emails (
  email text primary key check (email = lower(email))
);

-- The address an account proved at sign-up. A later change of address is not proof enough to administer by.
create table private.verified_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  verified_at timestamptz not null default now()
);

-- True for a signed-in administrator, false for everyone else. It tells callers about themselves only.
create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.administrators where user_id = (select auth.uid()))
$$;
revoke execute on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to anon, authenticated, service_role;

-- Fires when an account's address is verified; one of ADMIN_EMAILS makes the account an administrator.
create function private.note_verified_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (old.email_confirmed_at is not null or old.email is distinct from new.email) then
    return null;
  end if;
  insert into private.verified_emails (user_id, email) values (new.id, lower(new.email))
    on conflict (user_id) do update set email = excluded.email, verified_at = now();
  insert into private.administrators (user_id, granted_by)
    select new.id, 'ADMIN_EMAILS' where exists (select from private.admin_emails where email = lower(new.email))
    on conflict (user_id) do nothing;
  return null;
end;
$$;

create trigger users_note_verified_email after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.note_verified_email();
