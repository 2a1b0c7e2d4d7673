-- Up to three tools of each category as before (see create_list_category_samples), in one row a category: an answer holds a
-- thousand rows, and with a row a tool the categories after the 333rd had none.
drop function public.list_category_samples();
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
revoke execute on function public.list_category_samples() from public, anon, authenticated, service_role;
grant execute on function public.list_category_samples() to anon, authenticated, service_role;
comment on function public.list_category_samples() is 'A tool without a logo has an empty one.';
