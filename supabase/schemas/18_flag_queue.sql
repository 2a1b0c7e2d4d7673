-- The administrators' queue: one case per reported recommendation. It is `pending` while a report or an appeal is
-- undecided, else the recommendation's status.
create view private.moderation_cases with (security_invoker = true) as
select v.id as upvote_id, v.moderation_version as version,
  case when f.undecided or a.status = 'pending' then 'pending' else v.flag_status end as state,
  -- The newest report or appeal.
  greatest(f.newest, case when a.status <> 'withdrawn' then a.created_at end,
    case when f.newest is null then v.created_at end) as activity_at,
  v.tool_id, v.user_id, v.reason
from public.tool_upvotes v
left join public.upvote_appeals a on a.upvote_id = v.id
left join (
  select f.upvote_id, bool_or(f.status = 'pending') as undecided, max(f.flagged_at) as newest
  from public.upvote_flags f group by f.upvote_id
) f on f.upvote_id = v.id
where v.is_flagged;

create function private.count_moderation_version() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.moderation_version := old.moderation_version + 1;
  return new;
end;
$$;

create trigger tool_upvotes_count_version before update of flag_status, flag_count on public.tool_upvotes
  for each row execute function private.count_moderation_version();

create function private.count_appeal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes set moderation_version = moderation_version + 1 where id = new.upvote_id;
  return null;
end;
$$;

create trigger upvote_appeals_count_version after insert on public.upvote_appeals
  for each row execute function private.count_appeal();

-- The page 'Flagged Content': one card per case, latest activity first. The functions run with their owner's rights
-- because decisions are not readable by the API's roles, and check the caller first.

-- One card, with at most 50 reports: undecided ones first, then the newest.
create function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select jsonb_build_object(
    'id', v.id, 'version', c.version, 'state', c.state, 'activity_at', c.activity_at,
    'reason', v.reason, 'created_at', v.created_at, 'visible', v.flag_status = 'approved' and not v.is_withheld,
    'writer', p.username, 'tool_name', t.name, 'tool_slug', t.slug,
    'report_count', (select count(*) from public.upvote_flags f where f.upvote_id = v.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'reporter', r.username, 'is_automatic', f.is_automatic,
        'reason', f.reason, 'status', f.status, 'flagged_at', f.flagged_at, 'resolved_at', f.resolved_at)
        order by f.status = 'pending' desc, f.flagged_at desc, f.id desc)
      from (
        select * from public.upvote_flags f where f.upvote_id = v.id
        order by f.status = 'pending' desc, f.flagged_at desc, f.id desc limit 50
      ) f left join public.profiles r on r.id = f.flagged_by), '[]'),
    'decision', (
      select jsonb_build_object('id', d.id, 'decision', d.decision, 'by', r.username, 'at', d.decided_at,
        'mine', d.decided_by is not distinct from (select auth.uid()),
        'undoable_until', case when private.can_undo(d) then d.decided_at + interval '5 minutes' end)
      from private.moderation_decisions d left join public.profiles r on r.id = d.decided_by
      where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1),
    'appeal', (
      select jsonb_build_object('reason', a.reason, 'status', a.status, 'created_at', a.created_at,
        'resolved_at', a.resolved_at)
      from public.upvote_appeals a where a.upvote_id = v.id and a.status <> 'withdrawn'),
    'for_another', private.find_conflict(v.id)
  )
  from private.moderation_cases c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where c.upvote_id = flagged_card.upvote_id
$$;

-- The cases that match a search in the recommendation, the tool's name, the author, the reports or the reporters; all
-- for an empty query. Every character is literal.
create function private.find_cases(query text) returns setof private.moderation_cases
language plpgsql stable set search_path = ''
-- The plan depends on the pattern.
set plan_cache_mode = force_custom_plan
as $$
declare
  pattern text := '%' || regexp_replace(
    lower(nullif(left(private.trim_text(coalesce(query, '')), 100), '')), '([\\%_])', '\\\1', 'g') || '%';
