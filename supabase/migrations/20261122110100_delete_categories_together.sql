-- As before (see keep_primary_category), but for categories that the same statement deletes: their rows here are about to
-- go, and one that is written twice is asked for its category again, which is no more.
create or replace function private.settle_tool_categories(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.tools t
  set category_id = (
    select tc.category_id from public.tool_categories tc join public.categories c on c.id = tc.category_id
    where tc.tool_id = t.id order by tc.position, tc.id limit 1
  )
  where t.id = any (tool_ids)
    and case when t.category_id is null
      then exists (select from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = t.id)
      else not exists (select from public.tool_categories tc
        where tc.tool_id = t.id and tc.category_id = t.category_id)
    end;
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
end;
$$;
