-- For the sitemap: pages of members that have something, or of lists with three tools, by id, at most 1,000 after
-- `after_id` whose ids begin with `digits`; and about how many there may be. Everybody may: a recommendation is signed.
create function public.list_sitemap_pages(
  kind text, digits text default '', after_id uuid default null, max_results integer default 1000
) returns table (id uuid, path text, at_most bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first constant uuid := rpad(coalesce(digits, ''), 32, '0');
  last constant uuid := rpad(coalesce(digits, ''), 32, 'f');
  after constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  room constant integer := least(greatest(coalesce(max_results, 1000), 1), 1000);
  -- As the planner knows.
  about constant bigint := (
    select greatest(c.reltuples, 1) from pg_catalog.pg_class c
    where c.oid = case kind when 'lists' then 'private.member_lists'::regclass else 'public.profiles'::regclass end);
begin
  if kind = 'members' then
    return query
      select p.id, '/members/' || lower(p.username::text), about
      from public.profiles p
      where p.has_page and p.id between first and last and p.id > after
        -- Not 'exists', for which a table may be read whole.
        and coalesce(
          (select true from public.tool_upvotes v where v.user_id = p.id and private.is_shown(v) limit 1),
          (select true from public.tool_submitters s where s.user_id = p.id limit 1),
          (select true from public.list_public_lists(p.id) limit 1))
      order by p.id limit room;
  elsif kind = 'lists' then
    return query
      select l.id, '/lists/' || l.address, about
      from private.member_lists l
      where l.id between first and last and l.id > after and private.is_open(l)
        and exists (
          select from private.member_list_tools i join public.tools t on t.id = i.tool_id
          where i.list_id = l.id offset 2)
      order by l.id limit room;
  else
    raise exception 'There are no pages of this kind' using errcode = 'invalid_parameter_value';
  end if;
end;
$$;
grant execute on function public.list_sitemap_pages to anon, authenticated, service_role;
