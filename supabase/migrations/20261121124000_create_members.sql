-- What the administrators' list of people is searched and ordered by: username, name and address in one text, lower case,
-- a line each, so that one index serves all three. The address is the authentication service's, which our indexes cannot
-- reach. It goes with the profile.
create table private.members (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  joined_at timestamptz not null,
  search text not null
);
create index members_newest on private.members (joined_at desc, user_id desc);
create index members_search_trigrams on private.members using gin (search extensions.gin_trgm_ops);
alter table private.members enable row level security;
revoke all on private.members from public, anon, authenticated, service_role;

-- Writes the entries of these accounts anew. Addresses under .invalid are nobody's: the service makes such accounts where
-- an answer must not tell that an address has one.
create function private.note_members(ids uuid[]) returns void
language sql set search_path = ''
as $$
  delete from private.members m using auth.users u
    where m.user_id = any (ids) and u.id = m.user_id and u.email like '%.invalid';
  insert into private.members (user_id, joined_at, search)
    select p.id, p.created_at, lower(concat_ws(E'\n', p.username::text, p.full_name, u.email))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (ids) and coalesce(u.email, '') not like '%.invalid'
    on conflict (user_id) do update set search = excluded.search;
$$;
revoke execute on function private.note_members(uuid[]) from public, anon, authenticated, service_role;

create function private.note_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_members(array[new.id]);
  return null;
end;
$$;

create trigger profiles_note_member after insert or update of username, full_name on public.profiles
  for each row execute function private.note_member();
create trigger users_note_member after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.note_member();

select private.note_members(array(select id from public.profiles));
