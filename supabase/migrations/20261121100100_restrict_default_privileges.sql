-- Deny first: what a later migration creates is nobody's until that migration grants it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
-- EXECUTE for PUBLIC is a default of the whole database, so it is revoked for the whole database.
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role;

-- Never exposed by the API: nobody but the owner may even name what is in it.
create schema private;
revoke all on schema private from public, anon, authenticated, service_role;
