-- As in 20261121114100, with less of the query looked at: visitors may call it with any text, and every character costs.
-- Two neighbours swapped are looked for by patterns only where the trigrams do not find them anyway: of a query of n
-- characters at most four of its n + 1 trigrams are lost, so that from seven on enough of them are left; twelve leave
-- room for other mistakes beside. What a name has in common with the first forty characters decides the rest.
create or replace function public.search_similar(query text, max_results integer default 20)
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
