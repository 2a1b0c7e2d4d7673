-- How a member claims a tool: starts, has it checked, confirms, gives it up.

-- Raises unless it is the caller's and has not ended; locks it after its tool and member, as their deletion does.
create function private.lock_own_claim(claim_id uuid) returns private.claims
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.claims;
begin
  perform private.require_session();
  perform from public.tools t
    where t.id = (select c.tool_id from private.claims c where c.id = claim_id and c.member_id = me) for no key update;
  perform private.lock_caller();
  select * into own from private.claims c
    where c.id = claim_id and c.member_id = me and c.state <> 'ended' for update;
  if not found then
    raise exception 'Claim not found' using errcode = 'PT404';
  end if;
  return own;
end;
$$;

-- Has the queue check a claim, at once if it waits for another try already.
create function private.queue_claim(entry private.claims) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.queue_job('claims', jsonb_build_object('ask', 'claim', 'to', entry.host), entry.id, entry.id::text);
  update pgboss.job j set start_after = now(), retry_count = 0
    from (
      select w.id from pgboss.job w where w.name = 'claims' and w.id = entry.id and w.state = 'retry' for update skip locked
    ) found
    where j.name = 'claims' and j.id = found.id;
end;
$$;

-- Starts to claim a tool, or chooses another way while it is not proved; returns the id. By email the link is sent at once,
-- if the address is one of the tool's domain, which the queue looks at.
create function public.start_claim(tool_id uuid, method text, email text default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  address constant text := case when method = 'email' then nullif(lower(private.trim_text(start_claim.email)), '') end;
  about public.tools;
  own private.claims;
begin
  perform private.require_session();
  if private.setting('claims') = 'nobody' or to_regclass('pgboss.job') is null then
    raise exception 'This site takes no claims' using errcode = 'insufficient_privilege', detail = 'closed';
  end if;
  select * into about from public.tools t where t.id = start_claim.tool_id for key share;
  if not found then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  perform private.lock_caller();
  if start_claim.method = 'email' then
    perform private.limit_calls('claim_mails:' || me, 5, 'You can ask for at most %s such emails a day');
    perform private.limit_calls('claim_address:' || md5(coalesce(address, '')), 3, 'This address was sent enough emails today');
  end if;
  select * into own from private.claims c
    where c.tool_id = about.id and c.member_id = me and c.state <> 'ended' for update;
  if own.state = 'proved' then
    raise exception 'You have proved this already' using errcode = 'PT409', detail = 'proved';
  elsif own.id is null then
    insert into private.claims as c (tool_id, member_id, method, host, email)
      values (about.id, me, start_claim.method, private.host_of(about.website_url), address)
      returning * into own;
  else
    update private.claims c set method = start_claim.method, email = address, state = 'started', reason = null,
        link_hash = null, mailed_at = null
      where c.id = own.id returning * into own;
  end if;
  if own.method = 'email' then
    update private.claims c set state = 'checking' where c.id = own.id;
    perform private.queue_claim(own);
  end if;
  return own.id;
exception when unique_violation then
  raise exception 'You have started this already' using errcode = 'PT409', detail = 'started';
end;
$$;

-- Has it checked now: the member has put the tag or the record there.
create function public.check_claim(claim_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own private.claims := private.lock_own_claim(claim_id);
begin
  if own.method = 'email' or own.state = 'proved' then
    raise exception 'There is nothing to check' using errcode = 'PT409', detail = 'proved';
  end if;
  perform private.limit_calls('claim_checks:' || own.member_id, 50, 'You can have claims checked at most %s times a day');
  update private.claims c set state = 'checking', reason = null where c.id = own.id;
  perform private.queue_claim(own);
end;
$$;

-- Proves it by the link of its email, which is valid for a day.
create function public.confirm_claim(claim_id uuid, link text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own private.claims := private.lock_own_claim(claim_id);
begin
  if own.state = 'proved' then
    return;
  end if;
  if (own.state = 'mailed' and own.mailed_at > now() - interval '1 day'
    and own.link_hash = encode(sha256(convert_to(link, 'UTF8')), 'hex')) is not true then
    raise exception 'This link is not valid, or was sent more than a day ago' using errcode = 'PT409', detail = 'link';
  end if;
  perform private.prove_claim(own);
end;
$$;

-- A tool has five makers at most: more would be a sign of a domain that is nobody's alone. Its tool is locked, so that five are
-- counted.
create function private.prove_claim(entry private.claims) returns void
language plpgsql set search_path = ''
as $$
declare
  is_full boolean;
begin
  is_full := (select count(*) >= 5 from public.tool_makers m where m.tool_id = entry.tool_id);
  update private.claims c set checked_at = now(), link_hash = null,
      state = case when is_full then 'failed' else 'proved' end, reason = case when is_full then 'full' end,
      proved_at = case when not is_full then now() end
    where c.id = entry.id;
end;
$$;

-- The member gives it up, whatever its state.
create function public.give_up_claim(claim_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own private.claims := private.lock_own_claim(claim_id);
begin
  perform private.end_claim(own.id, 'given_up');
end;
$$;
grant execute on function public.start_claim, public.check_claim, public.confirm_claim, public.give_up_claim to authenticated;
