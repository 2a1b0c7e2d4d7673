-- Suspensions: why, and whether the member's recommendations are hidden meanwhile. Lifted ones stay as the account's
-- history and are deleted with it.
create table private.suspensions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  hides_upvotes boolean not null,
  suspended_at timestamptz not null default now(),
  suspended_by uuid references auth.users (id) on delete set null,
  lifted_at timestamptz,
  lifted_by uuid references auth.users (id) on delete set null,
  -- Whether the member had a page, to give it back.
  had_page boolean not null default true,
  constraint suspensions_reason_length check (char_length(reason) between 1 and 500),
  constraint suspensions_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint suspensions_not_oneself check (suspended_by is distinct from user_id)
);

create unique index suspensions_current on private.suspensions (user_id) where lifted_at is null;
create index suspensions_user_id on private.suspensions (user_id);
create index suspensions_suspended_by on private.suspensions (suspended_by);
create index suspensions_lifted_by on private.suspensions (lifted_by);

create function private.is_suspended(member_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.suspensions where user_id = member_id and lifted_at is null)
$$;

-- Nobody with a role is suspended: it is revoked first, so that a suspended member never has one. The lock waits for what the
-- member is writing at that time, so that it is hidden with the rest, and serialises a suspension and a grant of the same
-- member.
create function private.check_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  known_role text;
begin
  select p.has_page into new.had_page from public.profiles p where p.id = new.user_id for update;
  new.had_page := coalesce(new.had_page, true);
  select a.role into known_role from private.administrators a where a.user_id = new.user_id;
  if found then
    raise exception '%s cannot be suspended. Revoke the % first.', initcap(known_role), known_role
      using errcode = 'check_violation';
  end if;
  new.reason := private.trim_text(new.reason);
  return new;
end;
$$;

create trigger suspensions_check before insert on private.suspensions
  for each row execute function private.check_suspension();

-- banned_until is the authentication service's own column, so every deployment refuses the sign-in. Deleting the
-- sessions deletes their refresh tokens.
create function private.apply_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update auth.users set banned_until = case when new.lifted_at is null then timestamptz '2999-12-31' end
    where id = new.user_id;
  update public.profiles p set has_page = new.lifted_at is not null and new.had_page
    where p.id = new.user_id and p.has_page is distinct from (new.lifted_at is not null and new.had_page);
  if new.lifted_at is null then
    delete from auth.sessions where user_id = new.user_id;
  end if;
  if new.hides_upvotes then
    perform private.lock_upvotes_of(new.user_id);
    update public.tool_upvotes set is_withheld = new.lifted_at is null
      where user_id = new.user_id and merged_from is null and is_withheld is distinct from (new.lifted_at is null);
  end if;
  return null;
end;
$$;

create trigger suspensions_apply after insert or update of lifted_at on private.suspensions
  for each row execute function private.apply_suspension();

-- Refuses every way to a session: a password, a mailed link, one that is being redeemed at that time.
create function private.refuse_banned() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  banned_until timestamptz;
begin
  select u.banned_until into banned_until from auth.users u where u.id = new.user_id for no key update;
  if banned_until > now() then
    raise exception 'User is banned' using errcode = 'PT403';
  end if;
  return new;
end;
$$;

create trigger sessions_refuse_banned before insert on auth.sessions
  for each row execute function private.refuse_banned();
