-- What administrators changed, and who they are. Written by triggers only, never changed, read by administrators.
create table public.audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: an entry outlives the account and the row it tells of.
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  -- What an import of a catalogue changed, row by row, carries the id of the import; the import itself has two entries
  -- of its own (table_name catalogue_imports, row_id the id, no import_id): so the log reads as one line an import, and
  -- still tells what became of every tool.
  import_id uuid default nullif(current_setting('plaudit.import_id', true), '')::uuid,
  -- The member it is about. No foreign key, as for the actor.
  person_id uuid,
  -- api: somebody's session · key: the service's key · command line · ADMIN_EMAILS · database: by hand in it
  door text not null default 'database',
  -- What was done and to what, lower case. Never a person: they are looked up by person_id and actor_id, and so forgotten.
  search text not null default '',
  -- What one transaction wrote is told by the transaction, not by the moment it began: two may begin at the same one.
  transaction_id bigint not null default pg_current_xact_id()::text::bigint
);

create index audit_log_row on public.audit_log (table_name, row_id);
create index audit_log_recommender on public.audit_log ((coalesce(after, before) ->> 'user_id'))
  where table_name = 'tool_upvotes';
create index audit_log_reporter on public.audit_log ((coalesce(after, before) ->> 'flagged_by'))
  where table_name = 'upvote_flags';
create index audit_log_import on public.audit_log (import_id, id) where import_id is not null;

-- What an import changed row by row is read by that import only, and must not be waded through otherwise.
create index audit_log_newest on public.audit_log (created_at desc, id desc) where import_id is null;
create index audit_log_table_newest on public.audit_log (table_name, created_at desc, id desc) where import_id is null;
create index audit_log_actor_newest on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_person on public.audit_log (person_id) where person_id is not null;

create index audit_log_search_pairs on public.audit_log using gin (private.pairs_of(search)) where import_id is null;

-- What an import changed is looked through for that import alone, by its id: 30,000 entries of one import are not worth
-- their trigrams and pairs.
create index audit_log_search_words on public.audit_log using gin (search extensions.gin_trgm_ops)
  where import_id is null;

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log
  for select to authenticated using ((select public.is_admin()));

-- How often a letter is found decides whether the index is worth it; an index of a part of a table does not tell.
create statistics public.audit_log_pairs on (private.pairs_of(search)) from public.audit_log;

-- What becomes of the traces of an account when it goes, however it goes. Its profile, recommendations and undecided
-- reports go with it. Reports that were decided stay as the reason of the decision, without the reporter; the audit log
-- keeps what was decided, without whom and whose words it was about.

-- An entry as the log keeps it without the person. Other rows have none of these fields filled by a member, and are left
-- alone. Also why a member was suspended is said of a person, and goes with them.
create function private.without_person(table_name text, entry jsonb) returns jsonb
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

-- Append-only: the one change that passes takes a person out and leaves everything else as it was.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at, new.door, new.search,
       new.import_id, new.transaction_id)
       is not distinct from
       (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at, old.door, old.search,
       old.import_id, old.transaction_id)
     and (new.person_id is null or new.person_id = old.person_id)
     and new.before is not distinct from private.without_person(old.table_name, old.before)
     and new.after is not distinct from private.without_person(old.table_name, old.after) then
    return new;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_keep before truncate on public.audit_log
  for each statement execute function private.refuse_change();

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

-- Argument: the column that identifies the row.
create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_table_schema = 'public' then
    -- What the person did, not what follows from it by triggers and cascades.
    if pg_trigger_depth() > 1 or before is not distinct from after then
      return null;
    end if;
    if not public.is_admin() and auth.role() is distinct from 'service_role' then
      return null;
    end if;
    -- Taking back one's own recommendation is nothing an administrator does.
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
create trigger tools_audit
  after insert or update of name, slug, logo, short_description, website_url, featured, category_id or delete
  on public.tools for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger tool_categories_audit after insert or delete on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger tool_upvotes_audit after update of flag_status or delete on public.tool_upvotes
  for each row execute function private.write_audit_log('id');
create trigger upvote_flags_audit after update of status on public.upvote_flags
  for each row execute function private.write_audit_log('id');

