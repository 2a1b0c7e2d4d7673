-- Recomputes every maintained figure from the rows it is derived from, for an operator who repaired something by hand.
-- Locks out all other writers.
create function private.rebuild() returns void
language plpgsql set search_path = ''
as $$
declare
  none uuid := '00000000-0000-0000-0000-000000000000';
  tool_ids uuid[];
begin
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  tool_ids := array(select t.id from public.tools t order by t.id);
  perform private.recompute_tool_categories(tool_ids);
  update public.categories c set tool_count = counted.tools
    from (
      select k.id, count(tc.id)::integer as tools
      from public.categories k left join public.tool_categories tc on tc.category_id = k.id group by k.id
    ) counted
    where c.id = counted.id and c.tool_count <> counted.tools;
  delete from private.listings l
    where l.category_id <> none and not exists (
      select from public.tool_categories tc where tc.tool_id = l.tool_id and tc.category_id = l.category_id);
  insert into private.listings as l (tool_id, category_id, listed_at, upvote_count, facets)
    select t.id, place.category_id, t.created_at, t.upvote_count,
      private.facet_bits(t.pricing, t.open_source, t.platforms)
    from public.tools t
    cross join lateral (
      select none as category_id
      union all
      select tc.category_id from public.tool_categories tc where tc.tool_id = t.id
    ) place
    on conflict (tool_id, category_id) do update set listed_at = excluded.listed_at, facets = excluded.facets
      where (l.listed_at, l.facets) <> (excluded.listed_at, excluded.facets);
  update public.tool_upvotes v set is_withheld = not v.is_withheld
    where v.is_withheld <> exists (
      select from private.suspensions s where s.user_id = v.user_id and s.lifted_at is null and s.hides_upvotes);
  perform private.recount_upvotes(tool_ids);
  update public.tool_upvotes v set flag_count = counted.reports
    from (
      select u.id, count(f.id)::integer as reports
      from public.tool_upvotes u left join public.upvote_flags f on f.upvote_id = u.id group by u.id
    ) counted
    where v.id = counted.id and v.flag_count <> counted.reports;
  perform private.record_members(array(select p.id from public.profiles p));
  perform private.refresh_search_documents(tool_ids);
  perform private.refresh_search_categories(array(select c.id from public.categories c));
end;
$$;
