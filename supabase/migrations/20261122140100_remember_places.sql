-- Where an account was signed in to: `network:` or `browser:` and a keyed hash (docs/decisions/048). What strangers do
-- with the account's address does not count against who comes from there. Gone with the account.
create table private.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  place text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place)
);
alter table private.known_places enable row level security;
revoke all on private.known_places from public, anon, authenticated, service_role;
comment on table private.known_places is 'Unannounced: no answer from memory depends on it.';

-- The places of this account among these, while they are remembered: 90 days after they were last seen.
create function private.list_known_places(address text, places text[]) returns setof text
language sql stable set search_path = ''
as $$
  select p.place from private.known_places p join auth.users u on u.id = p.user_id
  where u.email = address and p.place = any (places) and p.seen_at > now() - interval '90 days'
$$;

-- An account has ten networks and ten browsers, those seen last. What was seen within the hour is not written again.
create function private.remember_places(member uuid, places text[]) returns void
language sql set search_path = ''
as $$
  insert into private.known_places as known (user_id, place)
    select u.id, place from auth.users u, unnest(places) place where u.id = member
    on conflict (user_id, place) do update set seen_at = now() where known.seen_at < now() - interval '1 hour';
  delete from private.known_places known
  where known.user_id = member and (
    known.seen_at < now() - interval '90 days'
    or known.place in (
      select ranked.place from (
        select p.place, row_number() over (partition by split_part(p.place, ':', 1) order by p.seen_at desc, p.place) as rank
        from private.known_places p where p.user_id = member
      ) ranked
      where ranked.rank > 10));
$$;

revoke execute on function private.list_known_places(text, text[]), private.remember_places(uuid, text[])
  from public, anon, authenticated, service_role;
