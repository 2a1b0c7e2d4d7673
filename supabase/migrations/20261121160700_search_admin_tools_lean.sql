-- What a search of the administrator's list finds by the thousands is carried with what it is sorted by, and nothing more.
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
  -- Ties go by name. A tool without a category comes after the others, or before them.
  ordering text := case list_admin_tools.sort
    when 'name' then 'm.name %1$s, m.id %1$s'
    when 'slug' then 'm.slug %1$s'
    when 'category' then 'c.place %1$s, m.name, m.id'
    when 'featured' then case when descending then 'not ' else '' end || 'm.featured, m.name, m.id'
    when 'created' then 'm.created_at %1$s, m.id %1$s'
  end;
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
  categories := array(select c.id from public.categories c where c.name ilike pattern);
  -- A slug has small letters only. Each of the three ways has an index, also for one and two characters; the cheapest is
  -- asked first where a find has to be looked at again.
  return query execute format(
    'with matched as materialized (
      select t.id, %1$s from public.tools t where %2$s
    ), counted as (
      select count(*)::integer as total from matched
    ), page as materialized (
      select m.id, row_number() over () as place from (
        select m.id from matched m %3$s
        order by %4$s limit $3 offset (select least($4, greatest(counted.total - 1, 0) / $3)::bigint * $3 from counted)
      ) m
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, (select counted.total from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    case list_admin_tools.sort when 'slug' then 't.slug' when 'created' then 't.created_at'
      when 'category' then 't.name, t.category_id' when 'featured' then 't.name, t.featured' else 't.name' end,
    -- Without categories not a word of them: an empty list would be served by any index, and every find be looked at again.
    case when cardinality(categories) > 0 then 't.category_id = any ($2) or ' else '' end
      || case when char_length(wanted) > 2 then 't.slug like $1 or t.name ilike $1'
      else 'private.pairs_of(t.slug) @> array[$5] or private.pairs_of(t.name) @> array[$5]' end,
    -- Places are compared faster than names.
    case when list_admin_tools.sort = 'category' then
      'left join (select c.id, dense_rank() over (order by c.name) as place from public.categories c) c
        on c.id = m.category_id' else '' end,
    format(ordering, case when descending then 'desc' else 'asc' end))
    using pattern, categories, size, turn, wanted;
end;
$$;

-- What an import changed is looked through for that import alone, by its id: 30,000 entries of one import are not worth
-- their trigrams.
create index audit_log_search_words on public.audit_log using gin (search extensions.gin_trgm_ops)
  where import_id is null;
drop index public.audit_log_search_trigrams;
