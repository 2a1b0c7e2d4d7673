-- One page of a list of tools: of all, or of those in any of the categories, each once. sort is 'newest', 'top' (most
-- recommended) or 'trending' (docs/ranking.md); those that are equal in it stand newest first. Featured tools stand where
-- the order puts them. The first page (skip 0) also says how many there are in all; the others leave total null.
--
-- Of several categories each gives what the page could need of it, in order; together they are sorted once more. So the
-- work is bounded by how far the list is opened, not by how much is in it. SECURITY DEFINER without a check of the
-- caller, because the listings are no table of the API: it reads what everybody may read.
create function public.list_tools(
  sort text default 'newest',
  category_ids uuid[] default '{}',
  skip integer default 0,
  max_results integer default 15
)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, total integer
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
      'select l.* from private.listings l where l.category_id is null order by %s offset $2 limit $3', in_order);
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
    in_all := case cardinality(chosen)
      when 0 then (select count(*) from private.listings l where l.category_id is null)
      when 1 then coalesce((select c.tool_count from public.categories c where c.id = chosen[1]), 0)
      else (select count(distinct l.tool_id) from private.listings l where l.category_id = any (chosen))
    end;
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, $4
     from (%s) l join public.tools t on t.id = l.tool_id left join public.categories c on c.id = t.category_id
     order by %s', listed, in_order)
    using chosen, start, room, in_all;
end;
$$;
revoke execute on function public.list_tools(text, uuid[], integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_tools(text, uuid[], integer, integer) to anon, authenticated, service_role;
comment on function public.list_tools(text, uuid[], integer, integer) is
  'Nullable: logo, category_id, category_name, category_slug, total.';
