-- Members, the newest first, for administrators only: it is the one way to their addresses. `query` is found literally in
-- username, full name or address; `filter` is all, administrators or suspended. The page after a row is asked for with
-- that row's joined_at and id.
create function public.list_members(
  query text default '',
  filter text default 'all',
  before_joined_at timestamptz default null,
  before_id uuid default null,
  max_results integer default 25
) returns table (
  id uuid, username text, full_name text, email text, joined_at timestamptz, upvotes integer, is_verified boolean,
  administrator_since timestamptz, granted_by text,
  suspended_at timestamptz, suspended_by text, suspension_reason text, hides_upvotes boolean
)
language plpgsql stable security definer set search_path = ''
-- What is asked decides which index serves.
set plan_cache_mode = force_custom_plan
as $$
declare
  pattern text := '%' || regexp_replace(lower(left(private.trim_text(coalesce(query, '')), 200)),
    '([\\%_])', '\\\1', 'g') || '%';
  room integer := least(greatest(coalesce(max_results, 25), 1), 100);
  chosen uuid[] := case filter
    when 'administrators' then array(select user_id from private.administrators)
    when 'suspended' then array(select user_id from private.suspensions where lifted_at is null)
  end;
begin
  if not public.is_admin() then
    raise exception 'Only administrators may list members' using errcode = 'insufficient_privilege';
  elsif filter is null or filter not in ('all', 'administrators', 'suspended') then
    raise exception 'The filter must be all, administrators or suspended' using errcode = 'invalid_parameter_value';
  end if;
  return query
    select p.id, p.username::text, p.full_name, u.email::text, page.joined_at,
      (select count(*)::integer from public.tool_upvotes v where v.user_id = p.id),
      u.email_confirmed_at is not null,
      a.granted_at, coalesce('@' || granter.username::text, a.granted_by),
      s.suspended_at, '@' || suspender.username::text, s.reason, s.hides_upvotes
    from (
      select m.user_id, m.joined_at from private.members m
      where (chosen is null or m.user_id = any (chosen))
        and (pattern = '%%' or m.search like pattern)
        and (before_id is null or (m.joined_at, m.user_id) < (before_joined_at, before_id))
      order by m.joined_at desc, m.user_id desc
      limit room
    ) page
    join public.profiles p on p.id = page.user_id
    join auth.users u on u.id = page.user_id
    left join private.administrators a on a.user_id = page.user_id
    left join public.profiles granter on granter.id = a.granted_by_id
    left join private.suspensions s on s.user_id = page.user_id and s.lifted_at is null
    left join public.profiles suspender on suspender.id = s.suspended_by
    order by page.joined_at desc, page.user_id desc;
end;
$$;
revoke execute on function public.list_members(text, text, timestamptz, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.list_members(text, text, timestamptz, uuid, integer) to authenticated;
comment on function public.list_members(text, text, timestamptz, uuid, integer) is
  'Nullable: email, administrator_since, granted_by, suspended_at, suspended_by, suspension_reason, hides_upvotes.';
