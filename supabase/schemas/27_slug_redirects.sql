-- Redirects from old slugs of tools and categories, however they were changed. A slug that is used again belongs to its
-- new owner: when that one is deleted too, the redirect does not come back.
create table private.tool_slug_redirects (
  slug text primary key,
  tool_id uuid not null references public.tools (id) on delete cascade
);

create index tool_slug_redirects_tool on private.tool_slug_redirects (tool_id);

alter table private.tool_slug_redirects enable row level security;
comment on table private.tool_slug_redirects is 'Not notified: it follows from a change of tools, which is notified.';

create table private.category_slug_redirects (
  slug text primary key,
  category_id uuid not null references public.categories (id) on delete cascade
);

create index category_slug_redirects_category on private.category_slug_redirects (category_id);

alter table private.category_slug_redirects enable row level security;
comment on table private.category_slug_redirects is 'Not notified: it follows from a change of categories, which is notified.';

-- After the statement: when two rows swap their slugs in one statement, neither leaves a redirect.
create function private.record_tool_slug_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.tool_slug_redirects (slug, tool_id)
    select old.slug, new.id where not exists (select from public.tools where slug = old.slug)
    on conflict (slug) do update set tool_id = excluded.tool_id;
  delete from private.tool_slug_redirects where slug = new.slug;
  return null;
end;
$$;

create trigger tools_record_slug_redirect after update of slug on public.tools
  for each row when (old.slug is distinct from new.slug) execute function private.record_tool_slug_redirect();

create function private.remove_tool_slug_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.tool_slug_redirects where slug in (select slug from new_rows);
  return null;
end;
$$;

create trigger tools_remove_slug_redirects after insert on public.tools
  referencing new table as new_rows for each statement execute function private.remove_tool_slug_redirects();

create function private.record_category_slug_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.category_slug_redirects (slug, category_id)
    select old.slug, new.id where not exists (select from public.categories where slug = old.slug)
    on conflict (slug) do update set category_id = excluded.category_id;
  delete from private.category_slug_redirects where slug = new.slug;
  return null;
end;
$$;

create trigger categories_record_slug_redirect after update of slug on public.categories
  for each row when (old.slug is distinct from new.slug) execute function private.record_category_slug_redirect();

create function private.remove_category_slug_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.category_slug_redirects where slug in (select slug from new_rows);
  return null;
end;
$$;

create trigger categories_remove_slug_redirects after insert on public.categories
  referencing new table as new_rows for each statement execute function private.remove_category_slug_redirects();

-- The current slug for a former one, or no row; kind is 'tool' or 'category'. Runs with its owner's rights because the
-- redirects are not exposed; it returns public data only.
create function public.find_current_slug(kind text, former_slug text) returns table (slug text)
language sql stable security definer set search_path = ''
as $$
  select t.slug from private.tool_slug_redirects f join public.tools t on t.id = f.tool_id
    where find_current_slug.kind = 'tool' and f.slug = former_slug
  union all
  select c.slug from private.category_slug_redirects f join public.categories c on c.id = f.category_id
    where find_current_slug.kind = 'category' and f.slug = former_slug
$$;
grant execute on function public.find_current_slug(text, text) to anon, authenticated, service_role;
