-- What the log needs to be read by people: whom an entry is about, through which door it came, and the words it is found by.
alter table public.audit_log
  -- The member it is about. No foreign key, as for the actor.
  add column person_id uuid,
  -- api: somebody's session · key: the service's key · command line · ADMIN_EMAILS · database: by hand in it
  add column door text not null default 'database',
  -- What was done and to what, lower case. Never a person: they are looked up by person_id and actor_id, and so forgotten.
  add column search text not null default '';

-- The words of an entry. Of rows that belong to a tool, its name as it is now.
create function private.describe_entry(table_name text, action text, before jsonb, after jsonb) returns text
language sql stable set search_path = ''
as $$
  select lower(left(concat_ws(' ',
    case table_name
      when 'tool_upvotes' then case action when 'delete' then 'deleted' else after ->> 'flag_status' end
        || ' recommendation upvote'
      when 'upvote_flags' then coalesce(after ->> 'status', action) || ' report flag'
      when 'administrators' then case action when 'delete' then 'revoked' else 'granted' end || ' administrator'
      when 'suspensions' then case action when 'insert' then 'suspended member' else 'lifted suspension' end
      when 'tool_categories' then case action when 'delete' then 'removed' else 'added' end || ' category of tool'
      when 'catalogue_imports' then case action when 'insert' then 'started' else 'finished' end || ' import'
      else case action when 'insert' then 'created' when 'update' then 'changed' else 'deleted' end
        || ' ' || case table_name when 'tools' then 'tool' when 'categories' then 'category' else table_name end
    end,
    before ->> 'name', before ->> 'slug', after ->> 'file',
    nullif(after ->> 'name', before ->> 'name'), nullif(after ->> 'slug', before ->> 'slug'),
    case when table_name <> 'tools' then (
      select t.name from public.tools t where t.id = coalesce(
        (coalesce(after, before) ->> 'tool_id')::uuid,
        (select v.tool_id from public.tool_upvotes v where v.id = (coalesce(after, before) ->> 'upvote_id')::uuid))
    ) end,
    case when table_name = 'tool_categories' then (
      select c.name from public.categories c where c.id = (coalesce(after, before) ->> 'category_id')::uuid) end
  ), 1000))
$$;

create function private.person_of_entry(table_name text, row_id uuid, entry jsonb) returns uuid
language sql immutable set search_path = ''
as $$
  select case table_name
    when 'tool_upvotes' then (entry ->> 'user_id')::uuid
    when 'upvote_flags' then (entry ->> 'flagged_by')::uuid
    when 'administrators' then row_id
    when 'suspensions' then row_id
  end
$$;
revoke execute on function private.describe_entry(text, text, jsonb, jsonb), private.person_of_entry(text, uuid, jsonb)
  from public, anon, authenticated, service_role;

alter table public.audit_log disable trigger audit_log_append_only;
update public.audit_log set
  person_id = private.person_of_entry(table_name, row_id, coalesce(after, before)),
  search = private.describe_entry(table_name, action, before, after),
  door = case when coalesce(after, before) ->> 'source' = 'command line' then 'command line'
    when actor_id is not null then 'api' else 'database' end;
alter table public.audit_log enable trigger audit_log_append_only;

-- What an import changed row by row is read by that import only, and must not be waded through otherwise.
create index audit_log_newest on public.audit_log (created_at desc, id desc) where import_id is null;
create index audit_log_table_newest on public.audit_log (table_name, created_at desc, id desc) where import_id is null;
create index audit_log_actor_newest on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_person on public.audit_log (person_id) where person_id is not null;
create index audit_log_search_trigrams on public.audit_log using gin (search extensions.gin_trgm_ops);
drop index public.audit_log_actor;

-- Whoever writes an entry, the trigger of a table or an import, it is described here.
create function private.describe_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  entry jsonb := coalesce(new.after, new.before);
begin
  new.person_id := private.person_of_entry(new.table_name, new.row_id, entry);
  new.search := private.describe_entry(new.table_name, new.action, new.before, new.after);
  new.door := case
    when entry ->> 'source' = 'command line' then 'command line'
    when new.actor_id is not null then 'api'
    when auth.role() = 'service_role' then 'key'
    when entry ->> 'granted_by' = 'ADMIN_EMAILS' and new.action = 'insert' then 'ADMIN_EMAILS'
    else coalesce(nullif(current_setting('plaudit.door', true), ''), 'database')
  end;
  return new;
end;
$$;
create trigger audit_log_describe before insert on public.audit_log
  for each row execute function private.describe_audit_entry();

-- Also why a member was suspended is said of a person, and goes with them.
create or replace function private.without_person(table_name text, entry jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry is null then null
    when table_name = 'tool_upvotes' then entry || '{"user_id": null, "reason": null}'
    when table_name = 'upvote_flags' then entry || '{"flagged_by": null}'
    when table_name = 'suspensions' then entry || '{"reason": null}'
    else entry
  end
$$;

create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at, new.door, new.search,
       new.import_id)
       is not distinct from
       (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at, old.door, old.search,
       old.import_id)
     and (new.person_id is null or new.person_id = old.person_id)
     and new.before is not distinct from private.without_person(old.table_name, old.before)
     and new.after is not distinct from private.without_person(old.table_name, old.after) then
    return new;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create or replace function private.forget_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Now and not by a cascade: a report nobody decided must not outlive its reporter.
  delete from public.upvote_flags where flagged_by = old.id and status = 'pending';
  update public.audit_log
    set person_id = null,
      before = private.without_person(table_name, before), after = private.without_person(table_name, after)
    where (table_name = 'tool_upvotes' and coalesce(after, before) ->> 'user_id' = old.id::text)
      or (table_name = 'upvote_flags' and coalesce(after, before) ->> 'flagged_by' = old.id::text)
      or (table_name = 'suspensions' and row_id = old.id);
  return old;
end;
$$;
