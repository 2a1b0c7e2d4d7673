-- As before (see search_without_trigrams), and a name that is the query comes before those that begin with it, which
-- come before those that contain it; equal ranks newest first. Each rank is a query of its own, so that each can stop
-- early on its index.
create or replace function public.search_catalogue(query text, max_results integer default 20)
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
