-- Facts that an owner adds to tools (docs/decisions/130). The setting `facts` lists what is known of a tool, in order: the
-- six of our own by their key, and others that say what they are. Their values are in tools.own_facts, by key.

-- A name, trimmed and readable.
create function private.is_label(label jsonb, longest integer) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_typeof(label) = 'string' and char_length(label #>> '{}') between 1 and longest
    and label #>> '{}' = private.trim_text(label #>> '{}')
    and label #>> '{}' = private.without_hidden_characters(label #>> '{}', false), false)
$$;

-- One to fifty of {"value": …, "label": …}.
create function private.are_fact_options(options jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(options) is distinct from 'array' then false else
    jsonb_array_length(options) between 1 and 50
    and (select count(distinct entry -> 'value') from jsonb_array_elements(options) entry) = jsonb_array_length(options)
    and not exists (
      select from jsonb_array_elements(options) entry
      where case when jsonb_typeof(entry) <> 'object' then true else
        (select count(*) from jsonb_object_keys(entry)) <> 2
        or coalesce(jsonb_typeof(entry -> 'value') <> 'string' or entry ->> 'value' !~ '^[a-z0-9-]{1,60}$', true)
        or entry ->> 'value' = 'unknown'
        or not private.is_label(entry -> 'label', 60) end)
  end
$$;

-- Whether the setting may hold this fact (shared/own-facts.ts has the same rule).
create function private.is_fact(fact jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- Columns of tools and of files, values of facets, and what every JavaScript object has.
  reserved constant text[] := array['id', 'name', 'slug', 'logo', 'short_description', 'website_url', 'featured', 'category_id',
    'upvote_count', 'created_at', 'updated_at', 'own_facts', 'format', 'kind', 'categories', 'description', 'facts', 'all',
    'unknown', 'constructor'];
  -- Of our own: the kind of their values.
  ours constant text := case fact ->> 'key' when 'pricing' then 'choice' when 'open_source' then 'answer'
    when 'license' then 'line' when 'repository_url' then 'address' when 'platforms' then 'choices'
    when 'long_description' then 'markdown' end;
  is_ours constant boolean := ours is not null;
  kind constant text := coalesce(ours, fact ->> 'kind');
begin
  if jsonb_typeof(fact) <> 'object' or jsonb_typeof(fact -> 'key') is distinct from 'string'
    or fact ->> 'key' !~ '^[a-z][a-z0-9_]{0,39}$' or fact ->> 'key' = any (reserved) then
    return false;
  end if;
  return not exists (
      select from jsonb_each(fact) field
      where not case field.key
        when 'key' then true
        when 'label' then private.is_label(field.value, 60)
        when 'kind' then not is_ours and jsonb_typeof(field.value) = 'string'
          and kind in ('choice', 'choices', 'answer', 'number', 'address', 'line')
        when 'options' then not is_ours and kind in ('choice', 'choices') and private.are_fact_options(field.value)
        when 'unit' then kind = 'number' and private.is_label(field.value, 20)
        when 'filters' then jsonb_typeof(field.value) = 'boolean' and kind in ('choice', 'choices', 'answer')
        when 'compares' then jsonb_typeof(field.value) = 'boolean' and not (is_ours and kind in ('address', 'markdown'))
        when 'on_card' then jsonb_typeof(field.value) = 'boolean' and kind not in ('address', 'markdown')
        when 'schema_org' then not is_ours and jsonb_typeof(field.value) = 'string'
          and field.value #>> '{}' ~ '^[a-z][A-Za-z0-9]{1,49}$'
        else false end)
    and (is_ours or fact ?& array['label', 'kind'] and (kind in ('choice', 'choices')) = (fact ? 'options'));
end;
$$;

-- The facts an owner added, by key.
create function private.own_facts() returns table (key text, fact jsonb)
language sql stable set search_path = ''
as $$
  select entry ->> 'key', entry from jsonb_array_elements(private.setting('facts')::jsonb) entry where entry ? 'kind'
$$;

-- A value of such a fact as it is stored, null where it is unknown. Raises, naming the fact, what breaks its rule.
create function private.check_own_fact(fact jsonb, given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  label constant text := fact ->> 'label';
  kind constant text := fact ->> 'kind';
  -- One text, trimmed.
  word constant text := case when jsonb_typeof(given) = 'string' then private.trim_text(given #>> '{}') end;
  known constant text[] := array(select entry ->> 'value' from jsonb_array_elements(fact -> 'options') entry);
begin
  if jsonb_typeof(given) = 'null' or word = '' or given = '[]' then
    return null;
  elsif kind = 'choice' then
    if word = any (known) then
      return to_jsonb(word);
    end if;
  elsif kind = 'choices' then
    if jsonb_typeof(given) = 'array' and not exists (
      select from jsonb_array_elements(given) entry
      where jsonb_typeof(entry) <> 'string' or (entry #>> '{}' = any (known)) is not true) then
      return (select jsonb_agg(value order by place) from unnest(known) with ordinality list (value, place) where given ? value);
    end if;
  elsif kind = 'answer' then
    if jsonb_typeof(given) = 'boolean' then
      return given;
    end if;
  elsif kind = 'number' then
    if jsonb_typeof(given) = 'number' then
      if abs(given::numeric) > 1e15 or round(given::numeric, 6) <> given::numeric then
        raise exception '% must be at most 1,000,000,000,000,000, with at most six decimals', label using errcode = 'check_violation';
      end if;
      return to_jsonb(trim_scale(given::numeric));
    end if;
  elsif kind = 'address' then
    if private.is_link(word, false) then
      return to_jsonb(word);
    end if;
  elsif word is not null then
    if char_length(word) > 200 then
      raise exception '% must be 200 characters or less', label using errcode = 'check_violation';
    end if;
    perform private.is_readable(label, word, false);
    return to_jsonb(word);
  end if;
  raise exception '% must be %', label, case kind when 'choice' then 'one of ' || array_to_string(known, ', ')
    when 'choices' then 'a list of ' || array_to_string(known, ', ') when 'answer' then 'true or false'
    when 'number' then 'a number' when 'address' then 'a valid URL' else 'a text' end using errcode = 'check_violation';
end;
$$;

-- Own facts as they are stored. What does not change is kept as it is: also values of facts, or choices, that the setting
-- no longer has, which return with it.
create function private.check_own_facts(given jsonb, before jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  changed record;
  kept jsonb := '{}';
begin
  if jsonb_typeof(given) is distinct from 'object' then
    raise exception 'Own facts must be an object' using errcode = 'check_violation';
  end if;
  for changed in
    select entry.key, entry.value, own.fact, entry.value = before -> entry.key as is_same
    from jsonb_each(given) entry left join private.own_facts() own on own.key = entry.key
  loop
    if changed.is_same then
      kept := kept || jsonb_build_object(changed.key, changed.value);
    elsif changed.fact is not null then
      kept := kept || jsonb_build_object(changed.key, private.check_own_fact(changed.fact, changed.value));
    elsif jsonb_typeof(changed.value) <> 'null' then
      raise exception 'There is no fact %', changed.key using errcode = 'check_violation';
    end if;
  end loop;
  return jsonb_strip_nulls(kept);
end;
$$;

-- Of the facts that a client saves those of the owner's, merged with the stored ones: a missing key keeps, null removes.
create function private.merge_own_facts(stored jsonb, facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(stored, '{}') || coalesce(
    (select jsonb_object_agg(own.key, facts -> own.key) from private.own_facts() own where facts ? own.key), '{}')
$$;
