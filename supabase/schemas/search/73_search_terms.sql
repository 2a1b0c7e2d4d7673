-- One term of a query: a word, or a phrase that stands for something.
create type private.search_term as (
  -- The typed words; the concepts they stand for; and either.
  exact tsquery, concept tsquery, wide tsquery,
  -- Categories with such a name.
  categories uuid[],
  -- Higher the fewer tools hold the term.
  weight double precision,
  -- A category or a concept knows it, and it is no fact.
  is_subject boolean, is_fact boolean
);

-- Whether a word is one without meaning, as "tool".
create function private.is_empty(word text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.search_asked a join private.search_synonyms s using (concept)
    where s.said is null and a.stems = private.stems(word) and a.phrase = word)
$$;

-- A query as terms, most significant first; `missing` are the weights of words that no tool holds, `corrected` the query
-- as it is understood if words of it are misspelt. Words without meaning ("I want to", "ai tool") are dropped unless
-- there is nothing else. At most `most` terms. A term weighs less if no category and no concept knows it ("logo for a
-- coffee shop"), and less after a preposition ("music for my video").
create function private.parse_search(
  query text, most integer, out terms private.search_term[], out missing double precision[], out corrected text
)
language plpgsql stable set search_path = ''
-- A term without matches needs an index search.
set enable_seqscan = off
as $$
declare
  prepositions constant text[] := '{for,of,in,on,from,about,at,during}';
  tools constant double precision := greatest(private.count_searched(), 1);
  common constant jsonb := (select jsonb_object_agg(c.word, c.share) from private.common_words() c);
  words text[];
  meaningful text[];
  concepts jsonb;
  said text[];
  known jsonb;
  term private.search_term;
  place integer := 1;
  size integer;
  phrase text;
  seen text[] := '{}';
  holding bigint;
  is_circumstance boolean := false;
begin
  missing := '{}';
  select c.words, c.corrected into words, corrected from private.correct_words(parse_search.query) c;
  meaningful := array(
    select w from unnest(words) with ordinality listed (w, at)
    where to_tsvector('private.words', w) <> '' and not private.is_empty(w)
    order by at);
  -- By the words as typed if they are known so: "local" is not "localise", although their stems are equal. "Power point"
  -- is also one word, but "for me" is not "form".
  select jsonb_object_agg(found.phrase, found.groups), array_agg(found.phrase) filter (where found.is_said)
    into concepts, said
  from (
    select best.phrase, jsonb_agg(distinct jsonb_build_array(best.concept, best.fact)) as groups,
      bool_or(best.is_said) as is_said
    from (
      select p.phrase, s.concept, s.fact, a.is_said and form = p.phrase as is_said,
        rank() over (partition by p.phrase order by a.phrase = form desc) as rank
      from (
        select distinct array_to_string(words[at:at + length - 1], ' ') as phrase, length
        from generate_series(1, cardinality(words)) at, generate_series(1, 4) length
        where at + length - 1 <= cardinality(words)
      ) p
      cross join lateral (
        select p.phrase as form
        union all
        select replace(p.phrase, ' ', '')
        where p.length > 1 and length(to_tsvector('private.words', p.phrase)) = p.length
      ) forms
      join private.search_asked a on a.stems = private.stems(form)
      join private.search_synonyms s on s.concept = a.concept and s.said is not null
    ) best
    where best.rank = 1
    group by best.phrase
  ) found;
  while place <= cardinality(words) and coalesce(cardinality(terms), 0) < most loop
    size := least(4, cardinality(words) - place + 1);
    loop
      phrase := array_to_string(words[place:place + size - 1], ' ');
      exit when size = 1 or concepts ? phrase;
      size := size - 1;
    end loop;
    known := concepts -> phrase;
    place := place + size;
    is_circumstance := is_circumstance or cardinality(seen) > 0 and phrase = any (prepositions);
    continue when phrase = any (seen) or size = 1 and cardinality(meaningful) > 0 and phrase <> all (meaningful);
    seen := seen || phrase;
    continue when known is null and to_tsvector('private.words', phrase) = '';
    term.exact := case when to_tsvector('private.words', phrase) <> ''
      then phraseto_tsquery('private.words', private.split_text(phrase)) end;
    term.concept := (
      select string_agg(quote_literal(entry ->> 0), '|')::tsquery from jsonb_array_elements(known) entry);
    -- What no tool says is not preferred to what stands for it; nor is a stem that other concepts have too.
    if term.concept is not null and (
      not exists (select from private.search_documents d where d.document @@ term.exact)
      or exists (
        select from (select stems, concept from private.search_asked) a
        where a.stems = private.stems(phrase) and a.concept like '#%'
          and not known @> jsonb_build_array(jsonb_build_array(a.concept))))
    then
      term.exact := null;
    end if;
    -- What says a phrase holds its concept: without the phrase, which the index knows only by its words.
    term.wide := case when size > 1 and phrase = any (said) then term.concept
      else coalesce(term.exact || term.concept, term.exact, term.concept) end;
    term.categories := array(select c.category_id from private.search_categories c where c.document @@ term.wide);
    term.is_fact := known @? '$[*][1] ? (@ != null)';
    term.is_subject := not coalesce(term.is_fact, false) and (known is not null or cardinality(term.categories) > 0);
    -- A tool that says the phrase holds its concept too.
    holding := coalesce(
        (common ->> coalesce(known -> 0 ->> 0, (tsvector_to_array(to_tsvector('private.words', phrase)))[1]))::real * tools,
        (select count(*) from (select from private.search_documents d where d.document @@ term.wide limit 1000) held))
      + coalesce((select sum(c.tool_count) from public.categories c where c.id = any (term.categories)), 0);
    term.weight := ln(1 + tools / greatest(holding, 0.5)) ^ 0.7
      * case when term.is_fact then 0.6 when term.is_subject then 1 else 0.5 end
      * case when is_circumstance then 0.6 else 1 end;
    if holding = 0 then
      missing := missing || term.weight * 0.8;
    else
      terms := terms || term;
    end if;
  end loop;
  terms := array(select t from unnest(terms) t order by t.weight desc);
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

-- In a large catalogue the words that many tools hold, with their shares, as the planner's statistics have them, because
-- counting one takes a millisecond for each thousand tools. No rows in a small catalogue, where words are counted.
create function private.common_words() returns table (word text, share real)
language sql stable set search_path = ''
as $$
  select held.word, held.share
  from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) held (word, share)
  where s.schemaname = 'private' and s.tablename = 'search_documents' and s.attname = 'document'
    and held.word is not null and private.count_searched() > 10000