-- Who administers is logged whoever changes it, also by hand on the server.
create trigger administrators_audit after insert or update of granted_by or delete on private.administrators
  for each row execute function private.write_audit_log('user_id');
create trigger suspensions_audit after insert or update of lifted_at on private.suspensions
  for each row execute function private.write_audit_log('user_id');

-- The log as people read it, the newest first, for administrators only. Entries of one transaction have the same moment:
-- they are what one save wrote. The page after an entry is asked for with its created_at and id.
--
-- Lists that are planned anew for each request, because what is searched decides which index serves, would have the
-- functions they call for every row planned anew for every row. These look up single rows by their keys: one generic plan
-- is good for all.

-- What a tool or category is called: its name now, or the last one the log knows.
create function private.name_of(table_name text, row_id uuid) returns text
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select coalesce(
    case name_of.table_name
      when 'tools' then (select t.name from public.tools t where t.id = name_of.row_id)
      when 'categories' then (select c.name from public.categories c where c.id = name_of.row_id)
    end,
    (select coalesce(l.after, l.before) ->> 'name' from public.audit_log l
      where l.table_name = name_of.table_name and l.row_id = name_of.row_id order by l.id desc limit 1))
$$;

-- The tool or category an entry is about.
create function private.thing_of(table_name text, row_id uuid, entry jsonb, out kind text, out id uuid)
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select case when thing_of.table_name = 'categories' then 'categories' else 'tools' end,
    case
      when thing_of.table_name in ('tools', 'categories') then thing_of.row_id
      else coalesce((entry ->> 'tool_id')::uuid,
        (select v.tool_id from public.tool_upvotes v where v.id = (entry ->> 'upvote_id')::uuid))
    end
$$;

-- The names behind the ids in an entry: {id: name}. Of accounts that are gone there is none.
create function private.names_in(entry jsonb) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select coalesce(jsonb_object_agg(value, name) filter (where name is not null), '{}')
  from (
    select value, case
        when key = 'category_id' then private.name_of('categories', value::uuid)
        when key = 'tool_id' then private.name_of('tools', value::uuid)
        else (select '@' || p.username::text from public.profiles p where p.id = value::uuid)
      end as name
    from jsonb_each_text(entry)
    where value is not null and key in ('category_id', 'tool_id', 'user_id', 'flagged_by', 'resolved_by',
      'granted_by_id', 'suspended_by', 'lifted_by')
  ) found
$$;

