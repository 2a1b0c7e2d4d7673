-- Everybody who writes takes their locks in one order, so that nobody waits in a circle (docs/decisions/050):
-- the part of the database, upvotes by id, tools by id, profiles, then what follows from them.

-- A part of the database, 'catalogue' or 'recommendations', until the transaction ends: with others, or alone. The
-- catalogue comes first.
create function private.lock_part(part text, alone boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('plaudit ' || part, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('plaudit ' || part, 0));
  end if;
end;
$$;

-- Arguments: a part and 'shared' or 'alone', as often as needed. Before a statement, because a plain statement locks its
-- rows before any trigger of theirs runs. What follows from another write is within that one's locks.
create function private.lock_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  for place in 0 .. tg_nargs / 2 - 1 loop
    perform private.lock_part(tg_argv[2 * place], tg_argv[2 * place + 1] = 'alone' and pg_trigger_depth() = 1);
  end loop;
  return null;
end;
$$;

-- Tools take hold of categories after themselves and categories of tools, so they are written by one after the other.
create trigger categories_lock_parts before delete or update of slug on public.categories
  for each statement execute function private.lock_parts('catalogue', 'alone');
create trigger tool_categories_lock_parts before insert or update or delete on public.tool_categories
  for each statement execute function private.lock_parts('catalogue', 'alone');
create trigger tools_lock_parts
  before insert or update of name, logo, short_description, website_url, featured, category_id on public.tools
  for each statement execute function private.lock_parts('catalogue', 'alone');
-- A tool that goes takes its upvotes after itself; one that changes its key waits for all who refer to it.
create trigger tools_lock_recommendations before delete or update of slug on public.tools
  for each statement execute function private.lock_parts('catalogue', 'alone', 'recommendations', 'alone');
create trigger tool_upvotes_lock_parts before insert or update or delete on public.tool_upvotes
  for each statement execute function private.lock_parts('recommendations', 'shared');
create trigger upvote_appeals_lock_parts before insert or update or delete on public.upvote_appeals
  for each statement execute function private.lock_parts('recommendations', 'shared');
create trigger upvote_flags_lock_parts before insert on public.upvote_flags
  for each statement execute function private.lock_parts('recommendations', 'shared');
-- Reports written by hand are locked before their upvotes.
create trigger upvote_flags_lock_recommendations before update or delete on public.upvote_flags
  for each statement execute function private.lock_parts('recommendations', 'alone');

-- The upvotes of a member and those they reported, then their tools: whoever changes a member begins with it.
create function private.lock_upvotes_of(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  upvote_ids uuid[] := array(
    select v.id from public.tool_upvotes v where v.user_id = member_id
    union
    select f.upvote_id from public.upvote_flags f where f.flagged_by = member_id and f.status = 'pending');
begin
  perform private.lock_part('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (select v.tool_id from public.tool_upvotes v where v.id = any (upvote_ids))
    order by t.id for no key update;
end;
$$;

create function private.lock_upvotes_of_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_upvotes_of(old.id);
  return old;
end;
$$;
create trigger profiles_a_lock_upvotes before delete on public.profiles
  for each row execute function private.lock_upvotes_of_profile();

-- The tool of an upvote that is in the queue, before its case is locked by what follows.
create function private.lock_tool_of_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.tools t where t.id = old.tool_id for no key update;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;
create trigger tool_upvotes_a_lock_tool before delete or update of flag_status on public.tool_upvotes
  for each row when (old.is_flagged) execute function private.lock_tool_of_upvote();

revoke execute on function private.lock_part(text, boolean), private.lock_parts(), private.lock_upvotes_of(uuid),
  private.lock_upvotes_of_profile(), private.lock_tool_of_upvote()
  from public, anon, authenticated, service_role;

-- As before (see withhold_upvotes), with the upvotes locked by id.
create or replace function private.withhold_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_upvotes_of(new.user_id);
  update public.tool_upvotes set is_withheld = new.lifted_at is null
    where user_id = new.user_id and is_withheld is distinct from (new.lifted_at is null);
  return null;
end;
$$;

-- As before (see create_people_commands), with the upvotes locked before the member.
create or replace function public.suspend_member(member_id uuid, reason text, hide_upvotes boolean default false)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  why text := coalesce(private.trim_text(suspend_member.reason), '');
begin
  perform private.require_current_administrator();
  -- After a grant that is under way, and with nobody else suspending the same member.
  perform private.lock_administrators();
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  if member_id = (select auth.uid()) then
    raise exception 'You cannot suspend yourself';
  elsif exists (select from private.administrators where user_id = member_id) then
    raise exception 'Administrators cannot be suspended. Revoke the administrator first.';
  elsif private.is_suspended(member_id) then
    raise exception 'This member is already suspended';
  elsif why = '' then
    raise exception 'Please provide a reason for the suspension';
  elsif char_length(why) > 500 then
    raise exception 'Reason must be 500 characters or less';
  end if;
  perform private.lock_upvotes_of(member_id);
  insert into private.suspensions (user_id, reason, hides_upvotes, suspended_by)
    values (member_id, why, coalesce(hide_upvotes, false), (select auth.uid()));
end;
$$;

-- As before (see keep_moderation_cases), with the cases locked by id: a name changes several at once.
create or replace function private.describe_cases() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  upvote_ids uuid[] := array(
    select new.id where tg_argv[0] = 'upvote'
    union all
    select (to_jsonb(new) ->> 'upvote_id')::uuid where tg_argv[0] = 'report'
    union all
    select v.id from public.tool_upvotes v where tg_argv[0] = 'tool' and v.tool_id = new.id and v.is_flagged
    union all
    select v.id from public.tool_upvotes v where tg_argv[0] = 'person' and v.user_id = new.id and v.is_flagged
    union all
    select f.upvote_id from public.upvote_flags f where tg_argv[0] = 'person' and f.flagged_by = new.id);
begin
  perform from private.moderation_cases c where c.upvote_id = any (upvote_ids) order by c.upvote_id for no key update;
  update private.moderation_cases c set search = coalesce(private.describe_case(c.upvote_id), '')
    where c.upvote_id = any (upvote_ids);
  return null;
end;
$$;

-- As before (see remember_withdrawn_upvotes): what was withdrawn brings reports and a case back, so the tool is locked.
create or replace function private.hide_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  withdrawn_status text := (
    select w.flag_status from private.withdrawn_upvotes w where w.tool_id = new.tool_id and w.user_id = new.user_id);
begin
  if withdrawn_status is not null then
    perform from public.tools t where t.id = new.tool_id for no key update;
  end if;
  if withdrawn_status = 'rejected' then
    new.is_flagged := true;
    new.flag_status := 'rejected';
  end if;
  return new;
end;
$$;