$$;

-- The words of a query. One that no tool, category or synonym holds is either two words written as one ("logomaker") or
-- misspelt. `corrected` is the query with the words it is corrected to. At most four words are looked up among similar
-- ones, because each costs as much as the rest of the search.
create function private.correct_words(query text, out words text[], out corrected text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  typed text;
  found text;
  tried integer := 0;
begin
  words := '{}';
  foreach typed in array (string_to_array(private.search_text(left(correct_words.query, 200)), ' '))[1:30] loop
    if char_length(typed) between 4 and 40 and not private.is_known(typed) then
      found := (
        select left(typed, size) || ' ' || substr(typed, size + 1)
        from generate_series(3, char_length(typed) - 3) size
        where exists (select from private.search_words s where s.word = left(typed, size))
          and exists (select from private.search_words s where s.word = substr(typed, size + 1))
          and private.is_known(left(typed, size)) and private.is_known(substr(typed, size + 1))
          and not private.is_empty(left(typed, size)) and not private.is_empty(substr(typed, size + 1))
        order by abs(size - char_length(typed) / 2.0) limit 1);
      if found is null and tried < 4 then
        tried := tried + 1;
        found := (private.nearest_words(typed))[1];
        corrected := coalesce(corrected, found);
      end if;
      typed := coalesce(found, typed);
    end if;
    words := words || string_to_array(typed, ' ');
  end loop;
  words := array_remove(words, '');
  corrected := case when corrected is not null then array_to_string(words, ' ') end;
end;
$$;

-- The words that a misspelt one is likely to be, or the names without spaces, best first, at most five: the same
-- beginning; one letter wrong, missing, added or swapped, or two in a word of seven letters or more; and the same
-- consonants, but for one if one letter of six or more differs: "wine" does not become "wind", nor "conference"
-- "confidence".
create function private.nearest_words(typed text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  most integer := case when char_length(typed) >= 7 then 2 else 1 end;
begin
  if char_length(typed) not between 4 and 40 then
    return '{}';
  end if;
  return array(
    select near.word from (
      select s.word, private.edit_distance(s.word, typed, most) as distance,
        exists (select from public.tools t where private.squeeze(t.name) = s.word) as is_name
      from private.search_words s
      where left(s.word, 1) = left(typed, 1)
        and char_length(s.word) between char_length(typed) - most and char_length(typed) + most
        -- Cheap prefilter that keeps all candidates: two swapped letters count as two.
        and extensions.levenshtein_less_equal(s.word, typed, 2) <= 2
        and to_tsvector('private.words', s.word) <> ''
    ) near
    where near.distance <= most
      and private.edit_distance(private.consonants(near.word), private.consonants(typed), 1)
        <= case when near.distance < 2 and char_length(typed) >= 6 then 1 else 0 end
      and (near.is_name or private.is_known(near.word))
    order by near.distance, near.is_name desc,
      (select count(*) from (
        select from private.search_documents d where d.document @@ plainto_tsquery('private.words', near.word) limit 100
      ) held) desc, near.word
    limit 5);
end;
$$;

-- The consonants of a word, similar sounds as one.
create function private.consonants(word text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(translate(replace(replace(word, 'ph', 'f'), 'th', 't'), 'kqszaeiouy', 'cccc'), '(.)\1+', '\1', 'g')
$$;

-- Edit distance, up to one more than `most`; two swapped letters count as one.
create function private.edit_distance(one text, other text, most integer) returns integer
language sql immutable parallel safe strict set search_path = ''
as $$
  select case
    when char_length(one) = char_length(other) and exists (
      select from generate_series(1, char_length(one) - 1) at
      where one = left(other, at - 1) || substr(other, at + 1, 1) || substr(other, at, 1) || substr(other, at + 2)
    ) then 1
    else extensions.levenshtein_less_equal(one, other, most) end
$$;
