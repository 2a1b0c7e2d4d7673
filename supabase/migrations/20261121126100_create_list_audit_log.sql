-- The log as people read it, the newest first, for administrators only. Entries of one transaction have the same moment:
-- they are what one save wrote. The page after an entry is asked for with its created_at and id.

-- What a tool or category is called: its name now, or the last one the log knows.
create function private.name_of(table_name text, row_id uuid) returns text
language sql stable set search_path = ''
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
language sql stable set search_path = ''
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
language sql stable set search_path = ''
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
revoke execute on function private.name_of(text, uuid), private.thing_of(text, uuid, jsonb), private.names_in(jsonb)
  from public, anon, authenticated, service_role;

-- `query`: every word of it is found in what was done to what, or in the name of the person who did it or whom it is
-- about. `kinds`: names of tables, all when empty. `since` and `until` are moments; `until` itself is left out. What an
-- import changed row by row is listed for that `import` alone.
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
  people uuid[];
  conditions text := case when import is null then 'l.import_id is null' else format('l.import_id = %L', import) end;
  room integer := least(greatest(coalesce(list_audit_log.max_results, 50), 1), 100);
begin
  if not public.is_admin() then
    raise exception 'Only administrators may read the audit log' using errcode = 'insufficient_privilege';
  end if;
  -- Written out, because an index serves a pattern that is there to be seen when the statement is planned.
  for word in
    select distinct '%' || regexp_replace(entry, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(lower(left(private.trim_text(coalesce(query, '')), 200)), '\s+') entry
    where entry <> '' limit 6
  loop
    people := array(
      select m.user_id from private.members m
      where m.search like replace(word, '%@', '%') order by m.joined_at desc limit 200);
    conditions := conditions || format(' and (l.search like %L', word)
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
      select * from public.audit_log l where %s order by l.created_at desc, l.id desc limit %s
    ) l
    cross join lateral private.thing_of(l.table_name, l.row_id, coalesce(l.after, l.before)) thing
    left join public.profiles doer on doer.id = l.actor_id
    left join public.profiles person on person.id = l.person_id
    order by l.created_at desc, l.id desc
  $statement$, conditions, room);
end;
$$;

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

revoke execute on function
  public.list_audit_log(text, text[], uuid, uuid, timestamptz, timestamptz, timestamptz, bigint, integer),
  public.list_audit_actors() from public, anon, authenticated, service_role;
grant execute on function
  public.list_audit_log(text, text[], uuid, uuid, timestamptz, timestamptz, timestamptz, bigint, integer),
  public.list_audit_actors() to authenticated;
comment on function public.list_audit_log(text, text[], uuid, uuid, timestamptz, timestamptz, timestamptz, bigint, integer)
  is 'Nullable: actor_id, actor, before, after, person_id, person, thing, thing_slug.';
comment on function public.list_audit_actors() is 'Nullable: name.';
