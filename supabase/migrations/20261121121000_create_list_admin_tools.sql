-- The administrator's list of tools: those whose name, slug or primary category's name holds the text, whatever its case,
-- every character literal; sorted, one page of it. `total`: how many there are in all. A page after the last one is the
-- last one, so that the list is still there when what was on its last page is deleted.

-- SECURITY DEFINER, with its own check, for the reason search_catalogue gives. What it reads everybody may read; that it
-- is counted and sorted for administrators only keeps the long work from everyone else.
create function public.list_admin_tools(
  search text default '',
  sort text default 'name',
  descending boolean default false,
  page integer default 1,
  page_size integer default 25
) returns table (
  id uuid, name text, slug text, category_name text, featured boolean, logo text, upvote_count integer, total integer
)
language plpgsql stable security definer set search_path = ''
-- 100,000 names are sorted in memory.
set work_mem = '32MB'
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  -- Ties go by name. A tool without a category comes after the others, or before them.
  ordering text := case list_admin_tools.sort
    when 'name' then 't.name %1$s, t.id %1$s'
    when 'slug' then 't.slug %1$s'
    when 'category' then 'c.name %1$s, t.name, t.id'
    when 'featured' then case when descending then 'not ' else '' end || 't.featured, t.name, t.id'
    when 'created' then 't.created_at %1$s, t.id %1$s'
  end;
  joined text := case when list_admin_tools.sort = 'category'
    then 'left join public.categories c on c.id = t.category_id ' else '' end;
  condition text := '';
  categories uuid[];
  matches integer;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list tools' using errcode = 'insufficient_privilege';
  end if;
  if ordering is null then
    raise exception 'Tools are sorted by name, slug, category, featured or created'
      using errcode = 'invalid_parameter_value';
  end if;
  if wanted <> '' then
    categories := array(select c.id from public.categories c where c.name ilike pattern);
    -- A slug has small letters only. Each of the three ways has an index.
    condition := 'where t.name ilike $1 or t.slug like $1 or t.category_id = any ($2)';
  end if;
  execute 'select count(*) from public.tools t ' || condition into matches using pattern, categories;
  -- The page first, by what it is sorted by alone; then what is shown of it.
  return query execute format(
    'with page as materialized (
      select t.id, row_number() over () as place from (
        select t.id from public.tools t ' || joined || condition || ' order by ' || ordering || ' limit $3 offset $4
      ) t
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, $5
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    case when descending then 'desc' else 'asc' end)
    using pattern, categories, size,
      least(greatest(coalesce(list_admin_tools.page, 1), 1) - 1, greatest(matches - 1, 0) / size) * size, matches;
end;
$$;
revoke execute on function public.list_admin_tools(text, text, boolean, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_admin_tools(text, text, boolean, integer, integer) to authenticated;
comment on function public.list_admin_tools(text, text, boolean, integer, integer) is 'Nullable: category_name, logo.';

-- The featured ones first, by name.
create index tools_featured on public.tools ((not featured), name, id);
