-- When the pages of lists last showed something else, for the site map. A list changes with the cards on its first page, of
-- which private.listings tells, and with every tool that comes to it or leaves it: they are counted on the page. What left
-- tells nothing any more, and a moment may not go back with it, so these are kept here.
--
-- A list has as many rows as wrote to it at the same time; its last moment is the greatest. A writer moves one that nobody
-- else is at, or adds one: nobody waits for a list that many write to, and no moment goes back (docs/decisions/043).
create table private.list_changes (
  id bigint generated always as identity primary key,
  -- The id of a category; 'tools', the list of all tools; 'tools-3', the third part of the site map; 'categories'.
  list text not null,
  changed_at timestamptz not null
-- With room beside each row, and without the moment in the index: moving one touches no index.
) with (fillfactor = 50);

-- Without the moment, and with room beside each row: moving one touches no index.
create index list_changes_list on private.list_changes (list);

alter table private.list_changes enable row level security;
comment on table private.list_changes is
  'Unannounced: what changes here follows from a change of tools, tool_categories or categories, which is told.';

-- What stands on the first page of each list.
create view private.first_listings as
  select list.category_id, first.tool_id, first.changed_at
  from (
    select c.id as category_id from public.categories c
    union all
    select '00000000-0000-0000-0000-000000000000'
  ) list
  cross join lateral (
    select l.tool_id, l.changed_at from private.listings l where l.category_id = list.category_id
    order by l.listed_at desc, l.tool_id desc limit 15
  ) first;

-- When each category's page last showed something else.
create view private.dated_categories as
  select c.slug, greatest(
    c.updated_at,
    (select max(n.changed_at) from private.list_changes n where n.list = c.id::text),
    (
      select max(first.changed_at) from (
        select l.changed_at from private.listings l where l.category_id = c.id
        order by l.listed_at desc, l.tool_id desc limit 15
      ) first
    )) as changed_at
  from public.categories c;

-- Of a list of private.listings.
create function private.name_of_list(category_id uuid) returns text
language sql immutable set search_path = ''
as $$
  select case category_id when '00000000-0000-0000-0000-000000000000' then 'tools' else category_id::text end
$$;

