-- citext: usernames are one name whatever their case. pg_trgm: substring search by name. unaccent, fuzzystrmatch: search for
-- a task.
create schema if not exists extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Deny first: nothing these files or later migrations create is granted to anybody except beside it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- EXECUTE for PUBLIC is a default of the whole database, so it is revoked for the whole database.
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role;

-- Not exposed by the API: only the owner has usage.
create schema private;

-- Counts, lists and trends are maintained by row and statement triggers, which TRUNCATE does not fire.
create function private.refuse_truncate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  raise exception 'TRUNCATE is not supported: delete the rows of %', tg_relid::regclass
    using errcode = 'feature_not_supported';
end;
$$;
