-- How many tools contain a term, up to 400 (beyond that it is as common as can be), and whether one of the first two
-- hundred contains it in a category or in its name.
create type private.held_term as (tools bigint, is_category boolean, is_name boolean);

-- The terms of a query: words without meaning ("I want to", "ai tool") are dropped unless there is nothing else,
-- phrases and synonyms form one term, and unknown words are corrected to the nearest known ones. At most eight terms.
-- `exact` contains the word itself and its English forms, `wide` also its synonyms; both are null for an unknown word
-- without a correction. `weight` is higher the fewer tools contain the term, lower for a word that is in no name,
-- category or synonym ("logo for a coffee shop"), and lower after a preposition ("music for my video"). `is_subject`: a
-- category or a synonym knows it, and it is no fact. `corrected` is the whole query if words of it were corrected.
create function private.parse_search(query text)
returns table (exact tsquery, wide tsquery, weight double precision, is_subject boolean, corrected text)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
-- A term without matches needs an index search.
set enable_seqscan = off
as $$
declare
  empty_words constant text[] := '{
    ai, app, apps, tool, tools, software, program, programs, platform, service, services, website, site, online,
    solution, want, wants, need, needs, help, helps, helping, find, finding, look, looking, search, best, top,
    good, great, nice, cool, easy, easily, simple, quick, quickly, fast, please, get, getting, give, show, like,
    way, ways, thing, things, something, anything, someone, some, use, using, used, let, lets, would, could,
    should, able, also, one, new, really, just, im, id, ive, whats, artificial, intelligence, powered, based,
    recommend, recommended, recommendation, suggest, try, work, works, working, automatically, automatic,
    automated, lot, lots, every, day, many, much, alternative, alternatives, similar, competitor, competitors, vs,
    versus, instead, faster, better, without, problem, problems, turn, else, another, different, kind, type,
    perfect, perfectly, correctly, properly, right, tell, say, said, know, go, going, come, put, set, take, today,
    tonight, tomorrow, now, actually, maybe, always, never, ever, already,
    el, la, los, las, un, una, uno, de, del, da, do, das, dos, para, por, con, com, en, em, mi, mis, meu, minha, le,
    les, des, du, une, pour, avec, mon, ma, mes, et, der, die, den, dem, ein, eine, einen, meine, fur, mit, und, von,
    zu, zum, aus, il, lo, gli, per, di, su, mio, mia, al, au, ich, je, quiero, sin, ohne, ia, ki, outil, herramienta
  }';
  prepositions constant text[] := '{for,of,in,on,from,about,at,during}';
  words text[];
  guessed text[];
  uncorrected text[];
  meaningful text[];
  place integer := 1;
  length integer;
  phrase text;
  -- The stemmed phrase as one word, to look up synonyms.
  synonyms jsonb;
  others tsquery;
  -- The same for facts.
  facts jsonb;
  tools bigint;
  found private.held_term;
  terms integer := 0;
  seen text[] := '{}';
  near text[];
  importance double precision;
  is_circumstance boolean := false;
