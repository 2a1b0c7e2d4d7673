-- Deletes the account of the person who asks, for good. They confirm by their username, letter by letter. What goes and
-- what stays without them: see forget_people. Runs with its owner's rights, bound to auth.uid(): no argument names
-- whose account it is.
create function public.delete_my_account(confirm_username text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  known_as text;
begin
  perform private.require_session();
  -- Locked, so that what the person sends meanwhile from elsewhere is refused, not left behind.
  select p.username::text into known_as from public.profiles p where p.id = me for update;
  if not found then
    raise exception 'There is no account to delete' using errcode = 'insufficient_privilege';
  elsif confirm_username is distinct from known_as then
    raise exception 'The username does not match';
  end if;
  if public.is_admin() then
    -- Two who leave at once take turns: one of them is the last.
    lock table private.administrators in share row exclusive mode;
    if not exists (select from private.administrators where user_id <> me) then
      raise exception 'You are the only administrator. Make someone else one before you delete your account.';
    end if;
  end if;
  -- The authentication service's own log names people by id and address.
  delete from auth.audit_log_entries where position(me::text in payload::text) > 0;
  delete from auth.users where id = me;
end;
$$;
revoke execute on function public.delete_my_account(text) from public, anon, authenticated, service_role;
grant execute on function public.delete_my_account(text) to authenticated;
