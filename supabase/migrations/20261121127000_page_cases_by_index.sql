-- Without a search the queue is read by its order, not whole; and a card whose author is suspended is not called visible.
create index moderation_cases_state_newest on private.moderation_cases (state, activity_at desc, upvote_id desc);
create index moderation_cases_newest on private.moderation_cases (activity_at desc, upvote_id desc);

-- One card. Of many reports the newest 50, undecided ones first.
create or replace function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable security definer set search_path = ''
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


create function private.count_cases() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'pending', count(*) filter (where state = 'pending'), 'approved', count(*) filter (where state = 'approved'),
    'rejected', count(*) filter (where state = 'rejected'), 'all', count(*))
  from private.moderation_cases
$$;
revoke execute on function private.count_cases() from public, anon, authenticated, service_role;

-- As before (see create_list_flagged).
create or replace function public.list_flagged(
  filter text default 'pending', query text default '', page_size integer default 20,
  before_at timestamptz default null, before_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- Each combination of filter, page and search has an index of its own to go by.
set plan_cache_mode = force_custom_plan
as $$
declare
  room integer := least(greatest(coalesce(list_flagged.page_size, 20), 1), 100);
  found uuid[];
  counts jsonb;
begin
  perform private.require_administrator();
  if private.trim_text(coalesce(list_flagged.query, '')) = '' then
    found := array(
      select c.upvote_id from private.moderation_cases c
      where (filter = 'all' or c.state = filter)
        and (before_at is null or (c.activity_at, c.upvote_id) < (before_at, before_id))
      order by c.activity_at desc, c.upvote_id desc limit room + 1);
    counts := private.count_cases();
  else
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
  end if;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.flagged_card(id) order by place)
      from unnest(found[1:room]) with ordinality listed (id, place)), '[]'),
    'more', cardinality(found) > room,
    'counts', counts);
end;
$$;

create or replace function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
  arrived bigint;
  counts jsonb;
begin
  perform private.require_administrator();
  if private.trim_text(coalesce(watch_flagged.query, '')) = '' then
    select count(*) into arrived from private.moderation_cases c
      where (filter = 'all' or c.state = filter) and c.upvote_id <> all (watched)
        and (oldest_at is null or (c.activity_at, c.upvote_id) > (oldest_at, oldest_id));
    counts := private.count_cases();
  else
    with matches as materialized (select * from private.match_cases(watch_flagged.query))
    select
      (select count(*) from matches m
        where (filter = 'all' or m.state = filter) and m.upvote_id <> all (watched)
          and (oldest_at is null or (m.activity_at, m.upvote_id) > (oldest_at, oldest_id))),
      (select private.count_states(array_agg(m.state)) from matches m)
      into arrived, counts;
  end if;
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
