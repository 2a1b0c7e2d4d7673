-- For a hosted project, whose sign-ups do not pass through our own /auth/v1: Supabase's hook "before user created", which it
-- asks before sign-ups, invitations and first sign-ins with a provider (docs/operations.md). Refuses in the same words.
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(event #>> '{user,email}');
  metadata jsonb := event #> '{user,user_metadata}';
begin
  if private.may_sign_up(address) is not true then
    raise exception using errcode = 'check_violation',
      message = case private.setting('sign_up')
        when 'invited' then 'Sign-up is by invitation. Use the address that was invited.' else 'Sign-up is closed.' end;
  end if;
  if metadata ? 'username' then
    perform private.claim_username(person.username, (event #>> '{user,id}')::uuid, address)
      from private.read_sign_up(metadata) person;
  end if;
  return '{}';
exception
  when check_violation or unique_violation then
    return jsonb_build_object('error', jsonb_build_object('http_code', 422, 'message', sqlerrm));
end;
$$;

-- Only the authentication service may ask. It exists in Supabase's databases alone.
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end;
$$;
