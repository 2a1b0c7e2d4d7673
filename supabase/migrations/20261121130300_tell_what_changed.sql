-- What search engines are told: which pages there are, and since when each shows what it shows.

-- SECURITY DEFINER without a check of the caller, as list_tools.
-- Tools in the order they were added, from the `skip`th, or after a given one: a part of the site map is read in pages.
create function public.list_sitemap_tools(
  skip integer default 0,
  after_listed_at timestamptz default null,
  after_id uuid default null,
  max_results integer default 1000
)
returns table (id uuid, slug text, listed_at timestamptz, changed_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
declare
  room integer := least(greatest(coalesce(list_sitemap_tools.max_results, 1000), 1), 1000);
begin
  if after_listed_at is null then
    return query
      select t.id, t.slug, l.listed_at, l.changed_at
      from (
        select p.tool_id, p.listed_at, p.changed_at from private.listings p where p.category_id is null
        order by p.listed_at, p.tool_id offset greatest(coalesce(list_sitemap_tools.skip, 0), 0) limit room
      ) l join public.tools t on t.id = l.tool_id
      order by l.listed_at, l.tool_id;
  else
    return query
      select t.id, t.slug, l.listed_at, l.changed_at
      from (
        select p.tool_id, p.listed_at, p.changed_at from private.listings p
        where p.category_id is null and (p.listed_at, p.tool_id) > (after_listed_at, after_id)
        order by p.listed_at, p.tool_id limit room
      ) l join public.tools t on t.id = l.tool_id
      order by l.listed_at, l.tool_id;
  end if;
end;
$$;

-- The parts of that list: how many tools each has and when the last of them changed.
create function public.list_sitemap_parts(part_size integer)
returns table (part integer, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select placed.part::integer, max(placed.changed_at)
  from (
    select l.changed_at,
      (row_number() over (order by l.listed_at, l.tool_id) - 1) / greatest(part_size, 1) + 1 as part
    from private.listings l where l.category_id is null
  ) placed
  group by placed.part
  order by placed.part
$$;

-- Categories by slug, after a given one. A category's page changes with its own words and with the tools it gains.
create function public.list_sitemap_categories(after_slug text default '', max_results integer default 1000)
returns table (slug text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.slug, greatest(c.updated_at, (
    select l.listed_at from private.listings l where l.category_id = c.id
    order by l.listed_at desc, l.tool_id desc limit 1
  ))
  from public.categories c
  where c.slug > coalesce(list_sitemap_categories.after_slug, '')
  order by c.slug
  limit least(greatest(coalesce(list_sitemap_categories.max_results, 1000), 1), 1000)
$$;

revoke execute on function public.list_sitemap_tools(integer, timestamptz, uuid, integer),
  public.list_sitemap_parts(integer), public.list_sitemap_categories(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_sitemap_tools(integer, timestamptz, uuid, integer),
  public.list_sitemap_parts(integer), public.list_sitemap_categories(text, integer)
  to anon, authenticated, service_role;
