-- citext: usernames are one name whatever their case. pg_trgm: substring search by name.
create schema if not exists extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

-- Deny first: what these files and later migrations create is nobody's until it is granted beside it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- EXECUTE for PUBLIC is a default of the whole database, so it is revoked for the whole database.
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role;

-- Never exposed by the API: nobody but the owner may even name what is in it.
create schema private;

-- What is kept of rows (counts, lists, trends, cases) follows their deletion, of which TRUNCATE tells nothing.
create function private.refuse_truncate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  raise exception 'TRUNCATE is not supported: delete the rows of %', tg_relid::regclass
    using errcode = 'feature_not_supported';
end;
$$;
