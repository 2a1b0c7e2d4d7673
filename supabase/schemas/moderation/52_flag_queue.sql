-- The administrators' queue: one case per reported recommendation. It is `pending` while a report or an appeal is
-- undecided, else the recommendation's status.
create view private.moderation_cases with (security_invoker = true) as
select v.id as upvote_id, v.moderation_version as version,
  case when exists (select from public.upvote_flags f where f.upvote_id = v.id and f.status = 'pending')
    or exists (select from private.waiting_appeals a where a.upvote_id = v.id) then 'pending'
    else v.flag_status end as state,
  v.activity_at, v.tool_id, v.user_id, v.reason
from public.tool_upvotes v
where v.is_flagged;

-- A card of the page 'Flagged Content', with at most 50 reports: undecided ones first, then the newest. Those of former texts
-- are closed.
create function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select jsonb_build_object(
    'id', v.id, 'version', c.version, 'state', c.state, 'activity_at', c.activity_at,
    'reason', v.reason, 'author_role', v.author_role, 'created_at', v.created_at, 'edited_at', v.edited_at,
    'former_texts', private.list_former_texts(v.id), 'visible', v.flag_status = 'approved' and not v.is_withheld,
    'writer', p.username, 'tool_name', t.name, 'tool_slug', t.slug,
    'report_count', (select count(*) from public.upvote_flags f where f.upvote_id = v.id)
      + (select count(*) from private.closed_reports f where f.upvote_id = v.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'reporter', r.username, 'is_automatic', f.is_automatic,
        'reason', f.reason, 'status', f.status, 'flagged_at', f.flagged_at, 'resolved_at', f.resolved_at)
        order by f.status = 'pending' desc, f.flagged_at desc, f.id desc)
      from (
        select * from (
          select f.id, f.flagged_by, f.is_automatic, f.reason, f.status, f.flagged_at, f.resolved_at
          from public.upvote_flags f where f.upvote_id = v.id
          union all
          select c.id, c.reported_by, c.is_automatic, c.reason, c.status, c.flagged_at, c.resolved_at
          from private.closed_reports c where c.upvote_id = v.id
        ) every
        order by every.status = 'pending' desc, every.flagged_at desc, every.id desc limit 50
      ) f left join public.profiles r on r.id = f.flagged_by), '[]'),
    'decision', (
      select jsonb_build_object('id', d.id, 'decision', d.decision, 'by', r.username, 'at', d.decided_at,
        'mine', d.decided_by is not distinct from (select auth.uid()), 'reason', d.reason,
        'undoable_until', case when private.can_undo(d) then d.decided_at + interval '5 minutes' end)
      from private.moderation_decisions d left join public.profiles r on r.id = d.decided_by
      where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1),
    'appeal', (
      select jsonb_build_object('reason', a.reason, 'status', a.status, 'created_at', a.created_at,
        'resolved_at', a.resolved_at)
      from public.upvote_appeals a where a.upvote_id = v.id and a.about = 'rejected' and a.status <> 'withdrawn'),
    'for_another', private.find_conflict(v.id)
  )
  from private.moderation_cases c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where c.upvote_id = flagged_card.upvote_id
$$;

-- What waits, by the partial indexes: a small part of all that was ever decided.
create view private.waiting_upvotes with (security_invoker = true) as
select w.upvote_id, bool_or(w.by_report) as by_report
from (
  select f.upvote_id, true as by_report from public.upvote_flags f where f.status = 'pending'
  union all
  select a.upvote_id, false from private.waiting_appeals a
) w
group by w.upvote_id;

