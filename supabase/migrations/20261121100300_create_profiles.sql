-- One profile an account, made from the sign-up metadata. Everyone may read profiles: recommendations are signed with
-- the username, and the sign-up form looks a username up before the account exists.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null,
  username extensions.citext not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_username_key unique (username),
  constraint profiles_full_name_length check (char_length(full_name) between 1 and 200),
  constraint profiles_username_format check (username::text ~ '^[A-Za-z0-9_-]{3,30}$')
);

-- A client may send updated_at with its change, as the specification has it; what is kept is the database's own time.
create function private.normalise_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.full_name := private.trim_text(new.full_name);
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

create trigger profiles_normalise before insert or update on public.profiles
  for each row execute function private.normalise_profile();

alter table public.profiles enable row level security;
revoke all on public.profiles from public, anon, authenticated, service_role;
grant select on public.profiles to anon, authenticated;
grant update (full_name, username, updated_at) on public.profiles to authenticated;
grant select, update, delete on public.profiles to service_role;

create policy profiles_select_public on public.profiles
  for select to anon, authenticated using (true);
create policy profiles_update_own on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));
