-- Each tool has its part of the site map from when it is added, for good: the tools of a part and its last change stand in
-- an index, where they were found by counting 50,000 at a time (see find_sitemap_parts). A new tool changes the last part
-- only, as before, and a deleted one now no part but its own. What was taken for additions that came to nothing stays
-- unused: a part may hold less than it could.
create sequence private.sitemap_places;
revoke all on sequence private.sitemap_places from public, anon, authenticated, service_role;

alter table private.listings add column part integer;
comment on column private.listings.part is 'Of the site map, in the list of all tools; in the others null.';

-- A file of the site map names 50,000 addresses at most.
create function private.next_sitemap_part() returns integer
language sql volatile set search_path = ''
as $$
  select ((nextval('private.sitemap_places') - 1) / 50000 + 1)::integer
$$;
revoke execute on function private.next_sitemap_part() from public, anon, authenticated, service_role;

update private.listings l
  set part = placed.part
  from (
    select o.tool_id, private.next_sitemap_part() as part
    from (
      select p.tool_id from private.listings p where p.category_id = '00000000-0000-0000-0000-000000000000'
      order by p.listed_at, p.tool_id
    ) o
  ) placed
  where l.tool_id = placed.tool_id and l.category_id = '00000000-0000-0000-0000-000000000000';
alter table private.listings add constraint listings_part_check
  check ((part is not null) = (category_id = '00000000-0000-0000-0000-000000000000'));

create index listings_part on private.listings (part, tool_id) where part is not null;
create index listings_part_changed on private.listings (part, changed_at) where part is not null;

create or replace function private.list_new_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.listings (tool_id, listed_at, upvote_count, part)
    select n.id, n.created_at, n.upvote_count, private.next_sitemap_part() from new_rows n;
  return null;
end;
$$;

-- SECURITY DEFINER without a check of the caller, as list_tools.
drop function public.list_sitemap_parts(integer);
-- The parts there are, and when a tool in each last changed.
create function public.list_sitemap_parts()
returns table (part integer, changed_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with recursive parts (part) as (
    select min(l.part) from private.listings l where l.part is not null
    union all
    select (select min(l.part) from private.listings l where l.part > p.part) from parts p where p.part is not null
  )
  select p.part, (select max(l.changed_at) from private.listings l where l.part = p.part)
  from parts p where p.part is not null
  order by p.part
$$;

drop function public.list_sitemap_tools(integer, timestamptz, uuid, integer);
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
revoke execute on function public.list_sitemap_parts(), public.list_sitemap_tools(integer, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_sitemap_parts(), public.list_sitemap_tools(integer, uuid, integer)
  to anon, authenticated, service_role;