begin
  if pattern is null then
    return query select * from private.moderation_cases;
  else
    return query
      select c.* from private.moderation_cases c
      join public.tools t on t.id = c.tool_id
      join public.profiles p on p.id = c.user_id
      where lower(c.reason) like pattern or lower(t.name) like pattern or '@' || lower(p.username::text) like pattern
        or c.upvote_id in (
          select f.upvote_id from public.upvote_flags f left join public.profiles r on r.id = f.flagged_by
          where lower(f.reason) like pattern or '@' || lower(r.username::text) like pattern);
  end if;
end;
$$;

-- One page of cards of a state ('all' for any), those after (before_at, before_id), and how many cards of each state
-- match the query: {cards, more, counts: {pending, approved, rejected, all}}.
create function public.list_flagged(
  filter text default 'pending', query text default '', page_size integer default 20,
  before_at timestamptz default null, before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  room integer := least(greatest(coalesce(list_flagged.page_size, 20), 1), 100);
begin
  perform private.require_administrator('moderate recommendations');
  return (
    with cases as materialized (
      select upvote_id, state, activity_at from private.find_cases(list_flagged.query)
    ), page as materialized (
      select c.upvote_id, row_number() over (order by c.activity_at desc, c.upvote_id desc) as place from cases c
      where (filter = 'all' or c.state = filter)
        and (before_at is null or (c.activity_at, c.upvote_id) < (before_at, before_id))
      order by c.activity_at desc, c.upvote_id desc limit room + 1
    )
    select jsonb_build_object(
      'cards', coalesce((
        select jsonb_agg(private.flagged_card(p.upvote_id) order by p.place) from page p where p.place <= room), '[]'),
      'more', (select count(*) > room from page),
      'counts', (
        select jsonb_build_object(
          'pending', count(*) filter (where c.state = 'pending'), 'approved', count(*) filter (where c.state = 'approved'),
          'rejected', count(*) filter (where c.state = 'rejected'), 'all', count(*))
        from cases c)));
end;
$$;
grant execute on function public.list_flagged(text, text, integer, timestamptz, uuid) to authenticated;

-- Refreshes the cards on the screen and adds those that belong between them, down to (oldest_at, oldest_id) or to the
-- end: {cards, gone: [{id, why, by, at, undo}], arrived: [card], counts}. At most 500 cards are refreshed and 50 added
-- per call.
create function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
begin
  perform private.require_administrator('moderate recommendations');
  return (
    with cases as materialized (
      select upvote_id, state, activity_at from private.find_cases(watch_flagged.query)
    ), arrived as materialized (
      select c.upvote_id, row_number() over (order by c.activity_at desc, c.upvote_id desc) as place from cases c
      where (filter = 'all' or c.state = filter) and c.upvote_id <> all (watched)
        and (oldest_at is null or (c.activity_at, c.upvote_id) > (oldest_at, oldest_id))
      order by c.activity_at desc, c.upvote_id desc limit 50
    ), seen as materialized (
      select id, place, private.flagged_card(id) as card from unnest(watched) with ordinality seen (id, place)
    )
    select jsonb_build_object(
      'cards', coalesce((select jsonb_agg(s.card order by s.place) from seen s where s.card is not null), '[]'),
      'gone', coalesce((
        select jsonb_agg(private.removal_reason(s.id) order by s.place) from seen s where s.card is null), '[]'),
      'arrived', coalesce((select jsonb_agg(private.flagged_card(a.upvote_id) order by a.place) from arrived a), '[]'),
      'counts', (
        select jsonb_build_object(
          'pending', count(*) filter (where c.state = 'pending'), 'approved', count(*) filter (where c.state = 'approved'),
          'rejected', count(*) filter (where c.state = 'rejected'), 'all', count(*))
        from cases c)));
end;
$$;
grant execute on function public.watch_flagged(uuid[], text, text, timestamptz, uuid) to authenticated;
