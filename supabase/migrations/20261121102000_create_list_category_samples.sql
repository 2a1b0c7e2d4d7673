-- Up to three tools of each category, in one call. Which three: the first by key, always the same ones, because the
-- index has them at hand; the newest of each would mean sorting every category on every visit.
create function public.list_category_samples()
returns table (category_id uuid, id uuid, name text, logo text)
language sql stable set search_path = ''
as $$
  select c.id, t.id, t.name, t.logo
  from public.categories c
  cross join lateral (
    select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
  ) sample
  join public.tools t on t.id = sample.tool_id
  order by c.id, t.id
$$;
revoke execute on function public.list_category_samples() from public, anon, authenticated, service_role;
grant execute on function public.list_category_samples() to anon, authenticated, service_role;
comment on function public.list_category_samples() is 'Nullable: logo.';
