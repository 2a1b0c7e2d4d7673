-- Trigrams find three or more characters anywhere in a name; the pattern indexes find how a name begins.
create index tools_name_trigrams on public.tools using gin (name extensions.gin_trgm_ops);
create index tools_slug_trigrams on public.tools using gin (slug extensions.gin_trgm_ops);
create index tools_name_prefix on public.tools (lower(name) text_pattern_ops);

-- Case-insensitive, literal substring search by name: up to max_results tools, then up to max_results categories.
-- Names that begin with the query come first, the newest first among them; then the others.
-- An empty query finds nothing. `% _ \` mean themselves.
create function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable set search_path = ''
-- The pattern decides which index serves: a plan for every pattern would scan.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := regexp_replace(
    lower(left(btrim(coalesce(search_catalogue.query, '')), 200)), '([\\%_])', '\\\1', 'g');
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  found_tools integer;
begin
  if wanted = '' then
    return;
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) like wanted || '%'
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_tools = row_count;
  if found_tools < room then
    return query
      select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
      where t.name ilike '%' || wanted || '%' and lower(t.name) not like wanted || '%'
      order by t.created_at desc, t.id desc limit room - found_tools;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || wanted || '%'
    order by lower(c.name) not like wanted || '%', c.name, c.id limit room;
end;
$$;
revoke execute on function public.search_catalogue(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.search_catalogue(text, integer) to anon, authenticated, service_role;
-- The generated types read this: a function's result columns cannot say themselves that they may be null.
comment on function public.search_catalogue(text, integer) is 'Nullable: logo.';
