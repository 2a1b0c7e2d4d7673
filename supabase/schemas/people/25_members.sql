-- The text that the administrators' search of members uses: username, full name and address, lower case, one per line,
-- so that one index serves all three. Addresses are in the authentication service's tables, which we cannot index.
-- Deleted with the profile.
create table private.members (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  joined_at timestamptz not null,
  search text not null
);

create index members_newest on private.members (joined_at desc, user_id desc);
create index members_search_trigrams on private.members using gin (search extensions.gin_trgm_ops);
create index members_search_bigrams on private.members using gin (private.bigrams(search));

-- Updates the rows of these accounts.
create function private.record_members(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.members (user_id, joined_at, search)
    select p.id, p.created_at, lower(concat_ws(E'\n', p.username::text, p.full_name, u.email))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (ids)
    on conflict (user_id) do update set search = excluded.search
$$;

create function private.record_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_members(array[new.id]);
  return null;
end;
$$;

create trigger profiles_record_member after insert or update of username, full_name on public.profiles
  for each row execute function private.record_member();

create function private.require_member(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.profiles where id = member_id) then
    raise exception 'Member not found';
  end if;
end;
$$;

-- Gives a member this role instead of the one they have. False when they had it already.
create function private.set_role(member_id uuid, role text, granted_by text, granter uuid default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.with_article(set_role.role);
  insert into private.administrators (user_id, role, granted_by, granted_by_id)
    values (member_id, set_role.role, set_role.granted_by, granter) on conflict (user_id) do nothing;
  if not found then
    update private.administrators a set role = set_role.role, granted_by = set_role.granted_by, granted_by_id = granter,
        granted_at = now()
      where a.user_id = member_id and a.role <> set_role.role;
  end if;
  return found;
end;
$$;

-- 'an administrator', 'a moderator', 'an editor'. Raises for anything else.
create function private.with_article(role text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if role is null or role not in ('administrator', 'moderator', 'editor') then
    raise exception 'The role must be administrator, moderator or editor' using errcode = 'invalid_parameter_value';
  end if;
  return case role when 'moderator' then 'a ' else 'an ' end || role;
end;
$$;

-- Gives any role, instead of the one they have.
create function public.grant_administrator(member_id uuid, role text default 'administrator') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  if not private.set_role(member_id, grant_administrator.role, 'administrator', (select auth.uid())) then
    raise exception 'This member is already %', private.with_article(grant_administrator.role);
  end if;
end;
$$;

create function public.revoke_administrator(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  delete from private.administrators where user_id = member_id;
  if not found then
    raise exception 'This member has no role';
  end if;
end;
$$;

-- Suspends a member, after the locks: upvotes before the member.
create function private.suspend(member_id uuid, reason text, hides_upvotes boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  why constant text := coalesce(private.trim_text(reason), '');
begin
  perform private.require_current_administrator('suspend members', 'moderator');
  -- Serialised with grants and other suspensions.
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator('suspend members', 'moderator');
  perform private.require_member(member_id);
  if member_id = (select auth.uid()) then
    raise exception 'You cannot suspend yourself';
  end if;
  if private.is_suspended(member_id) then
    raise exception 'This member is already suspended';
  elsif why = '' then
    raise exception 'Please provide a reason for the suspension';
  elsif char_length(why) > 500 then
    raise exception 'Reason must be 500 characters or less';
  end if;
  perform private.lock_upvotes_of(member_id);
  perform from public.profiles where id = member_id for update;
  insert into private.suspensions (user_id, reason, hides_upvotes, suspended_by)
    values (member_id, why, suspend.hides_upvotes, (select auth.uid()));
end;
$$;

create function public.suspend_member(member_id uuid, reason text, hide_upvotes boolean default false)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.suspend(member_id, reason, coalesce(hide_upvotes, false));
  perform private.require_current_administrator('suspend members', 'moderator');
end;
$$;

create function public.lift_suspension(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('suspend members', 'moderator');
  perform private.require_member(member_id);
  perform private.lock_upvotes_of(member_id);
  -- Waits for an undo that restores a recommendation of theirs, so that it is shown with the rest.
  perform from public.profiles where id = member_id for update;
  perform private.require_current_administrator('suspend members', 'moderator');
  update private.suspensions set lifted_at = now(), lifted_by = (select auth.uid())
    where user_id = member_id and lifted_at is null;
  if not found then
    raise exception 'This member is not suspended';
  end if;
end;
$$;

-- Members, newest first, for moderators: the only function that returns their addresses. `query` is found literally in
-- username, full name or address; `filter` is all, administrators (who has a role) or suspended. The next page is requested
-- with joined_at and id of the last row.
create function public.list_members(
  query text default '', filter text default 'all', before_joined_at timestamptz default null,
  before_id uuid default null, max_results integer default 25
) returns table (
  id uuid, username text, full_name text, email text, joined_at timestamptz, upvotes integer, is_verified boolean,
  role text, role_since timestamptz, granted_by text,
  suspended_at timestamptz, suspended_by text, suspension_reason text, hides_upvotes boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(query, '')), 200));
  chosen uuid[] := case filter
    when 'administrators' then array(select user_id from private.administrators)
    when 'suspended' then array(select user_id from private.suspensions where lifted_at is null)
  end;
begin
  perform private.require_administrator('list members', 'moderator');
  if filter is null or filter not in ('all', 'administrators', 'suspended') then
    raise exception 'The filter must be all, administrators or suspended' using errcode = 'invalid_parameter_value';
  end if;
  return query execute format($statement$
    select p.id, p.username::text, p.full_name, u.email::text, page.joined_at,
      (select count(*)::integer from public.tool_upvotes v where v.user_id = p.id),
      u.email_confirmed_at is not null,
      a.role, a.granted_at, coalesce('@' || granter.username::text, a.granted_by),
      s.suspended_at, '@' || suspender.username::text, s.reason, s.hides_upvotes
    from (
      select m.user_id, m.joined_at from private.members m
      where ($1 is null or m.user_id = any ($1)) and %s
        and ($2 is null or (m.joined_at, m.user_id) < ($3, $2))
      order by m.joined_at desc, m.user_id desc
      limit $4
    ) page
    join public.profiles p on p.id = page.user_id
    join auth.users u on u.id = page.user_id
    left join private.administrators a on a.user_id = page.user_id
    left join public.profiles granter on granter.id = a.granted_by_id
    left join private.suspensions s on s.user_id = page.user_id and s.lifted_at is null
    left join public.profiles suspender on suspender.id = s.suspended_by
    order by page.joined_at desc, page.user_id desc
    $statement$, case when wanted = '' then 'true' else private.containing('m.search', wanted) end)
    using chosen, before_id, before_joined_at, least(greatest(coalesce(max_results, 25), 1), 100);
end;
$$;
grant execute on function public.grant_administrator, public.revoke_administrator, public.suspend_member,
  public.lift_suspension, public.list_members to authenticated;
comment on function public.list_members is
  'Nullable: email, role, role_since, granted_by, suspended_at, suspended_by, suspension_reason, hides_upvotes.';
