-- Who may sign up if the settings say 'invited': addresses, and whole domains as '@example.org'. Accounts sign in under
-- any policy; the authentication service calls private.may_sign_up (docs/decisions/112).
create table public.sign_up_invitations (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  created_at timestamptz not null default now(),
  -- Null: the command line.
  created_by uuid,
  -- When the server mailed it; never to a domain.
  mailed_at timestamptz,
  constraint sign_up_invitations_address_key unique (address),
  constraint sign_up_invitations_address_format check (
    char_length(address) <= 254
    and address ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]*@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$')
);

alter table public.sign_up_invitations enable row level security;

-- Whether the policy lets this address (in lower case) sign up, regardless of whether it has an account.
create function private.may_sign_up(email text) returns boolean
language sql stable set search_path = ''
as $$
  select case private.setting('sign_up')
    when 'open' then true
    when 'invited' then
      exists (select from public.sign_up_invitations i
        where i.address in (may_sign_up.email, regexp_replace(may_sign_up.email, '^.*@', '@')))
      or exists (select from private.admin_emails a where a.email = may_sign_up.email)
    else false
  end
$$;

-- The append-only log contains domains, and of a person's address only its beginning.
create function private.log_invitation(action text, invitation_id uuid, address text, author uuid) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select author, action, 'sign_up_invitations', invitation_id, case action when 'delete' then entry end,
      case action when 'insert' then entry end
    from jsonb_build_object('address', regexp_replace(address, '^(.)[^@]*@', '\1…@')) entry
$$;

-- Queues the mails of one invitation, or of all, that were not mailed: none to a domain, none while sign-up is closed.
create function private.queue_invitations(invitation_id uuid default null) returns void
language sql set search_path = ''
as $$
  select private.queue_mail(jsonb_build_object('ask', 'invite', 'to', i.address), i.id)
  from public.sign_up_invitations i
  where (invitation_id is null or i.id = invitation_id) and i.mailed_at is null and i.address !~ '^@'
    and private.setting('sign_up') <> 'closed'
$$;

-- True if it is new. Inviting again sends another mail, an hour after the last one at the earliest.
create function private.invite(address text, author uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  wanted text := lower(private.trim_text(invite.address));
  invitation_id uuid;
  is_new boolean;
begin
  if coalesce(wanted, '') !~ '^[^@\s]*@[^@\s]+\.[^@\s]+$' then
    raise exception 'Invite an email address, or a domain as @example.org' using errcode = 'check_violation';
  end if;
  insert into public.sign_up_invitations as i (address, created_by) values (wanted, author)
    on conflict on constraint sign_up_invitations_address_key do nothing returning i.id into invitation_id;
  is_new := invitation_id is not null;
  if is_new then
    perform private.log_invitation('insert', invitation_id, wanted, author);
  else
    update public.sign_up_invitations i set mailed_at = null
      where i.address = wanted and (i.mailed_at is null or i.mailed_at < now() - interval '1 hour')
      returning i.id into invitation_id;
  end if;
  if invitation_id is not null then
    perform private.queue_invitations(invitation_id);
  end if;
  return is_new;
end;
$$;

-- False if there was none. An account created with it stays.
create function private.revoke_invitation(address text, author uuid) returns boolean
language plpgsql set search_path = ''
as $$
declare
  wanted text := lower(private.trim_text(revoke_invitation.address));
  invitation_id uuid;
begin
  delete from public.sign_up_invitations i where i.address = wanted returning i.id into invitation_id;
  if found then
    perform private.log_invitation('delete', invitation_id, wanted, author);
  end if;
  return invitation_id is not null;
end;
$$;

-- An invitation is deleted with the account it led to, and when that account leaves its address; the mails to an
-- address with its account, but for one that is just being sent, which it would wait for. The search of members knows the
-- new one.
create function private.follow_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if old.email is not distinct from new.email then
      return null;
    end if;
    perform private.record_members(array[new.id]);
  elsif to_regclass('pgboss.job') is not null then
    delete from pgboss.job j using (
      select w.id from pgboss.job w where w.name = 'mails' and w.group_id = old.email for update skip locked) found
    where j.name = 'mails' and j.id = found.id;
  end if;
  delete from public.sign_up_invitations i where i.address = lower(old.email);
  return null;
end;
$$;

create trigger users_follow_address after delete or update of email on auth.users
  for each row execute function private.follow_address();

create function public.invite(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_new boolean;
begin
  perform private.require_current_administrator();
  is_new := private.invite(invite.address, (select auth.uid()));
  perform private.require_current_administrator();
  return is_new;
end;
$$;

create function public.revoke_invitation(address text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  was_there boolean;
begin
  perform private.require_current_administrator();
  was_there := private.revoke_invitation(revoke_invitation.address, (select auth.uid()));
  perform private.require_current_administrator();
  return was_there;
end;
$$;

-- A page, newest first, after the invitation of the arguments; without arguments all of them.
create function private.list_invitations(
  before_created_at timestamptz default null, before_address text default null, max_results integer default null
) returns table (address text, created_at timestamptz, invited_by text, mailed_at timestamptz, joined_at timestamptz)
language sql stable set search_path = ''
as $$
  select i.address, i.created_at, '@' || p.username::text, i.mailed_at, u.email_confirmed_at
  from public.sign_up_invitations i
  left join public.profiles p on p.id = i.created_by
  left join auth.users u on u.email = i.address and u.email_confirmed_at is not null
  where before_address is null or (i.created_at, i.address) < (before_created_at, before_address)
  order by i.created_at desc, i.address desc limit max_results
$$;

-- Newest first. `joined_at`: since when the address has an account; null for a domain. The next page is requested with
-- the last invitation.
create function public.list_invitations(
  before_created_at timestamptz default null, before_address text default null, max_results integer default 50
) returns table (address text, created_at timestamptz, invited_by text, mailed_at timestamptz, joined_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  return query select * from private.list_invitations(
    before_created_at, before_address, least(greatest(coalesce(max_results, 50), 1), 200));
end;
$$;
grant execute on function public.invite, public.revoke_invitation, public.list_invitations to authenticated;
comment on function public.list_invitations is 'Nullable: invited_by, mailed_at, joined_at.';
