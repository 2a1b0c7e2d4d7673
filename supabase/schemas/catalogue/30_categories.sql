create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  -- The number of its rows in tool_categories, maintained by triggers there.
  tool_count integer not null default 0,
  created_at timestamptz not null default now(),
  -- When an administrator last changed it; a save names the time it knows, so that two administrators do not overwrite
  -- each other. A new tool_count does not change it.
  updated_at timestamptz not null default now(),
  constraint categories_slug_key unique (slug),
  constraint categories_name_length check (char_length(name) between 1 and 100),
  constraint categories_name_shown check (private.is_readable('Name', name, false)),
  constraint categories_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 100),
  constraint categories_description_length check (char_length(description) between 1 and 2000),
  constraint categories_description_shown check (private.is_readable('Description', description, true)),
  constraint categories_tool_count_positive check (tool_count >= 0)
);

create index categories_name on public.categories (name, id);

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (name, slug, description), update (name, slug, description), delete on public.categories to authenticated;
grant select, insert, update, delete on public.categories to service_role;

create policy categories_select_public on public.categories
  for select to anon, authenticated using (true);
create policy categories_insert_admin on public.categories
  for insert to authenticated with check ((select private.can_edit()));
create policy categories_update_admin on public.categories
  for update to authenticated using ((select private.can_edit())) with check ((select private.can_edit()));
create policy categories_delete_admin on public.categories
  for delete to authenticated using ((select private.can_edit()));

create function private.normalise_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trim_text(new.name);
  new.description := nullif(private.trim_text(new.description), '');
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

create trigger categories_normalise before insert or update of name, slug, description on public.categories
  for each row execute function private.normalise_category();

-- Writing tools locks categories and the other way round, so these writes are serialised.
create trigger categories_lock_partitions before delete or update of slug on public.categories
  for each statement execute function private.lock_partitions('catalogue', 'alone');
create trigger categories_require_session before insert or update on public.categories
  for each statement execute function private.lock_partitions();
