-- The search document of a tool: name (A), facts (B), description (C), and license, the beginning of the long description
-- and the fifty newest public recommendations (D): fifty, so that one more costs the same whether there are ten or five
-- thousand. The names of its categories are matched when asked, so that renaming one does not write thousands of documents.
create table private.search_documents (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  document tsvector not null
);

create index search_documents_document on private.search_documents using gin (document);

comment on table private.search_documents is
  'Not notified: what changes here follows from a change of tools or tool_upvotes, which is notified.';

-- The same of a category's name.
create table private.search_categories (
  category_id uuid primary key references public.categories (id) on delete cascade,
  document tsvector not null
);

comment on table private.search_categories is
  'Not notified: what changes here follows from a change of categories, which is notified.';

-- Words to correct misspelt ones to, and names without spaces. One that no document holds any more stays, and corrects
-- nothing (private.nearest_words).
create table private.search_words (
  word text primary key
);

create index search_words_alike on private.search_words (left(word, 1), char_length(word));

comment on table private.search_words is
  'Not notified: what changes here follows from a change of tools or categories, which is notified.';

-- The document of a text in four parts, with the concepts that each says, and those of facts.
create function private.make_document(name text, facts text[], description text, more text) returns tsvector
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  name_words text := private.split_text(name);
  description_words text := private.split_text(coalesce(description, ''));
  more_words text := private.split_text(coalesce(more, ''));
  -- With stop words, for the phrases of concepts.
  in_name tsvector := to_tsvector('private.all_words', name_words);
  in_description tsvector := to_tsvector('private.all_words', description_words);
  in_more tsvector := to_tsvector('private.all_words', more_words);
  anywhere tsvector := in_name || in_description || in_more;
begin
  return setweight(to_tsvector('private.words', name_words), 'A')
    || setweight(to_tsvector('private.words', description_words), 'C')
    || setweight(to_tsvector('private.words', more_words), 'D')
    || coalesce((
      select string_agg(quote_literal(held.concept) || ':' || held.places, ' ')
      from (
        select s.concept, concat_ws(',', case when in_name @@ s.said then '1A' end,
          case when s.fact = any (facts) then '2B' end, case when in_description @@ s.said then '3C' end,
          case when in_more @@ s.said then '4D' end) as places
        from private.search_synonyms s where anywhere @@ s.said or s.fact = any (facts)
      ) held
      where held.places <> ''
    ), '')::tsvector;
end;
$$;

-- With the tools locked by id, as for counting: each writer sees the previous one's recommendations.
create function private.refresh_search_documents(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  insert into private.search_documents as d (tool_id, document)
    select t.id, private.make_document(
      -- "TalkingPhoto" also counts as two words.
      concat_ws(' . ', t.name, nullif(regexp_replace(t.name, '([a-z])([A-Z])', '\1 \2', 'g'), t.name)),
      t.platforms || array[t.pricing, case when t.open_source then 'open-source' end], t.short_description,
      concat_ws(' . . ', t.license || ' license', left(t.long_description, 3000), newest.reasons))
    from public.tools t
    cross join lateral (
      select string_agg(shown.reason, ' . . ') as reasons
      from (
        select v.reason from public.tool_upvotes v
        where v.tool_id = t.id and private.is_shown(v)
        order by v.created_at desc, v.id desc limit 50
      ) shown
    ) newest
    where t.id = any (tool_ids)
    on conflict (tool_id) do update set document = excluded.document where d.document <> excluded.document;
end;
$$;

create function private.add_search_words(texts text[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_words (word)
    select distinct word from unnest(texts) entry, string_to_table(private.search_text(entry), ' ') word
    where char_length(word) between 3 and 40 order by word
    on conflict do nothing
$$;

-- Whether a word means something here: a tool, a category or a synonym holds it, or it is a stop word.
create function private.is_known(word text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  stem tsquery;
begin
  if to_tsvector('private.words', word) = '' then
    return true;
  end if;
  stem := phraseto_tsquery('private.words', private.split_text(word));
  return exists (select from private.search_asked a where a.stems = private.stems(word))
    or exists (select from private.search_documents d where d.document @@ stem)
    or exists (select from private.search_categories c where c.document @@ stem);
end;
$$;

create function private.refresh_search_categories(category_ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_categories as s (category_id, document)
    select c.id, private.make_document(c.name, '{}', null, null) from public.categories c where c.id = any (category_ids)
    on conflict (category_id) do update set document = excluded.document where s.document <> excluded.document
$$;

create function private.refresh_document_of_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_categories(array[new.id]);
  perform private.add_search_words(array[new.name]);
  return null;
end;
$$;

create trigger categories_search after insert or update of name on public.categories
  for each row execute function private.refresh_document_of_category();
