-- How often pages are opened, left for a tool's website and searched, and where visitors come from (docs/decisions/193): sums
-- by day (UTC), of nobody. Each process counts and adds what it counted every few seconds. Sign-ups, recommendations and
-- reports are not among them: their rows have dates.
create table private.daily_counts (
  -- page: of this kind (shared/numbers.ts) · tool, category: the page of this one · click: to this tool's website ·
  -- search: for these words · nothing: of those, without results · referrer: from this host · event: all clicks, searches
  -- and searches without results.
  kind text not null,
  day date not null,
  -- Empty: others, which are not named.
  subject text not null,
  n bigint not null,
  primary key (kind, day, subject),
  constraint daily_counts_kind_known
    check (kind in ('page', 'tool', 'category', 'click', 'search', 'nothing', 'referrer', 'event')),
  constraint daily_counts_subject_short check (char_length(subject) <= 100)
) with (fillfactor = 70);

-- For the server: adds what a process counted, [{kind, day, subject, n}]. Tools and categories come by slug. Words and hosts
-- are a stranger's choice: about a thousand of each are named a day, the others are counted together. Rows are written in
-- one order, so that processes do not deadlock.
create function private.add_counts(counts jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.setting('numbers') = 'off' then
    return;
  end if;
  insert into private.daily_counts as d (kind, day, subject, n)
    with given as (
      select g.kind, g.day, sum(g.n)::bigint as n, case
          when g.kind in ('tool', 'click') then (select t.id::text from public.tools t where t.slug = g.subject)
          when g.kind = 'category' then (select c.id::text from public.categories c where c.slug = g.subject)
          else g.subject end as subject
      from jsonb_to_recordset(counts) g (kind text, day date, subject text, n bigint)
      group by 1, 2, 4
    ), taken as (
      select d.kind, d.day, count(*) as subjects from private.daily_counts d
      where d.kind in ('search', 'nothing', 'referrer') and d.day in (select g.day from given g) group by 1, 2
    ), ranked as (
      select g.*, known.n is not null as is_known, coalesce(t.subjects, 0) + row_number() over (
        partition by g.kind, g.day, known.n is null order by g.n desc, g.subject) as place
      from given g
      left join private.daily_counts known using (kind, day, subject)
      left join taken t using (kind, day)
    ), named as (
      select r.kind, r.day, r.n, case
          when r.is_known or r.kind not in ('search', 'nothing', 'referrer') or r.place <= 1000
          then coalesce(r.subject, '') else '' end as subject
      from ranked r
    )
    select m.kind, m.day, m.subject, sum(m.n) from named m group by 1, 2, 3 order by 1, 2, 3
    on conflict (kind, day, subject) do update set n = d.n + excluded.n;
end;
$$;

-- Every day: nothing is kept longer than two years, and no words longer than a month that were searched less than three times.
-- The lock: two processes do not wait for each other's rows.
create function private.forget_counts() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table private.daily_counts in share row exclusive mode;
  delete from private.daily_counts d where d.day < current_date - interval '2 years';
  with rare as (
    select d.kind, d.subject from private.daily_counts d
    where d.kind in ('search', 'nothing') and d.subject <> ''
    group by 1, 2 having sum(d.n) < 3 and max(d.day) < current_date - 30
  ), forgotten as (
    delete from private.daily_counts d using rare r
    where d.kind = r.kind and d.subject = r.subject returning d.kind, d.day, d.n
  )
  insert into private.daily_counts as d (kind, day, subject, n)
    select f.kind, f.day, '', sum(f.n) from forgotten f group by 1, 2
    on conflict (kind, day, subject) do update set n = d.n + excluded.n;
end;
$$;

-- How often a tool's page was opened and left for its website in 30 days, for those who may know; else no row.
create function public.get_tool_numbers(tool_id uuid) returns table (views bigint, clicks bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown_to constant text := private.setting('numbers');
begin
  if shown_to = 'everyone' or (shown_to <> 'off' and public.is_admin())
    or (shown_to = 'makers' and not private.has_ended_session()
      and private.is_maker((select auth.uid()), get_tool_numbers.tool_id))
  then
    return query
      select coalesce(sum(d.n) filter (where d.kind = 'tool'), 0)::bigint,
        coalesce(sum(d.n) filter (where d.kind = 'click'), 0)::bigint
      from unnest(array['tool', 'click']) counted (kind)
      -- Day by day: each is one row of the index.
      cross join generate_series(current_date - 29, current_date, interval '1 day') each
      join private.daily_counts d
        on d.kind = counted.kind and d.day = each::date and d.subject = get_tool_numbers.tool_id::text;
  end if;
end;
$$;
grant execute on function public.get_tool_numbers to anon, authenticated;

-- For the dashboard: the last days, the newest last; those without rows are zero.
create function public.list_daily_numbers(days integer default 30) returns table (
  day date, views bigint, clicks bigint, searches bigint, found_nothing bigint, sign_ups bigint, recommendations bigint,
  reports bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day constant date := current_date - least(greatest(coalesce(days, 30), 1), 365) + 1;
  since constant timestamptz := first_day::timestamp at time zone 'UTC';
begin
  perform private.require_administrator('read the numbers');
  return query
    with counted as (
      select d.day, sum(d.n) filter (where d.kind = 'page') as views,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'click') as clicks,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'search') as searches,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'nothing') as found_nothing
      from private.daily_counts d where d.kind in ('page', 'event') and d.day >= first_day group by 1
    ), joined as (
      select (p.created_at at time zone 'UTC')::date as day, count(*) as n
      from public.profiles p where p.created_at >= since group by 1
    ), recommended as (
      select (v.created_at at time zone 'UTC')::date as day, count(*) as n
      from public.tool_upvotes v where v.created_at >= since group by 1
    ), reported as (
      select (f.flagged_at at time zone 'UTC')::date as day, count(*) as n
      from (
        select u.flagged_at from public.upvote_flags u
        union all
        select c.reported_at from private.content_reports c
      ) f where f.flagged_at >= since group by 1
    )
    select each::date, coalesce(c.views, 0)::bigint, coalesce(c.clicks, 0)::bigint, coalesce(c.searches, 0)::bigint,
      coalesce(c.found_nothing, 0)::bigint, coalesce(j.n, 0), coalesce(v.n, 0), coalesce(r.n, 0)
    from generate_series(first_day, current_date, interval '1 day') each
    left join counted c on c.day = each
    left join joined j on j.day = each
    left join recommended v on v.day = each
    left join reported r on r.day = each
    order by 1;
