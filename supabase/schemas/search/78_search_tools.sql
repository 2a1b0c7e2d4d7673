-- How a query is understood: the tool to find alternatives to, if any, and the terms (private.parse_search). `corrected`
-- is the query as it is understood if words of it are misspelt and no tool is called so ("writ" begins "Writesonic").
-- Null for a query without letters.
create type private.understood_search as (
  wanted text, subject uuid, terms private.search_term[], missing double precision[], corrected text
);

create function private.understand_search(query text) returns private.understood_search
language plpgsql stable set search_path = ''
as $$
declare
  result private.understood_search;
  wish text;
begin
  result.wanted := lower(left(private.trim_text(coalesce(understand_search.query, '')), 200));
  if result.wanted = '' then
    return null;
  end if;
  select a.subject, a.wish into result.subject, wish from private.alternative_of(result.wanted) a;
  select p.terms, p.missing, p.corrected into result.terms, result.missing, result.corrected
    from private.parse_search(case when result.subject is null then result.wanted else coalesce(wish, '') end, 8) p;
  if result.corrected is not null and private.tools_named(result.wanted) <> '{}' then
    result.corrected := null;
  end if;
  return result;
end;
$$;

-- The results, at most 600 tools: `tier` 0 by name, 1 by other texts; within each the higher score first. Categories
-- and facets filter the results, so that each count equals what choosing it shows.
create function private.find_tools(
  asked private.understood_search, category_ids uuid[], pricings text[], open_sources text[], platforms text[],
  facts text[]
) returns table (tool_id uuid, tier integer, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  choices private.filter_choice[] := private.filter_choices(category_ids, pricings, open_sources, platforms, facts);
  named uuid[] := '{}';
begin
  if asked.subject is null and asked.wanted is not null then
    named := private.tools_named(asked.wanted);
    if named = '{}' then
      named := private.tools_nearly_named(asked.wanted);
      named := named || array(
        select n.id from unnest(private.tools_named(asked.corrected)) with ordinality n (id, place)
        where n.id <> all (named) order by n.place);
    end if;
  end if;
  return query
    select found.tool_id, found.tier, found.score
    from (
      select n.tool_id, 0 as tier, -n.place::double precision as score
        from unnest(named) with ordinality n (tool_id, place)
      union all
      select m.tool_id, 1, m.score
        from private.match_tools(asked.terms, asked.missing, category_ids) m
        where asked.subject is null and m.tool_id <> all (named)
      union all
      select l.tool_id, 1, l.score from private.tools_like(asked.subject, asked.terms, false) l
        where asked.subject is not null
    ) found
    join private.tool_codes k using (tool_id)
    where choices = '{}' or private.has_codes(k.codes, choices);
end;
$$;

-- What a text may say for a term.
create function private.words_of(term private.search_term) returns tsquery
language sql stable set search_path = ''
as $$
  select private.join_queries(array_remove(array_agg(s.said) || term.exact, null), '|')
  from private.search_synonyms s where quote_literal(s.concept)::tsvector @@ term.concept
$$;

-- One page of search results. Best first: names equal to the query, names that begin with it, names that contain it,
-- then matching descriptions or recommendations. "Alternatives to X" finds similar tools. sort is 'relevance' or an
-- order of lists. category_ids restricts to tools in any of them; pricings, open_sources and platforms to tools with
-- one of the values of each given one. A further page continues after the tool after_id, or starts again if that one is
-- no longer found. The first page also returns the total, at most 600, and the query as it was
-- corrected, if it was. In marked_description and reason the matches are enclosed in the characters 2 and 3, which no text
-- contains; reason is a recommendation with terms that the description lacks.
create function public.search_tools(
  query text, sort text default 'relevance', category_ids uuid[] default '{}', after_id uuid default null,
  max_results integer default 15, pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (
  id uuid, name text, slug text, logo text, marked_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text,
  is_named boolean, reason text, reason_by text, total integer, corrected text, card_facts jsonb,
  writer_has_page boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  chosen uuid[] := array_remove(coalesce(search_tools.category_ids, '{}'), null);
  in_order text := coalesce(search_tools.sort, 'relevance');
  room integer := least(greatest(coalesce(search_tools.max_results, 15), 1), 100);
  asked private.understood_search := private.understand_search(search_tools.query);
  marks constant text := format('HighlightAll=true, StartSel="%s", StopSel="%s"', chr(2), chr(3));
  words tsquery[] := array(select private.words_of(term) from unnest(asked.terms) term);
  keys text[] := private.card_keys();
  marked tsquery := private.join_queries(words, '|');
begin
  if in_order not in ('relevance', 'newest', 'top', 'trending') then
    raise exception 'The order must be relevance, newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  return query
    with found as materialized (
      select f.* from private.find_tools(asked, chosen, search_tools.pricings, search_tools.open_sources, search_tools.platforms,
        search_tools.facts) f
    ), ranked as (
      select f.tool_id, f.tier,
        row_number() over (order by
          case when in_order = 'relevance' then f.tier end,
          case when in_order = 'relevance' then f.score end desc,
          case when in_order = 'top' then l.score end desc,
          case when in_order = 'trending' then l.trend end desc,
          t.created_at desc, t.id desc) as place
      from found f
      join public.tools t on t.id = f.tool_id
      join private.tool_stats l on l.tool_id = t.id
    ), page as (
      select t.*, r.tier, r.place
      from ranked r
      join public.tools t on t.id = r.tool_id
      where r.place > coalesce((select last.place from ranked last where last.tool_id = search_tools.after_id), 0)
      order by r.place
      limit room
    )
    select p.id, p.name, p.slug, p.logo,
      coalesce(ts_headline('private.all_words', p.short_description, marked, marks), p.short_description),
      p.featured, p.upvote_count, p.created_at, c.id, c.name, c.slug, p.tier = 0,
      ts_headline('private.all_words', v.reason, marked, marks), writer.username::text,
      case when search_tools.after_id is null then (select count(*) from found)::integer end,
      case when search_tools.after_id is null then asked.corrected end, private.facts_on_card(listed, keys),
      writer.has_page
    from page p
    join public.tools listed on listed.id = p.id
    left join public.categories c on c.id = p.category_id
    left join lateral (
      select private.join_queries(array_agg(said.words), '|') as words
      from private.search_documents d, unnest(asked.terms, words)
        as said (exact, concept, wide, categories, weight, is_subject, is_fact, words)
      where d.tool_id = p.id and d.document @@ said.wide and not ts_filter(d.document, '{a,b,c}') @@ said.wide
    ) lacking on true
    left join lateral (
      -- Of the searched recommendations the one that says most of what the description lacks.
      select newest.reason, newest.user_id from (
        select v.*, to_tsvector('private.all_words', private.split_text(v.reason)) as document
        from public.tool_upvotes v where v.tool_id = p.id and private.is_shown(v) and lacking.words is not null
        order by v.created_at desc, v.id desc limit 50
      ) newest
      where newest.document @@ lacking.words
      order by ts_rank(newest.document, lacking.words) desc, newest.created_at desc, newest.id desc
      limit 1
    ) v on true
    left join public.profiles writer on writer.id = v.user_id
    order by p.place;
end;
$$;
comment on function public.search_tools is
  'Nullable: logo, category_id, category_name, category_slug, reason, reason_by, total, corrected, card_facts, writer_has_page.';

-- For the category filter of a search: how many of the results with these facets each category has, and how many of
-- them it would add to the `selected` ones. Empty if too many tools match to examine all, because a search in one
-- category then finds more of its tools.
create function public.count_found_categories(
  query text, selected uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (category_id uuid, tools integer, added integer)
language sql stable security definer set search_path = ''
as $$
  with found as materialized (
    select f.tool_id, count(*) over () as total from private.find_tools(
      private.understand_search(count_found_categories.query), '{}', '{}', '{}', '{}', '{}') f
  ), narrowed as (
    select f.tool_id, exists (
        select from public.tool_categories tc
        where tc.tool_id = f.tool_id and tc.category_id = any (count_found_categories.selected)) as is_selected
    from found f join private.tool_codes k using (tool_id)
    where private.has_codes(k.codes, (select private.filter_choices('{}', pricings, open_sources, platforms, facts)))
  ), counted as (
    select tc.category_id, count(*)::integer as tools, (count(*) filter (where not n.is_selected))::integer as added
    from narrowed n join public.tool_categories tc using (tool_id)
    group by tc.category_id
  )
  select c.id, coalesce(k.tools, 0), coalesce(k.added, 0)
  from public.categories c left join counted k on k.category_id = c.id
  where (select coalesce(max(f.total), 0) from found f) < private.most_found()
$$;

-- For each value of each facet: how many tools search_tools would find if it were selected too; the last row as in
-- count_facets.
create function public.count_found_facets(
  query text, category_ids uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (facet text, value text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select c.facet, c.value, c.tools
  from private.count_filters(
    array(
      select f.tool_id from private.find_tools(private.understand_search(query),
        array_remove(coalesce(category_ids, '{}'), null), '{}', '{}', '{}', '{}') f),
    private.filter_choices('{}', pricings, open_sources, platforms, facts)) c
$$;
grant execute on function public.search_tools, public.count_found_categories, public.count_found_facets
  to anon, authenticated, service_role;
