-- Queries joined; null when there are none.
create function private.all_of(terms tsquery[]) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  result tsquery := terms[1];
begin
  for i in 2 .. coalesce(cardinality(terms), 0) loop
    result := result && terms[i];
  end loop;
  return result;
end;
$$;

create function private.any_of(terms tsquery[]) returns tsquery
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  result tsquery := terms[1];
begin
  for i in 2 .. coalesce(cardinality(terms), 0) loop
    result := result || terms[i];
  end loop;
  return result;
end;
$$;

-- What a query asks for, word by word: the words that say nothing ("I want to", "ai tool") are left out unless there is
-- nothing else, phrases and words that stand for each other are one term, and what no tool and no recommendation holds is
-- corrected to the nearest word that one does. At most eight terms. `exact` holds the word itself and its English forms,
-- `wide` also what stands for it; both are null for a word that nothing is like. `weight` is higher the fewer tools hold the
-- term, and less for what is no subject of tools: in no name, no category and no group of synonyms ("logo for a coffee shop").
create function private.parse_search(query text)
returns table (exact tsquery, wide tsquery, weight double precision)
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
-- What nothing holds is looked for in the index.
set enable_seqscan = off
as $$
declare
  empty_words constant text[] := '{ai,app,apps,tool,tools,software,program,programs,platform,service,services,website,site,online,solution,want,wants,need,needs,help,helps,helping,find,finding,look,looking,search,best,top,good,great,nice,cool,easy,easily,simple,quick,quickly,fast,please,get,getting,give,show,like,way,ways,thing,things,something,anything,someone,some,use,using,used,let,lets,would,could,should,able,also,one,new,really,just,im,id,ive,whats,artificial,intelligence,powered,based,recommend,recommended,recommendation,suggest,try,work,works,working,automatically,automatic,automated,lot,lots,every,day,many,much,alternative,alternatives,similar,competitor,competitors,vs,versus,instead,faster,better,without,problem,problems,turn}';
  words text[] := (string_to_array(private.search_text(left(parse_search.query, 200)), ' '))[1:30];
  meaningful text[];
  place integer := 1;
  length integer;
  phrase text;
  -- Phrase: what stands for it.
  synonyms jsonb;
  others text[];
  tools bigint;
  held bigint;
  terms integer := 0;
  seen text[] := '{}';
  corrected text[];
  is_subject boolean;
begin
  words := array_remove(words, '');
  meaningful := array(
    select entry from unnest(words) with ordinality listed (entry, at)
    where to_tsvector('pg_catalog.english', entry) <> '' and entry <> all (empty_words) order by at);
  -- A word of a phrase may be one that says nothing alone ("text to speech"), so phrases are looked for in all of them.
  select jsonb_object_agg(listed.phrase, listed.entries) into synonyms from (
    select phrases.phrase, jsonb_agg(distinct entry) as entries
    from (
      select distinct array_to_string(words[at:at + size - 1], ' ') as phrase
      from generate_series(1, cardinality(words)) at, generate_series(1, 4) size where at + size - 1 <= cardinality(words)
    ) phrases
    join private.search_synonyms s on s.phrases @> array[phrases.phrase]
    cross join unnest(s.phrases) entry
    where entry <> phrases.phrase
    group by phrases.phrase
  ) listed;
  select count(*) into tools from private.search_documents;
  while place <= cardinality(words) and terms < 8 loop
    length := least(4, cardinality(words) - place + 1);
    loop
      phrase := array_to_string(words[place:place + length - 1], ' ');
      exit when length = 1 or synonyms ? phrase;
      length := length - 1;
    end loop;
    others := array(select jsonb_array_elements_text(synonyms -> phrase));
    place := place + length;
    continue when phrase = any (seen) or length = 1 and cardinality(meaningful) > 0 and phrase <> all (meaningful);
    seen := seen || phrase;
    exact := phraseto_tsquery('pg_catalog.english', phrase);
    if exact::text <> phraseto_tsquery('pg_catalog.simple', phrase)::text then
      exact := exact || phraseto_tsquery('pg_catalog.simple', phrase);
    end if;
    wide := exact;
    for i in 1 .. cardinality(others) loop
      wide := wide || phraseto_tsquery('pg_catalog.english', others[i]);
    end loop;
    held := private.count_holding(wide);
    corrected := null;
    is_subject := cardinality(others) > 0 or exists (
      select from private.search_documents d where d.document @@ private.in_name_or_category(exact));
    if held = 0 and not exists (select from private.search_reasons r where r.document @@ wide) then
      continue when length > 1;
      corrected := private.nearest_words(phrase);
      exact := private.any_of(array(
        select plainto_tsquery('pg_catalog.english', entry) from unnest(corrected) entry));
      wide := private.any_of(array(
        select phraseto_tsquery('pg_catalog.english', entry)
        from (
          select unnest(corrected) as entry
          union
          select unnest(s.phrases) from private.search_synonyms s where s.phrases && corrected
        ) listed));
      held := coalesce(private.count_holding(wide), 0);
      is_subject := wide is not null and exists (
        select from private.search_documents d where d.document @@ private.in_name_or_category(exact));
    end if;
    -- A correction is a guess: a word that nobody used of a tool may be right all the same.
    weight := ln(1 + greatest(tools, 1) / greatest(held, 0.5)::double precision) * case when corrected is null then 1 else 0.5 end
      * case when is_subject then 1 else 0.3 end;
    terms := terms + 1;
    return next;
  end loop;
end;
$$;

-- How many tools hold a term, up to a thousand: what is more is as common as can be.
create function private.count_holding(term tsquery) returns bigint
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
begin
  return (select count(*) from (
    select from private.search_documents d where d.document @@ count_holding.term limit 1000) held);
end;
$$;

-- A term, as it stands in names and categories.
create function private.in_name_or_category(term tsquery) returns tsquery
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(term::text, '(''(?:[^'']|'''')+'')', '\1:AB', 'g')::tsquery
$$;

-- The words and names of the catalogue that a misspelt one could be: they begin alike, and one letter is wrong, missing, added
-- or swapped in a word of four to six, two in a longer one. At most five, null when there are none.
create function private.nearest_words(word text) returns text[]
language plpgsql stable set search_path = ''
set pg_trgm.similarity_threshold = 0.2
set plan_cache_mode = force_custom_plan
as $$
declare
  most integer := case when char_length(word) >= 7 then 2 else 1 end;
begin
  if char_length(word) not between 4 and 40 then
    return null;
  end if;
  return (
    select (array_agg(near.entry order by near.entry))[1:5] from (
      select s.word as entry,
        rank() over (order by private.edit_distance(s.word, nearest_words.word, most)) as rank
      from private.search_words s
      where s.word operator(extensions.%) nearest_words.word
        and left(s.word, 1) = left(nearest_words.word, 1)
        and private.edit_distance(s.word, nearest_words.word, most) <= most
        and to_tsvector('pg_catalog.english', s.word) <> ''
    ) near
    where near.rank = 1);
end;
$$;

-- Letters to change, add or leave out, up to one more than `most`; two neighbours swapped count as one.
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
