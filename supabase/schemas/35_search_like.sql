-- Alternatives to a tool: tools of its categories (small categories weigh more) and tools that share what its
-- description says, first of all the subjects that categories and synonyms know; tools that name it come first.
-- Candidates are the hundred most recommended of each category and those that share its significant words or name it.
-- `wishes` are the other terms of the query: tools that match "free" in "free alternative to X" come first, and the
-- `topic` of "like X but for anime" is searched for.
create function private.tools_like(
  subject uuid, wishes tsquery[], wish_weights double precision[], topic tsquery
)
returns table (tool_id uuid, score double precision)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  subject_name text;
  description text;
  filed text;
  said text;
  is_told boolean;
  exacts tsquery[];
  wides tsquery[];
  weights double precision[];
  tools constant double precision := greatest(private.count_searched(), 1);
begin
  select t.name, t.short_description, coalesce(string_agg(c.name, ' '), '') into subject_name, description, filed
    from public.tools t
    left join public.tool_categories tc on tc.tool_id = t.id
    left join public.categories c on c.id = tc.category_id
    where t.id = tools_like.subject group by t.id;
  -- The name has to describe a tool without a description.
  description := replace(lower(description), lower(subject_name), ' ');
  foreach said in array array[description, subject_name, concat_ws(' ', filed, description, subject_name)] loop
    select (array_agg(p.exact order by p.is_subject desc, p.weight desc))[:5],
      (array_agg(p.wide order by p.is_subject desc, p.weight desc))[:5],
      (array_agg(p.weight * case when p.is_subject then 1 else 0.5 end order by p.is_subject desc, p.weight desc))[:5],
      bool_or(p.is_subject)
      into exacts, wides, weights, is_told
      from private.parse_search(said) p where p.wide is not null;
    exit when is_told;
  end loop;
  return query
    with mine as (
      select tc.category_id from public.tool_categories tc where tc.tool_id = subject
    ), candidate as (
      select distinct near.tool_id
      from mine
      cross join lateral (
        select s.tool_id from public.tool_categories tc join private.tool_stats s using (tool_id)
        where tc.category_id = mine.category_id
        order by s.upvote_count desc, s.listed_at desc, s.tool_id desc
        limit 100
      ) near
      union
      select unnest(private.tools_holding(private.most_of(wides), '{}')) where wides is not null
      union
      select unnest(private.tools_holding(coalesce(topic, private.any_of(wishes) && private.any_of(wides)), '{}'))
        where wishes is not null and wides is not null
      union
      select found.tool_id from (
        select d.tool_id from private.search_documents d
        where d.document @@ phraseto_tsquery('pg_catalog.english', private.search_text(subject_name)) limit 300
      ) found
    ), scored as (
      select c.tool_id, t.upvote_count, t.created_at,
        (coalesce((
          select sum(terms.weight * greatest(private.rank_term(d.name, d.categories, d.description, d.more, terms.exact),
            0.6 * private.rank_term(d.name, d.categories, d.description, d.more, terms.wide))) / (sum(terms.weight) + 3)
          from unnest(exacts, wides, weights) terms (exact, wide, weight)), 0)
        + coalesce(shared.weight, 0) * 0.5
        + case when char_length(subject_name) >= 4 and strpos(lower(t.short_description), lower(subject_name)) > 0
            then 0.3 else 0 end)
        * (1 + wished.share) + 0.1 * wished.share + case when d.document @@ topic then 0.3 else 0 end as points
      from candidate c
      join lateral (
        select doc.document, ts_filter(doc.document, '{a}') as name, ts_filter(doc.document, '{b}') as categories,
          ts_filter(doc.document, '{c}') as description, ts_filter(doc.document, '{d}') as more
        from private.search_documents doc where doc.tool_id = c.tool_id
      ) d on true
      join public.tools t on t.id = c.tool_id
      cross join lateral (
        select sum(ln(tools / greatest(k.tool_count, 1)) / ln(tools + 1)) as weight
        from public.tool_categories tc join public.categories k on k.id = tc.category_id
        where tc.tool_id = c.tool_id and tc.category_id in (select mine.category_id from mine)
      ) shared
      cross join lateral (
        select coalesce(sum(case when d.document @@ wish.term then wish.weight else 0 end) / sum(wish.weight), 0) as share
        from unnest(wishes, wish_weights) wish (term, weight)
      ) wished
      where c.tool_id <> subject
    )
    select s.tool_id, s.points + 0.03 * ln(1 + s.upvote_count) from scored s
    order by 2 desc, s.upvote_count desc, s.created_at desc, s.tool_id desc
    limit 300;
end;
$$;

-- The tool of a query for alternatives: "alternatives to X", "X alternatives", "something like X", "X but free". X is a
-- name, ignoring spaces and punctuation; or the first words of a single name ("Jasper" of "Jasper AI"); or a misspelt
-- name. Null if the query does not ask for alternatives, or no tool has such a name. `wish` is the rest of the query.
create function private.alternative_of(query text, out subject uuid, out wish text)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
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
      select t.id from public.tools t where private.squeeze(t.name) = squeezed
      order by t.upvote_count desc, t.created_at desc, t.id desc limit 1);
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
        select t.id from public.tools t
        where private.squeeze(t.name) = any (private.nearest_words(squeezed) || private.beginnings(squeezed))
        order by char_length(t.name) desc, t.upvote_count desc, t.created_at desc, t.id desc limit 1);
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
