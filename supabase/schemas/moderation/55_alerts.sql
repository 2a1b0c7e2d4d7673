-- Alerts: many new members recommend one tool in a short time, with nearly the same text, or from one network. Nothing is
-- hidden; an administrator sets recommendations aside ('not counted'), or closes the alert (59_count_upvotes.sql).
create table private.alerts (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- young, texts, network
  reasons text[] not null,
  -- How many recommendations a day the tool had in the four weeks before.
  usual double precision not null,
  raised_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Closed because all its recommendations are set aside, not by hand.
  is_settled boolean not null default false
);

create index alerts_tool_id on private.alerts (tool_id);

create table private.alert_upvotes (
  alert_id uuid not null references private.alerts (id) on delete cascade,
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  -- How many said nearly the same, and how many were from its network, at most; itself among them.
  same_text integer not null default 1,
  same_network integer not null default 0,
  primary key (upvote_id, alert_id)
);

create index alert_upvotes_alert_id on private.alert_upvotes (alert_id);

-- From which networks new members recommended lately: a keyed hash of our own server, of a hosted project the address.
-- Forgotten after thirty days.
create table private.upvote_networks (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  network text not null,
  seen_at timestamptz not null default now()
);

-- Of each of these recommendations of one tool, at most 200: how many say nearly the same, and how many are from its
-- network; itself among them.
create function private.liken_upvotes(upvote_ids uuid[])
returns table (upvote_id uuid, same_text integer, same_network integer)
language sql stable set search_path = ''
as $$
  with compared as materialized (
    select v.id, private.squeeze(v.reason) as text, n.network
    from public.tool_upvotes v left join private.upvote_networks n on n.upvote_id = v.id
    where v.id = any (upvote_ids) order by v.created_at desc limit 200
  ), texts as materialized (
    select c.text, count(*) as times from compared c where c.text <> '' group by c.text
  ), near as materialized (
    -- Each pair once: this is what takes the time.
    select one.text as one, other.text as other
    from texts one join texts other on one.text < other.text and extensions.similarity(one.text, other.text) > 0.7
  ), counted as (
    select t.text, sum(a.times) as times
    from (
      select text, text as like_it from texts union all select one, other from near union all select other, one from near
    ) t join texts a on a.text = t.like_it
    group by t.text
  )
  select c.id, coalesce(t.times, 0)::integer,
    (select count(*) from compared o where o.network = c.network)::integer
  from compared c left join counted t on t.text = c.text
$$;

-- Raises alerts, and adds to the open ones. Looks at recommendations written or edited in the last day that weigh little, of
-- tools that had one since the last time. Called by a job, and when an administrator looks.
create function private.raise_alerts() returns void
language plpgsql set search_path = ''
as $$
declare
  strictness constant text := private.setting('vote_weights');
  -- So many in a day, and so many times the usual number.
  most constant integer := case strictness when 'strict' then 5 else 10 end;
  times constant integer := case strictness when 'strict' then 2 else 4 end;
  candidates uuid[];
  crowd record;
  usual double precision;
  why text[];
  named uuid[];
  alike jsonb;
  alert uuid;
begin
  if strictness = 'off' or not pg_try_advisory_xact_lock(hashtextextended('plaudit alerts', 0)) then
    return;
  end if;
  candidates := array(
    select fresh.id from (
      select v.id, count(*) over tool as votes, bool_or(not exists (
          select from private.alert_upvotes a join private.alerts open on open.id = a.alert_id
          where a.upvote_id = v.id and open.closed_at is null)) over tool as has_new
      from public.tool_upvotes v
      where v.weight < 1 and v.weight > 0 and v.merged_from is null
        and coalesce(v.edited_at, v.created_at) > now() - interval '1 day'
        and not exists (
          select from private.alert_upvotes a join private.alerts closed on closed.id = a.alert_id
          where a.upvote_id = v.id and closed.closed_at >= coalesce(v.edited_at, '-infinity'))
      window tool as (partition by v.tool_id)
    ) fresh
    where fresh.votes >= 3 and fresh.has_new);
  if candidates = '{}' then
    return;
  end if;
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (candidates) order by v.id for key share;
  for crowd in
    select v.tool_id, array_agg(v.id) as upvotes from public.tool_upvotes v where v.id = any (candidates)
    group by v.tool_id order by v.tool_id
  loop
    usual := (
      select count(*) / 28.0 from public.tool_upvotes v
      where v.tool_id = crowd.tool_id and v.created_at between now() - interval '29 days' and now() - interval '1 day');
    select array_remove(array[
        case when cardinality(crowd.upvotes) >= greatest(most, times * usual) then 'young' end,
        case when max(l.same_text) >= 3 then 'texts' end,
        case when max(l.same_network) >= most / 2 then 'network' end], null),
      case when cardinality(crowd.upvotes) >= greatest(most, times * usual) then crowd.upvotes
        else array_agg(l.upvote_id) filter (where l.same_text >= 3 or l.same_network >= most / 2) end,
      jsonb_object_agg(l.upvote_id, array[l.same_text, l.same_network])
      into why, named, alike
      from private.liken_upvotes(crowd.upvotes) l;
    continue when why = '{}';
    update private.alerts a
      set reasons = array(select distinct reason from unnest(a.reasons || why) reason order by reason desc)
      -- Two of one tool are open where tools that had one each were merged.
      where a.id = (
        select o.id from private.alerts o where o.tool_id = crowd.tool_id and o.closed_at is null
        order by o.raised_at, o.id limit 1)
      returning a.id into alert;
    if not found then
      insert into private.alerts (tool_id, reasons, usual) values (crowd.tool_id, why, usual) returning id into alert;
    end if;
    insert into private.alert_upvotes (alert_id, upvote_id, same_text, same_network)
      select alert, entry, coalesce((alike -> entry::text ->> 0)::integer, 1), coalesce((alike -> entry::text ->> 1)::integer, 0)
      from unnest(named) entry order by entry
      on conflict (upvote_id, alert_id)
      do update set same_text = greatest(alert_upvotes.same_text, excluded.same_text),
        same_network = greatest(alert_upvotes.same_network, excluded.same_network)
      where excluded.same_text > alert_upvotes.same_text or excluded.same_network > alert_upvotes.same_network;
  end loop;
