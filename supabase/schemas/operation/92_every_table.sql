-- No role of the API may use the schema private; nor would it read a row there.
do $$
declare
  place regclass;
begin
  for place in
    select c.oid::regclass from pg_catalog.pg_class c where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', place);
  end loop;
end;
$$;

-- Counts, lists and trends are maintained by row and statement triggers, which TRUNCATE does not fire. Others may have tables in
-- public. Versions of settings and the audit log refuse it themselves.
do $$
declare
  place text;
begin
  foreach place in array array['profiles', 'categories', 'tools', 'tool_categories', 'link_checks', 'tool_upvotes',
    'upvote_flags', 'upvote_appeals', 'tool_submitters', 'tool_makers', 'sign_up_invitations']
  loop
    execute format('create trigger %s before truncate on public.%I for each statement
      execute function private.refuse_statement(%L, ''feature_not_supported'')', place || '_refuse_truncate', place,
      'TRUNCATE is not supported: delete the rows of ' || place);
  end loop;
end;
$$;
