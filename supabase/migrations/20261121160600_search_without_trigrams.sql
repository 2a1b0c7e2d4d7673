-- Whether an entry follows from a deletion is looked up for each: dear, so asked of few.
alter function private.is_consequence(public.audit_log) cost 5000;

-- As before (see index_short_texts); what has no three letters or digits in a row, such as C++, has no trigrams to
-- be found by, and goes by its pairs too.
create or replace function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
-- The pattern decides which index serves: one plan for all patterns would scan.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_catalogue.query, '')), 200));
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  found_tools integer;
begin
  if wanted = '' then
    return;
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) like pattern || '%'
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_tools = row_count;
  if found_tools < room and char_length(wanted) < 3 then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where private.pairs_of(t.name) @> array[wanted]
        and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  elsif found_tools < room and wanted !~ '[[:alnum:]]{3}' then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where private.pairs_of(t.name) @> array_remove(private.pairs_of(wanted), '')
        and t.name ilike '%' || pattern || '%' and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  elsif found_tools < room then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where t.name ilike '%' || pattern || '%' and lower(t.name) not like pattern || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || pattern || '%'
    order by lower(c.name) not like pattern || '%', c.name, c.id limit room;
end;
$$;
