-- What was deleted while somebody was at it is said in words a person can act on, not as a broken foreign key.

-- A recommendation that the reporter cannot see is not there for them: nobody learns from the answer that something is
-- hidden. What they reported themselves they know of, and are told so by the key.
create or replace function private.check_flag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported record;
  me uuid := (select auth.uid());
begin
  new.reason := private.trim_text(new.reason);
  -- The reports of one person come one after the other (see limit_flags): whoever waits for it holds no row yet.
  perform pg_advisory_xact_lock(hashtextextended('upvote_flags ' || new.flagged_by::text, 0));
  -- Locked, so that reports and decisions about one recommendation come one after the other; its tool with it, before
  -- the case is.
  select v.user_id, v.tool_id, v.flag_status, v.is_withheld into reported
    from public.tool_upvotes v where v.id = new.upvote_id for no key update;
  perform from public.tools t where t.id = reported.tool_id for no key update;
  if reported.user_id in (new.flagged_by, me) then
    raise exception 'You cannot flag your own recommendation' using errcode = 'insufficient_privilege';
  elsif reported.user_id is null
    or (me is not null and not public.is_admin() and (reported.is_withheld or reported.flag_status <> 'approved')
      and not exists (select from public.upvote_flags f where f.upvote_id = new.upvote_id and f.flagged_by = me)) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif reported.flag_status = 'rejected' then
    -- It is out of everybody's sight already; a stranger's report must not take the decision back.
    raise exception 'This recommendation has already been removed' using errcode = 'insufficient_privilege';
  end if;
  perform from public.profiles p where p.id = new.flagged_by for key share;
  if not found and new.flagged_by = me then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  return new;
end;
$$;

-- As before (see limit_flags_a_day); the turn is taken in check_flag.
create or replace function private.limit_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select count(*) from public.upvote_flags
      where flagged_by = new.flagged_by and flagged_at > now() - interval '24 hours') > 20 then
    raise exception 'You can report at most 20 recommendations a day. Please try again tomorrow.';
  end if;
  return null;
end;
$$;

create function private.check_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools t where t.id = new.tool_id for key share;
  if not found then
    raise exception 'Tool not found' using errcode = 'PT404';
  end if;
  perform from public.profiles p where p.id = new.user_id for key share;
  if not found and new.user_id = (select auth.uid()) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  return new;
end;
$$;
create trigger tool_upvotes_check before insert on public.tool_upvotes
  for each row when (pg_trigger_depth() = 0) execute function private.check_upvote();

-- The code of the foreign key stays: clients know it from save_tool.
create function private.check_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.categories c where c.id = new.category_id for key share;
  if not found then
    raise exception 'A chosen category no longer exists' using errcode = 'foreign_key_violation';
  end if;
  return new;
end;
$$;
create trigger tools_check_category before insert or update of category_id on public.tools
  for each row when (new.category_id is not null and pg_trigger_depth() = 0) execute function private.check_category();
create trigger tool_categories_check before insert on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.check_category();

create or replace function private.place_tool_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  current record;
begin
  if tg_op = 'UPDATE' then
    raise exception 'A category of a tool is not changed: delete the row and insert another'
      using errcode = 'feature_not_supported';
  end if;
  select t.category_id, coalesce(max(tc.position), -1) as last,
      bool_or(tc.category_id = new.category_id) as present
    into current
    from public.tools t left join public.tool_categories tc on tc.tool_id = t.id
    where t.id = new.tool_id group by t.id;
  if not found then
    raise exception 'Tool not found' using errcode = 'PT404';
  end if;
  -- Creating a tool has already added its primary category; a client that goes on to insert all of them is right too.
  if current.present and current.category_id = new.category_id then
    return null;
  end if;
  if new.position < 0 then
    new.position := current.last + 1;
  end if;
  return new;
end;
$$;
revoke execute on function private.check_upvote(), private.check_category()
  from public, anon, authenticated, service_role;
