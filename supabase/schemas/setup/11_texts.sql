-- Trims what JavaScript's String.prototype.trim() trims, so that a form and the database count the same characters.
create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000b\u000c\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- The bigrams and single characters of a text, to search for one or two characters, which trigrams cannot find: pairs
-- starting at odd and at even positions.
create function private.bigrams(entry text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  small text := lower(entry);
begin
  return string_to_array(small, null)
    || string_to_array(regexp_replace(small, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(small, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
end;
$$;
grant execute on function private.bigrams(text) to authenticated, service_role;

-- That an expression contains a lower-case text, literally and in any case, as a condition for a statement that is planned
-- with it. The index of trigrams serves texts with three ASCII letters or digits in a row: whether others are letters to
-- pg_trgm depends on the database's locale, and without a trigram it reads the whole index. All other texts (two letters,
-- C++, words in Cyrillic or Japanese) are found by the bigrams.
create function private.containing(expression text, wanted text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when char_length(wanted) in (1, 2) then format('private.bigrams(%s) @> %L', expression, array[wanted])
    else case when wanted ~ '[a-z0-9]{3}' then ''
        else format('private.bigrams(%s) @> %L and ', expression, array_remove(private.bigrams(wanted), '')) end
      || format('%s ilike %L', expression, '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%')
  end
$$;

-- A text without accents, white space and punctuation, to compare: "Chat GPT", "chat-gpt" and "ChatGPT" are equal. An index
-- uses it, which runs with the rights of the writing role: it may not call other functions of `private`.
create function private.squeeze(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', value)), '[^[:alnum:]+#]+', '', 'g')
$$;
grant execute on function private.squeeze(text) to authenticated, service_role;

-- Text written by members is shown to others: no control characters, no characters that change the direction of
-- adjacent text or are invisible (docs/decisions/051). A test keeps the JavaScript rule the same.

-- The text without them. Line breaks and tabs stay in multi-line texts. Joiners and zero-width spaces stay where
-- scripts and emoji use them, that is after anything but Latin, Greek and Cyrillic letters, digits and punctuation;
-- tags stay where they make a flag.
create function private.without_hidden_characters(value text, has_lines boolean) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(value,
    '(\U0001F3F4[\U000E0020-\U000E007E]{1,6}\U000E007F)'
    || case when has_lines then '|[\u0001-\u0008\u000B\u000C\u000E-\u001F' else '|[\u0001-\u001F\u2028\u2029' end
    || '\u007F-\u009F\u202A-\u202E\u2060-\u206F\u3164\uFDD0-\uFDEF\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFE\uFFFF'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E007F'
    || '\U0001FFFE\U0001FFFF\U0002FFFE\U0002FFFF\U0003FFFE\U0003FFFF\U0004FFFE\U0004FFFF\U0005FFFE\U0005FFFF'
    || '\U0006FFFE\U0006FFFF\U0007FFFE\U0007FFFF\U0008FFFE\U0008FFFF\U0009FFFE\U0009FFFF\U000AFFFE\U000AFFFF'
    || '\U000BFFFE\U000BFFFF\U000CFFFE\U000CFFFF\U000DFFFE\U000DFFFF\U000EFFFE\U000EFFFF\U000FFFFE\U000FFFFF'
    || '\U0010FFFE\U0010FFFF]'
    || '|(?<![\u0600-\u1FFF\u2190-\uD7FF\uF900-\uFFEF\U00010000-\U000DFFFF])[\u200B-\u200D]',
    '\1', 'g')
$$;
grant execute on function private.without_hidden_characters(text, boolean) to authenticated, service_role;

-- The kind of a JSON value, for messages.
create function private.name_json(entry jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case jsonb_typeof(entry) when 'object' then 'an object' when 'array' then 'a list' when 'string' then 'a text'
    when 'null' then 'nothing' else 'a ' || jsonb_typeof(entry) end
$$;

-- Has the value as an argument so that the planner does not call it before the case of `is_readable` is decided.
create function private.refuse_hidden_characters(label text, value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  raise exception '% contains control characters or hidden formatting. Please remove them.', label
    using errcode = 'check_violation';
end;
$$;

-- For check constraints: true, or a readable message. They run after the triggers that trim. Its body is parsed at
-- creation: writers have no usage of the schema.
create function private.is_readable(label text, value text, has_lines boolean) returns boolean
language sql immutable parallel safe
return case when value <> private.without_hidden_characters(value, has_lines)
  then private.refuse_hidden_characters(label, value) else true end;
grant execute on function private.refuse_hidden_characters(text, text), private.is_readable(text, text, boolean)
  to authenticated, service_role;

-- Raises, naming the field, where an object has something else than a text for a column of texts or dates, or for an
-- element of an array: jsonb_populate_record would write a number or an object as text.
create function private.require_texts(entry jsonb, columns_of regclass) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong record;
begin
  if jsonb_typeof(entry) not in ('object', 'null') then
    raise exception 'An object is needed, not %', private.name_json(entry) using errcode = 'invalid_parameter_value';
  end if;
  select a.attname, t.typcategory, found.value into wrong
    from jsonb_each(case jsonb_typeof(entry) when 'object' then entry else '{}' end) field
    join pg_catalog.pg_attribute a on a.attrelid = columns_of and a.attname = field.key and a.attnum > 0
    join pg_catalog.pg_type t on t.oid = a.atttypid and t.typcategory in ('S', 'D', 'A')
    cross join lateral (
      select field.value where t.typcategory <> 'A' or jsonb_typeof(field.value) <> 'array'
      union all
      select element from jsonb_array_elements(
        case when t.typcategory = 'A' and jsonb_typeof(field.value) = 'array' then field.value else '[]' end) element
    ) found
    where jsonb_typeof(found.value) not in ('string', 'null')
    order by a.attnum limit 1;
  if found then
    raise exception '% must be %, not %', wrong.attname,
      case wrong.typcategory when 'A' then 'a list of texts' else 'a text' end, private.name_json(wrong.value)
      using errcode = 'invalid_parameter_value';
  end if;
end;
$$;

-- A URL a browser opens: http or https, a host, no white space and hidden characters, no user name posing as the host; or
-- a path of this site. Its body is parsed at creation: without its own search path it can be inlined.
create function private.is_link(url text, allows_paths boolean) returns boolean
language sql immutable parallel safe
return char_length(url) <= 2048 and url = private.without_hidden_characters(url, false) and (
  url ~* '^https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#]\S*)?$'
  or allows_paths and url ~ '^/([^\s"<>\\/][^\s"<>\\]*)?$');
grant execute on function private.is_link(text, boolean) to authenticated, service_role;
