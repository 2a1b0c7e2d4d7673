-- Redirects from old slugs of tools and categories, however they were changed. A slug that is used again belongs to its
-- new owner: when that one is deleted too, the redirect does not come back.
create table private.slug_redirects (
  -- The table: 'tools' or 'categories'.
  kind text not null,
  slug text not null,
  -- No foreign key: what was deleted is not found.
  target uuid not null,
  primary key (kind, slug)
);

create index slug_redirects_target on private.slug_redirects (target);

comment on table private.slug_redirects is
  'Not notified: it follows from a change of tools or categories, which is notified.';

-- After the statement, in which another row may have taken the slug.
create function private.record_slug_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and not exists (
    select from public.tools t where tg_table_name = 'tools' and t.slug = old.slug
    union all
    select from public.categories c where tg_table_name = 'categories' and c.slug = old.slug
  ) then
    insert into private.slug_redirects (kind, slug, target) values (tg_table_name, old.slug, new.id)
      on conflict (kind, slug) do update set target = excluded.target;
  end if;
  delete from private.slug_redirects r where r.kind = tg_table_name and r.slug = new.slug;
  return null;
end;
$$;

create trigger tools_record_slug_redirect after update of slug on public.tools
  for each row when (old.slug is distinct from new.slug) execute function private.record_slug_redirect();
create trigger categories_record_slug_redirect after insert or update of slug on public.categories
  for each row execute function private.record_slug_redirect();

-- The current slug for a former one, or no row; kind is 'tool' or 'category'.
create function public.find_current_slug(kind text, former_slug text) returns table (slug text)
language sql stable security definer set search_path = ''
as $$
  select t.slug from private.slug_redirects r join public.tools t on t.id = r.target
    where find_current_slug.kind = 'tool' and r.kind = 'tools' and r.slug = former_slug
  union all
  select c.slug from private.slug_redirects r join public.categories c on c.id = r.target
    where find_current_slug.kind = 'category' and r.kind = 'categories' and r.slug = former_slug
$$;
grant execute on function public.find_current_slug to anon, authenticated, service_role;
