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

-- Cases whose recommendation, a report of it, its writer or reporter, or its tool holds the query, whatever its case;
-- every character is literal, an @ before a name may stand. All for an empty query.
create function private.match_cases(query text)
returns table (upvote_id uuid, state text, activity_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := left(private.trim_text(coalesce(match_cases.query, '')), 100);
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  name_pattern text := regexp_replace(pattern, '^%@', '%');
begin
  if wanted = '' then
    return query select c.upvote_id, c.state, c.activity_at from private.moderation_cases c;
    return;
  end if;
  return query
    select c.upvote_id, c.state, c.activity_at
    from private.moderation_cases c
    join public.tool_upvotes v on v.id = c.upvote_id
    join public.tools t on t.id = v.tool_id
    join public.profiles p on p.id = v.user_id
    where v.reason ilike pattern or t.name ilike pattern or p.username::text ilike name_pattern
      or exists (
        select from public.upvote_flags f left join public.profiles r on r.id = f.flagged_by
        where f.upvote_id = c.upvote_id and (f.reason ilike pattern or r.username::text ilike name_pattern));
end;
$$;

-- Whether the caller may undo this decision now: it is theirs, the last one, and not five minutes old; nothing rests on
-- it, and what it settled can be open again (a reporter who left cannot be asked).
create function private.can_undo(decision private.moderation_decisions) returns boolean
language sql stable security definer set search_path = ''
as $$
  select decision.undone_at is null
    and decision.decided_by = (select auth.uid())
    and decision.decided_at > now() - interval '5 minutes'
    and not exists (
      select from private.moderation_decisions d
      where d.upvote_id = decision.upvote_id and d.id > decision.id and d.undone_at is null)
    and not exists (
      select from public.upvote_appeals a
      where a.upvote_id = decision.upvote_id and a.created_at >= decision.decided_at)
    and (decision.previous_status is distinct from 'pending' or exists (
      select from public.upvote_flags f
      where f.upvote_id = decision.upvote_id and f.flagged_by is not null
        and (f.status = 'pending' or f.resolved_at = decision.decided_at)))
$$;

-- One card. Of many reports the newest 50, undecided ones first.
create function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', v.id, 'version', c.version, 'state', c.state, 'activity_at', c.activity_at,
    'reason', v.reason, 'created_at', v.created_at, 'visible', v.flag_status = 'approved',
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

create function private.count_states(states text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object(
    'pending', count(*) filter (where state = 'pending'), 'approved', count(*) filter (where state = 'approved'),
    'rejected', count(*) filter (where state = 'rejected'), 'all', count(*))
  from unnest(states) state
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
  found uuid[];
  counts jsonb;
begin
  perform private.require_administrator();
  with matches as materialized (select * from private.match_cases(list_flagged.query)),
    page as (
      select m.upvote_id, m.activity_at from matches m
      where (filter = 'all' or m.state = filter)
        and (before_at is null or (m.activity_at, m.upvote_id) < (before_at, before_id))
      order by m.activity_at desc, m.upvote_id desc limit room + 1
    )
  select
    array(select p.upvote_id from page p order by p.activity_at desc, p.upvote_id desc),
    (select private.count_states(array_agg(m.state)) from matches m)
    into found, counts;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.flagged_card(id) order by place)
      from unnest(found[1:room]) with ordinality listed (id, place)), '[]'),
    'more', cardinality(found) > room,
    'counts', counts);
end;
$$;

-- Why there is no case: an administrator deleted the recommendation, it is not there any more, or nobody reports it now.
create function private.why_gone(upvote_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', why_gone.upvote_id, 'by', p.username, 'at', l.created_at,
    'why', case when l.id is not null then 'deleted'
      when exists (select from public.tool_upvotes v where v.id = why_gone.upvote_id) then 'unreported'
      else 'withdrawn' end)
  from (values (1)) one
  left join lateral (
    select * from public.audit_log l
    where l.table_name = 'tool_upvotes' and l.action = 'delete' and l.row_id = why_gone.upvote_id limit 1
  ) l on true
  left join public.profiles p on p.id = l.actor_id
$$;

-- What became of the cards somebody looks at, and how many there are beside them down to (oldest_at, oldest_id), or to
-- the end: {cards, gone: [{id, why, by, at}], arrived, counts}. At most 500 cards.
create function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  watched uuid[] := ids[1:500];
  arrived bigint;
  counts jsonb;
begin
  perform private.require_administrator();
  with matches as materialized (select * from private.match_cases(watch_flagged.query))
  select
    (select count(*) from matches m
      where (filter = 'all' or m.state = filter) and m.upvote_id <> all (watched)
        and (oldest_at is null or (m.activity_at, m.upvote_id) > (oldest_at, oldest_id))),
    (select private.count_states(array_agg(m.state)) from matches m)
    into arrived, counts;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(card order by place)
      from unnest(watched) with ordinality seen (id, place), private.flagged_card(id) card
      where card is not null), '[]'),
    'gone', coalesce((
      select jsonb_agg(private.why_gone(id) order by place) from unnest(watched) with ordinality seen (id, place)
      where not exists (select from private.moderation_cases c where c.upvote_id = id)), '[]'),
    'arrived', arrived,
    'counts', counts);
end;
$$;

revoke execute on function private.require_administrator(), private.match_cases(text), private.flagged_card(uuid),
  private.can_undo(private.moderation_decisions), private.count_states(text[]), private.why_gone(uuid),
  public.list_flagged(text, text, integer, timestamptz, uuid),
  public.watch_flagged(uuid[], text, text, timestamptz, uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_flagged(text, text, integer, timestamptz, uuid),
  public.watch_flagged(uuid[], text, text, timestamptz, uuid) to authenticated;
