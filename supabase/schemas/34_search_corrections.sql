-- The words of a query. A word that no text and no synonym contains is either two words written as one ("logomaker") or
-- misspelt: both are corrected if there is one way to do so. `guessed` are the corrected words, `uncorrected` those
-- without a correction. At most four words are corrected, because each costs as much as the rest of the search.
create function private.correct_words(query text, out words text[], out guessed text[], out uncorrected text[])
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
as $$
declare
  typed text;
  stem tsquery;
  halves text[];
  near text[];
  tried integer := 0;
begin
  words := '{}';
  guessed := '{}';
  uncorrected := '{}';
  foreach typed in array (string_to_array(private.search_text(left(correct_words.query, 200)), ' '))[1:30] loop
    halves := null;
    near := null;
    stem := to_tsquery('pg_catalog.english', quote_literal(typed));
    if char_length(typed) between 4 and 40 and numnode(stem) > 0
      and not exists (select from private.search_words s where s.word = typed)
      and not exists (select from private.search_synonyms s where s.asked && array[private.stems(typed)])
      and not private.is_held(stem)
    then
      halves := (
        select array[left(typed, size), substr(typed, size + 1)]
        from generate_series(3, char_length(typed) - 3) size
        where exists (select from private.search_words s where s.word = left(typed, size))
          and exists (select from private.search_words s where s.word = substr(typed, size + 1))
        order by abs(size - char_length(typed) / 2.0) limit 1);
      if halves is null and tried < 4 then
        near := private.nearest_words(typed);
        tried := tried + 1;
      end if;
      if halves is null and near is null then
        uncorrected := uncorrected || typed;
      end if;
    end if;
    if cardinality(near) = 1 then
      words := words || near;
      guessed := guessed || near;
    else
      words := words || coalesce(halves, array[typed]);
    end if;
  end loop;
  words := array_remove(words, '');
end;
$$;

-- Candidates for a misspelt word among the catalogue's words and names: the same beginning; one letter wrong, missing,
-- added or swapped in a word of four to six letters, two in a longer one; and the same consonants in a word of up to
-- five letters, all but one in a longer one, so that "wine" does not become "wind". At most five, null if there are
-- none.
create function private.nearest_words(word text) returns text[]
language plpgsql stable set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  most integer := case when char_length(word) >= 7 then 2 else 1 end;
  consonants integer := case when char_length(word) >= 6 then 1 else 0 end;
begin
  if char_length(word) not between 4 and 40 then
    return null;
  end if;
  return (
    select (array_agg(near.entry order by near.entry))[1:5] from (
      select s.word as entry,
        rank() over (order by private.edit_distance(s.word, nearest_words.word, most)) as rank
      from private.search_words s
      where left(s.word, 1) = left(nearest_words.word, 1)
        and char_length(s.word) between char_length(nearest_words.word) - most and char_length(nearest_words.word) + most
        -- Cheap prefilter that keeps all candidates: two swapped letters count as two.
        and extensions.levenshtein_less_equal(s.word, nearest_words.word, 2) <= 2
        and private.edit_distance(s.word, nearest_words.word, most) <= most
        and private.edit_distance(private.consonants(s.word), private.consonants(nearest_words.word), 1) <= consonants
        and to_tsvector('pg_catalog.english', s.word) <> ''
    ) near
    where near.rank = 1);
end;
$$;

-- The consonants of a word, similar sounds as one.
create function private.consonants(word text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(translate(replace(word, 'ph', 'f'), 'kqszaeiouy', 'cccc'), '(.)\1+', '\1', 'g')
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
