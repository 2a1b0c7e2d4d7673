-- citext: usernames are one name whatever their case. pg_trgm: substring search by name. unaccent, fuzzystrmatch: search for
-- a task.
create schema if not exists extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Deny first: nothing these files or later migrations create is granted to anybody except in the same file.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- EXECUTE for PUBLIC is a default of the whole database, so it is revoked for the whole database.
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role;

-- Not exposed by the API: only the owner has usage. Functions of public that visitors may call read it with their owner's
-- rights, and check no caller: they return what is public.
create schema private;

-- Refuses a statement. Arguments: the message, and its code.
create function private.refuse_statement() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = tg_argv[0], errcode = tg_argv[1];
end;
$$;

-- One setting of the site (public.site_settings), or its default.
create function private.setting(field text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select s.settings ->> field from public.site_settings s order by s.version desc limit 1),
    private.default_settings() ->> field);
end;
$$;

-- The bytes of an answer so far. It fails at the row that makes them too many, so that no larger answer is built first.
create function private.add_bytes(sum integer, bytes integer, most integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if sum + bytes > most then
    raise exception 'The answer has more than % MB', most / 1000000
      using errcode = 'program_limit_exceeded', hint = 'Ask for fewer rows, columns or embedded tables.';
  end if;
  return sum + bytes;
end;
$$;

-- For the statements of /rest/v1 (server/supabase/rest/select-sql.ts), with every caller's rights.
create aggregate public.bytes_within(bytes integer, most integer) (
  sfunc = private.add_bytes, stype = integer, initcond = '0', parallel = safe
);
grant execute on function public.bytes_within(integer, integer) to anon, authenticated, service_role;
