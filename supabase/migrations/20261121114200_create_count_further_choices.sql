-- For the category filter: how many tools each category would add to the list of those in any of `selected`. A selected
-- category adds none; with none selected, each adds all its tools. Counts what overlaps rather than what is new: the
-- selected categories' tools are few beside the catalogue's.
create function public.count_further_choices(selected uuid[])
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
      where chosen.category_id = any (count_further_choices.selected)
    )
    group by other.category_id
  ) overlap on overlap.category_id = c.id
$$;
revoke execute on function public.count_further_choices(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.count_further_choices(uuid[]) to anon, authenticated, service_role;
