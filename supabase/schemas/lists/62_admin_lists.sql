-- The administrator's list of tools: those whose name, slug or primary category's name contains the text, in any case
-- and literally; one sorted page. `total` is the total number. A page after the last one is the last one, so that the
-- list is still there when everything on its last page was deleted.
--
-- The data is public; counting and sorting it is for administrators only, because it is expensive.
create function public.list_admin_tools(
  search text default '', sort text default 'name', descending boolean default false, page integer default 1,
  page_size integer default 25
) returns table (
  id uuid, name text, slug text, category_name text, featured boolean, logo text, upvote_count integer, total integer
)
language plpgsql stable security definer set search_path = ''
-- Searches for one letter are sorted in memory.
set work_mem = '32MB'
-- Prefer indexes: the planner cannot estimate these patterns.
set enable_seqscan = off
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  page_index integer := greatest(coalesce(list_admin_tools.page, 1), 1) - 1;
  -- Ties are sorted by name. Comparing ranks is faster than comparing names of categories.
  ordering text := format(case list_admin_tools.sort
    when 'name' then 'f.name %1$s, f.id %1$s' when 'slug' then 'f.slug %1$s' when 'category' then 'c.rank %1$s, f.name, f.id'
    when 'featured' then 'f.featured %1$s, f.name, f.id' when 'created' then 'f.created_at %1$s, f.id %1$s'
  end, case when descending then 'desc' else 'asc' end);
begin
  perform private.require_administrator('list {items}', 'editor');
  if ordering is null then
    raise exception '%', private.in_words('{Items} are sorted by name, slug, category, featured or created')
      using errcode = 'invalid_parameter_value';
  end if;
  -- Without a search the page is read in index order; the result of a search is materialised to be counted and sorted.
  return query execute format(
    'with found as %s (
      select t.id, t.name, t.slug, t.featured, t.created_at, t.category_id from public.tools t where %s
    ), counted as (
      select count(*)::integer as total from found
    ), page as (
      select f.id, row_number() over () as place from (
        select f.id from found f %s
        order by %s
        limit $2 offset (select least($3, greatest(counted.total - 1, 0) / $2) * $2 from counted)
      ) f
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, (select counted.total from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    case when wanted = '' then 'not materialized' else 'materialized' end,
    case when wanted = '' then 'true'
      else format('%s or %s or t.category_id = any ($1)', private.containing('t.slug', wanted),
        private.containing('t.name', wanted)) end,
    case when list_admin_tools.sort = 'category' then
      'left join (select c.id, dense_rank() over (order by c.name) as rank from public.categories c) c
        on c.id = f.category_id' else '' end,
    ordering)
    using array(select c.id from public.categories c where c.name ilike pattern), size, page_index;
end;
$$;
comment on function public.list_admin_tools is 'Nullable: category_name, logo.';

-- The administrator's list of categories: those whose name, slug or description contains the text, in any case and
-- literally; one sorted page. `total` and the last page as in list_admin_tools.
create function public.list_admin_categories(
  search text default '', sort text default 'name', descending boolean default false, page integer default 1,
  page_size integer default 25
) returns table (id uuid, name text, slug text, description text, tool_count integer, total integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_categories.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  ordering text := case list_admin_categories.sort
    when 'name' then 'm.name %1$s, m.id %1$s'
    when 'slug' then 'm.slug %1$s'
    when 'tools' then 'm.tool_count %1$s, m.name, m.id'
    when 'created' then 'm.created_at %1$s, m.id %1$s'
  end;
begin
  perform private.require_administrator('list categories', 'editor');
  if ordering is null then
    raise exception 'Categories are sorted by name, slug, tools or created' using errcode = 'invalid_parameter_value';
  end if;
  return query execute format(
    'with matched as materialized (
      select c.* from public.categories c where c.name ilike $1 or c.slug like $1 or c.description ilike $1
    ), counted as (select count(*)::integer as total from matched)
    select m.id, m.name, m.slug, m.description, m.tool_count, (select counted.total from counted)
    from matched m order by ' || ordering || '
    limit $2 offset (select least($3, greatest(counted.total - 1, 0) / $2) * $2 from counted)',
    case when descending then 'desc' else 'asc' end)
    using pattern, size, greatest(coalesce(list_admin_categories.page, 1), 1) - 1;
end;
$$;
grant execute on function public.list_admin_tools, public.list_admin_categories to authenticated;
comment on function public.list_admin_categories is 'Nullable: description.';
