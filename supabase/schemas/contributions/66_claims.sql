-- Who makes a tool may prove it (docs/decisions/186): by a tag on its site, a record of its domain, or an email address
-- there. A claim touches no recommendation, report, count or order.
create table private.claims (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  method text not null,
  -- Of the tool's website when it was started (private.host_of). With another host the claim ends.
  host text not null,
  -- What the tag or the record says.
  token text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Where the link goes, its hash, and when it was written into the queue.
  email text,
  link_hash text,
  mailed_at timestamptz,
  state text not null default 'started',
  -- Why the last check failed, or why it ended.
  reason text,
  created_at timestamptz not null default now(),
  checked_at timestamptz,
  proved_at timestamptz,
  ended_at timestamptz,
  constraint claims_method_known check (method in ('tag', 'record', 'email')),
  constraint claims_state_known check (state in ('started', 'checking', 'mailed', 'failed', 'proved', 'ended')),
  constraint claims_reason_short check (reason ~ '^[a-z_]{1,40}$'),
  constraint claims_email_of_method check ((email is null) = (method <> 'email')),
  -- Of plain letters: an address that looks like another's is none.
  constraint claims_email_valid
    check (char_length(email) <= 254 and email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@[a-z0-9.-]+$'),
  constraint claims_proved check ((state = 'proved') <= (proved_at is not null)),
  constraint claims_ended check ((state = 'ended') = (ended_at is not null))
);

-- A member has one at a time; what has ended is kept for them.
create unique index claims_one_of_member on private.claims (member_id, tool_id) where state <> 'ended';
create index claims_tool on private.claims (tool_id);
create index claims_member_newest on private.claims (member_id, created_at desc, id desc);

comment on table private.claims is 'Not notified: what visitors see of it follows from a change of tool_makers.';

create trigger claims_a_limit before insert on private.claims
  for each row execute function private.limit_writes('You can claim at most %s {items} a day', '10', '10');

-- That a tool is maintained by its maker, and since when: nobody's name.
create table public.tool_makers (
  id uuid primary key references private.claims (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  since timestamptz not null
);

create index tool_makers_tool on public.tool_makers (tool_id);

alter table public.tool_makers enable row level security;
grant select on public.tool_makers to anon, authenticated, service_role;

create function private.sync_maker() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'proved' then
    insert into public.tool_makers (id, tool_id, since) values (new.id, new.tool_id, new.proved_at)
      on conflict (id) do nothing;
  else
    delete from public.tool_makers m where m.id = new.id;
  end if;
  return null;
end;
$$;

create trigger claims_sync_maker after update of state on private.claims
  for each row when (old.state is distinct from new.state) execute function private.sync_maker();

-- The host of an address, without www and port.
create function private.host_of(url text) returns text
language sql immutable parallel safe strict
return substring(private.address_key(url) from '^[^/?]*');

-- Ends one, and tells its member if it was proved. Its tool is locked.
create function private.end_claim(claim_id uuid, why text) returns void
language plpgsql set search_path = ''
as $$
declare
  entry private.claims;
begin
  select * into entry from private.claims c where c.id = claim_id for update;
  update private.claims c set state = 'ended', reason = why, ended_at = now() where c.id = claim_id;
  if entry.state = 'proved' then
    perform private.write_notice(entry.member_id, 'claim_ended', 'claim:' || entry.id, entry.tool_id, t.name)
      from public.tools t where t.id = entry.tool_id;
  end if;
end;
$$;

-- Not while they are suspended, or the owner lets makers do nothing.
create function private.is_maker(member uuid, tool uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
      select from private.claims c where c.member_id = member and c.tool_id = tool and c.state = 'proved')
    and private.setting('claims') <> 'nobody' and not private.is_suspended(member);
end;
$$;

create function private.is_shown_maker(claim_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select private.is_maker(c.member_id, c.tool_id) from private.claims c where c.id = claim_id);
end;
$$;
grant execute on function private.is_shown_maker(uuid) to anon, authenticated;

create policy tool_makers_select_public on public.tool_makers
  for select to anon, authenticated using (private.is_shown_maker(id));
