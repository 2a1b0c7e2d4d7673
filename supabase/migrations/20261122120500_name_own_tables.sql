-- Ours are the tables of private and these of public, where others may keep theirs: extensions do, and a trigger on what
-- belongs to somebody else stops the start. A test fails for a table of public that is neither named nor another's.
create or replace function private.announce_every_table() returns void
language plpgsql set search_path = ''
as $$
declare
  entry record;
begin
  for entry in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_class c
    where c.relkind = 'r'
      and (c.relnamespace = 'private'::regnamespace
        or c.relnamespace = 'public'::regnamespace and c.relname in (
          'audit_log', 'categories', 'profiles', 'tool_categories', 'tool_upvotes', 'tools', 'upvote_appeals',
          'upvote_flags'))
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'Unannounced%'
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname like c.relname || '\_announce%'
      )
  loop
    execute format('create trigger %I after insert or update or delete or truncate on %s
      for each statement execute function private.announce_table()', entry.relname || '_announce', entry.name);
  end loop;
end;
$$;
