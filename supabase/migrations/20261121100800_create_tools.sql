create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  logo text,
  short_description text not null,
  website_url text not null,
  featured boolean not null default false,
  -- The primary category; null only for a tool without categories. See tool_categories.
  category_id uuid references public.categories (id) on delete set null,
  -- How many recommendations are not rejected; kept by triggers on tool_upvotes.
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tools_slug_key unique (slug),
  constraint tools_name_length check (char_length(name) between 1 and 200),
  constraint tools_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 200),
  constraint tools_short_description_length check (char_length(short_description) between 1 and 500),
  -- An address a browser opens: no other scheme, a host, no white space, no user name posing as the host.
  constraint tools_website_url_valid check (
    char_length(website_url) <= 2048
    and website_url ~* '^https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#]\S*)?$'
  ),
  constraint tools_logo_valid check (char_length(logo) <= 2048 and logo ~* '^(https?:/)?/[^\s"<>\\]+$'),
  constraint tools_upvote_count_positive check (upvote_count >= 0)
);

create index tools_newest on public.tools (created_at desc, id desc);
create index tools_category on public.tools (category_id);
create index tools_name on public.tools (name, id);

create function private.normalise_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trim_text(new.name);
  new.short_description := private.trim_text(new.short_description);
  new.website_url := private.trim_text(new.website_url);
  new.logo := nullif(private.trim_text(new.logo), '');
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

-- Not on every update: a new count is no change of the tool.
create trigger tools_normalise
  before insert or update of name, slug, logo, short_description, website_url, featured, category_id on public.tools
  for each row execute function private.normalise_tool();

alter table public.tools enable row level security;
revoke all on public.tools from public, anon, authenticated, service_role;
grant select on public.tools to anon, authenticated;
grant
  insert (name, slug, logo, short_description, website_url, featured, category_id),
  update (name, slug, logo, short_description, website_url, featured, category_id),
  delete on public.tools to authenticated;
grant select, insert, update, delete on public.tools to service_role;

create policy tools_select_public on public.tools
  for select to anon, authenticated using (true);
create policy tools_insert_admin on public.tools
  for insert to authenticated with check ((select public.is_admin()));
create policy tools_update_admin on public.tools
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy tools_delete_admin on public.tools
  for delete to authenticated using ((select public.is_admin()));
