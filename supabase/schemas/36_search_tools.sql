-- Tools by their name, at most 300: the query itself, whatever its spaces and signs; what begins with it; what contains it
-- (three characters or more); when there are none, names the query could mean. Equal ranks newest first. Each rank is a query of its own, served by its own index.
create function private.tools_named(wanted text, category_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  squeezed text := private.squeeze(wanted);
  result uuid[];
begin
  result := array(
    select t.id from public.tools t where lower(t.name) = wanted order by t.created_at desc, t.id desc limit 100);
  if squeezed <> '' then
    result := result || array(
      select t.id from public.tools t where private.squeeze(t.name) = squeezed and lower(t.name) <> wanted
      order by t.created_at desc, t.id desc limit 100);
  end if;
  result := result || array(
    select t.id from public.tools t where lower(t.name) like pattern || '%' and t.id <> all (result)
    order by t.created_at desc, t.id desc limit 100);
  if wanted ~ '[[:alnum:]]{3}' then
    result := result || array(
      select t.id from public.tools t where t.name ilike '%' || pattern || '%' and t.id <> all (result)
      order by t.created_at desc, t.id desc limit 100);
  end if;
  if cardinality(result) = 0 and squeezed <> '' then
    result := array(
      select t.id from public.tools t
      where private.squeeze(t.name) = any (
        -- Two names: "X vs Y".
        array(select private.squeeze(entry) from regexp_split_to_table(wanted, '\s(?:vs|versus)\.?\s') entry
          where wanted ~ '\s(?:vs|versus)\.?\s')
        -- Misspelt, with other spaces: "mid jurney".
        || case when wanted ~ '\s' then private.nearest_words(squeezed) end
        -- A name with something added: "elevenlabs".
        || array(select left(squeezed, size) from generate_series(5, char_length(squeezed) - 1) size
          where wanted !~ '\s' and size * 2 >= char_length(squeezed)))
      order by char_length(t.name) desc, t.upvote_count desc, t.created_at desc, t.id desc limit 100);
  end if;
  if cardinality(category_ids) > 0 then
    result := array(
      select n.tool_id from unnest(result) with ordinality n (tool_id, place)
      where exists (
        select from public.tool_categories tc where tc.tool_id = n.tool_id and tc.category_id = any (category_ids))
      order by n.place);
  end if;
  return result;
end;
$$;

-- One page of what a search for tools finds. Best first: the name that is the query, names that begin with it, names that
-- contain it, then what is described so or recommended for it. "Alternatives to X" finds what does the same as X. sort is
-- 'relevance' or an order of lists; category_ids narrows to tools in any of them. The first page (skip 0) also says how many
-- there are, at most 600. In marked_description and in reason the words that were found stand between the characters
-- 2 and 3, which no text holds; reason is the recommendation that says what the description does not.
--
-- SECURITY DEFINER without a check of the caller: it reads what everybody may read, and of recommendations those alone that
-- visitors are shown.
create function public.search_tools(
  query text,
  sort text default 'relevance',
  category_ids uuid[] default '{}',
  skip integer default 0,
  max_results integer default 15
)
returns table (
  id uuid, name text, slug text, logo text, marked_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text,
  is_named boolean, reason text, reason_by text, total integer
)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_tools.query, '')), 200));
  chosen uuid[] := array_remove(coalesce(search_tools.category_ids, '{}'), null);
  in_order text := coalesce(search_tools.sort, 'relevance');
  room integer := least(greatest(coalesce(search_tools.max_results, 15), 1), 100);
  start integer := least(greatest(coalesce(search_tools.skip, 0), 0), 1000);
  subject uuid;
  named uuid[] := '{}';
  exacts tsquery[];
  wides tsquery[];
  weights double precision[];
  missing double precision;
  marks constant text := format('HighlightAll=true, StartSel="%s", StopSel="%s"', chr(2), chr(3));
  marked tsquery;
begin
  if in_order not in ('relevance', 'newest', 'top', 'trending') then
    raise exception 'The order must be relevance, newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if wanted = '' then
    return;
  end if;
  subject := private.alternative_of(wanted);
  if subject is null then
    named := private.tools_named(wanted, chosen);
    select array_agg(p.exact order by p.weight desc) filter (where p.wide is not null),
      array_agg(p.wide order by p.weight desc) filter (where p.wide is not null),
      array_agg(p.weight order by p.weight desc) filter (where p.wide is not null),
      coalesce(sum(p.weight) filter (where p.wide is null), 0)
      into exacts, wides, weights, missing
      from private.parse_search(wanted) p;
    marked := private.any_of(wides);
  end if;
  return query
    with found as materialized (
      select n.tool_id, 0 as tier, -n.place as score, false as is_quoted
        from unnest(named) with ordinality n (tool_id, place)
      union all
      select m.tool_id, 1, m.score, m.is_quoted from private.match_tools(exacts, wides, weights, missing, chosen) m
        where wides is not null and m.tool_id <> all (named)
      union all
      select l.tool_id, 1, l.score, false from private.tools_like(subject, chosen) l where subject is not null
    ), page as (
      select t.*, f.tier, f.score, f.is_quoted, l.trend,
        row_number() over (order by
          case when in_order = 'relevance' then f.tier end,
          case when in_order = 'relevance' then f.score end desc,
          case when in_order = 'top' then t.upvote_count end desc,
          case when in_order = 'trending' then l.trend end desc nulls last,
          t.created_at desc, t.id desc) as place
      from found f
      join public.tools t on t.id = f.tool_id
      join private.listings l on l.tool_id = t.id and l.category_id = '00000000-0000-0000-0000-000000000000'
      order by place
      offset start limit room
    )
    select p.id, p.name, p.slug, p.logo,
      coalesce(ts_headline('pg_catalog.english', p.short_description, marked, marks), p.short_description),
      p.featured, p.upvote_count, p.created_at, c.id, c.name, c.slug, p.tier = 0,
      ts_headline('pg_catalog.english', v.reason, marked, marks), writer.username::text,
      case when start = 0 then (select count(*) from found)::integer end
    from page p
    left join public.categories c on c.id = p.category_id
    left join lateral (
      -- Of those that are searched, the newest that holds most of what was asked for.
      select newest.reason, newest.user_id from (
        select v.* from public.tool_upvotes v where v.tool_id = p.id and private.is_searched(v)
        order by v.created_at desc, v.id desc limit 50
      ) newest
      where p.is_quoted
      order by (select sum(weight) from unnest(wides, weights) term (wide, weight)
        where to_tsvector('pg_catalog.english', private.search_text(newest.reason)) @@ wide) desc nulls last, newest.created_at desc, newest.id desc
      limit 1
    ) v on true
    left join public.profiles writer on writer.id = v.user_id
    order by p.place;
end;
$$;
grant execute on function public.search_tools(text, text, uuid[], integer, integer) to anon, authenticated, service_role;
comment on function public.search_tools(text, text, uuid[], integer, integer) is
  'Nullable: logo, category_id, category_name, category_slug, reason, reason_by, total.';