end;
$$;

-- For the dashboard: the twenty most frequent of each kind in the last days, 90 at most: a year of a hundred thousand tools
-- would take too long to sum. A search may be personal: words are shown that were searched at least three times.
create function public.list_top_numbers(days integer default 30) returns table (
  kind text, subject text, name text, slug text, amount bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day constant date := current_date - least(greatest(coalesce(days, 30), 1), 90) + 1;
begin
  perform private.require_administrator('read the numbers');
  return query
    select k.kind, r.subject, coalesce(t.name, c.name), coalesce(t.slug, c.slug), r.n
    from unnest(array['page', 'tool', 'category', 'click', 'search', 'nothing', 'referrer']) k (kind)
    -- Each kind by itself: what has no place among the first twenty is not sorted.
    cross join lateral (
      select d.subject, sum(d.n)::bigint as n from private.daily_counts d
      where d.kind = k.kind and d.day >= first_day and d.subject <> ''
      group by 1 having k.kind not in ('search', 'nothing') or sum(d.n) >= 3
      order by 2 desc, d.subject collate "C" limit 20
    ) r
    left join public.tools t on t.id = case when k.kind in ('tool', 'click') then r.subject::uuid end
    left join public.categories c on c.id = case when k.kind = 'category' then r.subject::uuid end
    where k.kind not in ('tool', 'click', 'category') or num_nonnulls(t.id, c.id) = 1
    order by k.kind, r.n desc, r.subject collate "C";
end;
$$;
grant execute on function public.list_daily_numbers, public.list_top_numbers to authenticated;
comment on function public.list_top_numbers is 'Nullable: name, slug.';
