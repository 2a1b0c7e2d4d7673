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
  -- How many recommendations are neither rejected nor withheld; kept by private.recount_upvotes.
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- With the id beside the slug a place in this order is found in the index alone.
  constraint tools_slug_key unique (slug) include (id),
  constraint tools_name_length check (char_length(name) between 1 and 200),
  constraint tools_name_shown check (name = private.without_hidden_characters(name, false)),
  constraint tools_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 200),
  constraint tools_short_description_length check (char_length(short_description) between 1 and 500),
  constraint tools_short_description_shown
    check (short_description = private.without_hidden_characters(short_description, true)),
  -- An address a browser opens: no other scheme, a host, no white space, no user name posing as the host.
  constraint tools_website_url_valid check (
    char_length(website_url) <= 2048
    and website_url ~* '^https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#]\S*)?$'
  ),
  -- An address of the web without a user name or password, or a path of this site. `//host/x.png` is neither: a browser
  -- takes it for another site's.
  constraint tools_logo_valid check (
    char_length(logo) <= 2048
    and logo ~* '^(https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?|/[^\s"<>\\/][^\s"<>\\]*)$'
  ),
  constraint tools_upvote_count_positive check (upvote_count >= 0)
);

create index tools_newest on public.tools (created_at desc, id desc);
create index tools_name on public.tools (name, id);

-- The file a tool's logo lies in, by whatever address it is reached: what the sweep of unused files asks for.
create index tools_logo_name on public.tools (substring(logo from '/tool-logos/([^/?#]+)')) where logo is not null;

-- For the administrator's list, which is sorted by these.
create index tools_category_name on public.tools (category_id, name, id);
create index tools_featured_name on public.tools (featured, name, id);

alter table public.tools enable row level security;
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

-- What stays as it is was trimmed before.
create function private.normalise_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.name, new.short_description, new.website_url, new.logo)
     is distinct from (old.name, old.short_description, old.website_url, old.logo) then
    new.name := private.trim_text(new.name);
    new.short_description := private.trim_text(new.short_description);
    new.website_url := private.trim_text(new.website_url);
    new.logo := nullif(private.trim_text(new.logo), '');
  end if;
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

-- What a tool belongs to is part of it: whoever changes its categories changes tools.updated_at too, so that nobody who
-- opened the tool before saves over the change unseen. Sorts after the triggers that settle and count.
create function private.touch_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tools set updated_at = now()
    where id in (select tool_id from changed_rows) and updated_at <> now();
  return null;
end;
$$;

create trigger tools_require_session before insert or update or delete on public.tools
  for each statement execute function private.check_session();

create trigger tools_refuse_truncate before truncate on public.tools
  for each statement execute function private.refuse_truncate();

create trigger tools_lock_parts
  before insert or update of name, logo, short_description, website_url, featured, category_id on public.tools
  for each statement execute function private.lock_parts('catalogue', 'alone');

-- A tool that goes takes its upvotes after itself; one that changes its key waits for all who refer to it.
create trigger tools_lock_recommendations before delete or update of slug on public.tools
  for each statement execute function private.lock_parts('catalogue', 'alone', 'recommendations', 'alone');

create trigger tools_refuse_hidden_characters before insert or update of name, short_description on public.tools
  for each row execute function private.refuse_hidden_characters(
    'name', 'Name', 'line', 'short_description', 'Description', 'lines');
