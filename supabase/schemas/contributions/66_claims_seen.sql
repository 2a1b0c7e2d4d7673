-- What members see of their claims, editors of the makers, and the queue of what it checks.

-- The caller's claims, the newest first, or those of one tool.
create function public.list_my_claims(of_tool uuid default null) returns table (
  id uuid, tool_id uuid, tool_name text, tool_slug text, method text, host text, token text, email text, state text, reason text,
  created_at timestamptz, checked_at timestamptz, proved_at timestamptz, ended_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.tool_id, t.name, t.slug, c.method, c.host, c.token, c.email, c.state, c.reason, c.created_at, c.checked_at,
    c.proved_at, c.ended_at
  from private.claims c join public.tools t on t.id = c.tool_id
  where c.member_id = (select auth.uid()) and (of_tool is null or c.tool_id = of_tool)
    and (select public.require_open_account())
  order by c.created_at desc, c.id desc limit 100
$$;
comment on function public.list_my_claims is 'Nullable: email, reason, checked_at, proved_at, ended_at.';

-- The makers of a tool, for editors.
create function public.list_makers(of_tool uuid) returns table (
  id uuid, username text, method text, email text, since timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see makers', 'editor');
  return query
    select c.id, p.username::text, c.method, c.email, c.proved_at
    from private.claims c join public.profiles p on p.id = c.member_id
    where c.tool_id = of_tool and c.state = 'proved' order by c.proved_at, c.id;
end;
$$;
comment on function public.list_makers is 'Nullable: email.';

-- Ends the claim of a maker, in the audit log.
create function public.revoke_claim(claim_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  entry private.claims;
begin
  perform private.require_current_administrator('revoke claims', 'editor');
  perform from public.tools t
    where t.id = (select c.tool_id from private.claims c where c.id = claim_id) for no key update;
  select * into entry from private.claims c where c.id = claim_id and c.state = 'proved' for update;
  if not found then
    raise exception 'Claim not found' using errcode = 'PT404';
  end if;
  perform private.end_claim(entry.id, 'revoked');
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select (select auth.uid()), 'update', 'claims', entry.id, jsonb_build_object('state', 'proved'),
      jsonb_build_object('state', 'revoked', 'name', t.name, 'tool_id', t.id, 'member_id', entry.member_id)
    from public.tools t where t.id = entry.tool_id;
  perform private.require_current_administrator('revoke claims', 'editor');
end;
$$;
grant execute on function public.list_my_claims, public.list_makers, public.revoke_claim to authenticated;

-- For the queue: what came of it. `why` it is not proved, or null; a last one is not tried again. A mail is proved
-- by its link, whose hash is given. With another address than `known_email` it is another claim.
create function private.note_claim_check(
  claim_id uuid, known_email text, why text, is_last boolean, link_hash text default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  entry private.claims;
begin
  perform from public.tools t
    where t.id = (select c.tool_id from private.claims c where c.id = claim_id) for no key update;
  perform from public.profiles p
    where p.id = (select c.member_id from private.claims c where c.id = claim_id) for no key update;
  select * into entry from private.claims c
    where c.id = claim_id and c.state = 'checking' and c.email is not distinct from known_email for update;
  if not found then
    return false;
  elsif why is null and entry.method <> 'email' then
    perform private.prove_claim(entry);
  else
    update private.claims c set checked_at = now(), reason = why,
        state = case when why is null then 'mailed' when is_last then 'failed' else 'checking' end,
        link_hash = note_claim_check.link_hash,
        mailed_at = case when why is null then now() end
      where c.id = entry.id;
  end if;
  return true;
end;
$$;
