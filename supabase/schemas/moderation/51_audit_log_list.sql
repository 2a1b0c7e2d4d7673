-- The log, newest first. Entries of one transaction have the same created_at: one save wrote them. The next page is
-- requested with created_at and id of the last entry.
--
-- `query`: every word must be in the action and its subject, or in the name of the actor or of the member it is about.
-- `kinds`: names of tables, all if empty; what was merged is of the table it was in. `since` and `until` are timestamps; `until`
-- is exclusive. Rows changed by an import are listed for that `import` only.
create function public.list_audit_log(
  query text default '', kinds text[] default '{}', done_by uuid default null, import uuid default null,
  since timestamptz default null, until timestamptz default null, before_created_at timestamptz default null,
  before_id bigint default null, max_results integer default 50
) returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor text, action text, table_name text, row_id uuid,
  before jsonb, after jsonb, source text, person_id uuid, person text, subject text, subject_slug text, names jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  word text;
  name text;
  member_ids uuid[];
  conditions text := case when import is null then 'l.import_id is null' else format('l.import_id = %L', import) end;
  room integer := least(greatest(coalesce(list_audit_log.max_results, 50), 1), 100);
begin
  perform private.require_administrator('read the audit log', 'moderator');
  -- Inlined as literals, so that the planner sees the patterns.
  for word in
    select distinct entry
    from regexp_split_to_table(lower(left(private.trim_text(coalesce(query, '')), 200)), '\s+') entry
    where entry <> '' limit 6
  loop
    name := regexp_replace(word, '^@', '');
    execute format('select array(select m.user_id from private.members m where %s order by m.joined_at desc limit 200)',
      private.containing('m.search', name)) into member_ids;
    conditions := conditions || format(' and (%s%s)', private.containing('l.search', word),
      case when member_ids <> '{}' then format(' or l.actor_id = any (%L) or l.person_id = any (%1$L)', member_ids) end);
  end loop;
  conditions := concat(conditions,
    case when cardinality(kinds) > 0 then format(' and l.table_name = any (%L)
      and (l.table_name <> ''merges'' or coalesce(l.after, l.before) ->> ''kind'' = any (%1$L))', kinds || 'merges'::text) end,
    case when done_by is not null then format(' and l.actor_id = %L', done_by) end,
    case when since is not null then format(' and l.created_at >= %L', since) end,
    case when until is not null then format(' and l.created_at < %L', until) end,
    case when before_id is not null then format(' and (l.created_at, l.id) < (%L, %L)', before_created_at, before_id) end);
  return query execute format($statement$
    select l.id, l.created_at, l.actor_id, '@' || actor.username::text, l.action, l.table_name, l.row_id,
      l.before, l.after, l.source, l.person_id, '@' || person.username::text,
      coalesce(t.name, c.name, l.subject), coalesce(t.slug, c.slug), l.names
    from (
      select * from public.audit_log l where %s order by l.created_at desc, l.id desc limit %s
    ) l
    left join public.tools t on t.id = l.subject_id
    left join public.categories c on c.id = l.subject_id
    left join public.profiles actor on actor.id = l.actor_id
    left join public.profiles person on person.id = l.person_id
    order by l.created_at desc, l.id desc
  $statement$, conditions, room);
end;
$$;
comment on function public.list_audit_log is
  'Nullable: actor_id, actor, before, after, person_id, person, subject, subject_slug.';

-- Everybody with entries, for the filter. Deleted accounts have no name.
create function public.list_audit_actors() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('read the audit log', 'moderator');
  return query
    -- Jumps from one actor to the next in the index: reading a million entries would take a second.
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
grant execute on function public.list_audit_log, public.list_audit_actors to authenticated;
comment on function public.list_audit_actors is 'Nullable: name.';
