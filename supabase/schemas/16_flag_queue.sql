-- What the administrators' queue lists: one case a reported recommendation, kept by the database. `pending` as long as
-- there is a report or an appeal nobody decided, else what the recommendation is. `version` grows with every change, so
-- that a decision can name what its moderator saw.
create table private.moderation_cases (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  state text not null check (state in ('pending', 'approved', 'rejected')),
  -- The newest report or appeal.
  activity_at timestamptz not null,
  version integer not null default 1,
  -- What it is searched by, in small letters, its parts divided by a character nobody can type: looking into
  -- recommendations, tools, people and reports for each search took a second with 10,000 reports.
  search text not null default ''
);

-- Without a search the queue is read by its order, not whole; and a card whose author is suspended is not called visible.
create index moderation_cases_state_newest on private.moderation_cases (state, activity_at desc, upvote_id desc);
create index moderation_cases_newest on private.moderation_cases (activity_at desc, upvote_id desc);
create index moderation_cases_search_trigrams on private.moderation_cases using gin (search extensions.gin_trgm_ops);

alter table private.moderation_cases enable row level security;

create function private.describe_case(upvote_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select lower(concat_ws(chr(1), v.reason, t.name, '@' || p.username::text, (
    select string_agg(concat_ws(chr(1), f.reason, '@' || r.username::text), chr(1) order by f.id)
    from public.upvote_flags f left join public.profiles r on r.id = f.flagged_by
    where f.upvote_id = v.id)))
  from public.tool_upvotes v
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where v.id = describe_case.upvote_id
$$;

create function private.refresh_case(upvote_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.moderation_cases (upvote_id, state, activity_at, search)
    select v.id,
      case when coalesce(flags.undecided, false) or a.status = 'pending' then 'pending' else v.flag_status end,
      greatest(flags.newest, case when a.status <> 'withdrawn' then a.created_at end,
        case when flags.newest is null then v.created_at end),
      coalesce(private.describe_case(v.id), '')
    from public.tool_upvotes v
    left join public.upvote_appeals a on a.upvote_id = v.id
    cross join lateral (
      select bool_or(f.status = 'pending') as undecided, max(f.flagged_at) as newest
      from public.upvote_flags f where f.upvote_id = v.id
    ) flags
    where v.id = refresh_case.upvote_id and v.is_flagged
    on conflict on constraint moderation_cases_pkey do update
      set state = excluded.state, activity_at = excluded.activity_at, search = excluded.search,
        version = moderation_cases.version + 1;
  if not found then
    delete from private.moderation_cases c where c.upvote_id = refresh_case.upvote_id;
  end if;
end;
$$;

-- Argument: the column that names the recommendation.
create function private.keep_case() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_case((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end;
$$;

create trigger tool_upvotes_keep_case_insert after insert on public.tool_upvotes
  for each row when (new.is_flagged) execute function private.keep_case('id');
create trigger tool_upvotes_keep_case_update after update of flag_status on public.tool_upvotes
  for each row execute function private.keep_case('id');
create trigger upvote_flags_keep_case after insert or update of status or delete on public.upvote_flags
  for each row execute function private.keep_case('upvote_id');
create trigger upvote_appeals_keep_case after insert or update on public.upvote_appeals
  for each row execute function private.keep_case('upvote_id');

-- Names and texts that change do not make another case of it: only what it is searched by follows. Argument: what the
-- row is of the case. The cases are locked by id: a name changes several at once.
create function private.describe_cases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  upvote_ids uuid[] := array(
    select new.id where tg_argv[0] = 'upvote'
    union all
    select (to_jsonb(new) ->> 'upvote_id')::uuid where tg_argv[0] = 'report'
    union all
    select v.id from public.tool_upvotes v where tg_argv[0] = 'tool' and v.tool_id = new.id and v.is_flagged
    union all
    select v.id from public.tool_upvotes v where tg_argv[0] = 'person' and v.user_id = new.id and v.is_flagged
    union all
    select f.upvote_id from public.upvote_flags f where tg_argv[0] = 'person' and f.flagged_by = new.id);
begin
  perform from private.moderation_cases c where c.upvote_id = any (upvote_ids) order by c.upvote_id for no key update;
  update private.moderation_cases c set search = coalesce(private.describe_case(c.upvote_id), '')
    where c.upvote_id = any (upvote_ids);
  return null;
end;
$$;

create trigger tool_upvotes_describe_case after update of reason on public.tool_upvotes
  for each row when (new.is_flagged) execute function private.describe_cases('upvote');

-- Also when its reporter leaves: their name goes from here too.
create trigger upvote_flags_describe_case after update of reason, flagged_by on public.upvote_flags
  for each row execute function private.describe_cases('report');
create trigger tools_describe_cases after update of name on public.tools
  for each row when (old.name is distinct from new.name) execute function private.describe_cases('tool');
create trigger profiles_describe_cases after update of username on public.profiles
  for each row when (old.username::text is distinct from new.username::text)
  execute function private.describe_cases('person');

-- The page 'Flagged Content': a case a card, newest activity first. For administrators only; the functions run with their
-- owner's rights because cases and decisions are out of the API's reach, and check the caller before anything else.
create function private.require_administrator() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may moderate recommendations' using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- One card. Of many reports the newest 50, undecided ones first.
create function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select jsonb_build_object(
    'id', v.id, 'version', c.version, 'state', c.state, 'activity_at', c.activity_at,
    'reason', v.reason, 'created_at', v.created_at, 'visible', v.flag_status = 'approved' and not v.is_withheld,
    'writer', p.username, 'tool_name', t.name, 'tool_slug', t.slug,
    'report_count', (select count(*) from public.upvote_flags f where f.upvote_id = v.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'reporter', r.username, 'reason', f.reason, 'status', f.status,
        'flagged_at', f.flagged_at, 'resolved_at', f.resolved_at)
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
    'for_another', private.is_partial(v.id, (select auth.uid()))
  )
  from private.moderation_cases c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where c.upvote_id = flagged_card.upvote_id
$$;

-- What the text beside a case is like when it holds the query; null for an empty one. Every character is literal.
create function private.pattern_of_cases(query text) returns text
language sql immutable set search_path = ''
as $$
  select '%' || regexp_replace(
    lower(nullif(left(private.trim_text(coalesce(query, '')), 100), '')), '([\\%_])', '\\\1', 'g') || '%'
$$;

create function private.count_cases(pattern text) returns jsonb
language plpgsql stable security definer set search_path = ''
-- How much a pattern finds is in the pattern.
set plan_cache_mode = force_custom_plan
as $$
begin
  return (
    select jsonb_build_object(
      'pending', count(*) filter (where c.state = 'pending'), 'approved', count(*) filter (where c.state = 'approved'),
      'rejected', count(*) filter (where c.state = 'rejected'), 'all', count(*))
    from private.moderation_cases c where pattern is null or c.search like pattern);
end;
$$;

-- One page of cards of a state ('all' for any), those after (before_at, before_id), and how many cards of each state
-- match the query: {cards, more, counts: {pending, approved, rejected, all}}.
create function public.list_flagged(
  filter text default 'pending', query text default '', page_size integer default 20,
  before_at timestamptz default null, before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Each combination of filter, page and search has an index of its own to go by.
set plan_cache_mode = force_custom_plan
as $$
declare
  room integer := least(greatest(coalesce(list_flagged.page_size, 20), 1), 100);
  pattern text := private.pattern_of_cases(list_flagged.query);
  found uuid[];
begin
  perform private.require_administrator();
  found := array(
    select c.upvote_id from private.moderation_cases c
    where (pattern is null or c.search like pattern)
      and (filter = 'all' or c.state = filter)
      and (before_at is null or (c.activity_at, c.upvote_id) < (before_at, before_id))
    order by c.activity_at desc, c.upvote_id desc limit room + 1);
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.flagged_card(id) order by place)
      from unnest(found[1:room]) with ordinality listed (id, place)), '[]'),
    'more', cardinality(found) > room,
    'counts', private.count_cases(pattern));
end;
$$;
grant execute on function public.list_flagged(text, text, integer, timestamptz, uuid) to authenticated;

-- What became of the cards somebody looks at, and the cards that belong beside them down to (oldest_at, oldest_id), or to
-- the end: {cards, gone: [{id, why, by, at, undo}], arrived: [card], counts}. At most 500 cards are looked after, and the
-- newest 50 brought; the next call brings others.
create function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
  pattern text := private.pattern_of_cases(watch_flagged.query);
  arrived uuid[];
begin
  perform private.require_administrator();
  arrived := array(
    select c.upvote_id from private.moderation_cases c
    where (pattern is null or c.search like pattern)
      and (filter = 'all' or c.state = filter) and c.upvote_id <> all (watched)
      and (oldest_at is null or (c.activity_at, c.upvote_id) > (oldest_at, oldest_id))
    order by c.activity_at desc, c.upvote_id desc limit 50);
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(card order by place)
      from unnest(watched) with ordinality seen (id, place), private.flagged_card(id) card
      where card is not null), '[]'),
    'gone', coalesce((
      select jsonb_agg(private.why_gone(id) order by place) from unnest(watched) with ordinality seen (id, place)
      where not exists (select from private.moderation_cases c where c.upvote_id = id)), '[]'),
    'arrived', coalesce((
      select jsonb_agg(private.flagged_card(id) order by place)
      from unnest(arrived) with ordinality fresh (id, place)), '[]'),
    'counts', private.count_cases(pattern));
end;
$$;
grant execute on function public.watch_flagged(uuid[], text, text, timestamptz, uuid) to authenticated;
