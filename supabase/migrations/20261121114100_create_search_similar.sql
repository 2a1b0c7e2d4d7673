-- Names like the query, for when nothing holds it literally: letters missing, wrong or added (most of the query's
-- trigrams are found close together in the name), or two neighbours swapped anywhere in it, which leaves too few
-- trigrams in a short word. Rows as in search_catalogue: up to max_results tools, then up to max_results categories,
-- the most alike first. A query of less than three characters is like everything, and finds nothing.

-- Loads the library: only then does the setting below have a meaning that can be checked.
select extensions.word_similarity('', '');

-- SECURITY DEFINER without a check of the caller, for the reason search_catalogue gives. Both of its ways are served by
-- the index tools_name_trigrams.
create function public.search_similar(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_custom_plan
set pg_trgm.word_similarity_threshold = 0.45
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_similar.query, '')), 100));
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  swaps text[];
begin
  -- Nothing but signs has no trigrams, and the index would be read whole.
  if char_length(wanted) < 3 or extensions.show_trgm(wanted) = '{}' then
    return;
  end if;
  select coalesce(array_agg('%' || regexp_replace(swapped, '([\\%_])', '\\\1', 'g') || '%'), '{}') into swaps
  from (
    select left(wanted, at - 1) || substr(wanted, at + 1, 1) || substr(wanted, at, 1) || substr(wanted, at + 2) as swapped
    from generate_series(1, least(char_length(wanted) - 1, 40)) at
  ) variants
  where swapped <> wanted;
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
revoke execute on function public.search_similar(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_similar(text, integer) to anon, authenticated, service_role;
comment on function public.search_similar(text, integer) is 'Nullable: logo.';
