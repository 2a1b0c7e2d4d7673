-- What is known of a tool's price and platforms, in display order. Without search paths of their own they can be inlined.
create function private.all_pricings() returns text[]
language sql immutable parallel safe
return array['free', 'freemium', 'paid', 'contact-sales'];

create function private.all_platforms() returns text[]
language sql immutable parallel safe
return array['web', 'ios', 'android', 'macos', 'windows', 'linux', 'browser-extension', 'api', 'self-hosted'];

grant execute on function private.all_pricings(), private.all_platforms() to authenticated, service_role;

-- The known ones among these platforms, without duplicates and in display order. Its body is parsed at creation: callers
-- have no usage of the schema.
create function private.known_platforms(platforms text[]) returns text[]
language sql immutable parallel safe set search_path = ''
return array(
  select known from unnest(private.all_platforms()) with ordinality as list (known, place)
  where known = any (platforms) order by place);
grant execute on function private.known_platforms(text[]) to authenticated, service_role;

-- What an address leads to, to compare: without scheme, www, port of the scheme, final slashes, fragment, and what says
-- where somebody came from. An index uses it, as for private.squeeze.
create function private.address_key(url text) returns text
language sql immutable parallel safe strict
return (
  select parts.host
    || regexp_replace(regexp_replace(split_part(parts.rest, '?', 1), '/index\.(html?|php)$', '', 'i'), '/+$', '')
    || coalesce('?' || nullif(btrim(regexp_replace('&' || substr(parts.rest, nullif(strpos(parts.rest, '?'), 0) + 1),
      '&(utm_[a-z_]+|ref|ref_src|via|fbclid|gclid|msclkid|mc_cid|mc_eid)=[^&]*', '', 'gi'), '&'), ''), '')
  from (
    select regexp_replace(lower(substring(bare.address from '^[^/?]*')), '\.?(:80|:443)?$', '') as host,
      regexp_replace(bare.address, '^[^/?]*', '') as rest
    from (
      select split_part(regexp_replace(btrim(url), '^https?://(www\.)?', '', 'i'), '#', 1) as address
    ) bare
  ) parts);
grant execute on function private.address_key(text) to authenticated, service_role;

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
  -- The number of recommendations neither rejected nor withheld, maintained by private.recount_upvotes.
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Facts. Null, or no platform: unknown.
  pricing text,
  open_source boolean,
  license text,
  repository_url text,
  platforms text[] not null default '{}',
  -- Markdown.
  long_description text,
  -- Facts that the owner added, by key (private.check_own_facts).
  own_facts jsonb not null default '{}',
  -- With the id included a page in this order is an index-only scan.
  constraint tools_slug_key unique (slug) include (id),
  constraint tools_name_length check (char_length(name) between 1 and 200),
  constraint tools_name_shown check (private.is_readable('Name', name, false)),
  constraint tools_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 200),
  constraint tools_short_description_length check (char_length(short_description) between 1 and 500),
  constraint tools_short_description_shown
    check (private.is_readable('Description', short_description, true)),
  constraint tools_website_url_valid check (private.is_link(website_url, false)),
  -- A URL without a user name or password, or a path of this site. `//host/x.png` is neither: browsers read it as
  -- another host's.
  constraint tools_logo_valid check (
    char_length(logo) <= 2048
    and logo ~* '^(https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?|/[^\s"<>\\/][^\s"<>\\]*)$'
  ),
  constraint tools_upvote_count_positive check (upvote_count >= 0),
  constraint tools_pricing_known check (pricing = any (private.all_pricings())),
  constraint tools_license_length check (char_length(license) between 1 and 100),
  constraint tools_license_shown check (private.is_readable('License', license, false)),
  constraint tools_repository_url_valid check (private.is_link(repository_url, false)),
  constraint tools_platforms_known check (platforms = private.known_platforms(platforms)),
  -- normalise_tool checks it for hidden characters: a constraint would read the text again with every upvote.
  constraint tools_long_description_length check (char_length(long_description) between 1 and 10000)
)
-- Free space in each page for the next version of a row, so that an upvote writes none of the indexes: 1.8 ms instead
-- of 2.3. Vacuumed after each fiftieth of the tools: pages of lists are read from indexes alone until upvotes are written.
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index tools_newest on public.tools (created_at desc, id desc);
create index tools_name on public.tools (name, id);