end;
$$;

-- How many open alerts there are, appeals of authors whose recommendations are not counted, and reported lists and
-- answers.
create function private.count_alerts() returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from private.alerts a
    where a.closed_at is null and exists (
      select from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
      where u.alert_id = a.id and v.merged_from is null)
  ) + (
    select count(*) from public.upvote_appeals p join public.tool_upvotes v on v.id = p.upvote_id
    where p.status = 'pending' and p.about = 'uncounted' and v.weight = 0
  ) + (
    select count(distinct r.subject_id) from private.content_reports r where r.decision is null
  );
end;
$$;

-- For administrators: the fifty newest open alerts and appeals of authors whose recommendations are not counted; and how many
-- there are. The shape: docs/decisions/150.
create function public.list_alerts() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform private.raise_alerts();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return (
    with cases as materialized (
      select a.id, 'burst' as kind, a.reasons, a.tool_id, a.raised_at, a.usual, null as appeal,
        array(
          select u.upvote_id from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
          where u.alert_id = a.id and v.merged_from is null order by v.created_at desc, v.id desc limit 500) as upvotes
      from private.alerts a
      where a.closed_at is null
      union all
      select v.id, 'appeal', '{}', v.tool_id, p.created_at, 0, p.reason, array[v.id]
      from public.upvote_appeals p join public.tool_upvotes v on v.id = p.upvote_id
      where p.status = 'pending' and p.about = 'uncounted' and v.weight = 0
    ), page as (
      select c.* from cases c where c.upvotes <> '{}' order by c.raised_at desc, c.id limit 50
    )
    select jsonb_build_object(
      'waiting', private.count_alerts(),
      'alerts', coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'kind', c.kind, 'reasons', c.reasons, 'raised_at', c.raised_at, 'usual', c.usual,
        'appeal', c.appeal,
        'tool', jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug),
        'votes', votes.list) order by c.raised_at desc, c.id), '[]'))
    from page c
    join public.tools t on t.id = c.tool_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'upvote_id', v.id, 'user_id', v.user_id, 'username', p.username, 'joined_at', p.created_at, 'reason', v.reason,
        'created_at', v.created_at, 'is_flagged', v.is_flagged, 'not_counted', v.weight = 0, 'void_reason', d.reason,
        'same_text', coalesce(u.same_text, 1), 'same_network', coalesce(u.same_network, 0),
        'other_count', private.count_recommended(v.user_id, v.tool_id, null), 'others', others.names)
        order by v.created_at desc, v.id desc) as list
      from public.tool_upvotes v
      join public.profiles p on p.id = v.user_id
      left join private.alert_upvotes u on u.upvote_id = v.id and u.alert_id = c.id
      left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
      cross join lateral (
        select coalesce(jsonb_agg(other.name), '[]') as names from (
          select o.name from public.tool_upvotes w join public.tools o on o.id = w.tool_id
          where w.user_id = v.user_id and w.tool_id <> v.tool_id order by w.created_at desc, w.id desc limit 5
        ) other
      ) others
      where v.id = any (c.upvotes)
    ) votes);
end;
$$;
grant execute on function public.list_alerts to authenticated;