begin
  select m.words, m.guessed, m.uncorrected into words, guessed, uncorrected from private.correct_words(parse_search.query) m;
  meaningful := array(
    select entry from unnest(words) with ordinality listed (entry, at)
    where to_tsvector('pg_catalog.english', entry) <> '' and entry <> all (empty_words) order by at);
  -- A phrase may contain a word without meaning of its own ("text to speech"), so phrases are looked up first. "Power
  -- point" is also one word, but "for me" is not "form".
  select jsonb_object_agg(listed.phrase, listed.said), jsonb_object_agg(listed.phrase, listed.fact)
    into synonyms, facts
  from (
    select phrases.phrase, string_agg(s.said::text, ' | ') as said,
      string_agg(quote_literal(s.fact), ' | ') as fact
    from (
      select distinct array_to_string(words[at:at + size - 1], ' ') as phrase
      from generate_series(1, cardinality(words)) at, generate_series(1, 4) size where at + size - 1 <= cardinality(words)
    ) phrases
    join private.search_synonyms s
      on s.asked && array[private.stems(phrases.phrase),
        case when not phrases.phrase ~ ' ' or numnode(plainto_tsquery('pg_catalog.english', phrases.phrase)) > 2
          then private.stems(replace(phrases.phrase, ' ', '')) end]
    group by phrases.phrase
  ) listed;
  corrected := case when cardinality(guessed) > 0 then array_to_string(words, ' ') end;
  tools := private.count_searched();
  while place <= cardinality(words) and terms < 8 loop
    length := least(4, cardinality(words) - place + 1);
    loop
      phrase := array_to_string(words[place:place + length - 1], ' ');
      exit when length = 1 or synonyms ? phrase;
      length := length - 1;
    end loop;
    others := (synonyms ->> phrase)::tsquery;
    place := place + length;
    is_circumstance := is_circumstance or terms > 0 and phrase = any (prepositions);
    continue when phrase = any (seen) or length = 1 and cardinality(meaningful) > 0 and phrase <> all (meaningful);
    seen := seen || phrase;
    exact := private.phrase_query(phrase);
    if numnode(exact) = 0 then
      -- Stop words are searched in names only.
      exact := private.in_parts(phraseto_tsquery('pg_catalog.simple', phrase), 'A');
    elsif exact::text <> phraseto_tsquery('pg_catalog.simple', phrase)::text then
      exact := exact || phraseto_tsquery('pg_catalog.simple', phrase);
    end if;
    exact := coalesce(exact || (facts ->> phrase)::tsquery, exact);
    wide := coalesce(exact || others, exact);
    found := private.look_up_term(wide);
    is_subject := facts ->> phrase is null and (others is not null or found.is_category);
    importance := case
      -- A fact is a quality, not a subject.
      when facts ->> phrase is not null then 0.6
      when others is not null or found.is_category then 1
      when found.is_name then 0.6 else 0.5 end;
    if found.tools = 0 and not private.is_held(wide) then
      continue when length > 1;
      near := case when phrase <> all (uncorrected) then private.nearest_words(phrase) end;
      exact := private.any_of(array(
        select plainto_tsquery('pg_catalog.english', entry) from unnest(near) entry));
      wide := private.any_of(exact || array(
        select s.said from private.search_synonyms s
        where s.asked && array(select private.stems(entry) from unnest(near) entry)));
      found := private.look_up_term(wide);
      -- A word known to a synonym needs no correction.
      if found.tools = 0 and not private.is_held(wide) then
        wide := null;
      end if;
      -- A correction is a guess: an unknown word may be right all the same.
      importance := case
        when wide is null then 0.4
        when found.is_category or found.is_name then 0.5 else 0.15 end;
    end if;
    weight := ln(1 + greatest(tools, 1) / greatest(found.tools, 0.5)::double precision) ^ 0.7 * importance
      * case when phrase = any (guessed) then 0.5 else 1 end
      * case when is_circumstance then 0.6 else 1 end;
    terms := terms + 1;
    return next;
  end loop;
end;
$$;

-- The number of searched tools; an estimate if there are many, because counting 100,000 takes 20 ms.
create function private.count_searched() returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  estimate bigint := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.search_documents'::regclass);
begin
  if estimate > 10000 then
    return estimate;
  end if;
  return (select count(*) from private.search_documents);
end;
$$;

create function private.look_up_term(term tsquery) returns private.held_term
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  in_category tsquery := private.in_parts(term, 'B');
  in_name tsquery := private.in_parts(term, 'A');
  result private.held_term;
begin
  select count(*), coalesce(bool_or(case when holding.place <= 200 then holding.document @@ in_category end), false),
    coalesce(bool_or(case when holding.place <= 200 then holding.document @@ in_name end), false)
    into result.tools, result.is_category, result.is_name
  from (
    select d.document, row_number() over () as place from private.search_documents d
    where d.document @@ look_up_term.term limit 400
  ) holding;
  return result;
end;
$$;

-- Whether a tool or its recommendations contain a term. For a common term the index would return every row, so a sample
-- of rows is tested instead.
create function private.is_held(term tsquery) returns boolean
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
  return exists (
      select from (select r.document from private.search_reasons r limit 200) few where few.document @@ is_held.term)
    or exists (select from private.search_documents d where d.document @@ is_held.term)
    or exists (select from private.search_reasons r where r.document @@ is_held.term);
end;
$$;
