-- The parts of the site map as before (see tell_what_changed): where one ends is found in the index, instead of numbering
-- every tool.
create or replace function public.list_sitemap_parts(part_size integer)
returns table (part integer, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with recursive parts (part, first_at, first_id) as (
    (
      select 1, l.listed_at, l.tool_id from private.listings l
      where l.category_id = '00000000-0000-0000-0000-000000000000'
      order by l.listed_at, l.tool_id limit 1
    )
    union all
    select p.part + 1, following.listed_at, following.tool_id
    from parts p
    cross join lateral (
      select l.listed_at, l.tool_id from private.listings l
      where l.category_id = '00000000-0000-0000-0000-000000000000' and (l.listed_at, l.tool_id) >= (p.first_at, p.first_id)
      order by l.listed_at, l.tool_id offset greatest(part_size, 1) limit 1
    ) following
  )
  select p.part, (
    select max(l.changed_at) from private.listings l
    where l.category_id = '00000000-0000-0000-0000-000000000000'
      and (l.listed_at, l.tool_id) >= (p.first_at, p.first_id)
      and (p.next_at is null or (l.listed_at, l.tool_id) < (p.next_at, p.next_id))
  )
  from (
    select parts.*, lead(first_at) over (order by parts.part) as next_at, lead(first_id) over (order by parts.part) as next_id
    from parts
  ) p
  order by p.part
$$;
