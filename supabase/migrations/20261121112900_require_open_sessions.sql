-- An access token is good until it expires, whatever became of its session. Whoever signed out everywhere, or set a new
-- password, must not be written for by a token that is still out there: writes look whether the session is open.
-- PT401 makes PostgREST answer 401, so that a client refreshes its token, or learns that it is signed out.
create function private.require_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  session_id text := auth.jwt() ->> 'session_id';
begin
  -- Without the claim it is no person's session: the server, the command line, the authentication service.
  if session_id is not null and not exists (select from auth.sessions where id = session_id::uuid) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;
revoke execute on function private.require_session() from public, anon, authenticated, service_role;

create function private.check_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Asked of what the request writes, not of what follows from it: an account that goes takes its sessions along first.
  if pg_trigger_depth() = 1 then
    perform private.require_session();
  end if;
  return null;
end;
$$;

create trigger profiles_require_session before insert or update or delete on public.profiles
  for each statement execute function private.check_session();
create trigger categories_require_session before insert or update or delete on public.categories
  for each statement execute function private.check_session();
create trigger tools_require_session before insert or update or delete on public.tools
  for each statement execute function private.check_session();
create trigger tool_categories_require_session before insert or update or delete on public.tool_categories
  for each statement execute function private.check_session();
create trigger tool_upvotes_require_session before insert or update or delete on public.tool_upvotes
  for each statement execute function private.check_session();
create trigger upvote_flags_require_session before insert or update or delete on public.upvote_flags
  for each statement execute function private.check_session();