-- The condition of a list, for a statement about cases `c`. A state, or 'all'; a search in the recommendation, the tool's
-- name, the author, the reports or the reporters, in which every character is literal; a kind, 'all', 'reports' (not what
-- waits for an appeal only) or 'appeals' (not what waits for reports only); a member, the author or a reporter, by
-- username; a tool by its slug.
create function private.case_condition(filter text, query text, kind text, member text, tool text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  pattern constant text := '%' || regexp_replace(
    lower(nullif(left(private.trim_text(coalesce(query, '')), 100), '')), '([\\%_])', '\\\1', 'g') || '%';
  name constant text := regexp_replace(private.trim_text(coalesce(member, '')), '^@', '');
  slug constant text := private.trim_text(coalesce(tool, ''));
  -- Those that wait, by the partial indexes.
  by_report constant text := 'select f.upvote_id from public.upvote_flags f where f.status = ''pending''';
  by_appeal constant text := 'select a.upvote_id from private.waiting_appeals a';
  condition text := case when filter = 'all' then 'true' else format('c.state = %L', filter) end;
begin
  if coalesce(kind, 'all') not in ('all', 'reports', 'appeals') then
    raise exception 'The kind must be all, reports or appeals' using errcode = 'invalid_parameter_value';
  end if;
  if filter = 'pending' then
    -- What waits is pending: there is no need to ask of each.
    condition := format('c.upvote_id in (%s)',
      case kind when 'reports' then by_report when 'appeals' then by_appeal else by_report || ' union ' || by_appeal end);
  elsif kind = 'reports' then
    condition := format('%s and (c.state <> ''pending'' or c.upvote_id in (%s))', condition, by_report);
  elsif kind = 'appeals' then
    condition := format('%s and (c.upvote_id in (%s) or c.state <> ''pending'' and c.upvote_id in (
        select a.upvote_id from public.upvote_appeals a
        where a.about = ''rejected'' and a.status not in (''pending'', ''withdrawn'')))',
      condition, by_appeal);
  end if;
  if name <> '' then
    condition := format('%s and c.upvote_id in (
        select v.id from public.tool_upvotes v where v.is_flagged and v.user_id = %2$L
        union select f.upvote_id from public.upvote_flags f where f.flagged_by = %2$L)', condition,
      coalesce((select p.id from public.profiles p where p.username operator(extensions.=) name::extensions.citext),
        '00000000-0000-0000-0000-000000000000'));
  end if;
  if slug <> '' then
    condition := format('%s and c.tool_id = (select t.id from public.tools t where t.slug = %L)', condition, slug);
  end if;
  if pattern is not null then
    -- `offset 0`: names are compared after the join, of the few that cases name instead of all there are.
    condition := format('%s and (lower(c.reason) like %2$L
        or c.tool_id in (
          select named.id from (
            select t.id, t.name from (select distinct v.tool_id from public.tool_upvotes v where v.is_flagged) reported
            join public.tools t on t.id = reported.tool_id offset 0) named
          where lower(named.name) like %2$L)
        or c.upvote_id in (select f.upvote_id from public.upvote_flags f where lower(f.reason) like %2$L)
        or c.upvote_id in (
          select named.upvote_id from (
            select involved.upvote_id, p.username from (
              select v.id as upvote_id, v.user_id as member_id from public.tool_upvotes v where v.is_flagged
              union all select f.upvote_id, f.flagged_by from public.upvote_flags f) involved
            join public.profiles p on p.id = involved.member_id offset 0) named
          where ''@'' || lower(named.username::text) like %2$L))', condition, pattern);
  end if;
  return condition;
end;
$$;

