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

-- A phrase in English stems. If only one word would remain, as "code" of "no code", it keeps its stop words.
create function private.phrase_query(phrase text) returns tsquery
language sql immutable parallel safe strict set search_path = ''
as $$
  select case when phrase like '% %' and numnode(phraseto_tsquery('pg_catalog.english', phrase)) < 2
    then phraseto_tsquery('private.all_words', phrase) else phraseto_tsquery('pg_catalog.english', phrase) end
$$;

-- A phrase by the stems of its words, including stop words.
create function private.stems(phrase text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word), ' ' order by place)
  from string_to_table(phrase, ' ') with ordinality listed (word, place)
$$;

-- A term restricted to parts of a document: name (A), categories (B), description (C).
create function private.in_parts(term tsquery, parts text) returns tsquery
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(term::text, '(''(?:[^'']|'''')+'')(?::[*A-D]+)?', '\1:' || parts, 'g')::tsquery
$$;
