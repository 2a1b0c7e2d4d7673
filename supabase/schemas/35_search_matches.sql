-- Tools that match the terms of a query (private.parse_search, most significant first): first those that match all
-- terms in their description or recommendations; then, if there are fewer than `enough`, those that match some terms.
-- At most 300, best first; beyond that the given categories are searched themselves, otherwise find_tools filters the
-- result. `missing` is the weight of terms without matches. `is_quoted`: a term is in recommendations but not in the
-- description.
create function private.match_tools(
  exacts tsquery[], wides tsquery[], weights double precision[], missing double precision, category_ids uuid[]
)
returns table (tool_id uuid, score double precision, is_quoted boolean)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  enough constant integer := 10;
  total constant double precision := missing + (select sum(weight) from unnest(weights) weight);
  strict_query constant tsquery := private.all_of(wides);
  found_tools uuid[];
begin
  found_tools := private.tools_holding(strict_query, '{}');
  if cardinality(found_tools) < enough and cardinality(wides) > 1 then
    found_tools := found_tools || private.tools_holding(private.most_of(wides), '{}');
  elsif cardinality(found_tools) >= private.many_found() and cardinality(category_ids) > 0 then
    found_tools := private.tools_holding(strict_query, category_ids);
  end if;
  return query
    with described as materialized (
      select d.tool_id, d.document, ts_filter(d.document, '{a}') as name, ts_filter(d.document, '{b}') as categories,
        ts_filter(d.document, '{c}') as description, ts_filter(d.document, '{d}') as more, r.document as reasons
      from private.search_documents d left join private.search_reasons r using (tool_id) where d.tool_id = any (found_tools)
    ), scored as (
      select d.tool_id, t.upvote_count, t.created_at,
        sum(terms.weight * greatest(
          private.rank_term(d.name, d.categories, d.description, d.more, terms.exact),
          0.5 * private.rank_term(d.name, d.categories, d.description, d.more, terms.wide),
          case when d.reasons @@ terms.exact then 0.4 when d.reasons @@ terms.wide then 0.24 end)) as points,
        sum(case when d.document @@ terms.wide or d.reasons @@ terms.wide then terms.weight else 0 end) as covered,
        bool_and(d.document @@ terms.wide or d.reasons @@ terms.wide is not true) as is_described
      from described d
      join public.tools t on t.id = d.tool_id
      cross join unnest(exacts, wides, weights) terms (exact, wide, weight)
      group by d.tool_id, t.upvote_count, t.created_at
    ), best as (
      select max(s.covered) as covered from scored s
    )
    select s.tool_id, s.points / total * s.covered / total + 0.03 * ln(1 + s.upvote_count),
      not s.is_described
    from scored s, best
    where s.covered >= case when missing > 0 then 0.4 else 0.3 end * total and s.covered >= 0.4 * best.covered
    order by 2 desc, s.upvote_count desc, s.created_at desc, s.tool_id desc
    limit 300;
end;
$$;

-- The number of tools from which on tools_holding may be incomplete.
create function private.many_found() returns integer
language sql immutable parallel safe
return 150;

-- All terms but one, any two of the first five, or the first.
create function private.most_of(terms tsquery[]) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  result tsquery := terms[1];
begin
  for leave in 1 .. coalesce(cardinality(terms), 0) loop
    result := coalesce(result || private.all_of(terms[:leave - 1] || terms[leave + 1:]), result);
  end loop;
  for one in 1 .. least(coalesce(cardinality(terms), 0), 5) loop
    for other in one + 1 .. least(cardinality(terms), 5) loop
      result := result || (terms[one] && terms[other]);
    end loop;
  end loop;
  return result;
end;
$$;

-- How well a document matches a term: 1 in the name, 0.8 in a category or fact, 0.6 in the description, a little more
-- in two of them, 0.3 in the long description. Not ts_rank(), which treats a phrase as its words.
create function private.rank_term(
  name tsvector, categories tsvector, description tsvector, more tsvector, term tsquery
)
returns double precision
-- Called a thousand times per search: half the cost of a SQL function, which cannot be inlined because of its search
-- path.
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return case
    when name @@ term then case when categories @@ term or description @@ term then 1.1 else 1 end
    when categories @@ term then case when description @@ term then 0.9 else 0.8 end
    when description @@ term then 0.6
    when more @@ term then 0.3 end;
end;
$$;

-- The 300 most recommended tools whose description matches, of all or of some categories; if there are fewer, up to 150
-- whose recommendations match (many_found).
create function private.tools_holding(asked tsquery, category_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
set max_parallel_workers_per_gather = 0
as $$
declare
  most constant integer := 300;
  described uuid[];
begin
  -- For a frequent term the list is read in its order until there are enough matches.
  described := array(
    select l.tool_id from private.search_documents d join private.tool_stats l on l.tool_id = d.tool_id
    where d.document @@ asked
      and (cardinality(category_ids) = 0 or l.tool_id in (
        select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids)))
    order by l.upvote_count desc, l.listed_at desc, l.tool_id desc
    limit most
  );
  return described || array(
    select l.tool_id from private.search_reasons r join private.tool_stats l on l.tool_id = r.tool_id
    where r.document @@ asked
      and (cardinality(category_ids) = 0 or l.tool_id in (
        select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids)))
    order by l.upvote_count desc, l.listed_at desc, l.tool_id desc
    limit least(most - cardinality(described), private.many_found())
  );
end;
$$;
