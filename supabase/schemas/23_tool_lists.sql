-- How many tools are in any of the categories, each counted once; all tools when no category is named.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language plpgsql stable set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(count_tools.category_ids) entry where entry is not null);
begin
  if cardinality(chosen) = 0 then
    return (select count(*) from public.tools);
  elsif cardinality(chosen) = 1 then
    return coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0);
  end if;
  return (select count(distinct tc.tool_id) from public.tool_categories tc where tc.category_id = any (chosen));
end;
$$;
grant execute on function public.count_tools(uuid[]) to anon, authenticated, service_role;

-- One page of a list of tools: all, or those in any of the categories, each once. sort is 'newest', 'top' (most
-- recommended) or 'trending' (docs/ranking.md), then newest first. Each tool comes with the newest recommendation that
-- visitors are shown. The first page (skip 0) also returns the total; the others return null.
--
-- For several categories each contributes as many rows as the page could need, and these are sorted again: the cost
-- depends on the page, not on the size of the categories. SECURITY DEFINER without a check of the caller: the listings
-- are not exposed, and it reads public data.
create function public.list_tools(
  sort text default 'newest',
  category_ids uuid[] default '{}',
  skip integer default 0,
  max_results integer default 15
)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, latest_reason text, total integer
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen uuid[] := array(select distinct entry from unnest(list_tools.category_ids) entry where entry is not null);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  start integer := least(greatest(coalesce(list_tools.skip, 0), 0), 100000);
  in_order text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'l.listed_at desc, l.tool_id desc'
    when 'top' then 'l.upvote_count desc, l.listed_at desc, l.tool_id desc'
    when 'trending' then 'l.trend desc nulls last, l.listed_at desc, l.tool_id desc'
  end;
  listed text;
  in_all integer;
begin
  if in_order is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if cardinality(chosen) = 0 then
    listed := format(
      'select l.* from private.listings l where l.category_id = ''00000000-0000-0000-0000-000000000000'' order by %s offset $2 limit $3', in_order);
  elsif cardinality(chosen) = 1 then
    listed := format(
      'select l.* from private.listings l where l.category_id = $1[1] order by %s offset $2 limit $3', in_order);
  else
    listed := format(
      'select l.* from (
        select distinct on (near.tool_id) near.* from unnest($1) chosen (id)
        cross join lateral (
          select l.* from private.listings l where l.category_id = chosen.id order by %1$s limit $2 + $3
        ) near
      ) l order by %1$s offset $2 limit $3', in_order);
  end if;
  if start = 0 then
    in_all := public.count_tools(chosen);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, latest.reason, $4
     from (%s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     left join lateral (
       select v.reason from public.tool_upvotes v where v.tool_id = t.id and private.is_searched(v)
       order by v.created_at desc, v.id desc limit 1
     ) latest on true
     order by %s', listed, in_order)
    using chosen, start, room, in_all;
end;
$$;
grant execute on function public.list_tools(text, uuid[], integer, integer) to anon, authenticated, service_role;
comment on function public.list_tools(text, uuid[], integer, integer) is
  'Nullable: logo, category_id, category_name, category_slug, latest_reason, total.';

-- For the category filter: how many tools each category would add to the list of those in any of `selected`. A selected
-- category adds none; with none selected, each adds all its tools. Counts the overlap, because the selected categories'
-- tools are few.
create function public.count_facets(selected uuid[])
returns table (category_id uuid, added integer)
language sql stable set search_path = ''
as $$
  select c.id, c.tool_count - coalesce(overlap.tools, 0)
  from public.categories c
  left join (
    select other.category_id, count(*)::integer as tools
    from public.tool_categories other
    where other.tool_id in (
      select chosen.tool_id from public.tool_categories chosen
      where chosen.category_id = any (count_facets.selected)
    )
    group by other.category_id
  ) overlap on overlap.category_id = c.id
$$;
grant execute on function public.count_facets(uuid[]) to anon, authenticated, service_role;

-- Other tools of the tool's categories, at most five, chosen among the fifty most recommended of each, so that the cost
-- does not grow with the category. Most shared categories first, then the most recommended, then the newest.
--
-- SECURITY DEFINER without a check of the caller: it reads public columns, and the listings, which are not exposed.
create function public.list_alternatives(tool_id uuid)
returns table (id uuid, name text, slug text, logo text, category_name text)
language sql stable security definer set search_path = ''
as $$
  with mine as (
    select tc.category_id from public.tool_categories tc where tc.tool_id = list_alternatives.tool_id
  ), candidate as (
    select distinct near.tool_id
    from mine
    cross join lateral (
      select l.tool_id from private.listings l
      where l.category_id = mine.category_id
      order by l.upvote_count desc, l.listed_at desc, l.tool_id desc
      limit 50
    ) near
    where near.tool_id <> list_alternatives.tool_id
  )
  select t.id, t.name, t.slug, t.logo, c.name
  from candidate
  join public.tools t on t.id = candidate.tool_id
  left join public.categories c on c.id = t.category_id
  cross join lateral (
    select count(*) as categories from public.tool_categories tc
    where tc.tool_id = candidate.tool_id and tc.category_id in (select mine.category_id from mine)
  ) shared
  order by shared.categories desc, t.upvote_count desc, t.created_at desc, t.id desc
  limit 5
$$;
grant execute on function public.list_alternatives(uuid) to anon, authenticated, service_role;
comment on function public.list_alternatives(uuid) is 'Nullable: logo, category_name.';

-- Up to three tools of each category, in one call: the first by id, which the index returns without sorting every
-- category.
create function public.list_category_samples()
returns table (category_id uuid, names text[], logos text[])
language sql stable set search_path = ''
as $$
  select c.id, array_agg(t.name order by t.id), array_agg(coalesce(t.logo, '') order by t.id)
  from public.categories c
  cross join lateral (
    select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
  ) sample
  join public.tools t on t.id = sample.tool_id
  group by c.id
  order by c.id
$$;
grant execute on function public.list_category_samples() to anon, authenticated, service_role;
comment on function public.list_category_samples() is 'A tool without a logo has an empty one.';
