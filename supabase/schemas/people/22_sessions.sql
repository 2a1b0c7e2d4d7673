-- Networks and browsers that signed in to an account: `network:` or `browser:` and a keyed hash (docs/decisions/048).
-- Failed attempts of strangers do not count against requests from there. Deleted with the account.
create table private.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  place text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place)
);

-- Every right beyond a visitor's requires a live session, for reading and for writing, because an access token outlives
-- its session. A suspended member has none. A token without the claim `session_id` belongs to the server, the command
-- line or the authentication service.
create function private.has_ended_session() returns boolean
language sql stable set search_path = ''
as $$
  select (auth.jwt() ? 'session_id' and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and (s.not_after is null or s.not_after > now())))
    or private.is_suspended((select auth.uid()))
$$;

-- An access token is valid until it expires, even after a sign-out or a new password. PT401 makes PostgREST answer 401,
-- so that the client refreshes its token or learns that it is signed out.
create function private.require_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.has_ended_session() then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;

-- Before a row of the caller's is inserted: their account stays until it is. After the locks of tools and recommendations,
-- as deleting an account locks; who was deleted or suspended while this waited is told as by require_session.
create function private.lock_caller() returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles p where p.id = (select auth.uid()) for key share;
  if not found or private.is_suspended((select auth.uid())) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;

create trigger profiles_require_session before insert or update or delete on public.profiles
  for each statement execute function private.lock_partitions();

-- For policies: true, or an error. It reveals nothing about others.
create function public.require_open_account() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return true;
end;
$$;
grant execute on function public.require_open_account to authenticated;

-- Keeps the ten networks and ten browsers seen last. A place seen within the hour is not written again. A member who asked
-- for it is told of a new browser, by its name.
create function private.remember_places(member uuid, places text[], browser_name text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.notices (member_id, kind, cause, tool_name)
    select m.member_id, 'signed_in', given.place, browser_name
    from private.notice_mails m, unnest(places) given (place)
    where m.member_id = member and m.wishes ? 'sign_ins' and given.place like 'browser:%'
      and not exists (select from private.known_places known where known.user_id = member and known.place = given.place);
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
end;
$$;
