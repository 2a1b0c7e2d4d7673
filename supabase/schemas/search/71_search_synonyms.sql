-- Search by purpose: names, categories, descriptions and recommendations (decision 100).

-- A text as words: separated by one space, lower case, no accents, '.' and '/' as separators, so that "Erase.bg"
-- contains "erase". IMMUTABLE although unaccent() is not: its rules are part of PostgreSQL.
create function private.search_text(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', value)), '[^[:alnum:]+#]+', ' ', 'g'))
$$;

-- The same with each Chinese, Japanese or Korean character as a word, because their words are not separated: they are
-- found as phrases.
create function private.split_text(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(private.search_text(value), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g')
$$;

-- The words of texts in the language of private.search_settings, which private.write_search_settings chooses: their stems
-- without stop words, and all of them for phrases, because "no code" is not "code".
create text search configuration private.words (copy = pg_catalog.english);
create text search dictionary private.stems_of_all (template = pg_catalog.snowball, language = english);
create text search configuration private.all_words (copy = pg_catalog.english);
alter text search configuration private.all_words alter mapping replace pg_catalog.english_stem with private.stems_of_all;

-- What administrators set for the search: one row. `version` counts their changes; 1: the starter's.
create table private.search_settings (
  version integer primary key,
  -- A language of PostgreSQL's stemmers: 'english', 'german'.
  language text not null,
  -- The groups of synonyms, one a line (private.load_synonyms).
  synonyms text not null
);

-- Groups of words that stand for each other (supabase/starter/synonyms.txt). A document that says one of them also holds
-- `concept`, a word that no text contains.
create table private.search_synonyms (
  concept text primary key,
  -- What documents say; null for words without meaning.
  said tsquery,
  -- A platform, a pricing or 'open-source': tools with this fact hold the concept.
  fact text
);

-- What is typed for a concept, and its stems; and the single words of that, with the concept null. `is_said`: documents
-- that say it hold the concept.
create table private.search_asked (
  id integer generated always as identity primary key,
  concept text references private.search_synonyms (concept) on delete cascade,
  phrase text not null,
  stems text not null,
  is_said boolean not null
);

create index search_asked_concept on private.search_asked (concept);
create index search_asked_stems on private.search_asked (stems);

-- A phrase by the stems of its words, including stop words.
create function private.stems(phrase text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('private.stems_of_all', word))[1], word), ' ' order by place)
  from string_to_table(phrase, ' ') with ordinality listed (word, place)
$$;

-- Queries joined by `|` or `&`; null when there are none.
create function private.join_queries(terms tsquery[], operator text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(distinct '(' || term::text || ')', operator)::tsquery from unnest(terms) term where numnode(term) > 0
$$;

-- Raises, naming the line, what private.load_synonyms cannot take. At most 100,000 characters.
create function private.check_synonyms(groups text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  facts constant text[] := array['open-source'] || private.all_pricings() || private.all_platforms();
  line record;
  first text;
  seen text[] := '{}';
  wrong text;
begin
  if char_length(groups) > 100000 then
    raise exception 'The synonyms must be 100000 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('The synonyms', groups, true);
  for line in
    select listed.number, listed.entry, split.entries, listed.entry like '- %' as is_empty
    from string_to_table(groups, E'\n') with ordinality listed (entry, number)
    cross join lateral (select string_to_array(regexp_replace(listed.entry, '^- ', ''), ',') as entries) split
    where listed.entry !~ '^\s*(//|$)'
  loop
    wrong := (
      select case
        when private.search_text(ltrim(e, ' ?=')) = '' then 'has an entry without letters'
        when char_length(e) > 80 then format('has an entry of more than 80 characters: “%s…”', left(btrim(e), 20))
        when btrim(e) like '=%' and (line.is_empty or ltrim(btrim(e), '=') <> all (facts))
          then format('names the fact “%s”, which no tool can have', ltrim(btrim(e), '='))
      end
      from unnest(line.entries) with ordinality listed (e, at) order by 1 nulls last limit 1);
    wrong := coalesce(wrong, case
      when line.is_empty then null
      when cardinality(line.entries) < 2 then 'has one entry only: separate words by commas'
      when not exists (select from unnest(line.entries) e where btrim(e) !~ '^[?=]')
        then 'has no word that texts say: one without ? or ='
      when (select count(*) > 1 from unnest(line.entries) e where btrim(e) like '=%') then 'names two facts'
    end);
    first := private.search_text((
      select e from unnest(line.entries) with ordinality listed (e, at)
      where line.is_empty or btrim(e) !~ '^[?=]' order by at limit 1));
    if first = any (seen) then
      wrong := coalesce(wrong, format('begins with “%s”, as another line does', first));
    end if;
    if wrong is not null then
      raise exception 'Line % %', line.number, wrong using errcode = 'check_violation', detail = line.number::text;
    end if;
    seen := seen || first;
  end loop;
end;
$$;

-- Replaces the synonyms by the groups of a text, one a line: words and phrases that stand for each other, separated by
-- commas. '?' marks what is typed but not said: brands that stand for a task, foreign words, words of a wider meaning;
-- '=' marks a fact. A line that begins with '- ' lists words without meaning, one with '//' is a comment.
create function private.load_synonyms(groups text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.search_synonyms;
  delete from private.search_asked;
  with line as (
    select string_to_array(regexp_replace(entry, '^- ', '?'), ',') as entries, entry like '- %' as is_empty
    from string_to_table(load_synonyms.groups, E'\n') entry where entry !~ '^\s*(//|$)'
  ), parsed as (
    select case when is_empty then '-' else '#' end || private.search_text(
        (select e from unnest(entries) with ordinality listed (e, at)
          where is_empty or btrim(e) !~ '^[?=]' order by at limit 1)) as concept,
      array(select e from unnest(entries) e where btrim(e) not like '=%') as asked,
      (select private.join_queries(array_agg(phraseto_tsquery('private.all_words', private.search_text(e))), '|')
        from unnest(entries) e where not is_empty and btrim(e) !~ '^[?=]') as said,
      (select ltrim(btrim(e), '=') from unnest(entries) e where btrim(e) like '=%') as fact
    from line
  ), saved as (
    insert into private.search_synonyms (concept, said, fact) select p.concept, p.said, p.fact from parsed p
  )
  insert into private.search_asked (concept, phrase, stems, is_said)
    select p.concept, phrase, private.stems(phrase), bool_or(btrim(entry) not like '?%')
    from parsed p, unnest(p.asked) entry, private.search_text(entry) phrase
    group by p.concept, phrase
    union
    select null, word, private.stems(word), false
    from parsed p, unnest(p.asked) entry, private.search_text(entry) phrase, string_to_table(phrase, ' ') word
    where p.said is not null and phrase like '% %';
  perform private.add_search_words(array(
    select a.phrase from private.search_asked a left join private.search_synonyms s using (concept)
    where a.concept is null or s.said is not null));
  perform private.refresh_search_categories(array(select c.id from public.categories c));
end;
$$;
