-- What administrators, moderators and editors changed, and who they are. Written by triggers only, append-only.
create table public.audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: an entry outlives the account and the row it describes.
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  -- Row entries of an import have its id; the import itself has two entries (table_name catalogue_imports, row_id the
  -- id, no import_id), so that the log shows one line per import and can still list every row.
  import_id uuid default nullif(current_setting('plaudit.import_id', true), '')::uuid,
  -- The member it is about. No foreign key, as for the actor.
  person_id uuid,
  -- The tool or category it is about, and its name when the entry was made. No foreign key either.
  subject_id uuid,
  subject text,
  -- The names of the categories in it: {id: name}.
  names jsonb not null default '{}',
  -- api: somebody's session · key: the service's key · command line · ADMIN_EMAILS · database: by hand in it
  source text not null default 'database',
  -- Search words: what was done to what, lower case. Never a member's name: members are looked up by person_id and
  -- actor_id, and can be forgotten.
  search text not null default ''
);

create index audit_log_row on public.audit_log (table_name, row_id);
create index audit_log_import on public.audit_log (import_id, id) where import_id is not null;

-- Row entries of an import are listed for that import only.
create index audit_log_newest on public.audit_log (created_at desc, id desc) where import_id is null;
create index audit_log_table_newest on public.audit_log (table_name, created_at desc, id desc) where import_id is null;
create index audit_log_actor_newest on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_person on public.audit_log (person_id) where person_id is not null;

create index audit_log_search_bigrams on public.audit_log using gin (private.bigrams(search)) where import_id is null;

-- Row entries of an import are found by its id: not worth an index of trigrams and bigrams.
create index audit_log_search_words on public.audit_log using gin (search extensions.gin_trgm_ops)
  where import_id is null;

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log
  for select to authenticated using ((select private.can_moderate()));

-- The planner needs the frequency of bigrams; a partial index keeps no statistics of its own for it.
create statistics public.audit_log_bigrams on (private.bigrams(search)) from public.audit_log;

-- When an account is deleted, its profile, recommendations and undecided reports are deleted. Decided reports stay as
-- the reason of the decision without the reporter; the audit log keeps the decision without the member and their words.

-- An entry without the member it is about. Entries of other tables contain no member's data. The reason of a suspension
-- is about a member and is removed too.
create function private.without_member(table_name text, entry jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry is null then null
    when table_name in ('tool_upvotes', 'voided_upvotes') then entry || '{"user_id": null, "reason": null}'
    when table_name = 'upvote_flags' then entry || '{"flagged_by": null}'
    when table_name = 'suspensions' then entry || '{"reason": null}'
    when table_name in ('contributions', 'claims') then entry || '{"member_id": null, "reason": null}'
    when table_name in ('member_lists', 'maker_answers') then entry || '{"member_id": null, "said": null, "reason": null}'
    else entry
  end
$$;

-- Append-only: the only update allowed removes a member and nothing else. Entries older than 30 days may be deleted, for
-- which only the owner of the database has the right.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at, new.subject_id, new.subject,
       new.names, new.source, new.search, new.import_id)
       is not distinct from
       (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at, old.subject_id, old.subject,
       old.names, old.source, old.search, old.import_id)
     and (new.person_id is null or new.person_id = old.person_id)
     and new.before is not distinct from private.without_member(old.table_name, old.before)
     and new.after is not distinct from private.without_member(old.table_name, old.after) then
    return new;
  elsif tg_op = 'DELETE' and old.created_at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_refuse_truncate before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Fills in the derived parts of every entry, written by a trigger or an import, so that readers need not compute them.