-- The tools at an address, which may be too long for a B-tree.
create index tools_address on public.tools using hash (private.address_key(website_url));

-- The file of a tool's logo, for the sweep of unused files.
create index tools_logo_name on public.tools (substring(logo from '/tool-logos/([^/?#]+)')) where logo is not null;

-- For the administrator's list, which sorts and filters by these.
create index tools_category_name on public.tools (category_id, name, id);
create index tools_featured_name on public.tools (featured, name, id);

alter table public.tools enable row level security;
grant select on public.tools to anon, authenticated;
grant
  insert (
    name, slug, logo, short_description, website_url, featured, category_id, pricing, open_source, license,
    repository_url, platforms, long_description
  ),
  update (
    name, slug, logo, short_description, website_url, featured, category_id, pricing, open_source, license,
    repository_url, platforms, long_description
  ),
  delete on public.tools to authenticated;
grant select, insert, update, delete on public.tools to service_role;

create policy tools_select_public on public.tools
  for select to anon, authenticated using (true);
create policy tools_insert_admin on public.tools
  for insert to authenticated with check ((select private.can_edit()));
create policy tools_update_admin on public.tools
  for update to authenticated using ((select private.can_edit())) with check ((select private.can_edit()));
create policy tools_delete_admin on public.tools
  for delete to authenticated using ((select private.can_edit()));

-- A tool as it is stored: trimmed, unknown facts null.
create function private.trimmed_tool(entry public.tools) returns public.tools
language plpgsql immutable set search_path = ''
as $$
begin
  entry.name := private.trim_text(entry.name);
  entry.short_description := private.trim_text(entry.short_description);
  entry.website_url := private.trim_text(entry.website_url);
  entry.logo := nullif(private.trim_text(entry.logo), '');
  entry.pricing := nullif(private.trim_text(entry.pricing), '');
  entry.license := nullif(private.trim_text(entry.license), '');
  entry.repository_url := nullif(private.trim_text(entry.repository_url), '');
  entry.long_description := nullif(private.trim_text(entry.long_description), '');
  -- An unknown platform is kept here, and refused by the constraint.
  if entry.platforms <@ private.known_platforms(entry.platforms) then
    entry.platforms := private.known_platforms(entry.platforms);
  end if;
  perform private.is_readable('Details', entry.long_description, true);
  return entry;
end;
$$;

-- Raises what storing it would raise: the constraints of the table themselves, for tools that are only proposed.
create function private.check_tool(entry public.tools) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule record;
  holds boolean;
begin
  for rule in
    select c.conname, pg_get_expr(c.conbin, c.conrelid) as condition from pg_catalog.pg_constraint c
    where c.conrelid = 'public.tools'::regclass and c.contype = 'c' order by c.conname
  loop
    execute format('select %s from (select ($1).*) tools', rule.condition) into holds using entry;
    if not holds then
      raise exception 'new row violates check constraint "%"', rule.conname
        using errcode = 'check_violation', constraint = rule.conname, table = 'tools', schema = 'public';
    end if;
  end loop;
end;
$$;

-- Only writes of one's own, not those of other triggers: they change counts, and updated_at themselves.
create function private.normalise_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.category_id <> coalesce(old.category_id, '00000000-0000-0000-0000-000000000000') then
    perform private.lock_category(new.category_id);
  end if;
  new := private.trimmed_tool(new);
  if new.own_facts is distinct from coalesce(old.own_facts, '{}') then
    new.own_facts := private.check_own_facts(new.own_facts, coalesce(old.own_facts, '{}'));
  end if;
  -- A rebuilt count changes nothing that somebody edits.
  if tg_op = 'UPDATE' and new is distinct from old and new.upvote_count = old.upvote_count then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

create trigger tools_normalise before insert or update on public.tools
  for each row when (pg_trigger_depth() = 0) execute function private.normalise_tool();

create trigger tools_lock_partitions before insert or update on public.tools
  for each statement when (pg_trigger_depth() = 0) execute function private.lock_partitions('catalogue', 'alone');

-- Deleting a tool deletes its upvotes after it; changing its slug waits for everybody who refers to it.
create trigger tools_lock_recommendations before delete or update of slug on public.tools
  for each statement execute function private.lock_partitions('catalogue', 'alone', 'recommendations', 'alone');
