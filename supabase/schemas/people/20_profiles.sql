-- One profile per verified account. Profiles are public: recommendations are signed with the username, and the sign-up form
-- checks a username before the account exists.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null,
  username extensions.citext not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether everybody may open their page: the member's choice, and never while they are suspended.
  has_page boolean not null default true,
  constraint profiles_username_key unique (username),
  constraint profiles_full_name_length check (char_length(full_name) between 1 and 200),
  constraint profiles_full_name_shown check (private.is_readable('Full name', full_name, false)),
  constraint profiles_username_format check (username::text ~ '^[A-Za-z0-9_-]{3,30}$')
);

alter table public.profiles enable row level security;
grant select on public.profiles to anon, authenticated;
grant update (full_name, username, updated_at, has_page) on public.profiles to authenticated;
grant select, update, delete on public.profiles to service_role;

create policy profiles_select_public on public.profiles
  for select to anon, authenticated using (true);
create policy profiles_update_own on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- With our own /auth/v1 a sign-up is stored in auth.pending_sign_ups until its address is verified, and reserves its
-- username for a day. A hosted project has no such table: its unverified accounts reserve nothing.

-- Reads and validates the profile fields in the metadata of a sign-up.
create function private.read_sign_up(metadata jsonb, out full_name text, out username text)
language plpgsql immutable set search_path = ''
as $$
begin
  full_name := case when jsonb_typeof(metadata -> 'full_name') = 'string'
    then private.trim_text(metadata ->> 'full_name') end;
  username := case when jsonb_typeof(metadata -> 'username') = 'string'
    then private.trim_text(metadata ->> 'username') end;
  if coalesce(full_name, '') = '' then
    raise exception 'Full name is required' using errcode = 'check_violation';
  elsif char_length(full_name) > 200 then
    raise exception 'Full name must be 200 characters or less' using errcode = 'check_violation';
  elsif full_name <> private.without_hidden_characters(full_name, false) then
    raise exception 'Full name contains control characters or hidden formatting. Please remove them.'
      using errcode = 'check_violation';
  elsif coalesce(username, '') = '' then
    raise exception 'Username is required' using errcode = 'check_violation';
  elsif char_length(username) < 3 then
    raise exception 'Username must be at least 3 characters' using errcode = 'check_violation';
  elsif username !~ '^[A-Za-z0-9_-]{3,30}$' then
    raise exception 'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'
      using errcode = 'check_violation';
  end if;
end;
$$;

-- Reserves a username for one claimant (the id of an account or a sign-up, and its address) until the end of the
-- transaction, or raises. Sign-ups of the same address do not compete: a person may sign up again. The lock serialises
-- claims of one name, whether they end in a profile or in a sign-up.
create function private.claim_username(wanted text, claimant uuid, address text) returns void
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('username ' || lower(wanted), 0));
  taken := exists (select from public.profiles p
    where p.username operator(extensions.=) wanted::extensions.citext and p.id <> claimant);
  if not taken and to_regclass('auth.pending_sign_ups') is not null then
    taken := exists (select from auth.pending_sign_ups s
      where lower(s.username) = lower(wanted) and s.email is distinct from address
        and s.created_at > now() - interval '1 day');
  end if;
  if taken then
    raise exception 'Username is already taken' using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
end;
$$;

-- Clients may send updated_at, as the specification has it; the stored value is the database's own time.
create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.full_name := private.trim_text(new.full_name);
  -- Not by a suspension, which closes their page.
  if tg_op = 'UPDATE' and pg_trigger_depth() = 1 then
    new.updated_at := now();
  end if;
  if new.username::text is distinct from old.username::text then
    perform private.claim_username(new.username::text, new.id, (select u.email from auth.users u where u.id = new.id));
  end if;
  return new;
end;
$$;

create trigger profiles_check before insert or update on public.profiles
  for each row execute function private.check_profile();

-- Names for an account that was given no username: made in the dashboard of a hosted project, by its invitation or with a
-- provider. The provider's full name, else both from the address, so short that an ending fits.
create function private.derive_names(metadata jsonb, email text, out full_name text, out username text)
language plpgsql immutable set search_path = ''
as $$
declare
  given text := private.without_hidden_characters(coalesce(metadata ->> 'full_name', metadata ->> 'name'), false);
  mailbox text := private.without_hidden_characters(regexp_replace(split_part(email, '@', 1), '\+.*$', ''), false);
begin
  full_name := coalesce(nullif(private.trim_text(left(given, 200)), ''), nullif(private.trim_text(mailbox), ''), 'Member');
  username := btrim(left(regexp_replace(mailbox, '[^A-Za-z0-9_-]+', '-', 'g'), 21), '-');
  if username is null or char_length(username) < 3 then
    username := 'member';
  end if;
end;
$$;

-- The profile of an account, once its address or number is verified: until then strangers see nothing of it. Names given at
-- sign-up are checked at once, and refused; those of a hosted project's account that somebody else took before it was
-- verified, and derived ones, get an ending.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_names boolean := coalesce(new.raw_user_meta_data ? 'username', false);
  person record;
begin
  if exists (select from public.profiles p where p.id = new.id) then
    return null;
  end if;
  if has_names then
    person := private.read_sign_up(new.raw_user_meta_data);
  else
    person := private.derive_names(new.raw_user_meta_data, new.email);
  end if;
  if new.confirmed_at is null then
    if has_names then
      perform private.claim_username(person.username, new.id, new.email);
    end if;
    return null;
  end if;
  insert into public.profiles (id, full_name, username) values (new.id, person.full_name, person.username);
  return null;
exception
  when unique_violation then
    if has_names and (tg_op = 'INSERT' or new.confirmed_at is null) then
      raise;
    end if;
    insert into public.profiles (id, full_name, username)
      values (new.id, person.full_name, left(person.username, 21) || '-' || right(new.id::text, 8));
    return null;
end;
$$;

create trigger users_create_profile after insert or update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function private.create_profile();
