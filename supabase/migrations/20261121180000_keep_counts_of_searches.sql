-- The administrator's list of tools as before (see search_admin_tools_lean). What a search finds by a category's name is
-- no longer looked at one by one to be counted: the kept totals say how many those are, and of them only as many are read
-- as the page asked for can need. What it finds by name or slug outside of these categories is counted as before.
create or replace function public.list_admin_tools(
  search text default '',
  sort text default 'name',
  descending boolean default false,
  page integer default 1,
  page_size integer default 25
) returns table (
  id uuid, name text, slug text, category_name text, featured boolean, logo text, upvote_count integer, total integer
)
language plpgsql stable security definer set search_path = ''
-- What a letter finds is sorted in memory.
set work_mem = '32MB'
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  turn integer := greatest(coalesce(list_admin_tools.page, 1), 1) - 1;
  way text := case when descending then 'desc' else 'asc' end;
  -- What a find is carried with. Places are compared faster than the names of categories.
  keys text := case list_admin_tools.sort
    when 'name' then 't.name' when 'slug' then 't.slug' when 'category' then 'c.place, t.name'
    when 'featured' then 't.featured, t.name' when 'created' then 't.created_at'
  end;
  -- Ties go by name. A tool without a category comes after the others, or before them.
  ordering text := format(case list_admin_tools.sort
    when 'name' then 'name %1$s, id %1$s' when 'slug' then 'slug %1$s' when 'category' then 'place %1$s, name, id'
    when 'featured' then 'featured %1$s, name, id' when 'created' then 'created_at %1$s, id %1$s'
  end, way);
  found text := format('select t.id, %s from public.tools t ', keys)
    || case when list_admin_tools.sort = 'category' then
      'left join (select c.id, dense_rank() over (order by c.name) as place from public.categories c) c
        on c.id = t.category_id ' else '' end;
  categories uuid[];
  kept bigint;
  matches integer;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list tools' using errcode = 'insufficient_privilege';
  end if;
  if keys is null then
    raise exception 'Tools are sorted by name, slug, category, featured or created'
      using errcode = 'invalid_parameter_value';
  end if;
  if wanted = '' then
    matches := public.count_tools();
    return query
      select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, matches
      from unnest(private.page_of_tools(list_admin_tools.sort, coalesce(descending, false), matches,
        least(turn, greatest(matches - 1, 0) / size)::bigint * size, size)) with ordinality listed (id, place)
      join public.tools t on t.id = listed.id left join public.categories c on c.id = t.category_id
      order by listed.place;
    return;
  end if;
  select coalesce(array_agg(f.category_id), '{}'), coalesce(sum(f.tools), 0) into categories, kept
  from (
    select t.category_id, sum(t.tools) as tools
    from public.categories c join private.tool_totals t on t.category_id = c.id
    where c.name ilike pattern
    group by t.category_id having sum(t.tools) > 0
  ) f;
  -- A slug has small letters only. Name and slug have indexes, also for one and two characters; the cheapest is asked
  -- first where a find has to be looked at again.
  return query execute format(
    'with others as materialized (%1$s where (%2$s) %3$s
    ), counted as (
      select $6 + count(*) as total from others
    ), page as materialized (
      select m.id, row_number() over () as place from (
        select m.id from (select * from others %4$s) m order by %5$s
        limit $3 offset (select least($4, greatest(counted.total - 1, 0) / $3) * $3 from counted)
      ) m
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count,
      (select counted.total::integer from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    found,
    case when char_length(wanted) > 2 then 't.slug like $1 or t.name ilike $1'
      else 'private.pairs_of(t.slug) @> array[$5] or private.pairs_of(t.name) @> array[$5]' end,
    -- Without categories not a word of them.
    case when kept > 0 then 'and (t.category_id is null or t.category_id <> all ($2))' else '' end,
    case when kept > 0 then format('union all (%s where t.category_id = any ($2) order by %s limit $7)', found, ordering)
      else '' end,
    ordering)
    using pattern, categories, size, turn, wanted, kept, least((turn + 1::bigint) * size, kept);
end;
$$;
