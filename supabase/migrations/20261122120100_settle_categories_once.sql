-- A category of 20,000 tools that goes: each of its tools is written once, its places go before they would be written,
-- and nothing is looked at twice.

-- Numbers the categories of tools 0, 1, 2 ... with the primary one first, then makes the first one primary. Not those that
-- the same statement deletes: their rows here are about to go, and one that is written twice is asked for its category
-- again, which is no more.
create or replace function private.settle_tool_categories(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  update public.tool_categories tc
  set position = ranked.rank
  from (
    select r.id, row_number() over (
      partition by r.tool_id order by r.category_id is distinct from t.category_id, r.position, r.id
    ) - 1 as rank
    from public.tool_categories r join public.tools t on t.id = r.tool_id
    join public.categories c on c.id = r.category_id
    where r.tool_id = any (tool_ids)
  ) ranked
  where tc.id = ranked.id and tc.position <> ranked.rank;
  update public.tools t
  set category_id = settled.category_id
  from (
    select wanted.id, first.category_id
    from unnest(tool_ids) wanted (id)
    left join lateral (
      select tc.category_id from public.tool_categories tc join public.categories c on c.id = tc.category_id
      where tc.tool_id = wanted.id and tc.position = 0
    ) first on true
  ) settled
  where t.id = settled.id and t.category_id is distinct from settled.category_id;
end;
$$;

-- As before (see settle_categories_at_once), but for tools whose primary category is the first of their rows already.
create or replace function private.change_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select written.id from (
      select n.id, n.category_id from new_rows n except select o.id, o.category_id from old_rows o
    ) written
    where not exists (
      select from public.tool_categories tc
      where tc.tool_id = written.id and tc.category_id = written.category_id and tc.position = 0));
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  insert into public.tool_categories (tool_id, category_id)
    select t.id, t.category_id from public.tools t
    where t.id = any (changed) and t.category_id is not null and not exists (
      select from public.tool_categories tc where tc.tool_id = t.id and tc.category_id = t.category_id)
    on conflict (tool_id, category_id) do nothing;
  perform private.settle_tool_categories(changed);
  return null;
end;
$$;

-- Places are locked after their tools, as an upvote does.
create or replace function private.unlist_from_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools t where t.id in (select o.tool_id from old_rows o) order by t.id for no key update;
  delete from private.listings l using old_rows o where l.tool_id = o.tool_id and l.category_id = o.category_id;
  return null;
end;
$$;
-- Triggers run by name: before `settle`, which would write the places that go.
alter trigger tool_categories_unlist on public.tool_categories rename to tool_categories_a_remove_listings;