-- A page of cases, latest activity first, or the oldest first: those after (after_at, after_id); and how many there are
-- of each state of all that the list can show.
create function private.find_cases(
  filter text, query text, kind text, member text, tool text, oldest boolean, page_size integer,
  after_at timestamptz default null, after_id uuid default null, out page private.moderation_cases[], out counts jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  -- Only with a search every case is looked at: once for both.
  is_search constant boolean := private.trim_text(concat(query, member, tool)) <> '' or kind = 'appeals';
  found record;
begin
  execute format($statement$
    with listed as %1$s (select c.* from private.moderation_cases c where %2$s)
    select array(
        select row(c.*)::private.moderation_cases from listed c
        where ($4 or c.state = $5) and ($1 is null or (c.activity_at, c.upvote_id) %3$s ($1, $2))
        order by c.activity_at %4$s, c.upvote_id %4$s limit $3) as page,
      case when $6 then (select jsonb_object_agg(s.state, s.cases) from (
        select c.state, count(*) as cases from listed c group by c.state) s) end as counts
  $statement$, case when is_search then 'materialized' else 'not materialized' end,
      private.case_condition(case when is_search then 'all' else filter end, query, kind, member, tool),
      case when oldest then '>' else '<' end, case when oldest then 'asc' else 'desc' end)
    into found using after_at, after_id, page_size, not is_search or filter = 'all', filter, is_search;
  page := found.page;
  counts := found.counts;
  if not is_search then
    -- From an index alone, without asking of each whether it waits.
    select jsonb_object_agg(c.state, c.cases) into counts from (
      select c.state, sum(c.cases)::integer as cases from (
        select v.flag_status as state, count(*) as cases from public.tool_upvotes v where v.is_flagged group by v.flag_status
        union all
        select unnest(array['pending', v.flag_status]),
          unnest(array[case when w.by_report or kind is distinct from 'reports' then 1 else 0 end, -1])
        from public.tool_upvotes v join private.waiting_upvotes w on w.upvote_id = v.id where v.is_flagged
      ) c group by c.state
    ) c;
  end if;
  counts := (
    select jsonb_object_agg(s.state, coalesce((counts ->> s.state)::integer, 0))
      || jsonb_build_object('all', coalesce(sum((counts ->> s.state)::integer), 0))
    from unnest('pending'::text || private.decided_states()) s (state));
end;
$$;

-- One page of cards and how many cards of each state match the query: {cards, more, counts: {pending, approved, rejected,
-- all}}.
create function public.list_flagged(
  filter text default 'pending', query text default '', page_size integer default 20,
  before_at timestamptz default null, before_id uuid default null,
  kind text default 'all', oldest boolean default false, member text default '', tool text default ''
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  room integer := least(greatest(coalesce(list_flagged.page_size, 20), 1), 100);
  found record;
begin
  perform private.require_administrator('moderate recommendations', 'moderator');
  select * into found
    from private.find_cases(filter, query, kind, member, tool, oldest, room + 1, before_at, before_id);
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.flagged_card(c.upvote_id) order by c.place)
      from rows from (unnest(found.page[1:room])) with ordinality c (
        upvote_id, version, state, activity_at, tool_id, user_id, reason, place)), '[]'),
    'more', cardinality(found.page) > room,
    'counts', found.counts);
end;
$$;

-- Refreshes the cards on the screen and counts the new ones before or between them, at most 50, up to the last one
-- (oldest_at, oldest_id) or to the end: {cards, gone: [{id, why, by, at, undo}], arrived, counts}. At most 500 cards are
-- refreshed.
create function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null,
  kind text default 'all', oldest boolean default false, member text default '', tool text default ''
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
  found record;
begin
  perform private.require_administrator('moderate recommendations', 'moderator');
  select * into found
    from private.find_cases(filter, query, kind, member, tool, oldest, cardinality(watched) + 50);
  return (
    with seen as materialized (
      select id, place, private.flagged_card(id) as card from unnest(watched) with ordinality seen (id, place)
    )
    select jsonb_build_object(
      'cards', coalesce(jsonb_agg(s.card order by s.place) filter (where s.card is not null), '[]'),
      'gone', coalesce(jsonb_agg(private.removal_reason(s.id) order by s.place) filter (where s.card is null), '[]'),
      'arrived', (
        select least(count(*), 50)
        from unnest(found.page) c
        where c.upvote_id <> all (watched)
          and (oldest_at is null or case when oldest then (c.activity_at, c.upvote_id) < (oldest_at, oldest_id)
            else (c.activity_at, c.upvote_id) > (oldest_at, oldest_id) end)),
      'counts', found.counts)
    from seen s);
end;
$$;
grant execute on function public.list_flagged, public.watch_flagged to authenticated;
