-- What a tool is like: the concepts of its name and description, among them those a brand stands for, or their words if
-- these hold none; those that few tools hold first; at most six.
create function private.traits_of(tool_id uuid) returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  tools constant double precision := greatest(private.count_searched(), 1);
begin
  return array(
    with common_words as materialized (
      select * from private.common_words()
    ), held as (
      select l.lexeme as word, l.lexeme like '#%' as is_concept
      from private.search_documents d, unnest(d.document) l
      where d.tool_id = traits_of.tool_id and (l.lexeme like '#%' and l.weights && '{A,C}' or l.weights @> '{C}')
      union
      select s.concept, true
      from public.tools t, private.search_text(t.name) as typed, private.search_asked a
      join private.search_synonyms s on s.concept = a.concept and s.said is not null
      where t.id = traits_of.tool_id and a.phrase = any (typed || string_to_array(typed, ' '))
        and a.stems in (select private.stems(w) from unnest(typed || string_to_array(typed, ' ')) w)
    ), chosen as (
      select h.is_concept, quote_literal(h.word)::tsquery as asked, h.word
      from held h
      where h.is_concept or not exists (select from held c where c.is_concept)
      limit 24
    ), weighed as (
      select c.*, ln(1 + tools / greatest(common.share * tools, 1)) ^ 1.2 * case when c.is_concept then 1 else 0.5 end as weight
      from chosen c
      join lateral (
        select coalesce((select w.share from common_words w where w.word = c.word), (
          select count(*) from (select from private.search_documents d where d.document @@ c.asked limit 1000) held)
          / tools) as share
      ) common on true
    )
    select row(case when not w.is_concept then w.asked end, case when w.is_concept then w.asked end, w.asked, '{}'::uuid[],
      w.weight, w.is_concept, false)::private.search_term
    from weighed w order by w.weight desc, w.word limit 6);
end;
$$;

