-- How a name begins; three or more characters anywhere in it; one or two characters, by the letters it has.
create index tools_name_prefix on public.tools (lower(name) text_pattern_ops);

create index tools_name_trigrams on public.tools using gin (name extensions.gin_trgm_ops);

create index tools_slug_trigrams on public.tools using gin (slug extensions.gin_trgm_ops);

-- Case-insensitive, literal substring search by name: up to max_results tools, then up to max_results categories. A name
-- that is the query comes before those that begin with it, which come before those that contain it; equal ranks newest
-- first. Each rank is a query of its own, so that each can stop early on its index. What has no three letters or digits in
-- a row, such as C++, has no trigrams to be found by, and goes by its pairs. An empty query finds nothing. `% _ \` mean
-- themselves.
--
-- SECURITY DEFINER without a check of the caller: it reads public columns of tables everybody may read. Under row-level
-- security the planner may not look at the statistics of names, and takes the wrong index: 170 ms instead of 1 ms
-- among 100,000 tools.
create function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
-- The pattern decides which index serves: one plan for all patterns would scan.
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
  if room > 0 and char_length(wanted) < 3 then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where private.pairs_of(t.name) @> array[wanted]
        and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room;
  elsif room > 0 and wanted !~ '[[:alnum:]]{3}' then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where private.pairs_of(t.name) @> array_remove(private.pairs_of(wanted), '')
        and t.name ilike '%' || pattern || '%' and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room;
  elsif room > 0 then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where t.name ilike '%' || pattern || '%' and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || pattern || '%'
    order by lower(c.name) <> wanted, lower(c.name) not like pattern || '%', c.name, c.id
    limit most;
end;
$$;
grant execute on function public.search_catalogue(text, integer) to anon, authenticated, service_role;
comment on function public.search_catalogue(text, integer) is 'Nullable: logo.';

-- Names like the query, for when nothing holds it literally: letters missing, wrong or added (most of the query's
-- trigrams are found close together in the name), or two neighbours swapped anywhere in it, which leaves too few
-- trigrams in a short word. Rows as in search_catalogue: up to max_results tools, then up to max_results categories,
-- the most alike first. A query of less than three characters is like everything, and finds nothing.

-- Loads the library: only then does the setting below have a meaning that can be checked.
select extensions.word_similarity('', '');

-- SECURITY DEFINER without a check of the caller, for the reason search_catalogue gives. Both of its ways are served by
-- the index tools_name_trigrams. Visitors may call it with any text, and every character costs. Two neighbours swapped
-- are looked for by patterns only where the trigrams do not find them anyway: of a query of n characters at most four of
-- its n + 1 trigrams are lost, so that from seven on enough of them are left; twelve leave room for other mistakes beside.
-- What a name has in common with the first forty characters decides the rest.
create function public.search_similar(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
set pg_trgm.word_similarity_threshold = 0.45
as $$
declare
  wanted text := lower(left(private.trim_text(left(coalesce(search_similar.query, ''), 200)), 40));
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  swaps text[] := '{}';
begin
  -- Nothing but signs has no trigrams, and the index would be read whole.
  if char_length(wanted) < 3 or extensions.show_trgm(wanted) = '{}' then
    return;
  end if;
  if char_length(wanted) <= 12 then
    select coalesce(array_agg('%' || regexp_replace(swapped, '([\\%_])', '\\\1', 'g') || '%'), '{}') into swaps
    from (
      select left(wanted, at - 1) || substr(wanted, at + 1, 1) || substr(wanted, at, 1) || substr(wanted, at + 2) as swapped
      from generate_series(1, char_length(wanted) - 1) at
    ) variants
    where swapped <> wanted;
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
grant execute on function public.search_similar(text, integer) to anon, authenticated, service_role;
comment on function public.search_similar(text, integer) is 'Nullable: logo.';

create index tools_name_pairs on public.tools using gin (private.pairs_of(name));

create index tools_slug_pairs on public.tools using gin (private.pairs_of(slug));
