-- The log as before, without what follows from a deletion: with a tool go its recommendations and its places in
-- categories, with a category the places in it, also the first ones. Their entries stay, for whoever looks for what became
-- of one.
create function private.is_consequence(entry public.audit_log) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when entry.action = 'delete' and entry.table_name in ('tool_upvotes', 'tool_categories')
      or entry.action = 'update' and entry.table_name = 'tools' then
      exists (select from public.audit_log cause
        where cause.table_name = 'tools' and cause.row_id = (entry.before ->> 'tool_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at)
      or exists (select from public.audit_log cause
        where cause.table_name = 'categories' and cause.row_id = (entry.before ->> 'category_id')::uuid
          and cause.action = 'delete' and cause.created_at = entry.created_at)
    else false
  end
$$;
revoke execute on function private.is_consequence(public.audit_log) from public, anon, authenticated, service_role;

-- `query`: every word of it is found in what was done to what, or in the name of the person who did it or whom it is
-- about. `kinds`: names of tables, all when empty. `since` and `until` are moments; `until` itself is left out. What an
-- import changed row by row is listed for that `import` alone.
create or replace function public.list_audit_log(
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
      select * from public.audit_log l where %s and not private.is_consequence(l) order by l.created_at desc, l.id desc limit %s
    ) l
    cross join lateral private.thing_of(l.table_name, l.row_id, coalesce(l.after, l.before)) thing
    left join public.profiles doer on doer.id = l.actor_id
    left join public.profiles person on person.id = l.person_id
    order by l.created_at desc, l.id desc
  $statement$, conditions, room);
end;
$$;