create function private.describe_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  entry jsonb := coalesce(new.after, new.before);
begin
  new.person_id := coalesce(entry ->> 'user_id', entry ->> 'flagged_by', entry ->> 'member_id')::uuid;
  new.subject_id := case
    when new.table_name in ('tools', 'categories') then new.row_id
    when new.table_name = 'upvote_flags' then (
      select v.tool_id from public.tool_upvotes v where v.id = (entry ->> 'upvote_id')::uuid)
    else (entry ->> 'tool_id')::uuid
  end;
  new.subject := case
    when new.table_name in ('tools', 'categories', 'contributions', 'claims', 'merges') then entry ->> 'name'
    else (select t.name from public.tools t where t.id = new.subject_id)
  end;
  new.names := coalesce((
    select jsonb_object_agg(c.id, c.name) from public.categories c
    where c.id in ((new.before ->> 'category_id')::uuid, (new.after ->> 'category_id')::uuid)), '{}');
  new.search := lower(left(concat_ws(' ',
    case new.table_name
      when 'tool_upvotes' then case new.action when 'delete' then 'deleted' else new.after ->> 'flag_status' end
        || ' recommendation upvote'
      when 'voided_upvotes' then case new.action when 'delete' then 'counted again' else 'not counted' end
        || ' recommendation upvote'
      when 'upvote_flags' then coalesce(new.after ->> 'status', new.action) || ' report flag'
      when 'administrators' then case new.action when 'delete' then 'revoked' else 'granted' end || ' ' || (entry ->> 'role')
      when 'member_lists' then (new.after ->> 'decision') || ' list'
      when 'maker_answers' then (new.after ->> 'decision') || ' answer of maker'
      when 'suspensions' then case new.action when 'insert' then 'suspended member' else 'lifted suspension' end
      when 'contributions' then concat_ws(' ', case new.after ->> 'state'
        when 'waiting' then 'undone' else new.after ->> 'state' end, new.after ->> 'kind', 'suggestion')
      when 'claims' then 'revoked claim of maker'
      when 'merges' then case new.action when 'insert' then 'merged ' else 'undone merge ' end || (entry ->> 'gone_name')
      when 'tool_categories' then case new.action when 'delete' then 'removed' else 'added' end || ' category of tool'
      when 'catalogue_imports' then case new.action
        when 'insert' then 'started import' when 'update' then 'finished import' else 'removed' end
      else case new.action when 'insert' then 'created' when 'update' then 'changed' else 'deleted' end
        || ' ' || case new.table_name when 'tools' then 'tool' when 'categories' then 'category' else new.table_name end
    end,
    new.before ->> 'name', new.before ->> 'slug', coalesce(new.after, new.before) ->> 'file',
    nullif(new.after ->> 'name', new.before ->> 'name'), nullif(new.after ->> 'slug', new.before ->> 'slug'),
    case when new.table_name not in ('tools', 'categories') then new.subject end,
    case when new.table_name = 'tool_categories' then new.names ->> (entry ->> 'category_id') end
  ), 1000));
  new.source := case
    when entry ->> 'source' = 'command line' then 'command line'
    when new.actor_id is not null then 'api'
    when auth.role() = 'service_role' then 'key'
    when entry ->> 'granted_by' = 'ADMIN_EMAILS' and new.action = 'insert' then 'ADMIN_EMAILS'
    else coalesce(nullif(current_setting('plaudit.source', true), ''), 'database')
  end;
  return new;
end;
$$;

create trigger audit_log_describe before insert on public.audit_log
  for each row execute function private.describe_audit_entry();

-- Argument: the column that identifies the row.
create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_table_schema = 'public' then
    -- Only the own statement of somebody with a role or of an import, not nested triggers and cascades.
    if pg_trigger_depth() > 1 or before is not distinct from after or current_setting('plaudit.is_merging', true) = 'on' then
      return null;
    end if;
    if public.get_my_role() is null and auth.role() is distinct from 'service_role'
      and coalesce(current_setting('plaudit.import_id', true), '') = '' then
      return null;
    end if;
    -- Deleting one's own recommendation is not an administrator's action.
    if tg_table_name = 'tool_upvotes' and tg_op = 'DELETE' and before ->> 'user_id' = (select auth.uid())::text then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (
      (select auth.uid()), lower(tg_op), tg_table_name, (coalesce(after, before) ->> tg_argv[0])::uuid, before, after
    );
  return null;
end;
$$;

create trigger categories_audit
  after insert or update of name, slug, description or delete on public.categories
  for each row execute function private.write_audit_log('id');
create trigger tools_audit after insert or update or delete on public.tools
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger tool_categories_audit after insert or delete on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
-- Not called for each of the upvotes that are deleted with their tool: nothing is logged, and it took half of that time.
create trigger tool_upvotes_audit after update of flag_status or delete on public.tool_upvotes
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger upvote_flags_audit after update of status on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');

-- Changes of administrators are always logged, also those made directly on the server.
create trigger administrators_audit after insert or update of granted_by or delete on private.administrators
  for each row execute function private.write_audit_log('user_id');
create trigger suspensions_audit after insert or update of lifted_at on private.suspensions
  for each row execute function private.write_audit_log('user_id');
