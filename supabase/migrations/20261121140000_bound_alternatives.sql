-- Alternatives as before, chosen among the fifty most recommended of each of the tool's categories: a category of 20,000
-- tools costs what one of fifty does. Those that share the most categories first, then the most recommended, then the
-- newest.
--
-- SECURITY DEFINER without a check of the caller: it reads public columns of tables everybody may read, and the places
-- in lists, which nobody may.
create or replace function public.list_alternatives(tool_id uuid)
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
