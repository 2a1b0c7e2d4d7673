-- The account and its profile are one: sign-up metadata that makes no valid profile makes no account either.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  metadata jsonb := new.raw_user_meta_data;
  full_name text := case when jsonb_typeof(metadata -> 'full_name') = 'string'
    then private.trim_text(metadata ->> 'full_name') end;
  username text := case when jsonb_typeof(metadata -> 'username') = 'string'
    then private.trim_text(metadata ->> 'username') end;
begin
  if coalesce(full_name, '') = '' then
    raise exception 'Full name is required' using errcode = 'check_violation';
  elsif char_length(full_name) > 200 then
    raise exception 'Full name must be 200 characters or less' using errcode = 'check_violation';
  elsif coalesce(username, '') = '' then
    raise exception 'Username is required' using errcode = 'check_violation';
  elsif char_length(username) < 3 then
    raise exception 'Username must be at least 3 characters' using errcode = 'check_violation';
  elsif username !~ '^[A-Za-z0-9_-]{3,30}$' then
    raise exception 'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'
      using errcode = 'check_violation';
  end if;
  insert into public.profiles (id, full_name, username) values (new.id, full_name, username);
  return null;
exception when unique_violation then
  raise exception 'Username is already taken' using errcode = 'unique_violation';
end;
$$;

create trigger users_create_profile after insert on auth.users
  for each row execute function private.create_profile();
