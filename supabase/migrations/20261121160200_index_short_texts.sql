-- One or two characters anywhere in a text, where trigrams do not reach: every character of it and every two neighbours,
-- those that begin at odd places and those that begin at even ones.
create function private.pairs_of(entry text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  small text := lower(entry);
begin
  return string_to_array(small, null)
    || string_to_array(regexp_replace(small, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(small, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
end;
$$;
revoke execute on function private.pairs_of(text) from public, anon, authenticated, service_role;
-- Whoever writes a tool runs it for the index.
grant execute on function private.pairs_of(text) to authenticated, service_role;

drop index public.tools_name_letters;
create index tools_name_pairs on public.tools using gin (private.pairs_of(name));
create index tools_slug_pairs on public.tools using gin (private.pairs_of(slug));
create index members_search_pairs on private.members using gin (private.pairs_of(search));
-- What an import changed is looked through for that import alone (see mark_imported_entries).
create index audit_log_search_pairs on public.audit_log using gin (private.pairs_of(search)) where import_id is null;
-- How often a letter is found decides whether the index is worth it; an index of a part of a table does not tell.
create statistics public.audit_log_pairs on (private.pairs_of(search)) from public.audit_log;
analyze public.tools;
analyze private.members;
analyze public.audit_log;

-- As before (see create_search_catalogue), one and two characters by their own index.
create or replace function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
-- The pattern decides which index serves: one plan for all patterns would scan.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_catalogue.query, '')), 200));
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  found_tools integer;
begin
  if wanted = '' then
    return;
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) like pattern || '%'
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_tools = row_count;
  if found_tools < room and char_length(wanted) < 3 then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where private.pairs_of(t.name) @> array[wanted]
        and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  elsif found_tools < room then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where t.name ilike '%' || pattern || '%' and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || pattern || '%'
    order by lower(c.name) not like pattern || '%', c.name, c.id limit room;
end;
$$;

-- As before (see create_list_members).
create or replace function public.list_members(
  query text default '',
  filter text default 'all',
  before_joined_at timestamptz default null,
  before_id uuid default null,
  max_results integer default 25
) returns table (
  id uuid, username text, full_name text, email text, joined_at timestamptz, upvotes integer, is_verified boolean,
  administrator_since timestamptz, granted_by text,
  suspended_at timestamptz, suspended_by text, suspension_reason text, hides_upvotes boolean
)
language plpgsql stable security definer set search_path = ''
-- What is asked decides which index serves.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(query, '')), 200));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  room integer := least(greatest(coalesce(max_results, 25), 1), 100);
  chosen uuid[] := case filter
    when 'administrators' then array(select user_id from private.administrators)
    when 'suspended' then array(select user_id from private.suspensions where lifted_at is null)
  end;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list members' using errcode = 'insufficient_privilege';
  elsif filter is null or filter not in ('all', 'administrators', 'suspended') then
    raise exception 'The filter must be all, administrators or suspended' using errcode = 'invalid_parameter_value';
  end if;
  return query
    select p.id, p.username::text, p.full_name, u.email::text, page.joined_at,
      (select count(*)::integer from public.tool_upvotes v where v.user_id = p.id),
      u.email_confirmed_at is not null,
      a.granted_at, coalesce('@' || granter.username::text, a.granted_by),
      s.suspended_at, '@' || suspender.username::text, s.reason, s.hides_upvotes
    from (
      select m.user_id, m.joined_at from private.members m
      where (chosen is null or m.user_id = any (chosen))
        and case when wanted = '' then true
          when char_length(wanted) < 3 then private.pairs_of(m.search) @> array[wanted]
          else m.search like pattern end
        and (before_id is null or (m.joined_at, m.user_id) < (before_joined_at, before_id))
      order by m.joined_at desc, m.user_id desc
      limit room
    ) page
    join public.profiles p on p.id = page.user_id
    join auth.users u on u.id = page.user_id
    left join private.administrators a on a.user_id = page.user_id
    left join public.profiles granter on granter.id = a.granted_by_id
    left join private.suspensions s on s.user_id = page.user_id and s.lifted_at is null
    left join public.profiles suspender on suspender.id = s.suspended_by
    order by page.joined_at desc, page.user_id desc;
end;
$$;

-- As before (see leave_consequences_out).
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