-- The lists by name, each once.
create function private.note_list_changes(lists text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  -- Not the beginning of the transaction: another one that is over may have noted a later moment than that.
  moment timestamptz := clock_timestamp();
begin
  with moved as (
    update private.list_changes c set changed_at = greatest(c.changed_at, moment)
      from unnest(lists) wanted (list) cross join lateral (
        select o.id from private.list_changes o where o.list = wanted.list order by o.id limit 1 for update skip locked
      ) free
      where c.id = free.id
      returning c.list
  )
  insert into private.list_changes (list, changed_at)
    select wanted.list, moment from unnest(lists) wanted (list) where wanted.list not in (select m.list from moved m);
end;
$$;

-- A tool came to lists or left them. The part of the site map it leaves is another one too; the one it comes to is told by
-- its own moment.
create function private.note_listings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.note_list_changes(array(
    select private.name_of_list(list.category_id)
    from (select distinct r.category_id from changed_rows r) list
    left join public.categories c on c.id = list.category_id
    -- With a category its list is gone.
    where c.id is not null or list.category_id = '00000000-0000-0000-0000-000000000000'
    union all
    select distinct 'tools-' || r.part from changed_rows r where tg_op = 'DELETE' and r.part is not null));
  return null;
end;
$$;

create trigger listings_note_insert after insert on private.listings
  referencing new table as changed_rows for each statement execute function private.note_listings();
create trigger listings_note_delete after delete on private.listings
  referencing old table as changed_rows for each statement execute function private.note_listings();

-- The list of categories shows their names, and so does the card of each tool whose first category one is.
create function private.note_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  renamed uuid[];
begin
  if tg_op = 'UPDATE' then
    renamed := array(
      select n.id from new_rows n join old_rows o on o.id = n.id where (n.name, n.slug) is distinct from (o.name, o.slug));
    if cardinality(renamed) = 0 then
      return null;
    end if;
    perform private.note_list_changes(array(
      select distinct private.name_of_list(l.category_id)
      from private.first_listings l join public.tools t on t.id = l.tool_id
      where t.category_id = any (renamed)));
  elsif tg_op = 'DELETE' then
    if not exists (select from old_rows) then
      return null;
    end if;
    delete from private.list_changes c
      where c.id in (
        select g.id from private.list_changes g where g.list in (select o.id::text from old_rows o) for update skip locked);
  end if;
  perform private.note_list_changes(array['categories']);
  return null;
end;
$$;

create trigger categories_note_insert after insert on public.categories
  for each statement execute function private.note_categories();
create trigger categories_note_update after update on public.categories
  referencing old table as old_rows new table as new_rows for each statement execute function private.note_categories();
create trigger categories_note_delete after delete on public.categories
  referencing old table as old_rows for each statement execute function private.note_categories();

-- A file of the site map names 50,000 addresses at most.
create function private.next_sitemap_part() returns integer
language sql volatile set search_path = ''
as $$
  select ((nextval('private.sitemap_places') - 1) / 50000 + 1)::integer
$$;

-- What search engines are told: which pages there are, and since when each shows what it shows. SECURITY DEFINER without
-- a check of the caller, as list_tools.

-- Tools of a part, after a given one: it is read in pages.
create function public.list_sitemap_tools(part integer, after_id uuid default null, max_results integer default 1000)
returns table (id uuid, slug text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.slug, page.changed_at
  from (
    select l.tool_id, l.changed_at from private.listings l
    where l.part = list_sitemap_tools.part
      and l.tool_id > coalesce(after_id, '00000000-0000-0000-0000-000000000000')
    order by l.tool_id limit least(greatest(coalesce(max_results, 1000), 1), 1000)
  ) page
  join public.tools t on t.id = page.tool_id
  order by page.tool_id
$$;
grant execute on function public.list_sitemap_tools(integer, uuid, integer) to anon, authenticated, service_role;

-- The parts there are, and when a tool in each last changed.
create function public.list_sitemap_parts()
returns table (part text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with recursive parts (part) as (
    select min(l.part) from private.listings l where l.part is not null
    union all
    select (select min(l.part) from private.listings l where l.part > p.part) from parts p where p.part is not null
  )
  select named.part, greatest(
    named.changed_at, (select max(n.changed_at) from private.list_changes n where n.list = named.part))
  from (
    select 0 as place, 'categories' as part, max(c.changed_at) as changed_at from private.dated_categories c having count(*) > 0
    union all
    select p.part, 'tools-' || p.part, (select max(l.changed_at) from private.listings l where l.part = p.part)
    from parts p where p.part is not null
  ) named
  order by named.place
$$;
grant execute on function public.list_sitemap_parts() to anon, authenticated, service_role;

-- Categories by slug, after a given one.
create function public.list_sitemap_categories(after_slug text default '', max_results integer default 1000)
returns table (slug text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.slug, c.changed_at from private.dated_categories c
  where c.slug > coalesce(list_sitemap_categories.after_slug, '')
  order by c.slug
  limit least(greatest(coalesce(list_sitemap_categories.max_results, 1000), 1), 1000)
$$;
grant execute on function public.list_sitemap_categories(text, integer) to anon, authenticated, service_role;

-- When the pages that hold lists last showed something else; null for one that never did.
create function public.list_sitemap_pages()
returns table (path text, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select '/', greatest(
    (select max(n.changed_at) from private.list_changes n where n.list = 'tools'),
    (
      select max(first.changed_at) from (
        select l.changed_at from private.listings l where l.category_id = '00000000-0000-0000-0000-000000000000'
        order by l.listed_at desc, l.tool_id desc limit 15
      ) first
    ))
  union all
  -- Names of categories, their numbers of tools, and for logos the first tools by their ids (see list_category_samples).
  select '/categories', greatest(
    (select max(n.changed_at) from private.list_changes n where n.list = 'categories'),
    (select max(n.changed_at) from private.list_changes n join public.categories c on c.id::text = n.list),
    (
      select max(t.updated_at)
      from public.categories c
      cross join lateral (
        select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
      ) sample
      join public.tools t on t.id = sample.tool_id
    ))
$$;
grant execute on function public.list_sitemap_pages() to anon, authenticated, service_role;
comment on function public.list_sitemap_pages() is 'Nullable: changed_at.';
