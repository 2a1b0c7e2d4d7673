-- The number of tools to which a search is narrowed before it is ranked, and the most it finds.
create function private.most_found() returns integer
language sql immutable parallel safe
return 300;

-- Tools whose documents match, in no order: by the index, which the planner leaves for a `limit`.
create function private.some_holding(asked tsquery, most integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return array(select d.tool_id from private.search_documents d where d.document @@ asked limit most);
end;
$$;

-- The most recommended tools whose documents match, of all or of some categories; without `asked` all of these categories.
-- For a frequent term the list is read in its order until there are enough. Of a phrase the planner expects as many as hold all
-- its words, a hundred times too many, and would read the whole list: up to 5,000 that match are found first.
create function private.tools_holding(asked tsquery, category_ids uuid[], most integer default private.most_found())
returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0
as $$
declare
  matching uuid[];
begin
  if asked is null then
    return array(
      select s.tool_id from private.tool_stats s
      where s.tool_id in (select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids))
      order by s.score desc, s.listed_at desc, s.tool_id desc
      limit most);
  elsif category_ids <> '{}' then
    return array(
      select s.tool_id from private.tool_stats s join private.search_documents d on d.tool_id = s.tool_id
      where s.tool_id in (select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids))
        and d.document @@ asked
      order by s.score desc, s.listed_at desc, s.tool_id desc
      limit most);
  elsif asked::text ~ '<' then
    matching := private.some_holding(asked, 5000);
    if cardinality(matching) < 5000 then
      return array(
        select s.tool_id from private.tool_stats s where s.tool_id = any (matching)
        order by s.score desc, s.listed_at desc, s.tool_id desc
        limit most);
    end if;
  end if;
  return array(
    select s.tool_id from private.search_documents d join private.tool_stats s on s.tool_id = d.tool_id
    where d.document @@ asked
    order by s.score desc, s.listed_at desc, s.tool_id desc
    limit most);
end;
$$;

-- Each smallest set of terms that weigh at least so much together, as one query: any of those holds enough of what is
-- asked for. Of the first six terms; null if all of them weigh less.
create function private.enough_of(terms private.search_term[], lowest double precision) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select private.join_queries(array_agg(chosen.query), '|') from (
    select private.join_queries(array_agg(t.wide), '&') as query
    from generate_series(1, (1 << least(cardinality(terms), 6)) - 1) mask,
      unnest(terms) with ordinality t (exact, concept, wide, categories, weight, is_subject, is_fact, at)
    where t.at <= 6 and mask & (1 << (t.at::integer - 1)) <> 0
    group by mask
    having sum(t.weight) >= enough_of.lowest and sum(t.weight) - min(t.weight) < enough_of.lowest
  ) chosen
$$;

-- How well tools match terms: `points` is the sum of their weights, each times 1 for the name, 0.8 for a category or
-- fact, 0.6 for the description and 0.3 for the rest, a little more in two of them, and less for a synonym; `covered`
-- the weight of the terms they hold. Like ts_rank, whose result for one occurrence is 1/1.645 of its weight.
create function private.score_tools(tool_ids uuid[], terms private.search_term[])
returns table (tool_id uuid, points double precision, covered double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return query
    -- Decompressed once, not by each function.
    with d as materialized (
      select doc.tool_id, doc.document || ''::tsvector as document,
        array(select tc.category_id from public.tool_categories tc where tc.tool_id = doc.tool_id) as categories
      from private.search_documents doc where doc.tool_id = any (tool_ids)
    )
    select d.tool_id, sum(t.weight * (greatest(matched.text, matched.category) + least(matched.text, matched.category) / 4)),
      sum(case when matched.text > 0 or matched.category > 0 then t.weight else 0 end)
    from d
    cross join unnest(terms) t
    cross join lateral (
      select case when d.document @@ t.wide then 1.645 * greatest(
          coalesce(ts_rank('{0.3, 0.6, 0.8, 1}', d.document, t.exact), 0),
          case when t.is_fact or t.exact is null then 1 else 0.6 end
            * least(coalesce(ts_rank('{0.3, 0.6, 0.8, 1}', d.document, t.concept) * (numnode(t.concept) + 1) / 2, 0), 0.7))
        else 0 end as text,
        case when d.categories && t.categories then 0.65 else 0 end as category
      -- Otherwise the planner copies each of them to every place that uses it.
      offset 0
    ) matched
    group by d.tool_id;
end;
$$;

-- Tools that hold enough of the terms of a query (private.parse_search), those that hold all of them among them: at most
-- 300, best first. What is enough depends on the query alone, so that a tool that holds more hides none. If there are
-- more, the given categories are searched themselves; otherwise find_tools filters the result.
create function private.match_tools(terms private.search_term[], missing double precision[], category_ids uuid[])
returns table (tool_id uuid, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  weights constant double precision[] := array(select t.weight from unnest(terms) t) || missing;
  total constant double precision := (select sum(weight) from unnest(weights) weight);
  -- Of a sentence four words count. If all words are known the most significant one is enough.
  heaviest constant double precision := (
    select sum(weight) from (select weight from unnest(weights) weight order by weight desc limit 4) four);
  enough constant double precision := case
    when missing = '{}' then least(0.3 * heaviest, terms[1].weight)
    when terms[1].is_subject then 0.3 * heaviest else 0.4 * heaviest end;
  strict_query constant tsquery := (select private.join_queries(array_agg(t.wide), '&') from unnest(terms) t);
  loose_query constant tsquery := private.enough_of(terms, enough);
  found_tools uuid[];
  term private.search_term;
begin
  if loose_query is null then
    return;
  end if;
  found_tools := private.tools_holding(strict_query, '{}');
  if cardinality(found_tools) >= private.most_found() and cardinality(category_ids) > 0 then
    found_tools := private.tools_holding(strict_query, category_ids);
  elsif cardinality(terms) > 1 then
    found_tools := found_tools || private.tools_holding(loose_query, '{}');
  end if;
  foreach term in array terms loop
    if term.categories <> '{}' and (term.weight >= enough or cardinality(terms) > 1) then
      found_tools := found_tools || private.tools_holding(
        case when term.weight < enough then
          (select private.join_queries(array_agg(t.wide), '|') from unnest(terms) t where t.wide <> term.wide) end,
        term.categories);
    end if;
  end loop;
  return query
    select s.tool_id, s.points / total * s.covered / total + 0.03 * ln(1 + l.score)
    from private.score_tools(found_tools, terms) s join private.tool_stats l on l.tool_id = s.tool_id
    where s.covered >= enough
    order by 2 desc, l.score desc, l.listed_at desc, l.tool_id desc
    limit private.most_found();
end;
$$;
