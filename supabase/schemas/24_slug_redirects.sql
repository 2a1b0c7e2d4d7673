-- An address somebody linked to keeps leading to its tool or category when the slug is changed, through whichever door.
-- A slug that is taken anew belongs to its new owner, for good: when that one is removed too, its address is gone.
create table private.former_tool_slugs (
  slug text primary key,
  tool_id uuid not null references public.tools (id) on delete cascade
);

create index former_tool_slugs_tool on private.former_tool_slugs (tool_id);

alter table private.former_tool_slugs enable row level security;
comment on table private.former_tool_slugs is 'Unannounced: it follows from a change of tools, which is told.';

create table private.former_category_slugs (
  slug text primary key,
  category_id uuid not null references public.categories (id) on delete cascade
);

create index former_category_slugs_category on private.former_category_slugs (category_id);

alter table private.former_category_slugs enable row level security;
comment on table private.former_category_slugs is 'Unannounced: it follows from a change of categories, which is told.';

-- Fires at the end of the statement: of two that exchange their slugs in one, neither leaves the other's behind.
create function private.keep_former_tool_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_tool_slugs (slug, tool_id)
    select old.slug, new.id where not exists (select from public.tools where slug = old.slug)
    on conflict (slug) do update set tool_id = excluded.tool_id;
  delete from private.former_tool_slugs where slug = new.slug;
  return null;
end;
$$;

create trigger tools_keep_former_slug after update of slug on public.tools
  for each row when (old.slug is distinct from new.slug) execute function private.keep_former_tool_slug();

create function private.take_tool_slugs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.former_tool_slugs where slug in (select slug from new_rows);
  return null;
end;
$$;

create trigger tools_take_slugs after insert on public.tools
  referencing new table as new_rows for each statement execute function private.take_tool_slugs();

create function private.keep_former_category_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_category_slugs (slug, category_id)
    select old.slug, new.id where not exists (select from public.categories where slug = old.slug)
    on conflict (slug) do update set category_id = excluded.category_id;
  delete from private.former_category_slugs where slug = new.slug;
  return null;
end;
$$;

create trigger categories_keep_former_slug after update of slug on public.categories
  for each row when (old.slug is distinct from new.slug) execute function private.keep_former_category_slug();

create function private.take_category_slugs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.former_category_slugs where slug in (select slug from new_rows);
  return null;
end;
$$;

create trigger categories_take_slugs after insert on public.categories
  referencing new table as new_rows for each statement execute function private.take_category_slugs();

-- The present slug of what was found under a former one, or no row; kind is 'tool' or 'category'. It runs with its
-- owner's rights because the former slugs are no table of the API; what it tells was public before.
create function public.find_current_slug(kind text, former_slug text) returns table (slug text)
language sql stable security definer set search_path = ''
as $$
  select t.slug from private.former_tool_slugs f join public.tools t on t.id = f.tool_id
    where find_current_slug.kind = 'tool' and f.slug = former_slug
  union all
  select c.slug from private.former_category_slugs f join public.categories c on c.id = f.category_id
    where find_current_slug.kind = 'category' and f.slug = former_slug
$$;
grant execute on function public.find_current_slug(text, text) to anon, authenticated, service_role;