-- With a tool go its recommendations and its places in categories, with a category the places in it, also the first ones.
-- Their entries stay, for whoever looks for what became of one. Whether an entry follows from a deletion is looked up for
-- each: dear, so asked of few (cost).
create function private.is_consequence(entry public.audit_log) returns boolean
language sql stable cost 5000 set search_path = '' set plan_cache_mode = force_generic_plan set plan_cache_mode = 'force_generic_plan'
as $$
  select case
    when entry.action = 'delete' and entry.table_name in ('tool_upvotes', 'tool_categories')
      or entry.action = 'update' and entry.table_name = 'tools' then
      exists (select from public.audit_log cause
        where cause.table_name = 'tools' and cause.row_id = (entry.before ->> 'tool_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at
          and cause.transaction_id = entry.transaction_id)
      or exists (select from public.audit_log cause
        where cause.table_name = 'categories' and cause.row_id = (entry.before ->> 'category_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at
          and cause.transaction_id = entry.transaction_id)
    else false
  end
$$;

-- `query`: every word of it is found in what was done to what, or in the name of the person who did it or whom it is
-- about. `kinds`: names of tables, all when empty. `since` and `until` are moments; `until` itself is left out. What an
-- import changed row by row is listed for that `import` alone. What follows from a deletion is left out.
create function public.list_audit_log(
  query text default '',
  kinds text[] default '{}',
  done_by uuid default null,
  import uuid default null,
  since timestamptz default null,
  until timestamptz default null,
  before_created_at timestamptz default null,
  before_id bigint default null,
  max_results integer default 50
) returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor text, action text, table_name text, row_id uuid,
  before jsonb, after jsonb, door text, person_id uuid, person text, thing text, thing_slug text, names jsonb
)
language plpgsql stable security definer set search_path = ''
-- What is asked decides which index serves.
set plan_cache_mode = force_custom_plan
as $$
declare
  word text;
  name text;
  people uuid[];
  conditions text := case when import is null then 'l.import_id is null' else format('l.import_id = %L', import) end;
  room integer := least(greatest(coalesce(list_audit_log.max_results, 50), 1), 100);
begin
  if not public.is_admin() then
    raise exception 'Only administrators may read the audit log' using errcode = 'insufficient_privilege';
  end if;
  -- Written out, because an index serves a pattern that is there to be seen when the statement is planned.
  for word in
    select distinct entry
    from regexp_split_to_table(lower(left(private.trim_text(coalesce(query, '')), 200)), '\s+') entry
    where entry <> '' limit 6
  loop
    name := regexp_replace(word, '^@', '');
    people := array(
      select m.user_id from private.members m
      where case when char_length(name) in (1, 2) then private.pairs_of(m.search) @> array[name]
        else m.search like '%' || regexp_replace(name, '([\\%_])', '\\\1', 'g') || '%' end
      order by m.joined_at desc limit 200);
    conditions := conditions
      || case when char_length(word) < 3 then format(' and (private.pairs_of(l.search) @> array[%L]', word)
        else format(' and (l.search like %L', '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%') end
      || case when people = '{}' then ')'
        else format(' or l.actor_id = any (%L) or l.person_id = any (%1$L))', people) end;
  end loop;
  if cardinality(list_audit_log.kinds) > 0 then
    conditions := conditions || format(' and l.table_name = any (%L)', list_audit_log.kinds);
  end if;
  if list_audit_log.done_by is not null then
    conditions := conditions || format(' and l.actor_id = %L', list_audit_log.done_by);
  end if;
  if list_audit_log.since is not null then
    conditions := conditions || format(' and l.created_at >= %L', list_audit_log.since);
  end if;
  if list_audit_log.until is not null then
    conditions := conditions || format(' and l.created_at < %L', list_audit_log.until);
  end if;
  if list_audit_log.before_id is not null then
    conditions := conditions
      || format(' and (l.created_at, l.id) < (%L, %L)', list_audit_log.before_created_at, list_audit_log.before_id);
  end if;
  return query execute format($statement$
    select l.id, l.created_at, l.actor_id, '@' || doer.username::text, l.action, l.table_name, l.row_id,
      l.before, l.after, l.door, l.person_id, '@' || person.username::text,
      private.name_of(thing.kind, thing.id),
      case thing.kind when 'tools' then (select t.slug from public.tools t where t.id = thing.id)
        else (select c.slug from public.categories c where c.id = thing.id) end,
      private.names_in(coalesce(l.before, '{}')) || private.names_in(coalesce(l.after, '{}'))
    from (
      select * from public.audit_log l where %s and not private.is_consequence(l) order by l.created_at desc, l.id desc limit %s
    ) l
    cross join lateral private.thing_of(l.table_name, l.row_id, coalesce(l.after, l.before)) thing
    left join public.profiles doer on doer.id = l.actor_id
    left join public.profiles person on person.id = l.person_id
    order by l.created_at desc, l.id desc
  $statement$, conditions, room);
end;
$$;
grant execute on function public.list_audit_log(text, text[], uuid, uuid, timestamptz, timestamptz, timestamptz, bigint, integer)
  to authenticated;
comment on function public.list_audit_log(text, text[], uuid, uuid, timestamptz, timestamptz, timestamptz, bigint, integer)
  is 'Nullable: actor_id, actor, before, after, person_id, person, thing, thing_slug.';

-- Who has ever done what the log holds: for the filter. Those whose accounts are gone have no name.
create function public.list_audit_actors() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may read the audit log' using errcode = 'insufficient_privilege';
  end if;
  return query
    -- From one actor to the next by the index: reading a million entries for a handful of people would take a second.
    with recursive actors (id) as (
      (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
      union all
      select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
      from actors a where a.id is not null
    )
    select a.id, '@' || p.username::text from actors a left join public.profiles p on p.id = a.id
    where a.id is not null order by p.username is null, p.username limit 500;
end;
$$;
grant execute on function public.list_audit_actors() to authenticated;
comment on function public.list_audit_actors() is 'Nullable: name.';