-- Alternatives to a tool: those with its traits (private.traits_of), of its categories (small ones weigh more), with its
-- facts, or that name it. `wishes` are the other terms of a query: in "free alternative to X" tools that are free come
-- first, and the subject of "like X but for anime" is searched for. `is_near`: only tools of its categories.
create function private.tools_like(subject uuid, wishes private.search_term[], is_near boolean)
returns table (tool_id uuid, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  tools constant double precision := greatest(private.count_searched(), 1);
  mine constant uuid[] := array(select tc.category_id from public.tool_categories tc where tc.tool_id = subject);
  traits constant private.search_term[] := private.traits_of(subject);
  trait_weight constant double precision := (select sum(t.weight) from unnest(traits) t);
  wish_weight constant double precision := (select sum(w.weight) from unnest(wishes) w);
  topic constant tsquery := (
    select private.join_queries(array_agg(w.wide), '|') from unnest(wishes) w where w.is_subject);
  about public.tools;
  -- Fewer for a page of one tool, which shows twenty at most.
  most constant integer := case when is_near then 60 else private.most_found() end;
  candidates uuid[];
begin
  select * into about from public.tools t where t.id = subject;
  -- Each query is asked among all tools or in the categories, in which the most recommended tools are candidates too.
  candidates := array(
    select near from unnest(array[
      private.enough_of(traits, 0.3 * trait_weight),
      coalesce(topic, private.join_queries(array(select w.wide from unnest(wishes) w), '|')),
      phraseto_tsquery('private.words', private.split_text(about.name))
    ]) asked, unnest(private.tools_holding(asked, case when is_near then mine else '{}' end, most)) near
    where numnode(asked) > 0
    union
    select near from unnest(mine) c, unnest(private.tools_holding(null, array[c], most / 2)) near);
  return query
    with liked as (
      select t.id, l.score, l.listed_at,
        coalesce(s.points, 0) / (coalesce(trait_weight, 0) + 4)
          + 0.7 * coalesce(shared.weight, 0)
          + case when char_length(about.name) >= 4 and strpos(lower(t.name || ' ' || t.short_description), lower(about.name)) > 0
            then 0.3 else 0 end as likeness,
        0.02 * ((t.pricing = about.pricing) is true)::integer
          + 0.02 * ((t.open_source = about.open_source) is true)::integer
          + 0.02 * (t.platforms && about.platforms)::integer as alike,
        coalesce(w.covered / wish_weight, 0) as wish,
        case when d.document @@ topic then 0.5 else 0 end as topical
      from public.tools t
      join private.tool_stats l on l.tool_id = t.id
      join private.search_documents d on d.tool_id = t.id
      left join private.score_tools(candidates, traits) s on s.tool_id = t.id
      left join private.score_tools(candidates, wishes) w on w.tool_id = t.id
      cross join lateral (
        select sum(ln(tools / greatest(c.tool_count, 1)) / ln(tools + 1)) as weight
        from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = t.id and tc.category_id = any (mine)
      ) shared
      where t.id = any (candidates) and t.id <> subject and (not is_near or shared.weight is not null)
    )
    select l.id, l.likeness * (1 + 2 * l.wish) + l.alike + 0.1 * l.wish + l.topical + 0.03 * ln(1 + l.score)
    from liked l
    -- The specification's alternatives are all tools of its categories: likeness only orders them.
    where is_near or l.likeness + l.topical > 0
    order by 2 desc, l.score desc, l.listed_at desc, l.id desc
    limit private.most_found();
end;
$$;

-- The tool of a query for alternatives: "alternatives to X", "X alternatives", "something like X", "X but free". X is a
-- name, ignoring spaces and punctuation; or the first words of a single name ("Jasper" of "Jasper AI"); or a misspelt
-- name. Null if the query does not ask for alternatives, or no tool has such a name. `wish` is the rest of the query.
create function private.alternative_of(query text, out subject uuid, out wish text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := private.search_text(left(alternative_of.query, 200));
  wants constant text := '(?:alternativ\w*|competitors?|replacements?|substitutes?|rivals?|equivalents?|clones?)';
  candidates text[] := array[
    substring(wanted from format('^(.+) (?:%s|like (?:tools?|apps?|sites?))(?: (?:for|on|in|with) .+)?$', wants)),
    substring(wanted from
      format('(?:%s|similar) (?:tools? |apps? )?(?:to|for|of|like|a|au|zu|von|para|per) (.+)$', wants)),
    substring(wanted from '(?:^|tools? |apps? |something |anything |sites? )like (.+)$'),
    substring(wanted from '(?:instead of|replace|besides|(?:better|cheaper|other|rather) than) (.+)$'),
    substring(wanted from '^(.+) but .+$')];
  typed text;
  squeezed text;
begin
  foreach typed in array
    candidates || array(select regexp_replace(entry, ' (?:for|on|in|with|that|which|but|only) .*$', '') from unnest(candidates) entry)
  loop
    typed := regexp_replace(typed, '^(?:(?:the|a|an|best|good|free|cheap|open source|self hosted) )+', '');
    squeezed := private.squeeze(typed);
    continue when coalesce(squeezed, '') = '';
    subject := (
      select t.id from public.tools t join private.tool_stats l on l.tool_id = t.id where private.squeeze(t.name) = squeezed
      order by l.score desc, t.created_at desc, t.id desc limit 1);
    if subject is null then
      select min(near.id::text)::uuid into subject from (
        select t.id from public.tools t
        where private.squeeze(t.name) like squeezed || '%' and exists (
          select from string_to_array(private.search_text(t.name), ' ') words (list), generate_subscripts(list, 1) size
          where array_to_string(list[:size], '') = squeezed)
        limit 2
      ) near
      having count(*) = 1;
    end if;
    if subject is null then
      subject := (
        select t.id from public.tools t join private.tool_stats l on l.tool_id = t.id
        where private.squeeze(t.name) = any (private.nearest_words(squeezed) || private.beginnings(squeezed))
        order by char_length(t.name) desc, l.score desc, t.created_at desc, t.id desc limit 1);
    end if;
    if subject is not null then
      wish := nullif(array_to_string(array(
        select entry from string_to_table(replace(wanted, typed, ''), ' ') entry
        where entry !~ '^(?:|an?|the|best|good|tools?|apps?|sites?|something|anything|to|like|for|of|on|in|with|instead)$'
          and entry !~ '^(?:similar|but|than|better|cheaper|other|rather|besides|replace|au|zu|von|para|per)$'
          and entry !~ format('^%s$', wants)), ' '), '');
      return;
    end if;
  end loop;
end;
$$;
