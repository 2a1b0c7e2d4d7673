-- For prefixes; for what a name contains (private.containing).
create index tools_name_prefix on public.tools (lower(name) text_pattern_ops);
create index tools_name_trigrams on public.tools using gin (name extensions.gin_trgm_ops);
create index tools_slug_trigrams on public.tools using gin (slug extensions.gin_trgm_ops);
create index tools_name_bigrams on public.tools using gin (private.bigrams(name));
create index tools_slug_bigrams on public.tools using gin (private.bigrams(slug));

-- Case-insensitive, literal substring search by name: up to max_results tools, then up to max_results categories. Exact
-- matches first, then prefixes, then the rest, each newest first. Each rank is a query of its own, so that it can stop
-- early on its index. An empty query finds nothing. `% _ \` are literal.
--
-- SECURITY DEFINER: under row-level security the planner may not use the statistics of names and takes the wrong index: 170 ms
-- instead of 1 ms among 100,000 tools.
create function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
-- The pattern decides which index is used: one generic plan would scan the table.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_catalogue.query, '')), 200));
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  most integer := least(greatest(coalesce(max_results, 20), 1), 50);
  room integer := most;
  found_now integer;
begin
  if wanted = '' then
    return;
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) = wanted
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_now = row_count;
  room := room - found_now;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) like pattern || '%' and lower(t.name) <> wanted
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_now = row_count;
  room := room - found_now;
  if room > 0 then
    -- Of patterns the planner knows better than of bigrams how many names they match.
    return query execute format('
      select ''tool'', t.id, t.name, t.slug, t.logo from public.tools t
      where %s and t.name ilike ''%%'' || $1 and lower(t.name) not like $1
      order by t.created_at desc, t.id desc limit $2', private.containing('t.name', wanted))
      using pattern || '%', room;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || pattern || '%'
    order by lower(c.name) <> wanted, lower(c.name) not like pattern || '%', c.name, c.id
    limit most;
end;
$$;
comment on function public.search_catalogue is 'Nullable: logo.';

-- Similar names, when nothing contains the query literally: letters missing, wrong or added (most of the query's
-- trigrams occur close together in the name), or two adjacent letters swapped, which leaves too few trigrams in a short
-- word. Rows as in search_catalogue, the most similar first. A query of less than three characters finds nothing.

-- Loads the extension's library, so that the setting below can be checked.
select extensions.word_similarity('', '');

-- Both conditions use the index tools_name_trigrams. The query is cut to forty characters, because every character costs and
-- visitors may send any text. Swapped letters are searched by patterns for short queries only: a swap loses at most four of a
-- query's n + 1 trigrams, so longer ones are found by the rest.
create function public.search_similar(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set pg_trgm.word_similarity_threshold = 0.45
as $$
declare
  wanted text := lower(left(private.trim_text(left(coalesce(search_similar.query, ''), 200)), 40));
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  swaps text[] := '{}';
begin
  -- A query without letters or digits has no trigrams, and the whole index would be read.
  if char_length(wanted) < 3 or extensions.show_trgm(wanted) = '{}' then
    return;
  end if;
  if char_length(wanted) <= 12 then
    select coalesce(array_agg('%' || regexp_replace(swapped, '([\\%_])', '\\\1', 'g') || '%'), '{}') into swaps
    from (
      select left(wanted, at - 1) || substr(wanted, at + 1, 1) || substr(wanted, at, 1) || substr(wanted, at + 2) as swapped
      from generate_series(1, char_length(wanted) - 1) at
    ) variants
    -- Others have no trigrams (private.containing): the whole index would be read.
    where swapped <> wanted and swapped ~ '[a-z0-9]{2}.';
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where wanted operator(extensions.<%) t.name or t.name ilike any (swaps)
    order by t.name ilike any (swaps) desc,
      extensions.word_similarity(wanted, t.name) + extensions.similarity(wanted, t.name) desc,
      t.created_at desc, t.id desc
    limit room;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where wanted operator(extensions.<%) c.name or c.name ilike any (swaps)
    order by c.name ilike any (swaps) desc,
      extensions.word_similarity(wanted, c.name) + extensions.similarity(wanted, c.name) desc, c.name, c.id
    limit room;
end;
$$;
grant execute on function public.search_catalogue, public.search_similar to anon, authenticated, service_role;
comment on function public.search_similar is 'Nullable: logo.';
