-- Whether a session still lives is asked for every right that is not a visitor's, for reading as for writing: a token that
-- is still out there after its session ended reads no more than a visitor does.

-- Without the claim `session_id` it is no person's session: the server, the command line, the authentication service.
create function private.has_ended_session() returns boolean
language sql stable security definer set search_path = ''
as $$
  select (auth.jwt() ? 'session_id' and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and (s.not_after is null or s.not_after > now())))
    or private.is_suspended((select auth.uid()))
$$;
revoke execute on function private.has_ended_session() from public, anon, authenticated, service_role;

create or replace function private.require_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.has_ended_session() then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;

-- For policies: true, or the refusal. It tells callers about themselves only.
create or replace function public.require_open_account() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return true;
end;
$$;

-- True for an administrator whose session lives, false for everyone else. It tells callers about themselves only.
create or replace function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.administrators where user_id = (select auth.uid()))
    and not private.has_ended_session()
$$;
