-- The administrator's list of categories: those whose name, slug or description holds the text, whatever its case, every
-- character literal; sorted, one page of it. `total` and the last page as in list_admin_tools.
create function public.list_admin_categories(
  search text default '',
  sort text default 'name',
  descending boolean default false,
  page integer default 1,
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
  if not public.is_admin() then
    raise exception 'Only administrators may list categories' using errcode = 'insufficient_privilege';
  end if;
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
revoke execute on function public.list_admin_categories(text, text, boolean, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_admin_categories(text, text, boolean, integer, integer) to authenticated;
comment on function public.list_admin_categories(text, text, boolean, integer, integer) is 'Nullable: description.';
