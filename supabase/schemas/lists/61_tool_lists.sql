-- The facts that cards show, by key; null if none.
create function private.card_keys() returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(entry ->> 'key') from jsonb_array_elements(private.setting('facts')::jsonb) entry
  where entry -> 'on_card' = 'true'
$$;

-- Of a tool the known ones among them.
create function private.facts_on_card(tool public.tools, keys text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select case when keys is not null then (
    select jsonb_object_agg(fact.key, fact.value)
    from jsonb_each(to_jsonb(tool) - 'long_description' || tool.own_facts) fact
    where fact.key = any (keys) and fact.value not in ('null', '[]')) end
$$;

-- The newest public recommendations of a tool (as in tool_upvotes_select_visitor), with their authors. Its body is parsed at
-- creation: without its own search path it is inlined.
create function private.newest_reasons(tool_id uuid, max_results integer)
returns table (reason text, writer text, has_page boolean)
language sql stable
begin atomic
  select u.reason, p.username::text, p.has_page
  from public.tool_upvotes u left join public.profiles p on p.id = u.user_id
  where u.tool_id = newest_reasons.tool_id and private.is_shown(u)
  order by u.created_at desc, u.id desc
  limit newest_reasons.max_results;
end;

-- One page of a list of tools: all, or those in any of the categories, without duplicates; filtered by one of the
-- values of each named facet, 'unknown' included; `facts` are those of the owner's, as 'key.value'. sort is 'newest',
-- 'top' (most recommended) or 'trending' (docs/ranking.md), then newest first. Each tool comes with its newest public
-- recommendation and its writer. A further page continues after the tool whose rank, created_at and id are given,
-- wherever it stands by now: tools that were added or moved up meanwhile do not shift it.
-- The first page also returns the total; the others return null.
--
-- The query is planned with its values: the planner knows how frequent each code is, and either reads along the order
-- until the page is full or, for few matches, reads those tools.
create function public.list_tools(
  sort text default 'newest', category_ids uuid[] default '{}', after_rank double precision default null,
  after_at timestamptz default null, after_id uuid default null, max_results integer default 15,
  pricings text[] default '{}', open_sources text[] default '{}', platforms text[] default '{}', facts text[] default '{}'
) returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, latest_reason text,
  latest_writer text, total integer, rank double precision, card_facts jsonb,
  writer_has_page boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  choices private.filter_choice[] := private.filter_choices(list_tools.category_ids, list_tools.pricings,
    list_tools.open_sources, list_tools.platforms, list_tools.facts);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  is_first boolean := list_tools.after_at is null or list_tools.after_id is null;
  ranked text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'null::double precision'
    when 'top' then 's.score'
    when 'trending' then 'nullif(s.trend, ''-infinity'')'
  end;
  by_rank text := case list_tools.sort when 'top' then 's.score, ' when 'trending' then 's.trend, ' else '' end;
  in_order text := replace(by_rank || 's.listed_at, s.tool_id', ',', ' desc,') || ' desc';
  narrowed text := '';
begin
  if ranked is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if choices <> '{}' then
    select format('and exists (select from private.tool_codes k where k.tool_id = s.tool_id and %s)', string_agg(format(
        case when c.others is null then 'k.codes && %L' else '(k.codes && %L or not k.codes && %L)' end, c.codes, c.others), ' and '))
      into narrowed from unnest(choices) c;
  end if;
  if not is_first then
    narrowed := narrowed || format(' and (%1$ss.listed_at, s.tool_id) < (%2$s$4, $5)', by_rank,
      case list_tools.sort when 'top' then '$3, ' when 'trending' then 'coalesce($3, ''-infinity''), ' else '' end);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, latest.reason, latest.writer, $2, %3$s, private.facts_on_card(t, $6),
       latest.has_page
     from (select s.* from private.tool_stats s where true %1$s order by %2$s limit $1) s
     join public.tools t on t.id = s.tool_id left join public.categories c on c.id = t.category_id
     left join lateral private.newest_reasons(t.id, 1) latest on true
     order by %2$s', narrowed, in_order, ranked)
    using room, case when is_first then private.count_matching(choices) end, list_tools.after_rank, list_tools.after_at,
      list_tools.after_id, private.card_keys();
end;
$$;
comment on function public.list_tools is
  'Nullable: logo, category_id, category_name, category_slug, latest_reason, latest_writer, total, rank, card_facts, writer_has_page.';

-- Up to three tools of each category, in one call: the first by id, which the index returns without sorting every
-- category.
create function public.list_category_samples()
returns table (category_id uuid, names text[], logos text[])
language sql stable set search_path = ''
as $$
  select c.id, array_agg(t.name order by t.id), array_agg(coalesce(t.logo, '') order by t.id)
  from public.categories c
  cross join lateral (
    select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
  ) sample
  join public.tools t on t.id = sample.tool_id
  group by c.id
  order by c.id
$$;
grant execute on function public.list_tools, public.list_category_samples to anon, authenticated, service_role;
comment on function public.list_category_samples is 'A tool without a logo has an empty one.';
