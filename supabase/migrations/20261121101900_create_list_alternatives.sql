-- Other tools of the tool's categories, at most five: those that share the most categories first, then the most
-- recommended, then the newest. A tool has rows in tool_categories whenever it has a primary category, so the primary
-- category needs no case of its own.
create function public.list_alternatives(tool_id uuid)
returns table (id uuid, name text, slug text, logo text, category_name text)
language sql stable set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, c.name
  from (
    select other.tool_id, count(*) as shared
    from public.tool_categories mine
    join public.tool_categories other on other.category_id = mine.category_id and other.tool_id <> mine.tool_id
    where mine.tool_id = list_alternatives.tool_id
    group by other.tool_id
  ) candidate
  join public.tools t on t.id = candidate.tool_id
  left join public.categories c on c.id = t.category_id
  order by candidate.shared desc, t.upvote_count desc, t.created_at desc, t.id desc
  limit 5
$$;
revoke execute on function public.list_alternatives(uuid) from public, anon, authenticated, service_role;
grant execute on function public.list_alternatives(uuid) to anon, authenticated, service_role;
comment on function public.list_alternatives(uuid) is 'Nullable: logo, category_name.';
