-- Recomputes every maintained figure from the rows it is derived from, for an operator who repaired something by hand,
-- and writes what differs. With ids: only the figures of these tools. Other writers wait until the transaction ends, so a
-- large catalogue is better rebuilt by some tools at a time (docs/operations.md).
create function private.rebuild(only_tools uuid[] default null) returns void
language plpgsql set search_path = ''
as $$
declare
  tool_ids uuid[];
begin
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  tool_ids := coalesce(only_tools, array(select t.id from public.tools t order by t.id));
  perform private.recompute_tool_categories(tool_ids);
  insert into private.tool_stats as s (tool_id, listed_at)
    select t.id, t.created_at from public.tools t where t.id = any (tool_ids)
    on conflict (tool_id) do update set listed_at = excluded.listed_at where s.listed_at <> excluded.listed_at;
  update public.tool_upvotes v set is_withheld = not v.is_withheld
    where v.tool_id = any (tool_ids) and v.is_withheld <> (v.merged_from is not null or exists (
      select from private.suspensions s where s.user_id = v.user_id and s.lifted_at is null and s.hides_upvotes));
  perform private.weigh_upvotes(array(select v.id from public.tool_upvotes v where v.tool_id = any (tool_ids)));
  perform private.recount_upvotes(tool_ids);
  update public.tool_upvotes v set flag_count = counted.reports, helpful_count = counted.marks
    from (
      select u.id, (select count(*) from public.upvote_flags f where f.upvote_id = u.id) as reports,
        (select count(*) from private.helpful_marks m where m.upvote_id = u.id) as marks
      from public.tool_upvotes u where u.tool_id = any (tool_ids)
    ) counted
    where v.id = counted.id and (v.flag_count, v.helpful_count) <> (counted.reports, counted.marks);
  perform private.refresh_search_documents(tool_ids);
  perform private.refresh_tool_codes(tool_ids);
  if only_tools is not null then
    return;
  end if;
  update public.categories c set tool_count = counted.tools
    from (
      select k.id, count(tc.id)::integer as tools
      from public.categories k left join public.tool_categories tc on tc.category_id = k.id group by k.id
    ) counted
    where c.id = counted.id and c.tool_count <> counted.tools;
  -- An empty set may stay.
  insert into private.code_sets as s (code, part, tools)
    select counted.code, counted.part, bit_or(set_bit(private.no_tools(), counted.place, counted.bit))
    from (
      select code, k.place / 8192, k.place % 8192, 1 from private.tool_codes k cross join unnest(k.codes) code
      union all select e.code, e.part, 0, 0 from private.code_sets e
    ) counted (code, part, place, bit)
    group by 1, 2
    on conflict (code, part) do update set tools = excluded.tools where s.tools <> excluded.tools;
  perform private.record_members(array(select p.id from public.profiles p));
  perform private.refresh_search_categories(array(select c.id from public.categories c));
end;
$$;
