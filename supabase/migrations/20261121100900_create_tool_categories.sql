-- All categories of a tool, in the order they were chosen: position 0 is the primary one, tools.category_id.
-- The key is a column of its own: with (tool_id, category_id) as primary key the API would see a second way from tools
-- to categories, and `tools?select=*,categories(...)` would be ambiguous.
create table public.tool_categories (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  -- -1 on the way in means "after the others".
  position integer not null default -1,
  constraint tool_categories_tool_id_category_id_key unique (tool_id, category_id),
  constraint tool_categories_position_positive check (position >= 0)
);

create index tool_categories_category on public.tool_categories (category_id, tool_id);

alter table public.tool_categories enable row level security;
revoke all on public.tool_categories from public, anon, authenticated, service_role;
grant select on public.tool_categories to anon, authenticated;
grant insert (tool_id, category_id, position), delete on public.tool_categories to authenticated;
grant select, insert, delete on public.tool_categories to service_role;

create policy tool_categories_select_public on public.tool_categories
  for select to anon, authenticated using (true);
create policy tool_categories_insert_admin on public.tool_categories
  for insert to authenticated with check ((select public.is_admin()));
create policy tool_categories_delete_admin on public.tool_categories
  for delete to authenticated using ((select public.is_admin()));
