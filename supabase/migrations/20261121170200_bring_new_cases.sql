-- What became of the cards somebody looks at, and the cards that belong beside them down to (oldest_at, oldest_id), or to
-- the end: {cards, gone: [{id, why, by, at, undo}], arrived: [card], counts}. At most 500 cards are looked after, and the
-- newest 50 brought; the next call brings others.
create or replace function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
  arrived uuid[];
  counts jsonb;
begin
  perform private.require_administrator();
  if private.trim_text(coalesce(watch_flagged.query, '')) = '' then
    arrived := array(
      select c.upvote_id from private.moderation_cases c
      where (filter = 'all' or c.state = filter) and c.upvote_id <> all (watched)
        and (oldest_at is null or (c.activity_at, c.upvote_id) > (oldest_at, oldest_id))
      order by c.activity_at desc, c.upvote_id desc limit 50);
    counts := private.count_cases();
  else
    with matches as materialized (select * from private.match_cases(watch_flagged.query))
    select
      array(select m.upvote_id from matches m
        where (filter = 'all' or m.state = filter) and m.upvote_id <> all (watched)
          and (oldest_at is null or (m.activity_at, m.upvote_id) > (oldest_at, oldest_id))
        order by m.activity_at desc, m.upvote_id desc limit 50),
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
    'arrived', coalesce((
      select jsonb_agg(private.flagged_card(id) order by place)
      from unnest(arrived) with ordinality fresh (id, place)), '[]'),
    'counts', counts);
end;
$$;
