-- Search by purpose: names, categories, descriptions and recommendations (decision 100).

-- A text as words: separated by one space, lower case, no accents, '.' and '/' as separators, so that "Erase.bg"
-- contains "erase". IMMUTABLE although unaccent() is not: its rules are part of PostgreSQL, and an index needs it.
create function private.search_text(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', value)), '[^[:alnum:]+#]+', ' ', 'g'))
$$;

-- English stems, including stop words: "no code" is not "code".
create text search dictionary private.english_stems (template = pg_catalog.snowball, language = english);
create text search configuration private.all_words (copy = pg_catalog.english);
alter text search configuration private.all_words alter mapping replace pg_catalog.english_stem with private.english_stems;

create index tools_squeezed_name on public.tools (private.squeeze(name) text_pattern_ops);

-- The search document of a tool: name (A), also unstemmed, for names of stop words and other languages; categories and
-- facts (B); description (C); license and the beginning of the long description (D).
create table private.search_documents (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  document tsvector not null
);

create index search_documents_document on private.search_documents using gin (document);

alter table private.search_documents enable row level security;
comment on table private.search_documents is
  'Not notified: what changes here follows from a change of tools, categories or tool_categories, which is notified.';

-- The vocabulary for corrections: every word of a description or synonym, and every name without spaces.
create table private.search_words (
  word text primary key
);

-- Words of similar length with the same beginning (private.nearest_words).
create index search_words_alike on private.search_words (left(word, 1), char_length(word));

alter table private.search_words enable row level security;
comment on table private.search_words is
  'Not notified: what changes here follows from a change of tools or categories, which is notified.';

-- The facts of a tool, each as a word that no text contains. private.search_synonyms maps typed words to them.
create function private.fact_words(tool public.tools) returns tsvector
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(string_agg(format('''fact:%s'':1B', entry), ' '), '')::tsvector
  from unnest(tool.platforms || array[tool.pricing, case when tool.open_source then 'open-source' end]) entry
  where entry is not null
$$;

create function private.refresh_search_documents(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  with text as materialized (
    select t.id, private.squeeze(t.name) as squeezed,
      -- "TalkingPhoto" also counts as two words.
      private.search_text(concat_ws(' ', t.name, nullif(regexp_replace(t.name, '([a-z])([A-Z])', '\1 \2', 'g'), t.name)))
        as name,
      private.search_text(coalesce(named.categories, '')) as categories,
      private.search_text(t.short_description) as description,
      private.search_text(concat_ws(' ', t.license || ' license', left(t.long_description, 3000))) as more,
      private.fact_words(t) as facts
    from public.tools t
    left join lateral (
      select string_agg(c.name, ' ' order by c.id) as categories
      from public.tool_categories tc join public.categories c on c.id = tc.category_id where tc.tool_id = t.id
    ) named on true
    where t.id = any (tool_ids)
  ), words as (
    insert into private.search_words (word)
      select distinct entry
      from text, unnest(string_to_array(
        concat_ws(' ', text.name, text.squeezed, text.categories, text.description), ' ')) entry
      where char_length(entry) between 3 and 40
      order by entry
      on conflict do nothing
  )
  insert into private.search_documents as d (tool_id, document)
    select text.id,
      -- Gaps, so that no phrase spans two parts.
      ts_delete(
        setweight(to_tsvector('private.all_words', text.name), 'A') || '0gap0:5'
          || setweight(to_tsvector('private.all_words', text.categories), 'B') || '0gap0:5'
          || setweight(to_tsvector('private.all_words', text.description), 'C') || '0gap0:5'
          || setweight(to_tsvector('private.all_words', text.more), 'D') || '0gap0:5' || text.facts
          || setweight(to_tsvector('pg_catalog.simple', text.name), 'A'), '0gap0')
    from text
    on conflict (tool_id) do update set document = excluded.document where d.document <> excluded.document;
end;
$$;

create function private.refresh_documents_of_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_documents(array(select n.id from new_rows n));
  return null;
end;
$$;

create trigger tools_search_insert after insert on public.tools
  referencing new table as new_rows for each statement execute function private.refresh_documents_of_tools();

-- Per row with a condition: updates of counts or positions of many tools need no new document.
create function private.refresh_document_of_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_documents(array[new.id]);
  return null;
end;
$$;

create trigger tools_search_update after update of
    name, short_description, pricing, open_source, license, platforms, long_description on public.tools
  for each row when (
    (old.name, old.short_description, old.pricing, old.open_source, old.license, old.platforms, old.long_description)
    is distinct from
    (new.name, new.short_description, new.pricing, new.open_source, new.license, new.platforms, new.long_description))
  execute function private.refresh_document_of_tool();

create function private.refresh_documents_of_placed_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_documents(array(select distinct r.tool_id from changed_rows r));
  return null;
end;
$$;

create trigger tool_categories_search_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.refresh_documents_of_placed_tools();
create trigger tool_categories_search_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.refresh_documents_of_placed_tools();

create function private.refresh_documents_of_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_documents(array(
    select distinct tc.tool_id
    from new_rows n join old_rows o on o.id = n.id join public.tool_categories tc on tc.category_id = n.id
    where n.name <> o.name));
  return null;
end;
$$;

create trigger categories_search_update after update on public.categories
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_documents_of_categories();

-- The search document of a tool's recommendations: the fifty newest public ones, so that one more costs the same
-- whether there are ten or five thousand.
create table private.search_reasons (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  document tsvector not null
);

create index search_reasons_document on private.search_reasons using gin (document);

alter table private.search_reasons enable row level security;
comment on table private.search_reasons is
  'Not notified: what changes here follows from a change of tool_upvotes, which is notified.';

-- With the tools locked by id, as for counting: each writer sees the previous one's rows.
create function private.refresh_search_reasons(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  with text as materialized (
    select t.id, newest.reasons
    from public.tools t
    cross join lateral (
      select string_agg(shown.reason, ' 0gap0 0gap0 0gap0 0gap0 ') as reasons
      from (
        select v.reason from public.tool_upvotes v
        where v.tool_id = t.id and private.is_shown(v)
        order by v.created_at desc, v.id desc limit 50
      ) shown
    ) newest
    where t.id = any (tool_ids)
  ), gone as (
    delete from private.search_reasons r using text where r.tool_id = text.id and text.reasons is null
  )
  insert into private.search_reasons as r (tool_id, document)
    select text.id, ts_delete(to_tsvector('pg_catalog.english', private.search_text(text.reasons)), '0gap0')
    from text where text.reasons is not null
    on conflict (tool_id) do update set document = excluded.document where r.document <> excluded.document;
end;
$$;

create function private.refresh_reasons_of_changed_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'UPDATE' then
    perform private.refresh_search_reasons(array(select distinct c.tool_id from changed_rows c));
    return null;
  end if;
  perform private.refresh_search_reasons(changed.tools)
  from (
    select array_agg(distinct entry.tool_id) as tools from (
      (select n.id, n.tool_id, n.reason, private.is_shown(n) from new_rows n
        except select o.id, o.tool_id, o.reason, private.is_shown(o) from old_rows o)
      union all
      (select o.id, o.tool_id, o.reason, private.is_shown(o) from old_rows o
        except select n.id, n.tool_id, n.reason, private.is_shown(n) from new_rows n)
    ) entry
  ) changed
  where changed.tools is not null;
  return null;
end;
$$;

create trigger tool_upvotes_search_insert after insert on public.tool_upvotes
  referencing new table as changed_rows for each statement execute function private.refresh_reasons_of_changed_upvotes();
create trigger tool_upvotes_search_delete after delete on public.tool_upvotes
  referencing old table as changed_rows for each statement execute function private.refresh_reasons_of_changed_upvotes();
create trigger tool_upvotes_search_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.refresh_reasons_of_changed_upvotes();
