-- citext: usernames are one name whatever their case. pg_trgm: substring search by name. unaccent, fuzzystrmatch: search for
-- a task.
create schema if not exists extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Deny first: nothing these files or later migrations create is granted to anybody except in the same file.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- EXECUTE for PUBLIC is a default of the whole database, so it is revoked for the whole database.
alter default privileges revoke execute on functions from public;

grant usage on schema public to anon, authenticated, service_role;

-- Not exposed by the API: only the owner has usage. Functions of public that visitors may call read it with their owner's
-- rights, and check no caller: they return what is public.
create schema private;

-- Refuses a statement. Arguments: the message, and its code.
create function private.refuse_statement() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = tg_argv[0], errcode = tg_argv[1];
end;
$$;

-- One setting of the site (public.site_settings), or its default.
create function private.setting(field text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select s.settings ->> field from public.site_settings s order by s.version desc limit 1),
    private.default_settings() ->> field);
end;
$$;

-- The bytes of an answer so far. It fails at the row that makes them too many, so that no larger answer is built first.
create function private.add_bytes(sum integer, bytes integer, most integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if sum + bytes > most then
    raise exception 'The answer has more than % MB', most / 1000000
      using errcode = 'program_limit_exceeded', hint = 'Ask for fewer rows, columns or embedded tables.';
  end if;
  return sum + bytes;
end;
$$;

-- For the statements of /rest/v1 (server/supabase/rest/select-sql.ts), with every caller's rights.
create aggregate public.bytes_within(bytes integer, most integer) (
  sfunc = private.add_bytes, stype = integer, initcond = '0', parallel = safe
);
grant execute on function public.bytes_within(integer, integer) to anon, authenticated, service_role;
-- Trims what JavaScript's String.prototype.trim() trims, so that a form and the database count the same characters.
create function private.trim_text(value text) returns text
language sql immutable strict parallel safe set search_path = ''
as $$
  select btrim(value, E'\t\n\u000b\u000c\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- The bigrams and single characters of a text, to search for one or two characters, which trigrams cannot find: pairs
-- starting at odd and at even positions.
create function private.bigrams(entry text) returns text[]
language plpgsql immutable strict parallel safe set search_path = ''
as $$
declare
  small text := lower(entry);
begin
  return string_to_array(small, null)
    || string_to_array(regexp_replace(small, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(small, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
end;
$$;
grant execute on function private.bigrams(text) to authenticated, service_role;

-- That an expression contains a lower-case text, literally and in any case, as a condition for a statement that is planned
-- with it. The index of trigrams serves texts with three ASCII letters or digits in a row: whether others are letters to
-- pg_trgm depends on the database's locale, and without a trigram it reads the whole index. All other texts (two letters,
-- C++, words in Cyrillic or Japanese) are found by the bigrams.
create function private.containing(expression text, wanted text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when char_length(wanted) in (1, 2) then format('private.bigrams(%s) @> %L', expression, array[wanted])
    else case when wanted ~ '[a-z0-9]{3}' then ''
        else format('private.bigrams(%s) @> %L and ', expression, array_remove(private.bigrams(wanted), '')) end
      || format('%s ilike %L', expression, '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%')
  end
$$;

-- A text without accents, white space and punctuation, to compare: "Chat GPT", "chat-gpt" and "ChatGPT" are equal. An index
-- uses it, which runs with the rights of the writing role: it may not call other functions of `private`.
create function private.squeeze(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent', value)), '[^[:alnum:]+#]+', '', 'g')
$$;
grant execute on function private.squeeze(text) to authenticated, service_role;

-- Text written by members is shown to others: no control characters, no characters that change the direction of
-- adjacent text or are invisible (docs/decisions/051). A test keeps the JavaScript rule the same.

-- The text without them. Line breaks and tabs stay in multi-line texts. Joiners and zero-width spaces stay where
-- scripts and emoji use them, that is after anything but Latin, Greek and Cyrillic letters, digits and punctuation;
-- tags stay where they make a flag.
create function private.without_hidden_characters(value text, has_lines boolean) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(value,
    '(\U0001F3F4[\U000E0020-\U000E007E]{1,6}\U000E007F)'
    || case when has_lines then '|[\u0001-\u0008\u000B\u000C\u000E-\u001F' else '|[\u0001-\u001F\u2028\u2029' end
    || '\u007F-\u009F\u202A-\u202E\u2060-\u206F\u3164\uFDD0-\uFDEF\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFE\uFFFF'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E007F'
    || '\U0001FFFE\U0001FFFF\U0002FFFE\U0002FFFF\U0003FFFE\U0003FFFF\U0004FFFE\U0004FFFF\U0005FFFE\U0005FFFF'
    || '\U0006FFFE\U0006FFFF\U0007FFFE\U0007FFFF\U0008FFFE\U0008FFFF\U0009FFFE\U0009FFFF\U000AFFFE\U000AFFFF'
    || '\U000BFFFE\U000BFFFF\U000CFFFE\U000CFFFF\U000DFFFE\U000DFFFF\U000EFFFE\U000EFFFF\U000FFFFE\U000FFFFF'
    || '\U0010FFFE\U0010FFFF]'
    || '|(?<![\u0600-\u1FFF\u2190-\uD7FF\uF900-\uFFEF\U00010000-\U000DFFFF])[\u200B-\u200D]',
    '\1', 'g')
$$;
grant execute on function private.without_hidden_characters(text, boolean) to authenticated, service_role;

-- The kind of a JSON value, for messages.
create function private.name_json(entry jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case jsonb_typeof(entry) when 'object' then 'an object' when 'array' then 'a list' when 'string' then 'a text'
    when 'null' then 'nothing' else 'a ' || jsonb_typeof(entry) end
$$;

-- Has the value as an argument so that the planner does not call it before the case of `is_readable` is decided.
create function private.refuse_hidden_characters(label text, value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  raise exception '% contains control characters or hidden formatting. Please remove them.', label
    using errcode = 'check_violation';
end;
$$;

-- For check constraints: true, or a readable message. They run after the triggers that trim. Its body is parsed at
-- creation: writers have no usage of the schema.
create function private.is_readable(label text, value text, has_lines boolean) returns boolean
language sql immutable parallel safe
return case when value <> private.without_hidden_characters(value, has_lines)
  then private.refuse_hidden_characters(label, value) else true end;
grant execute on function private.refuse_hidden_characters(text, text), private.is_readable(text, text, boolean)
  to authenticated, service_role;

-- Raises, naming the field, where an object has something else than a text for a column of texts or dates, or for an
-- element of an array: jsonb_populate_record would write a number or an object as text.
create function private.require_texts(entry jsonb, columns_of regclass) returns void
language plpgsql stable set search_path = ''
as $$
declare
  wrong record;
begin
  if jsonb_typeof(entry) not in ('object', 'null') then
    raise exception 'An object is needed, not %', private.name_json(entry) using errcode = 'invalid_parameter_value';
  end if;
  select a.attname, t.typcategory, found.value into wrong
    from jsonb_each(case jsonb_typeof(entry) when 'object' then entry else '{}' end) field
    join pg_catalog.pg_attribute a on a.attrelid = columns_of and a.attname = field.key and a.attnum > 0
    join pg_catalog.pg_type t on t.oid = a.atttypid and t.typcategory in ('S', 'D', 'A')
    cross join lateral (
      select field.value where t.typcategory <> 'A' or jsonb_typeof(field.value) <> 'array'
      union all
      select element from jsonb_array_elements(
        case when t.typcategory = 'A' and jsonb_typeof(field.value) = 'array' then field.value else '[]' end) element
    ) found
    where jsonb_typeof(found.value) not in ('string', 'null')
    order by a.attnum limit 1;
  if found then
    raise exception '% must be %, not %', wrong.attname,
      case wrong.typcategory when 'A' then 'a list of texts' else 'a text' end, private.name_json(wrong.value)
      using errcode = 'invalid_parameter_value';
  end if;
end;
$$;

-- A URL a browser opens: http or https, a host, no white space and hidden characters, no user name posing as the host; or
-- a path of this site. Its body is parsed at creation: without its own search path it can be inlined.
create function private.is_link(url text, allows_paths boolean) returns boolean
language sql immutable parallel safe
return char_length(url) <= 2048 and url = private.without_hidden_characters(url, false) and (
  url ~* '^https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#]\S*)?$'
  or allows_paths and url ~ '^/([^\s"<>\\/][^\s"<>\\]*)?$');
grant execute on function private.is_link(text, boolean) to authenticated, service_role;
-- All writers acquire locks in the order of docs/decisions/050, so that they do not deadlock.

-- Locks a partition until the transaction ends, exclusively (alone) or shared: 'administrators', 'catalogue' or
-- 'recommendations', in this order.
create function private.lock_partition(partition text, alone boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('plaudit ' || lock_partition.partition, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('plaudit ' || lock_partition.partition, 0));
  end if;
end;
$$;

-- Arguments, repeated, if any: a partition and 'shared' or 'alone'. Fires before the statement, because a plain statement
-- locks its rows before its row triggers run. Nested statements are covered by the lock of the outer one. Refuses an ended
-- session first, so that its requests wait for nothing; not for nested ones: deleting an account deletes its sessions first.
create function private.lock_partitions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_session();
  end if;
  for place in 0 .. tg_nargs / 2 - 1 loop
    perform private.lock_partition(tg_argv[2 * place], tg_argv[2 * place + 1] = 'alone' and pg_trigger_depth() = 1);
  end loop;
  return null;
end;
$$;

-- Locks upvotes, then their tools: the first step of everything that changes several rows about them.
--
-- Here and wherever ids are joined with more: from unnest(), not '= any'. PostgreSQL may take '= any' as a further condition
-- of an index that begins with another column, and then sorts the whole array anew for each row of the join.
--
-- Its plan is made for each call, as that of every function which is given one id or thousands: one kept from calls with few
-- ids on small tables compares each row with each other.
create function private.lock_upvotes(upvote_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (
      select v.tool_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id)
    order by t.id for no key update;
end;
$$;

-- Locks the upvotes of a member and those they reported, then their tools: the first step of a suspension and its end.
create function private.lock_upvotes_of(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_upvotes(array(
    select v.id from public.tool_upvotes v where v.user_id = member_id
    union
    select f.upvote_id from public.upvote_flags f where f.flagged_by = member_id and f.status = 'pending'));
end;
$$;
-- Work that waits (docs/decisions/170): the tables of pg-boss, which the server makes before the migrations. A hosted
-- project has none: nothing is written there, and nothing is sent.

-- Writes a job into a queue; it is worked when the transaction has been committed, after earlier ones of its group. `cause` is
-- the id of what may ask for it several times: while that job waits no second one is written, and one that was given up is
-- tried again.
create function private.queue_job(queue text, job jsonb, cause uuid, job_group text) returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  insert into pgboss.job as j (id, name, data, group_id, created_on, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, keep_until, policy)
    select cause, q.name, job, job_group, clock_timestamp(), q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + make_interval(secs => q.retention_seconds), q.policy
    from pgboss.queue q
    where q.name = queue_job.queue
      -- Looked for first: a conflict with one that is being worked would wait until it has been.
      and not exists (select from pgboss.job w where w.name = q.name and w.id = cause and w.state <> 'failed')
    on conflict (name, id) do update set data = excluded.data, state = 'created', retry_count = 0,
      retry_limit = excluded.retry_limit, start_after = now(), created_on = excluded.created_on, completed_on = null,
      keep_until = excluded.keep_until, output = null
    where j.state = 'failed';
end;
$$;

-- Asks a queue to look for what is due there. One job, whoever asks and however often.
create function private.queue_due(queue text, sought text) returns void
language sql set search_path = ''
as $$
  select private.queue_job(queue, jsonb_build_object('ask', queue, 'to', sought), md5(queue)::uuid, queue)
$$;

-- A mail, to `to`.
create function private.queue_mail(mail jsonb, cause uuid default gen_random_uuid()) returns void
language sql set search_path = ''
as $$
  select private.queue_job('mails', mail, cause, mail ->> 'to')
$$;

-- What waits and what was given up, by queue; no row on a hosted project.
create function private.queue_status() returns table (
  queue text, waiting integer, failed integer, waiting_since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  if to_regclass('pgboss.job') is not null then
    return query
      select q.name, count(*) filter (where j.state <> 'failed')::integer,
        count(*) filter (where j.state = 'failed')::integer,
        min(j.created_on) filter (where j.state <> 'failed')
      from pgboss.queue q left join pgboss.job j on j.name = q.name group by q.name;
  end if;
end;
$$;

-- For the dashboard: the mails that wait and those that were given up; no row on a hosted project, which has no queue.
create function public.get_queue_status() returns table (
  waiting integer, failed integer, waiting_since timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see what waits in the queue');
  return query select s.waiting, s.failed, s.waiting_since from private.queue_status() s where s.queue = 'mails';
end;
$$;
grant execute on function public.get_queue_status to authenticated;
comment on function public.get_queue_status is 'Nullable: waiting_since.';
-- One profile per verified account. Profiles are public: recommendations are signed with the username, and the sign-up form
-- checks a username before the account exists.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null,
  username extensions.citext not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether everybody may open their page: the member's choice, and never while they are suspended.
  has_page boolean not null default true,
  constraint profiles_username_key unique (username),
  constraint profiles_full_name_length check (char_length(full_name) between 1 and 200),
  constraint profiles_full_name_shown check (private.is_readable('Full name', full_name, false)),
  constraint profiles_username_format check (username::text ~ '^[A-Za-z0-9_-]{3,30}$')
);

alter table public.profiles enable row level security;
grant select on public.profiles to anon, authenticated;
grant update (full_name, username, updated_at, has_page) on public.profiles to authenticated;
grant select, update, delete on public.profiles to service_role;

create policy profiles_select_public on public.profiles
  for select to anon, authenticated using (true);
create policy profiles_update_own on public.profiles
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

-- With our own /auth/v1 a sign-up is stored in auth.pending_sign_ups until its address is verified, and reserves its
-- username for a day. A hosted project has no such table: its unverified accounts reserve nothing.

-- Reads and validates the profile fields in the metadata of a sign-up.
create function private.read_sign_up(metadata jsonb, out full_name text, out username text)
language plpgsql immutable set search_path = ''
as $$
begin
  full_name := case when jsonb_typeof(metadata -> 'full_name') = 'string'
    then private.trim_text(metadata ->> 'full_name') end;
  username := case when jsonb_typeof(metadata -> 'username') = 'string'
    then private.trim_text(metadata ->> 'username') end;
  if coalesce(full_name, '') = '' then
    raise exception 'Full name is required' using errcode = 'check_violation';
  elsif char_length(full_name) > 200 then
    raise exception 'Full name must be 200 characters or less' using errcode = 'check_violation';
  elsif full_name <> private.without_hidden_characters(full_name, false) then
    raise exception 'Full name contains control characters or hidden formatting. Please remove them.'
      using errcode = 'check_violation';
  elsif coalesce(username, '') = '' then
    raise exception 'Username is required' using errcode = 'check_violation';
  elsif char_length(username) < 3 then
    raise exception 'Username must be at least 3 characters' using errcode = 'check_violation';
  elsif username !~ '^[A-Za-z0-9_-]{3,30}$' then
    raise exception 'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'
      using errcode = 'check_violation';
  end if;
end;
$$;

-- Reserves a username for one claimant (the id of an account or a sign-up, and its address) until the end of the
-- transaction, or raises. Sign-ups of the same address do not compete: a person may sign up again. The lock serialises
-- claims of one name, whether they end in a profile or in a sign-up.
create function private.claim_username(wanted text, claimant uuid, address text) returns void
language plpgsql set search_path = ''
as $$
declare
  taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('username ' || lower(wanted), 0));
  taken := exists (select from public.profiles p
    where p.username operator(extensions.=) wanted::extensions.citext and p.id <> claimant);
  if not taken and to_regclass('auth.pending_sign_ups') is not null then
    taken := exists (select from auth.pending_sign_ups s
      where lower(s.username) = lower(wanted) and s.email is distinct from address
        and s.created_at > now() - interval '1 day');
  end if;
  if taken then
    raise exception 'Username is already taken' using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
end;
$$;

-- Clients may send updated_at, as the specification has it; the stored value is the database's own time.
create function private.check_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.full_name := private.trim_text(new.full_name);
  -- Not by a suspension, which closes their page.
  if tg_op = 'UPDATE' and pg_trigger_depth() = 1 then
    new.updated_at := now();
  end if;
  if new.username::text is distinct from old.username::text then
    perform private.claim_username(new.username::text, new.id, (select u.email from auth.users u where u.id = new.id));
  end if;
  return new;
end;
$$;

create trigger profiles_check before insert or update on public.profiles
  for each row execute function private.check_profile();

-- Names for an account that was given no username: made in the dashboard of a hosted project, by its invitation or with a
-- provider. The provider's full name, else both from the address, so short that an ending fits.
create function private.derive_names(metadata jsonb, email text, out full_name text, out username text)
language plpgsql immutable set search_path = ''
as $$
declare
  given text := private.without_hidden_characters(coalesce(metadata ->> 'full_name', metadata ->> 'name'), false);
  mailbox text := private.without_hidden_characters(regexp_replace(split_part(email, '@', 1), '\+.*$', ''), false);
begin
  full_name := coalesce(nullif(private.trim_text(left(given, 200)), ''), nullif(private.trim_text(mailbox), ''), 'Member');
  username := btrim(left(regexp_replace(mailbox, '[^A-Za-z0-9_-]+', '-', 'g'), 21), '-');
  if username is null or char_length(username) < 3 then
    username := 'member';
  end if;
end;
$$;

-- The profile of an account, once its address or number is verified: until then strangers see nothing of it. Names given at
-- sign-up are checked at once, and refused; those of a hosted project's account that somebody else took before it was
-- verified, and derived ones, get an ending.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  has_names boolean := coalesce(new.raw_user_meta_data ? 'username', false);
  person record;
begin
  if exists (select from public.profiles p where p.id = new.id) then
    return null;
  end if;
  if has_names then
    person := private.read_sign_up(new.raw_user_meta_data);
  else
    person := private.derive_names(new.raw_user_meta_data, new.email);
  end if;
  if new.confirmed_at is null then
    if has_names then
      perform private.claim_username(person.username, new.id, new.email);
    end if;
    return null;
  end if;
  insert into public.profiles (id, full_name, username) values (new.id, person.full_name, person.username);
  return null;
exception
  when unique_violation then
    if has_names and (tg_op = 'INSERT' or new.confirmed_at is null) then
      raise;
    end if;
    insert into public.profiles (id, full_name, username)
      values (new.id, person.full_name, left(person.username, 21) || '-' || right(new.id::text, 8));
    return null;
end;
$$;

create trigger users_create_profile after insert or update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function private.create_profile();
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
-- Networks and browsers that signed in to an account: `network:` or `browser:` and a keyed hash (docs/decisions/048).
-- Failed attempts of strangers do not count against requests from there. Deleted with the account.
create table private.known_places (
  user_id uuid not null references auth.users (id) on delete cascade,
  place text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place)
);

-- Every right beyond a visitor's requires a live session, for reading and for writing, because an access token outlives
-- its session. A suspended member has none. A token without the claim `session_id` belongs to the server, the command
-- line or the authentication service.
create function private.has_ended_session() returns boolean
language sql stable set search_path = ''
as $$
  select (auth.jwt() ? 'session_id' and not exists (
      select from auth.sessions s
      where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = (select auth.uid())
        and (s.not_after is null or s.not_after > now())))
    or private.is_suspended((select auth.uid()))
$$;

-- An access token is valid until it expires, even after a sign-out or a new password. PT401 makes PostgREST answer 401,
-- so that the client refreshes its token or learns that it is signed out.
create function private.require_session() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.has_ended_session() then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;

-- Before a row of the caller's is inserted: their account stays until it is. After the locks of tools and recommendations,
-- as deleting an account locks; who was deleted or suspended while this waited is told as by require_session.
create function private.lock_caller() returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles p where p.id = (select auth.uid()) for key share;
  if not found or private.is_suspended((select auth.uid())) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
end;
$$;

create trigger profiles_require_session before insert or update or delete on public.profiles
  for each statement execute function private.lock_partitions();

-- For policies: true, or an error. It reveals nothing about others.
create function public.require_open_account() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return true;
end;
$$;
grant execute on function public.require_open_account to authenticated;

-- Keeps the ten networks and ten browsers seen last. A place seen within the hour is not written again. A member who asked
-- for it is told of a new browser, by its name.
create function private.remember_places(member uuid, places text[], browser_name text default '') returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.notices (member_id, kind, cause, tool_name)
    select m.member_id, 'signed_in', given.place, browser_name
    from private.notice_mails m, unnest(places) given (place)
    where m.member_id = member and m.wishes ? 'sign_ins' and given.place like 'browser:%'
      and not exists (select from private.known_places known where known.user_id = member and known.place = given.place);
  insert into private.known_places as known (user_id, place)
    select u.id, place from auth.users u, unnest(places) place where u.id = member
    on conflict (user_id, place) do update set seen_at = now() where known.seen_at < now() - interval '1 hour';
  delete from private.known_places known
  where known.user_id = member and (
    known.seen_at < now() - interval '90 days'
    or known.place in (
      select ranked.place from (
        select p.place, row_number() over (partition by split_part(p.place, ':', 1) order by p.seen_at desc, p.place) as rank
        from private.known_places p where p.user_id = member
      ) ranked
      where ranked.rank > 10));
end;
$$;
-- Who may more than members is stored here, where no user can write: no metadata, no claim, no default account.
create table private.administrators (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- administrator: everything · moderator: reports, appeals, members and the log · editor: the catalogue
  -- (docs/decisions/160)
  role text not null default 'administrator' check (role in ('administrator', 'moderator', 'editor')),
  granted_at timestamptz not null default now(),
  granted_by text not null,
  -- The administrator who granted it; granted_by names every other source.
  granted_by_id uuid references auth.users (id) on delete set null
);

create index administrators_granted_by_id on private.administrators (granted_by_id);

-- The addresses of ADMIN_EMAILS; the server replaces them each time it starts.
create table private.admin_emails (
  email text primary key check (email = lower(email))
);

-- The address an account verified at sign-up. A later change of address does not make an administrator.
create table private.verified_emails (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  verified_at timestamptz not null default now()
);

-- The caller's role, null if they have none or their session has ended. It reveals nothing about others.
create function public.get_my_role() returns text
language sql stable security definer set search_path = ''
as $$
  select role from private.administrators where user_id = (select auth.uid()) and not private.has_ended_session()
$$;

create function public.is_admin() returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.get_my_role() is not distinct from 'administrator'
$$;
grant execute on function public.is_admin to anon, authenticated, service_role;

-- For policies and triggers: whether the caller may decide about recommendations and members.
create function private.can_moderate() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(public.get_my_role() in ('administrator', 'moderator'), false)
$$;
grant execute on function private.can_moderate() to authenticated;

-- For policies: whether the caller may change the catalogue.
create function private.can_edit() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(public.get_my_role() in ('administrator', 'editor'), false)
$$;
grant execute on function private.can_edit() to authenticated;

-- For reads of profiles that name nobody (server/supabase/rest/profile-reads.ts): true for a moderator, else an error.
create function public.may_list_profiles() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.can_moderate() then
    raise exception 'Profiles cannot be listed' using errcode = 'PT400',
      hint = 'Name at most 100 ids or usernames (id=eq.…, id=in.(…), username=eq.… or username=in.(…)), and embed only id, username and has_page.';
  end if;
  return true;
end;
$$;
grant execute on function public.get_my_role, public.may_list_profiles to authenticated;

-- Raises unless the caller is an administrator with a live session, or has the `other` role. `what` completes the
-- sentence.
create function private.require_administrator(what text, other text default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if (public.get_my_role() in ('administrator', other)) is not true then
    raise exception 'Only administrators% may %', coalesce(' and ' || other || 's', ''), private.in_words(what)
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- Checked before a function waits for anything, so that nobody else waits or holds a lock, and again at its end: the
-- caller may have been revoked meanwhile.
create function private.require_current_administrator(what text default 'do this', other text default null)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.require_administrator(what, other);
end;
$$;

-- Fires when an account's address is verified; one of ADMIN_EMAILS makes the account an administrator, unless it is
-- suspended: in that case it must not raise, or the server could not start.
create function private.record_verified_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (old.email_confirmed_at is not null or old.email is distinct from new.email) then
    return null;
  end if;
  insert into private.verified_emails (user_id, email) values (new.id, lower(new.email))
    on conflict (user_id) do update set email = excluded.email, verified_at = now();
  perform private.set_role(new.id, 'administrator', 'ADMIN_EMAILS')
    from private.admin_emails a where a.email = lower(new.email) and not private.is_suspended(new.id);
  return null;
end;
$$;

create trigger users_record_verified_email after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null and new.email is not null)
  execute function private.record_verified_email();

-- Called by the server and the command line as the owner of the database. No role of the API may execute these.

-- Replaces the addresses of ADMIN_EMAILS and makes administrators of the accounts that have verified one of them.
-- An address that left the list revokes nobody: that is done by hand, with private.revoke_admin.
create function private.set_admin_emails(emails text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Serialises processes that start at the same time.
  lock table private.admin_emails in share row exclusive mode;
  delete from private.admin_emails;
  insert into private.admin_emails (email)
    select distinct lower(private.trim_text(entry)) from unnest(emails) entry where private.trim_text(entry) <> '';
  perform private.set_role(v.user_id, 'administrator', 'ADMIN_EMAILS')
    from private.verified_emails v
    join auth.users u on u.id = v.user_id and lower(u.email) = v.email and u.email_confirmed_at is not null
    join private.admin_emails a on a.email = v.email
    where not private.is_suspended(v.user_id);
end;
$$;

-- Raises when there is no account with that address, or its address is not verified yet. Replaces another role; returns
-- false when it had this one already.
create function private.grant_admin(email text, granted_by text, role text default 'administrator') returns boolean
language plpgsql set search_path = ''
as $$
declare
  account record;
begin
  select u.id, u.email_confirmed_at into account from auth.users u
    where lower(u.email) = lower(private.trim_text(grant_admin.email));
  if not found then
    raise exception 'no account with that address' using errcode = 'no_data_found';
  elsif account.email_confirmed_at is null then
    raise exception 'that account has not verified its address yet' using errcode = 'object_not_in_prerequisite_state';
  elsif private.is_suspended(account.id) then
    raise exception 'that account is suspended' using errcode = 'object_not_in_prerequisite_state';
  end if;
  perform set_config('plaudit.source', 'command line', true);
  return private.set_role(account.id, grant_admin.role, grant_admin.granted_by);
end;
$$;

-- Raises when there is no account with that address. Returns false when it had no role.
create function private.revoke_admin(email text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  account_id uuid;
begin
  select u.id into account_id from auth.users u
    where lower(u.email) = lower(private.trim_text(revoke_admin.email));
  if not found then
    raise exception 'no account with that address' using errcode = 'no_data_found';
  end if;
  perform set_config('plaudit.source', 'command line', true);
  delete from private.administrators where user_id = account_id;
  return found;
end;
$$;

-- Checks who may be given a role, whichever way the row is written.
create function private.check_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.profiles where id = new.user_id for no key update;
  if not exists (select from auth.users where id = new.user_id and email_confirmed_at is not null) then
    raise exception 'Only members who have verified their email address can be %s', new.role
      using errcode = 'check_violation';
  elsif private.is_suspended(new.user_id) then
    raise exception 'A suspended member cannot be %. Lift the suspension first.', private.with_article(new.role)
      using errcode = 'check_violation';
  end if;
  return new;
end;
$$;

create trigger administrators_check before insert on private.administrators
  for each row execute function private.check_administrator();

create trigger administrators_lock before delete or update of role on private.administrators
  for each statement execute function private.lock_partitions('administrators', 'alone');

create function private.guard_last_administrator() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from private.administrators where role = 'administrator') then
    raise exception 'The last administrator cannot be revoked' using detail = 'last_administrator';
  end if;
  return null;
end;
$$;

create trigger administrators_guard_last after delete or update of role on private.administrators
  for each row when (old.role = 'administrator') execute function private.guard_last_administrator();
-- Counts of the rate limits: those of the server that processes share, and how much a member and a network wrote
-- (docs/decisions/035). `key` is the limit's name with a keyed hash or a member's id, `expire` the end of its
-- window in milliseconds; the limiter's store expects these columns in this order. Unlogged: losing them in a crash is
-- harmless, and counting waits for no disk. The fill factor keeps updates off the indexes.
create unlogged table private.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint not null
) with (fillfactor = 70);

create index rate_limits_expire on private.rate_limits (expire);

-- Counts one row in a window of 24 hours that begins with the first, and returns the count. The row stays locked until the
-- transaction ends, so concurrent writes are counted one after the other. The first of a window also deletes a few expired
-- counts.
create function private.count_write(name text) returns integer
language plpgsql set search_path = ''
as $$
declare
  moment bigint := extract(epoch from clock_timestamp()) * 1000;
  counted integer;
begin
  insert into private.rate_limits as r (key, points, expire) values (name, 1, moment + 24 * 60 * 60 * 1000)
    on conflict (key) do update set
      points = case when r.expire > moment then r.points + 1 else 1 end,
      expire = case when r.expire > moment then r.expire else excluded.expire end
    returning r.points into counted;
  if counted = 1 then
    delete from private.rate_limits r where r.key = any (array(
      select old.key from private.rate_limits old where old.expire < moment - 60 * 1000
      order by old.expire limit 20 for update skip locked));
  end if;
  return counted;
end;
$$;

-- The network of a request, or null: a keyed hash from our server, on a Supabase project the address. There Cloudflare sets
-- the header and overwrites a client's own. Of an IPv6 address the /64 counts.
create function private.request_network() returns text
language plpgsql stable set search_path = ''
as $$
declare
  address inet := nullif(current_setting('request.headers', true), '')::jsonb ->> 'cf-connecting-ip';
begin
  return coalesce(nullif(current_setting('request.network', true), ''),
    host(network(set_masklen(address, case family(address) when 4 then 32 else 64 end))));
end;
$$;

-- Refuses a write beyond a limit with 429; our server makes the header Retry-After of the detail, pages in other languages
-- their text of the hint (lib/errors.ts).
create function private.refuse_write(name text, sentence text, code text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception '%. Please try again tomorrow.', sentence
    using errcode = 'PT429', hint = code, detail = format('Retry after %s seconds.', greatest(1, (
      select ceil(r.expire / 1000.0 - extract(epoch from clock_timestamp())) from private.rate_limits r where r.key = name)));
end;
$$;

-- Counts a call, at most so many in a day.
create function private.limit_calls(name text, most integer, sentence text) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.count_write(name) > most then
    perform private.refuse_write(name, private.in_words(format(sentence, most)), split_part(name, ':', 1) || ' ' || most);
  end if;
end;
$$;

-- Bounds what members insert: ten rows in a request, a number a day, and 100 a day for all members of a network together.
-- Counts rows written, also those deleted since. Fires before every other row trigger, so that nothing is done for a row
-- that is refused; fires for members' own statements only. A test demands it of every table that members may insert into.
-- Arguments: the sentence with the number, rows a day, and in the first week of an account.
create function private.limit_writes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  network text := private.request_network();
  written integer := coalesce(nullif(current_setting('plaudit.written_rows', true), '')::integer, 0) + 1;
  is_new boolean := tg_argv[2] <> tg_argv[1]
    and exists (select from public.profiles p where p.id = me and p.created_at > now() - interval '7 days');
  allowed integer := case when is_new then tg_argv[2] else tg_argv[1] end;
  by_member text := tg_table_name || ':' || me;
  by_network text := tg_table_name || ':' || network;
begin
  if me is null or auth.role() is distinct from 'authenticated' or current_setting('plaudit.is_merging', true) = 'on' then
    return new;
  elsif written > 10 then
    raise exception 'One request writes at most 10 rows. Please send fewer at a time.';
  end if;
  perform set_config('plaudit.written_rows', written::text, true);
  if private.count_write(by_member) > allowed then
    perform private.refuse_write(by_member, private.in_words(format(tg_argv[0], allowed))
      || case when is_new then ' in your first week' else '' end,
      concat_ws(' ', tg_table_name, allowed, case when is_new then 'new' end));
  elsif network is not null and private.count_write(by_network) > 100 then
    perform private.refuse_write(by_network, 'Too much was sent from your network today', 'network');
  end if;
  return new;
end;
$$;
-- The text that the administrators' search of members uses: username, full name and address, lower case, one per line,
-- so that one index serves all three. Addresses are in the authentication service's tables, which we cannot index.
-- Deleted with the profile.
create table private.members (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  joined_at timestamptz not null,
  search text not null
);

create index members_newest on private.members (joined_at desc, user_id desc);
create index members_search_trigrams on private.members using gin (search extensions.gin_trgm_ops);
create index members_search_bigrams on private.members using gin (private.bigrams(search));

-- Updates the rows of these accounts.
create function private.record_members(ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.members (user_id, joined_at, search)
    select p.id, p.created_at, lower(concat_ws(E'\n', p.username::text, p.full_name, u.email))
    from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (ids)
    on conflict (user_id) do update set search = excluded.search
$$;

create function private.record_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_members(array[new.id]);
  return null;
end;
$$;

create trigger profiles_record_member after insert or update of username, full_name on public.profiles
  for each row execute function private.record_member();

create function private.require_member(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from public.profiles where id = member_id) then
    raise exception 'Member not found';
  end if;
end;
$$;

-- Gives a member this role instead of the one they have. False when they had it already.
create function private.set_role(member_id uuid, role text, granted_by text, granter uuid default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.with_article(set_role.role);
  insert into private.administrators (user_id, role, granted_by, granted_by_id)
    values (member_id, set_role.role, set_role.granted_by, granter) on conflict (user_id) do nothing;
  if not found then
    update private.administrators a set role = set_role.role, granted_by = set_role.granted_by, granted_by_id = granter,
        granted_at = now()
      where a.user_id = member_id and a.role <> set_role.role;
  end if;
  return found;
end;
$$;

-- 'an administrator', 'a moderator', 'an editor'. Raises for anything else.
create function private.with_article(role text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if role is null or role not in ('administrator', 'moderator', 'editor') then
    raise exception 'The role must be administrator, moderator or editor' using errcode = 'invalid_parameter_value';
  end if;
  return case role when 'moderator' then 'a ' else 'an ' end || role;
end;
$$;

-- Gives any role, instead of the one they have.
create function public.grant_administrator(member_id uuid, role text default 'administrator') returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  if not private.set_role(member_id, grant_administrator.role, 'administrator', (select auth.uid())) then
    raise exception 'This member is already %', private.with_article(grant_administrator.role);
  end if;
end;
$$;

create function public.revoke_administrator(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator();
  perform private.require_member(member_id);
  delete from private.administrators where user_id = member_id;
  if not found then
    raise exception 'This member has no role';
  end if;
end;
$$;

-- Suspends a member, after the locks: upvotes before the member.
create function private.suspend(member_id uuid, reason text, hides_upvotes boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  why constant text := coalesce(private.trim_text(reason), '');
begin
  perform private.require_current_administrator('suspend members', 'moderator');
  -- Serialised with grants and other suspensions.
  perform private.lock_partition('administrators', true);
  perform private.require_current_administrator('suspend members', 'moderator');
  perform private.require_member(member_id);
  if member_id = (select auth.uid()) then
    raise exception 'You cannot suspend yourself';
  end if;
  if private.is_suspended(member_id) then
    raise exception 'This member is already suspended';
  elsif why = '' then
    raise exception 'Please provide a reason for the suspension';
  elsif char_length(why) > 500 then
    raise exception 'Reason must be 500 characters or less';
  end if;
  perform private.lock_upvotes_of(member_id);
  perform from public.profiles where id = member_id for update;
  insert into private.suspensions (user_id, reason, hides_upvotes, suspended_by)
    values (member_id, why, suspend.hides_upvotes, (select auth.uid()));
end;
$$;

create function public.suspend_member(member_id uuid, reason text, hide_upvotes boolean default false)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.suspend(member_id, reason, coalesce(hide_upvotes, false));
  perform private.require_current_administrator('suspend members', 'moderator');
end;
$$;

create function public.lift_suspension(member_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('suspend members', 'moderator');
  perform private.require_member(member_id);
  perform private.lock_upvotes_of(member_id);
  -- Waits for an undo that restores a recommendation of theirs, so that it is shown with the rest.
  perform from public.profiles where id = member_id for update;
  perform private.require_current_administrator('suspend members', 'moderator');
  update private.suspensions set lifted_at = now(), lifted_by = (select auth.uid())
    where user_id = member_id and lifted_at is null;
  if not found then
    raise exception 'This member is not suspended';
  end if;
end;
$$;

-- Members, newest first, for moderators: the only function that returns their addresses. `query` is found literally in
-- username, full name or address; `filter` is all, administrators (who has a role) or suspended. The next page is requested
-- with joined_at and id of the last row.
create function public.list_members(
  query text default '', filter text default 'all', before_joined_at timestamptz default null,
  before_id uuid default null, max_results integer default 25
) returns table (
  id uuid, username text, full_name text, email text, joined_at timestamptz, upvotes integer, is_verified boolean,
  role text, role_since timestamptz, granted_by text,
  suspended_at timestamptz, suspended_by text, suspension_reason text, hides_upvotes boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(query, '')), 200));
  chosen uuid[] := case filter
    when 'administrators' then array(select user_id from private.administrators)
    when 'suspended' then array(select user_id from private.suspensions where lifted_at is null)
  end;
begin
  perform private.require_administrator('list members', 'moderator');
  if filter is null or filter not in ('all', 'administrators', 'suspended') then
    raise exception 'The filter must be all, administrators or suspended' using errcode = 'invalid_parameter_value';
  end if;
  return query execute format($statement$
    select p.id, p.username::text, p.full_name, u.email::text, page.joined_at,
      (select count(*)::integer from public.tool_upvotes v where v.user_id = p.id),
      u.email_confirmed_at is not null,
      a.role, a.granted_at, coalesce('@' || granter.username::text, a.granted_by),
      s.suspended_at, '@' || suspender.username::text, s.reason, s.hides_upvotes
    from (
      select m.user_id, m.joined_at from private.members m
      where ($1 is null or m.user_id = any ($1)) and %s
        and ($2 is null or (m.joined_at, m.user_id) < ($3, $2))
      order by m.joined_at desc, m.user_id desc
      limit $4
    ) page
    join public.profiles p on p.id = page.user_id
    join auth.users u on u.id = page.user_id
    left join private.administrators a on a.user_id = page.user_id
    left join public.profiles granter on granter.id = a.granted_by_id
    left join private.suspensions s on s.user_id = page.user_id and s.lifted_at is null
    left join public.profiles suspender on suspender.id = s.suspended_by
    order by page.joined_at desc, page.user_id desc
    $statement$, case when wanted = '' then 'true' else private.containing('m.search', wanted) end)
    using chosen, before_id, before_joined_at, least(greatest(coalesce(max_results, 25), 1), 100);
end;
$$;
grant execute on function public.grant_administrator, public.revoke_administrator, public.suspend_member,
  public.lift_suspension, public.list_members to authenticated;
comment on function public.list_members is
  'Nullable: email, role, role_since, granted_by, suspended_at, suspended_by, suspension_reason, hides_upvotes.';
create function private.forget_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Deleted here instead of by a cascade: the foreign key sets flagged_by to null, which is not allowed for an
  -- undecided report.
  delete from public.upvote_flags where flagged_by = old.id and status = 'pending';
  update public.audit_log
    set person_id = null,
      before = private.without_member(table_name, before), after = private.without_member(table_name, after)
    where person_id = old.id and table_name in ('tool_upvotes', 'voided_upvotes', 'upvote_flags', 'suspensions', 'contributions',
      'member_lists', 'maker_answers', 'claims');
  update private.merges m
    set entry = replace(m.entry::text, quoted, 'null')::jsonb,
      moved = (select jsonb_object_agg(p.key, p.value - old.id::text) from jsonb_each(m.moved) p),
      rest = (
        select jsonb_object_agg(p.key, replace(coalesce((
          select jsonb_agg(r) from jsonb_array_elements(p.value) r
          where quoted not in (coalesce((r -> 'user_id')::text, ''), coalesce((r -> 'member_id')::text, ''))
        ), '[]')::text, quoted, 'null')::jsonb)
        from jsonb_each(m.rest) p)
    from (select to_json(old.id)::text) asked (quoted)
    where m.entry is not null and position(old.id::text in concat(m.moved, m.rest)) > 0;
  return old;
end;
$$;

-- Accounts are deleted while nobody writes recommendations, reports or decisions: what is deleted with them stands in
-- rows of many tools and members. Also those deleted by the authentication service.
create trigger users_lock_before_deletion before delete on auth.users
  for each statement execute function private.lock_partitions('administrators', 'alone', 'recommendations', 'alone');

create trigger profiles_forget_member before delete on public.profiles
  for each row execute function private.forget_member();

-- Addresses an account had until its address was changed; the link mailed to one takes the change back. Written by the
-- server, which deletes them after a week.
create table private.former_emails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  token_hash text not null unique,
  changed_at timestamptz not null default now()
);
create index former_emails_user_id on private.former_emails (user_id);

-- Everything stored about a member as one document. It does not reveal who reported a recommendation, the text of one
-- the member reported, or who suspended them.
create function private.export_member(me uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  document jsonb;
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'given_at_sign_up', u.raw_user_meta_data,
      'verified', (
        select jsonb_build_object('email', v.email, 'verified_at', v.verified_at)
        from private.verified_emails v where v.user_id = me),
      'email_change', case when u.email_change <> '' then
        jsonb_build_object('email', u.email_change, 'requested_at', u.email_change_sent_at) end,
      'former_emails', (
        select coalesce(jsonb_agg(jsonb_build_object('email', f.email, 'changed_at', f.changed_at) order by f.changed_at), '[]')
        from private.former_emails f where f.user_id = me),
      'invited', (
        select jsonb_build_object('invited_at', i.created_at, 'mailed_at', i.mailed_at)
        from public.sign_up_invitations i where i.address = lower(u.email)),
      'administrator_since', (select granted_at from private.administrators where user_id = me),
      'role', (select role from private.administrators where user_id = me)),
    'profile', (
      select jsonb_build_object('full_name', p.full_name, 'username', p.username, 'created_at', p.created_at,
        'updated_at', p.updated_at, 'has_page', p.has_page or exists (
          select from private.suspensions s where s.user_id = me and s.lifted_at is null and s.had_page))
      from public.profiles p where p.id = me),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('started_at', s.created_at, 'last_used_at', s.updated_at,
        'ip_address', host(s.ip), 'browser', s.user_agent) order by s.created_at desc)
      from auth.sessions s where s.user_id = me), '[]'),
    'known_places', coalesce((
      select jsonb_agg(jsonb_build_object('kind', split_part(k.place, ':', 1), 'hash', split_part(k.place, ':', 2),
        'seen_at', k.seen_at) order by k.seen_at desc, k.place)
      from private.known_places k where k.user_id = me), '[]'),
    'upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'tool', t.name, 'tool_slug', t.slug, 'reason', v.reason,
        'created_at', v.created_at, 'hidden', v.is_flagged and v.flag_status <> 'approved',
        'flag_status', v.flag_status, 'decided_at', v.decided_at, 'decision_reason', (
          select d.reason from private.moderation_decisions d
          where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1),
        'reports', reports.list, 'weight', v.weight,
        'first_written_at', v.first_at, 'role', v.author_role, 'used_for', v.used_for, 'edited_at', v.edited_at,
        'helpful', v.helpful_count, 'set_aside', v.merged_from is not null,
        'former_texts', private.list_former_texts(v.id, null), 'network', (
          select n.network from private.upvote_networks n where n.upvote_id = v.id),
        'not_counted', (
          select jsonb_build_object('reason', d.reason, 'at', d.voided_at)
          from private.voided_upvotes d where d.tool_id = v.tool_id and d.user_id = me),
        'appeal', (
          select jsonb_build_object('about', a.about, 'reason', a.reason, 'status', a.status, 'appealed_at', a.created_at,
            'decided_at', a.resolved_at)
          from public.upvote_appeals a where a.upvote_id = v.id)) order by v.created_at desc, v.id desc)
      from public.tool_upvotes v
      join public.tools t on t.id = v.tool_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('status', f.status, 'reported_at', f.flagged_at,
          'decided_at', f.resolved_at) order by f.flagged_at), '[]') as list
        from public.upvote_flags f where f.upvote_id = v.id
      ) reports
      where v.user_id = me), '[]'),
    'deleted_upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.upvote_id, 'tool', t.name, 'tool_slug', t.slug,
        'reason', d.reason, 'role', d.author_role, 'used_for', d.used_for, 'created_at', d.created_at,
        'edited_at', d.edited_at,
        'former_texts', private.list_former_texts(d.upvote_id, null), 'deleted_at', d.removed_at,
        'flag_status', d.flag_status, 'decision_reason', d.decision_reason, 'appeal', d.appeal_reason) order by d.removed_at desc)
      from private.removed_upvotes d join public.tools t on t.id = d.tool_id where d.user_id = me), '[]'),
    'former_upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'first_written_at', d.first_at, 'deleted_at', d.deleted_at)
        order by d.deleted_at desc)
      from private.upvote_dates d join public.tools t on t.id = d.tool_id where d.user_id = me), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'tool', t.name, 'reason', r.reason, 'status', r.status,
        'reported_at', r.flagged_at, 'decided_at', r.decided_at) order by r.flagged_at desc)
      from (
        select f.id, v.tool_id, f.reason, f.status, f.flagged_at, f.resolved_at as decided_at
        from public.upvote_flags f join public.tool_upvotes v on v.id = f.upvote_id where f.flagged_by = me
        union all
        select c.id, c.tool_id, c.reason, c.outcome, c.flagged_at, c.closed_at
        from private.closed_reports c where c.reported_by = me
      ) r left join public.tools t on t.id = r.tool_id), '[]'),
    'contributions', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'tool', t.name, 'tool_slug', t.slug,
        'proposed', c.proposed, 'logo', private.picture_text(c.logo), 'problem', c.problem, 'note', c.note,
        'named', c.is_named, 'state', c.state,
        'sent_at', c.created_at, 'decided_at', c.decided_at, 'decision_reason', c.reason) order by c.created_at desc, c.id desc)
      from private.contributions c left join public.tools t on t.id = c.tool_id where c.member_id = me), '[]'),
    'claims', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'method', c.method, 'host', c.host,
        'email', c.email, 'state', c.state, 'started_at', c.created_at, 'checked_at', c.checked_at,
        'proved_at', c.proved_at, 'ended_at', c.ended_at) order by c.created_at desc, c.id desc)
      from private.claims c join public.tools t on t.id = c.tool_id where c.member_id = me), '[]'),
    'decisions', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'reason', coalesce(l.after, l.before) ->> 'reason',
        'decision', case when l.action = 'delete' then 'deleted'
          when l.action = 'insert' or l.after ->> 'flag_status' = 'pending' then 'undone' else l.after ->> 'flag_status' end,
        'decided_at', l.created_at) order by l.created_at desc)
      from public.audit_log l
      left join public.tools t on t.id = (coalesce(l.after, l.before) ->> 'tool_id')::uuid
      where l.person_id = me and l.table_name = 'tool_upvotes'), '[]'),
    'found_helpful', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'marked_at', m.marked_at)
        order by m.marked_at desc)
      from private.helpful_marks m
      left join private.removed_upvotes r on r.upvote_id = m.kept_for
      left join public.tool_upvotes v on v.id = m.upvote_id
      join public.tools t on t.id = coalesce(v.tool_id, r.tool_id)
      where m.member_id = me), '[]'),
    'saved', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'saved_at', s.saved_at)
        order by s.saved_at desc)
      from private.saved_tools s join public.tools t on t.id = s.tool_id where s.member_id = me), '[]'),
    'lists', coalesce((
      select jsonb_agg(jsonb_build_object('name', l.name, 'address', l.address, 'public', l.is_public,
        'created_at', l.created_at, 'changed_at', l.changed_at, 'hidden_at', l.hidden_at, 'tools', (
          select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'note', i.note,
            'added_at', i.added_at) order by i.place), '[]')
          from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id))
        order by l.created_at, l.id)
      from private.member_lists l where l.member_id = me), '[]'),
    'follows', coalesce((
      select jsonb_agg(jsonb_build_object('category', c.name, 'list', l.name, 'told_at', f.told_at) order by f.id)
      from private.follows f
      left join public.categories c on c.id = f.category_id left join private.member_lists l on l.id = f.list_id
      where f.member_id = me), '[]'),
    'answers', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'answer', a.answer,
        'answered_at', a.answered_at, 'edited_at', a.edited_at, 'hidden_at', a.hidden_at) order by a.answered_at desc)
      from private.maker_answers a
      left join private.removed_upvotes r on r.upvote_id = a.kept_for
      left join public.tool_upvotes v on v.id = a.upvote_id
      join public.tools t on t.id = coalesce(v.tool_id, r.tool_id)
      where a.member_id = me), '[]'),
    'reported_content', coalesce((
      select jsonb_agg(jsonb_build_object('list', l.name, 'answer_about', t.name, 'reason', r.reason,
        'reported_at', r.reported_at, 'decision', r.decision, 'decided_at', r.decided_at) order by r.reported_at desc)
      from private.content_reports r
      left join private.member_lists l on l.id = r.list_id
      left join private.maker_answers a on a.id = r.answer_id
      left join public.tool_upvotes v on v.id = a.upvote_id
      left join public.tools t on t.id = v.tool_id
      where r.reported_by = me), '[]'),
    'notices', coalesce((
      select jsonb_agg(jsonb_build_object('kind', n.kind, 'tool', n.tool_name, 'reason', n.reason, 'details', n.details,
        'told_at', n.created_at, 'read_at', n.read_at) order by n.id desc)
      from private.notices n where n.member_id = me), '[]'),
    'notice_mails', (
      select m.wishes || jsonb_build_object('mailed_at', m.mailed_at)
      from private.notice_mails m where m.member_id = me),
    'suspensions', coalesce((
      select jsonb_agg(jsonb_build_object('reason', s.reason, 'upvotes_hidden', s.hides_upvotes,
        'suspended_at', s.suspended_at, 'lifted_at', s.lifted_at) order by s.suspended_at desc)
      from private.suspensions s where s.user_id = me), '[]')
  ) into document
  from auth.users u where u.id = me;
  if document is null then
    raise exception 'There is no account to export' using errcode = 'insufficient_privilege';
  end if;
  return document;
end;
$$;

-- Deletes a member's account, confirmed by its exact username. What is deleted and what stays: see forget_member.
create function private.delete_member(me uuid, confirm_username text) returns void
language plpgsql set search_path = ''
as $$
declare
  known_as text;
begin
  perform private.lock_partition('administrators', true);
  perform private.lock_partition('recommendations', true);
  -- Locked, so that the member's concurrent writes are refused instead of left behind.
  select p.username::text into known_as from public.profiles p where p.id = me for update;
  if not found then
    raise exception 'There is no account to delete' using errcode = 'insufficient_privilege';
  elsif confirm_username is distinct from known_as then
    raise exception 'The username does not match';
  end if;
  if exists (select from private.administrators where user_id = me and role = 'administrator')
    and not exists (select from private.administrators where user_id <> me and role = 'administrator') then
    raise exception 'You are the only administrator. Make someone else one before you delete your account.'
      using detail = 'last_administrator';
  end if;
  -- The authentication service's own log contains ids and addresses.
  delete from auth.audit_log_entries where position(me::text in payload::text) > 0;
  delete from auth.users where id = me;
end;
$$;

-- The caller's own, with the rights of the owner because accounts and sessions belong to the authentication service. No
-- argument names the account: it is always auth.uid(). For a suspended member, who has no session, the server calls the
-- private functions after it has checked the password (docs/decisions/025).
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return private.export_member((select auth.uid()));
end;
$$;

create function public.delete_my_account(confirm_username text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.delete_member((select auth.uid()), confirm_username);
end;
$$;
grant execute on function public.export_my_data, public.delete_my_account to authenticated;
-- What a member is told inside the app: what happened to something of theirs, never who did it. Written in the transaction
-- that causes it; the reader's language words it (docs/decisions/175). Forgotten after 90 days.
create table private.notices (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  -- No foreign key: a notice outlives the tool, and no write of a tool waits for notices.
  tool_id uuid,
  -- Its name at that time; that of the browser, of a sign-in.
  tool_name text not null,
  -- Why, if somebody said so.
  reason text,
  details jsonb not null default '{}',
  -- What it follows from, `decision:12`: an undo takes back the unread ones of the same cause.
  cause text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notices_kind_known check (kind in (
    'recommendation_hidden', 'recommendation_approved', 'recommendation_rejected', 'recommendation_deleted',
    'recommendation_uncounted', 'recommendation_counted', 'appeal_approved', 'appeal_rejected',
    'report_approved', 'report_rejected', 'report_deleted',
    'list_hidden', 'list_shown', 'recommendation_answered', 'answer_hidden', 'answer_shown', 'followed_news',
    'tool_changed', 'tool_removed', 'submission_accepted', 'submission_changed', 'submission_declined',
    'correction_accepted', 'correction_changed', 'correction_declined', 'signed_in', 'claim_ended'))
);

create index notices_member_newest on private.notices (member_id, id desc);
create index notices_unread on private.notices (member_id) where read_at is null;
create index notices_unread_cause on private.notices (cause) where read_at is null;

-- Writes one. Nobody is told what they did themselves.
create function private.write_notice(
  member_id uuid, kind text, cause text, tool_id uuid, tool_name text, reason text default null, details jsonb default '{}'
) returns void
language sql set search_path = ''
as $$
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason, details)
    select write_notice.member_id, write_notice.kind, write_notice.cause, write_notice.tool_id, write_notice.tool_name,
      write_notice.reason, write_notice.details
    where write_notice.member_id <> coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000')
$$;

-- Deletes the unread notices of these causes, and returns of which there were some.
create function private.take_back_notices(causes text[]) returns text[]
language sql set search_path = ''
as $$
  with taken as (
    delete from private.notices n
      where n.id in (
        select o.id from private.notices o where o.cause = any (causes) and o.read_at is null order by o.id for update)
      returning n.cause
  )
  select coalesce(array_agg(distinct t.cause), '{}') from taken t
$$;

-- The job. Their order is that of their ids.
create function private.forget_notices(most integer default 5000) returns integer
language sql set search_path = ''
as $$
  with forgotten as (
    delete from private.notices n
      using (select o.id, o.created_at from private.notices o order by o.id limit most) oldest
      where n.id = oldest.id and oldest.created_at < now() - interval '90 days' returning 1
  )
  select count(*)::integer from forgotten
$$;

-- What the header needs: the caller's role, and how many notices they have not read, counted to 100. Nothing of a session
-- that has ended.
create function public.get_my_standing() returns table (role text, unread integer)
language sql stable security definer set search_path = ''
as $$
  select public.get_my_role(), (
    select count(*)::integer from (
      select from private.notices n
      where n.member_id = (select auth.uid()) and n.read_at is null and not private.has_ended_session() limit 100
    ) unread)
$$;
comment on function public.get_my_standing is 'Nullable: role.';

-- The caller's notices, newest first, at most 21, those before `before_id`. The tool has its slug while it is listed.
create function public.list_my_notices(before_id bigint default null)
returns table (
  id bigint, kind text, tool_name text, tool_slug text, reason text, details jsonb, created_at timestamptz,
  read_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return query
    select n.id, n.kind, coalesce(t.name, n.tool_name), t.slug, n.reason, n.details, n.created_at, n.read_at
    from (
      select * from private.notices own
      where own.member_id = (select auth.uid()) and own.id < coalesce(before_id, 9223372036854775807)
      order by own.id desc limit 21
    ) n left join public.tools t on t.id = private.merged_into(n.tool_id)
    order by n.id desc;
end;
$$;
comment on function public.list_my_notices is 'Nullable: tool_slug, reason, read_at.';

-- Marks one of the caller's notices as read, or all up to one: what has come since was not seen. Returns how many are left,
-- counted to 100.
create function public.read_notices(up_to bigint, only_one boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  -- Without deadlocks: the profile first, as deleting the account locks it, then notices by id, as take_back_notices does.
  perform from public.profiles p where p.id = (select auth.uid()) for key share;
  update private.notices n set read_at = now()
    where n.id in (
      select o.id from private.notices o
      where o.member_id = (select auth.uid()) and o.read_at is null
        and case when only_one then o.id = up_to else o.id <= up_to end
      order by o.id for update);
  return (select s.unread from public.get_my_standing() s);
end;
$$;
grant execute on function public.get_my_standing, public.list_my_notices, public.read_notices to authenticated;
-- Whether these are wishes: of some topics, 'now' or 'daily'.
create function private.are_wishes(wishes jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(wishes) = 'object' and not exists (
    select from jsonb_each(wishes) w
    where w.key <> all (array['recommendations', 'reports', 'contributions', 'saved', 'sign_ins', 'waiting'])
      or w.value not in ('"now"', '"daily"'))
$$;

-- What a member wants by mail too (docs/decisions/171), by topic. Without a row, or a topic: none. `waiting`, for people with
-- a role: what waits for a decision.
create table private.notice_mails (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  wishes jsonb not null default '{}',
  -- When the last mail was sent, and up to which notice it told.
  mailed_at timestamptz,
  mailed_up_to bigint not null default 0,
  constraint notice_mails_wishes_known check (private.are_wishes(wishes))
);

create index notices_unread_newest on private.notices (created_at) where read_at is null;

-- What the member wants of a kind: now, daily or null.
create function private.notice_wish(wishes jsonb, kind text) returns text
language sql immutable set search_path = ''
as $$
  select wishes ->> case split_part(kind, '_', 1)
    when 'recommendation' then 'recommendations' when 'appeal' then 'recommendations' when 'list' then 'recommendations'
    when 'answer' then 'recommendations'
    when 'report' then 'reports' when 'followed' then 'saved'
    when 'tool' then 'saved' when 'signed' then 'sign_ins' else 'contributions' end
$$;

-- The job: writes the mails that are due into the queue, at most one for a member, named by their id. At once means after
-- the time in which a decision can be undone, and an hour after the last mail at the earliest; daily, at seven in the
-- morning of UTC. While one waits, or was given up, no other is written.
create function private.queue_notice_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  morning constant timestamptz := date_trunc('day', now() - interval '7 hours', 'UTC') + interval '7 hours';
begin
  perform private.queue_mail(jsonb_build_object('ask', 'notices', 'to', u.email), u.id)
    from (
      select m.member_id, m.mailed_at
      from private.notices n join private.notice_mails m on m.member_id = n.member_id
      where n.created_at > now() - interval '3 days' and n.read_at is null and n.id > m.mailed_up_to
        and case private.notice_wish(m.wishes, n.kind)
          when 'now' then n.kind = 'signed_in' or n.created_at < now() - interval '6 minutes'
          when 'daily' then n.created_at < morning and coalesce(m.mailed_at < morning, true)
          else false end
      union
      select m.member_id, m.mailed_at
      from private.notice_mails m join private.administrators a on a.user_id = m.member_id,
        lateral (select max(w.newest) as newest from private.list_waiting(a.role) w where w.count > 0) waiting
      where m.wishes ? 'waiting' and case m.wishes ->> 'waiting'
        when 'now' then waiting.newest > coalesce(m.mailed_at, '-infinity')
        when 'daily' then waiting.newest < morning and coalesce(m.mailed_at < morning, true)
        else false end
    ) due
    join auth.users u on u.id = due.member_id
    where coalesce(due.mailed_at < now() - interval '1 hour', true)
      and u.email_confirmed_at is not null and not coalesce(u.banned_until > now(), false)
      and not exists (select from pgboss.job j where j.name = 'mails' and j.id = u.id);
end;
$$;

-- What such a mail tells: the first twenty notices, how many there are, and how much waits, by kind. No row where nothing is
-- left to tell. What can still be undone, and what came after it, is left for the next one.
create function private.list_unmailed_notices(member_id uuid)
returns table (email text, language text, last_id bigint, count integer, notices jsonb, waiting jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select u.email::text, u.raw_user_meta_data ->> 'language', coalesce(told.last_id, m.mailed_up_to), told.count,
      told.notices, waits.waiting
    from private.notice_mails m
    join auth.users u on u.id = m.member_id
    cross join lateral (
      select max(n.id) as last_id, count(*)::integer as count,
        coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', case n.kind
            -- A list's name is a stranger's, who would have us mail it to their followers.
            when 'followed_news' then (
              select string_agg(followed ->> 'name', ', ') from jsonb_array_elements(n.details -> 'places') followed
              where followed ->> 'path' like '/categories/%')
            else coalesce(t.name, n.tool_name) end, 'reason', n.reason)
          order by n.id) filter (where n.place <= 20), '[]') as notices
      from (
        select own.*, row_number() over (order by own.id) as place from private.notices own
        where own.member_id = m.member_id and own.id > m.mailed_up_to and own.read_at is null
          and private.notice_wish(m.wishes, own.kind) is not null
          and not exists (
            select from private.notices young
            where young.member_id = m.member_id and young.id between m.mailed_up_to + 1 and own.id and young.read_at is null
              and private.notice_wish(m.wishes, young.kind) is not null
              and young.kind <> 'signed_in' and young.created_at > now() - interval '6 minutes')
      ) n left join public.tools t on t.id = n.tool_id
    ) told
    cross join lateral (
      select coalesce(jsonb_object_agg(w.kind, w.count), '{}') as waiting
      from private.administrators a, private.list_waiting(a.role) w
      where a.user_id = m.member_id and m.wishes ? 'waiting' and w.count > 0
    ) waits
    where m.member_id = list_unmailed_notices.member_id and not coalesce(u.banned_until > now(), false)
      and (told.count > 0 or waits.waiting <> '{}');
end;
$$;

-- What the caller wants by mail, by topic.
create function public.get_my_notice_mails() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return coalesce((select m.wishes from private.notice_mails m where m.member_id = (select auth.uid())), '{}');
end;
$$;

-- From the first wish on: what the member has been told before it is not mailed.
create function public.save_my_notice_mails(wishes jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  perform private.lock_caller();
  insert into private.notice_mails as m (member_id, wishes, mailed_up_to)
    values (me, save_my_notice_mails.wishes,
      coalesce((select max(n.id) from private.notices n where n.member_id = me), 0))
    on conflict (member_id) do update set wishes = excluded.wishes,
      mailed_up_to = case when m.wishes = '{}' then excluded.mailed_up_to else m.mailed_up_to end;
end;
$$;
grant execute on function public.get_my_notice_mails, public.save_my_notice_mails to authenticated;
create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  description text,
  -- The number of its rows in tool_categories, maintained by triggers there.
  tool_count integer not null default 0,
  created_at timestamptz not null default now(),
  -- When an administrator last changed it; a save names the time it knows, so that two administrators do not overwrite
  -- each other. A new tool_count does not change it.
  updated_at timestamptz not null default now(),
  constraint categories_slug_key unique (slug),
  constraint categories_name_length check (char_length(name) between 1 and 100),
  constraint categories_name_shown check (private.is_readable('Name', name, false)),
  constraint categories_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 100),
  constraint categories_description_length check (char_length(description) between 1 and 2000),
  constraint categories_description_shown check (private.is_readable('Description', description, true)),
  constraint categories_tool_count_positive check (tool_count >= 0)
);

create index categories_name on public.categories (name, id);

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (name, slug, description), update (name, slug, description), delete on public.categories to authenticated;
grant select, insert, update, delete on public.categories to service_role;

create policy categories_select_public on public.categories
  for select to anon, authenticated using (true);
create policy categories_insert_admin on public.categories
  for insert to authenticated with check ((select private.can_edit()));
create policy categories_update_admin on public.categories
  for update to authenticated using ((select private.can_edit())) with check ((select private.can_edit()));
create policy categories_delete_admin on public.categories
  for delete to authenticated using ((select private.can_edit()));

create function private.normalise_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trim_text(new.name);
  new.description := nullif(private.trim_text(new.description), '');
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

create trigger categories_normalise before insert or update of name, slug, description on public.categories
  for each row execute function private.normalise_category();

-- Writing tools locks categories and the other way round, so these writes are serialised.
create trigger categories_lock_partitions before delete or update of slug on public.categories
  for each statement execute function private.lock_partitions('catalogue', 'alone');
create trigger categories_require_session before insert or update on public.categories
  for each statement execute function private.lock_partitions();
-- What is known of a tool's price and platforms, in display order. Without search paths of their own they can be inlined.
create function private.all_pricings() returns text[]
language sql immutable parallel safe
return array['free', 'freemium', 'paid', 'contact-sales'];

create function private.all_platforms() returns text[]
language sql immutable parallel safe
return array['web', 'ios', 'android', 'macos', 'windows', 'linux', 'browser-extension', 'api', 'self-hosted'];

grant execute on function private.all_pricings(), private.all_platforms() to authenticated, service_role;

-- The known ones among these platforms, without duplicates and in display order. Its body is parsed at creation: callers
-- have no usage of the schema.
create function private.known_platforms(platforms text[]) returns text[]
language sql immutable parallel safe set search_path = ''
return array(
  select known from unnest(private.all_platforms()) with ordinality as list (known, place)
  where known = any (platforms) order by place);
grant execute on function private.known_platforms(text[]) to authenticated, service_role;

-- What an address leads to, to compare: without scheme, www, port of the scheme, final slashes, fragment, and what says
-- where somebody came from. An index uses it, as for private.squeeze.
create function private.address_key(url text) returns text
language sql immutable parallel safe strict
return (
  select parts.host
    || regexp_replace(regexp_replace(split_part(parts.rest, '?', 1), '/index\.(html?|php)$', '', 'i'), '/+$', '')
    || coalesce('?' || nullif(btrim(regexp_replace('&' || substr(parts.rest, nullif(strpos(parts.rest, '?'), 0) + 1),
      '&(utm_[a-z_]+|ref|ref_src|via|fbclid|gclid|msclkid|mc_cid|mc_eid)=[^&]*', '', 'gi'), '&'), ''), '')
  from (
    select regexp_replace(lower(substring(bare.address from '^[^/?]*')), '\.?(:80|:443)?$', '') as host,
      regexp_replace(bare.address, '^[^/?]*', '') as rest
    from (
      select split_part(regexp_replace(btrim(url), '^https?://(www\.)?', '', 'i'), '#', 1) as address
    ) bare
  ) parts);
grant execute on function private.address_key(text) to authenticated, service_role;

create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null,
  logo text,
  short_description text not null,
  website_url text not null,
  featured boolean not null default false,
  -- The primary category; null only for a tool without categories. See tool_categories.
  category_id uuid references public.categories (id) on delete set null,
  -- The number of recommendations neither rejected nor withheld, maintained by private.recount_upvotes.
  upvote_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Facts. Null, or no platform: unknown.
  pricing text,
  open_source boolean,
  license text,
  repository_url text,
  platforms text[] not null default '{}',
  -- Markdown.
  long_description text,
  -- Facts that the owner added, by key (private.check_own_facts).
  own_facts jsonb not null default '{}',
  -- With the id included a page in this order is an index-only scan.
  constraint tools_slug_key unique (slug) include (id),
  constraint tools_name_length check (char_length(name) between 1 and 200),
  constraint tools_name_shown check (private.is_readable('Name', name, false)),
  constraint tools_slug_format check (slug ~ '^[a-z0-9-]+$' and char_length(slug) <= 200),
  constraint tools_short_description_length check (char_length(short_description) between 1 and 500),
  constraint tools_short_description_shown
    check (private.is_readable('Description', short_description, true)),
  constraint tools_website_url_valid check (private.is_link(website_url, false)),
  -- A URL without a user name or password, or a path of this site. `//host/x.png` is neither: browsers read it as
  -- another host's.
  constraint tools_logo_valid check (
    char_length(logo) <= 2048
    and logo ~* '^(https?://(\[[0-9a-f:.]+\]|[^\s/?#@:\\<>"^`{|}%\[\]]+)(:[0-9]{1,5})?([/?#][^\s"<>\\]*)?|/[^\s"<>\\/][^\s"<>\\]*)$'
  ),
  constraint tools_upvote_count_positive check (upvote_count >= 0),
  constraint tools_pricing_known check (pricing = any (private.all_pricings())),
  constraint tools_license_length check (char_length(license) between 1 and 100),
  constraint tools_license_shown check (private.is_readable('License', license, false)),
  constraint tools_repository_url_valid check (private.is_link(repository_url, false)),
  constraint tools_platforms_known check (platforms = private.known_platforms(platforms)),
  -- normalise_tool checks it for hidden characters: a constraint would read the text again with every upvote.
  constraint tools_long_description_length check (char_length(long_description) between 1 and 10000)
)
-- Free space in each page for the next version of a row, so that an upvote writes none of the indexes: 1.8 ms instead
-- of 2.3. Vacuumed after each fiftieth of the tools: pages of lists are read from indexes alone until upvotes are written.
with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index tools_newest on public.tools (created_at desc, id desc);
create index tools_name on public.tools (name, id);

-- The tools at an address, which may be too long for a B-tree.
create index tools_address on public.tools using hash (private.address_key(website_url));

-- The file of a tool's logo, for the sweep of unused files.
create index tools_logo_name on public.tools (substring(logo from '/tool-logos/([^/?#]+)')) where logo is not null;

-- For the administrator's list, which sorts and filters by these.
create index tools_category_name on public.tools (category_id, name, id);
create index tools_featured_name on public.tools (featured, name, id);

alter table public.tools enable row level security;
grant select on public.tools to anon, authenticated;
grant
  insert (
    name, slug, logo, short_description, website_url, featured, category_id, pricing, open_source, license,
    repository_url, platforms, long_description
  ),
  update (
    name, slug, logo, short_description, website_url, featured, category_id, pricing, open_source, license,
    repository_url, platforms, long_description
  ),
  delete on public.tools to authenticated;
grant select, insert, update, delete on public.tools to service_role;

create policy tools_select_public on public.tools
  for select to anon, authenticated using (true);
create policy tools_insert_admin on public.tools
  for insert to authenticated with check ((select private.can_edit()));
create policy tools_update_admin on public.tools
  for update to authenticated using ((select private.can_edit())) with check ((select private.can_edit()));
create policy tools_delete_admin on public.tools
  for delete to authenticated using ((select private.can_edit()));

-- A tool as it is stored: trimmed, unknown facts null.
create function private.trimmed_tool(entry public.tools) returns public.tools
language plpgsql immutable set search_path = ''
as $$
begin
  entry.name := private.trim_text(entry.name);
  entry.short_description := private.trim_text(entry.short_description);
  entry.website_url := private.trim_text(entry.website_url);
  entry.logo := nullif(private.trim_text(entry.logo), '');
  entry.pricing := nullif(private.trim_text(entry.pricing), '');
  entry.license := nullif(private.trim_text(entry.license), '');
  entry.repository_url := nullif(private.trim_text(entry.repository_url), '');
  entry.long_description := nullif(private.trim_text(entry.long_description), '');
  -- An unknown platform is kept here, and refused by the constraint.
  if entry.platforms <@ private.known_platforms(entry.platforms) then
    entry.platforms := private.known_platforms(entry.platforms);
  end if;
  perform private.is_readable('Details', entry.long_description, true);
  return entry;
end;
$$;

-- Raises what storing it would raise: the constraints of the table themselves, for tools that are only proposed.
create function private.check_tool(entry public.tools) returns void
language plpgsql stable set search_path = ''
as $$
declare
  rule record;
  holds boolean;
begin
  for rule in
    select c.conname, pg_get_expr(c.conbin, c.conrelid) as condition from pg_catalog.pg_constraint c
    where c.conrelid = 'public.tools'::regclass and c.contype = 'c' order by c.conname
  loop
    execute format('select %s from (select ($1).*) tools', rule.condition) into holds using entry;
    if not holds then
      raise exception 'new row violates check constraint "%"', rule.conname
        using errcode = 'check_violation', constraint = rule.conname, table = 'tools', schema = 'public';
    end if;
  end loop;
end;
$$;

-- Only writes of one's own, not those of other triggers: they change counts, and updated_at themselves.
create function private.normalise_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.category_id <> coalesce(old.category_id, '00000000-0000-0000-0000-000000000000') then
    perform private.lock_category(new.category_id);
  end if;
  new := private.trimmed_tool(new);
  if new.own_facts is distinct from coalesce(old.own_facts, '{}') then
    new.own_facts := private.check_own_facts(new.own_facts, coalesce(old.own_facts, '{}'));
  end if;
  -- A rebuilt count changes nothing that somebody edits.
  if tg_op = 'UPDATE' and new is distinct from old and new.upvote_count = old.upvote_count then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

create trigger tools_normalise before insert or update on public.tools
  for each row when (pg_trigger_depth() = 0) execute function private.normalise_tool();

create trigger tools_lock_partitions before insert or update on public.tools
  for each statement when (pg_trigger_depth() = 0) execute function private.lock_partitions('catalogue', 'alone');

-- Deleting a tool deletes its upvotes after it; changing its slug waits for everybody who refers to it.
create trigger tools_lock_recommendations before delete or update of slug on public.tools
  for each statement execute function private.lock_partitions('catalogue', 'alone', 'recommendations', 'alone');
-- All categories of a tool, also the primary one, tools.category_id. With (tool_id, category_id) as primary key PostgREST
-- would see a second relationship from tools to categories, and `tools?select=*,categories(...)` would be ambiguous.
create table public.tool_categories (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete cascade,
  -- The order they were added in; the primary one is shown first.
  position bigint generated by default as identity,
  constraint tool_categories_tool_id_category_id_key unique (tool_id, category_id)
);

create index tool_categories_category on public.tool_categories (category_id, tool_id);

alter table public.tool_categories enable row level security;
grant select on public.tool_categories to anon, authenticated;
grant insert (tool_id, category_id), delete on public.tool_categories to authenticated;
grant select, insert, delete on public.tool_categories to service_role;

create policy tool_categories_select_public on public.tool_categories
  for select to anon, authenticated using (true);
create policy tool_categories_insert_admin on public.tool_categories
  for insert to authenticated with check ((select private.can_edit()));
create policy tool_categories_delete_admin on public.tool_categories
  for delete to authenticated using ((select private.can_edit()));

-- Makes sure that a tool's primary category is one of its categories: where it is not, the one added first. Categories
-- the same statement deletes are skipped. A lateral subquery, tool by tool: statistics taken during an import miss its
-- rows, and a plan for so few would compute all of it again for each row.
create function private.recompute_tool_categories(tool_ids uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  with changed as materialized (
    select wanted.id, wanted.first
    from (
      select t.id, t.category_id, (
          select tc.category_id from public.tool_categories tc join public.categories c on c.id = tc.category_id
          where tc.tool_id = t.id order by tc.category_id is distinct from t.category_id, tc.position limit 1
        ) as first
      from public.tools t where t.id = any (tool_ids)
    ) wanted
    where wanted.category_id is distinct from wanted.first
  )
  update public.tools t set category_id = changed.first, updated_at = now() from changed where t.id = changed.id;
end;
$$;

-- Per statement, because a category may have 20,000 tools. The changed tools are found with EXCEPT instead of a join:
-- its plan would be made for one row and reused. Skips tools whose primary category is one of their categories already.
create function private.change_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select written.id from (
      select n.id, n.category_id from new_rows n except select o.id, o.category_id from old_rows o
    ) written
    where not exists (
      select from public.tool_categories tc
      where tc.tool_id = written.id and tc.category_id = written.category_id));
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  insert into public.tool_categories (tool_id, category_id)
    select t.id, t.category_id from public.tools t
    where t.id = any (changed) and t.category_id is not null
    on conflict (tool_id, category_id) do nothing;
  perform private.recompute_tool_categories(changed);
  return null;
end;
$$;

create trigger tools_change_primary_category after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.change_primary_category();

-- Raises the foreign key's own code, which clients of save_tool know.
create function private.lock_category(category_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.categories c where c.id = lock_category.category_id for key share;
  if not found then
    raise exception 'A chosen category no longer exists' using errcode = 'foreign_key_violation';
  end if;
end;
$$;

create function private.place_tool_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  primary_id uuid;
begin
  if pg_trigger_depth() = 1 then
    perform private.lock_category(new.category_id);
  end if;
  select t.category_id into primary_id from public.tools t where t.id = new.tool_id;
  if not found then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  -- Creating a tool has added its primary category; clients that then insert all categories are accepted.
  if new.category_id = primary_id and exists (
    select from public.tool_categories tc where tc.tool_id = new.tool_id and tc.category_id = primary_id) then
    return null;
  end if;
  return new;
end;
$$;

create trigger tool_categories_place before insert on public.tool_categories
  for each row execute function private.place_tool_category();

-- Maintains what follows from the categories of a tool: the primary one; its codes; categories.tool_count, by one relative
-- update per statement with the rows locked by id, so that concurrent writers neither lose an update nor deadlock; and
-- tools.updated_at, so that somebody who opened the tool before does not overwrite the change.
create function private.sync_tool_categories() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.recompute_tool_categories(array(select distinct tool_id from changed_rows));
  perform private.refresh_tool_codes(array(select distinct tool_id from changed_rows));
  perform from public.categories
    where id in (select category_id from changed_rows) order by id for no key update;
  update public.categories c
    set tool_count = c.tool_count + case tg_op when 'INSERT' then changed.rows else -changed.rows end
    from (select category_id, count(*) as rows from changed_rows group by category_id) changed
    where c.id = changed.category_id;
  update public.tools set updated_at = now()
    where id in (select tool_id from changed_rows) and updated_at <> now();
  return null;
end;
$$;

create trigger tool_categories_b_sync_insert after insert on public.tool_categories
  referencing new table as changed_rows for each statement execute function private.sync_tool_categories();
create trigger tool_categories_b_sync_delete after delete on public.tool_categories
  referencing old table as changed_rows for each statement execute function private.sync_tool_categories();

-- Deletes the category's rows here before the foreign key empties tools.category_id: each tool then moves straight to
-- its next category and is written once, not twice.
create function private.leave_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tool_categories where category_id = old.id;
  delete from private.filter_codes f where f.facet = 'category' and f.value = old.id::text;
  return null;
end;
$$;

-- Triggers run in order of their names: this one before those of the foreign keys, "RI_ConstraintTrigger_...".
create trigger "A_leave_category" after delete on public.categories
  for each row execute function private.leave_category();

create trigger tool_categories_lock_partitions before insert or update or delete on public.tool_categories
  for each statement execute function private.lock_partitions('catalogue', 'alone');
-- The categories of a tool, the primary one first.
create function private.categories_of(tool_id uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select tc.category_id from public.tool_categories tc join public.tools t on t.id = tc.tool_id
    where tc.tool_id = categories_of.tool_id order by tc.category_id is distinct from t.category_id, tc.position)
$$;

-- Changes these columns of a tool, and facts of the owner's by their key: null means unknown, and what is missing keeps its
-- value, so that a client without facts removes none. False if there is no such tool, or it was changed since it was known.
create function private.change_tool(tool_id uuid, fields jsonb, known_updated_at timestamptz default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.tools t
    set own_facts = private.merge_own_facts(t.own_facts, fields),
      (name, slug, short_description, website_url, featured, logo, pricing, open_source, license, repository_url, platforms,
        long_description) = (
        select f.name, f.slug, f.short_description, f.website_url, coalesce(f.featured, false), f.logo, f.pricing,
          f.open_source, f.license, f.repository_url, coalesce(f.platforms, '{}'), f.long_description
        from jsonb_populate_record(t, fields) f)
    where t.id = change_tool.tool_id and t.updated_at = coalesce(known_updated_at, t.updated_at);
  return found;
end;
$$;

-- Creates a tool (tool_id null) or changes it, with its categories in the chosen order (null: they stay), in one transaction;
-- returns its id. Its callers ask who may.
create function private.write_tool(
  fields jsonb, category_ids uuid[], tool_id uuid, known_updated_at timestamptz default null, new_id uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  saved_id uuid;
  -- Each category once, at its first position.
  chosen uuid[] := array(
    select entry from unnest(write_tool.category_ids) with ordinality as list (entry, place)
    where entry is not null group by entry order by min(place));
begin
  if write_tool.tool_id is null then
    insert into public.tools as t (id, name, slug, short_description, website_url, featured, logo, pricing,
        open_source, license, repository_url, platforms, long_description, own_facts)
      select coalesce(write_tool.new_id, gen_random_uuid()), f.name, f.slug, f.short_description, f.website_url,
        coalesce(f.featured, false), f.logo, f.pricing, f.open_source, f.license, f.repository_url,
        coalesce(f.platforms, '{}'), f.long_description, private.merge_own_facts('{}', write_tool.fields)
      from jsonb_populate_record(null::public.tools, write_tool.fields) f
      on conflict (id) do nothing
      returning t.id into saved_id;
  end if;
  if saved_id is null then
    saved_id := coalesce(write_tool.tool_id, write_tool.new_id);
    -- The id exists: an earlier attempt succeeded and its answer was lost. Saved again unless somebody has changed the
    -- tool since.
    if not private.change_tool(saved_id, write_tool.fields, case when write_tool.tool_id is null
      then (select t.created_at from public.tools t where t.id = saved_id) else write_tool.known_updated_at end)
    then
      if exists (select from public.tools t where t.id = saved_id) then
        raise exception '%', private.in_words('This {item} was changed by someone else') using errcode = 'PT409';
      end if;
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
  end if;
  begin
    if write_tool.category_ids is not null and chosen is distinct from private.categories_of(saved_id) then
      delete from public.tool_categories tc where tc.tool_id = saved_id;
      insert into public.tool_categories (tool_id, category_id)
        select saved_id, entry from unnest(chosen) with ordinality as list (entry, place) order by place;
    end if;
  exception
    when foreign_key_violation then
      raise exception 'A chosen category no longer exists'
        using errcode = 'foreign_key_violation', detail = 'tool_categories';
    when others then
      raise exception '%', sqlerrm using errcode = sqlstate, detail = 'tool_categories';
  end;
  return saved_id;
end;
$$;

-- `facts` is an object by column names, and keys of the owner's facts.
create function public.save_tool(
  name text, slug text, short_description text, website_url text, category_ids uuid[] default '{}',
  featured boolean default false, logo text default null, tool_id uuid default null,
  known_updated_at timestamptz default null, new_id uuid default null, facts jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  saved_id uuid;
begin
  perform private.require_current_administrator('save {items}', 'editor');
  perform private.require_texts(facts, 'public.tools');
  saved_id := private.write_tool(
    coalesce(nullif(facts, 'null'), '{}') || jsonb_build_object('name', name, 'slug', slug,
      'short_description', short_description, 'website_url', website_url, 'featured', featured, 'logo', logo),
    coalesce(category_ids, '{}'), tool_id, known_updated_at, new_id);
  perform private.require_current_administrator('save {items}', 'editor');
  return saved_id;
end;
$$;
grant execute on function public.save_tool to authenticated;
-- Redirects from old slugs of tools and categories, however they were changed. A slug that is used again belongs to its
-- new owner: when that one is deleted too, the redirect does not come back.
create table private.slug_redirects (
  -- The table: 'tools' or 'categories'.
  kind text not null,
  slug text not null,
  -- No foreign key: what was deleted is not found.
  target uuid not null,
  primary key (kind, slug)
);

create index slug_redirects_target on private.slug_redirects (target);

comment on table private.slug_redirects is
  'Not notified: it follows from a change of tools or categories, which is notified.';

-- After the statement, in which another row may have taken the slug.
create function private.record_slug_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and not exists (
    select from public.tools t where tg_table_name = 'tools' and t.slug = old.slug
    union all
    select from public.categories c where tg_table_name = 'categories' and c.slug = old.slug
  ) then
    insert into private.slug_redirects (kind, slug, target) values (tg_table_name, old.slug, new.id)
      on conflict (kind, slug) do update set target = excluded.target;
  end if;
  delete from private.slug_redirects r where r.kind = tg_table_name and r.slug = new.slug;
  return null;
end;
$$;

create trigger tools_record_slug_redirect after update of slug on public.tools
  for each row when (old.slug is distinct from new.slug) execute function private.record_slug_redirect();
create trigger categories_record_slug_redirect after insert or update of slug on public.categories
  for each row execute function private.record_slug_redirect();

-- The current slug for a former one, or no row; kind is 'tool' or 'category'.
create function public.find_current_slug(kind text, former_slug text) returns table (slug text)
language sql stable security definer set search_path = ''
as $$
  select t.slug from private.slug_redirects r join public.tools t on t.id = r.target
    where find_current_slug.kind = 'tool' and r.kind = 'tools' and r.slug = former_slug
  union all
  select c.slug from private.slug_redirects r join public.categories c on c.id = r.target
    where find_current_slug.kind = 'category' and r.kind = 'categories' and r.slug = former_slug
$$;
grant execute on function public.find_current_slug to anon, authenticated, service_role;
-- The public bucket for logos, where the database belongs to a Supabase project; elsewhere the app stores the files.
-- Files are public by name; listing them is for who may change the catalogue.
do $$
begin
  if to_regclass('storage.buckets') is null or to_regclass('storage.objects') is null then
    return;
  end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('tool-logos', 'tool-logos', true, 2 * 1024 * 1024, array['image/*'])
    on conflict (id) do nothing;
  create policy tool_logos_select_admin on storage.objects
    for select to authenticated using (bucket_id = 'tool-logos' and (select private.can_edit()));
  create policy tool_logos_insert_admin on storage.objects
    for insert to authenticated with check (bucket_id = 'tool-logos' and (select private.can_edit()));
  create policy tool_logos_delete_admin on storage.objects
    for delete to authenticated using (bucket_id = 'tool-logos' and (select private.can_edit()));
end;
$$;

-- Names this site's folder in a bucket (server/supabase/storage/site-folder.ts). One row, written by the first process that
-- needs it; a moved or restored database keeps it.
create table private.site_folder (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);

-- Facts that an owner adds to tools (docs/decisions/130). The setting `facts` lists what is known of a tool, in order: the
-- six of our own by their key, and others that say what they are. Their values are in tools.own_facts, by key.

-- A name, trimmed and readable.
create function private.is_label(label jsonb, longest integer) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_typeof(label) = 'string' and char_length(label #>> '{}') between 1 and longest
    and label #>> '{}' = private.trim_text(label #>> '{}')
    and label #>> '{}' = private.without_hidden_characters(label #>> '{}', false), false)
$$;

-- One to fifty of {"value": …, "label": …}.
create function private.are_fact_options(options jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(options) is distinct from 'array' then false else
    jsonb_array_length(options) between 1 and 50
    and (select count(distinct entry -> 'value') from jsonb_array_elements(options) entry) = jsonb_array_length(options)
    and not exists (
      select from jsonb_array_elements(options) entry
      where case when jsonb_typeof(entry) <> 'object' then true else
        (select count(*) from jsonb_object_keys(entry)) <> 2
        or coalesce(jsonb_typeof(entry -> 'value') <> 'string' or entry ->> 'value' !~ '^[a-z0-9-]{1,60}$', true)
        or entry ->> 'value' = 'unknown'
        or not private.is_label(entry -> 'label', 60) end)
  end
$$;

-- Whether the setting may hold this fact (shared/own-facts.ts has the same rule).
create function private.is_fact(fact jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- Columns of tools and of files, values of facets, and what every JavaScript object has.
  reserved constant text[] := array['id', 'name', 'slug', 'logo', 'short_description', 'website_url', 'featured', 'category_id',
    'upvote_count', 'created_at', 'updated_at', 'own_facts', 'format', 'kind', 'categories', 'description', 'facts', 'all',
    'unknown', 'constructor'];
  -- Of our own: the kind of their values.
  ours constant text := case fact ->> 'key' when 'pricing' then 'choice' when 'open_source' then 'answer'
    when 'license' then 'line' when 'repository_url' then 'address' when 'platforms' then 'choices'
    when 'long_description' then 'markdown' end;
  is_ours constant boolean := ours is not null;
  kind constant text := coalesce(ours, fact ->> 'kind');
begin
  if jsonb_typeof(fact) <> 'object' or jsonb_typeof(fact -> 'key') is distinct from 'string'
    or fact ->> 'key' !~ '^[a-z][a-z0-9_]{0,39}$' or fact ->> 'key' = any (reserved) then
    return false;
  end if;
  return not exists (
      select from jsonb_each(fact) field
      where not case field.key
        when 'key' then true
        when 'label' then private.is_label(field.value, 60)
        when 'kind' then not is_ours and jsonb_typeof(field.value) = 'string'
          and kind in ('choice', 'choices', 'answer', 'number', 'address', 'line')
        when 'options' then not is_ours and kind in ('choice', 'choices') and private.are_fact_options(field.value)
        when 'unit' then kind = 'number' and private.is_label(field.value, 20)
        when 'filters' then jsonb_typeof(field.value) = 'boolean' and kind in ('choice', 'choices', 'answer')
        when 'compares' then jsonb_typeof(field.value) = 'boolean' and not (is_ours and kind in ('address', 'markdown'))
        when 'on_card' then jsonb_typeof(field.value) = 'boolean' and kind not in ('address', 'markdown')
        when 'schema_org' then not is_ours and jsonb_typeof(field.value) = 'string'
          and field.value #>> '{}' ~ '^[a-z][A-Za-z0-9]{1,49}$'
        else false end)
    and (is_ours or fact ?& array['label', 'kind'] and (kind in ('choice', 'choices')) = (fact ? 'options'));
end;
$$;

-- The facts an owner added, by key.
create function private.own_facts() returns table (key text, fact jsonb)
language sql stable set search_path = ''
as $$
  select entry ->> 'key', entry from jsonb_array_elements(private.setting('facts')::jsonb) entry where entry ? 'kind'
$$;

-- A value of such a fact as it is stored, null where it is unknown. Raises, naming the fact, what breaks its rule.
create function private.check_own_fact(fact jsonb, given jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  label constant text := fact ->> 'label';
  kind constant text := fact ->> 'kind';
  -- One text, trimmed.
  word constant text := case when jsonb_typeof(given) = 'string' then private.trim_text(given #>> '{}') end;
  known constant text[] := array(select entry ->> 'value' from jsonb_array_elements(fact -> 'options') entry);
begin
  if jsonb_typeof(given) = 'null' or word = '' or given = '[]' then
    return null;
  elsif kind = 'choice' then
    if word = any (known) then
      return to_jsonb(word);
    end if;
  elsif kind = 'choices' then
    if jsonb_typeof(given) = 'array' and not exists (
      select from jsonb_array_elements(given) entry
      where jsonb_typeof(entry) <> 'string' or (entry #>> '{}' = any (known)) is not true) then
      return (select jsonb_agg(value order by place) from unnest(known) with ordinality list (value, place) where given ? value);
    end if;
  elsif kind = 'answer' then
    if jsonb_typeof(given) = 'boolean' then
      return given;
    end if;
  elsif kind = 'number' then
    if jsonb_typeof(given) = 'number' then
      if abs(given::numeric) > 1e15 or round(given::numeric, 6) <> given::numeric then
        raise exception '% must be at most 1,000,000,000,000,000, with at most six decimals', label using errcode = 'check_violation';
      end if;
      return to_jsonb(trim_scale(given::numeric));
    end if;
  elsif kind = 'address' then
    if private.is_link(word, false) then
      return to_jsonb(word);
    end if;
  elsif word is not null then
    if char_length(word) > 200 then
      raise exception '% must be 200 characters or less', label using errcode = 'check_violation';
    end if;
    perform private.is_readable(label, word, false);
    return to_jsonb(word);
  end if;
  raise exception '% must be %', label, case kind when 'choice' then 'one of ' || array_to_string(known, ', ')
    when 'choices' then 'a list of ' || array_to_string(known, ', ') when 'answer' then 'true or false'
    when 'number' then 'a number' when 'address' then 'a valid URL' else 'a text' end using errcode = 'check_violation';
end;
$$;

-- Own facts as they are stored. What does not change is kept as it is: also values of facts, or choices, that the setting
-- no longer has, which return with it.
create function private.check_own_facts(given jsonb, before jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  changed record;
  kept jsonb := '{}';
begin
  if jsonb_typeof(given) is distinct from 'object' then
    raise exception 'Own facts must be an object' using errcode = 'check_violation';
  end if;
  for changed in
    select entry.key, entry.value, own.fact, entry.value = before -> entry.key as is_same
    from jsonb_each(given) entry left join private.own_facts() own on own.key = entry.key
  loop
    if changed.is_same then
      kept := kept || jsonb_build_object(changed.key, changed.value);
    elsif changed.fact is not null then
      kept := kept || jsonb_build_object(changed.key, private.check_own_fact(changed.fact, changed.value));
    elsif jsonb_typeof(changed.value) <> 'null' then
      raise exception 'There is no fact %', changed.key using errcode = 'check_violation';
    end if;
  end loop;
  return jsonb_strip_nulls(kept);
end;
$$;

-- Of the facts that a client saves those of the owner's, merged with the stored ones: a missing key keeps, null removes.
create function private.merge_own_facts(stored jsonb, facts jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(stored, '{}') || coalesce(
    (select jsonb_object_agg(own.key, facts -> own.key) from private.own_facts() own where facts ? own.key), '{}')
$$;
-- Whether the websites of tools answer (docs/decisions/191). One row a tool while the owner has links checked, in a table
-- of its own: a check writes nothing of the tool. With another address it begins anew.
create table public.link_checks (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  -- unchecked · ok · moved: it says that it is elsewhere for good · slow · refused: it answers, but not to us, or may not be
  -- asked · dead.
  state text not null default 'unchecked',
  -- Why it is refused or dead: the status of its answer, or what was in the way (Obstacle in server/host/fetch).
  reason text,
  -- Where it has moved.
  leads_to text,
  took_ms integer,
  checked_at timestamptz,
  -- On how many days in a row it was dead.
  failed_days smallint not null default 0,
  -- When it is checked next; -infinity: an editor waits for it.
  next_at timestamptz not null default now(),
  -- What visitors see: the month of the last check, so that a page is made anew by one check of a month at most.
  checked_in date generated always as (date_trunc('month', checked_at at time zone 'UTC')::date) stored,
  is_dead boolean not null generated always as (state = 'dead' and failed_days >= 3) stored,
  constraint link_checks_state_known check (state in ('unchecked', 'ok', 'moved', 'slow', 'refused', 'dead')),
  constraint link_checks_reason_short check (reason ~ '^([a-z_]{1,40}|[1-9][0-9]{2})$'),
  constraint link_checks_leads_to_valid check (private.is_link(leads_to, false))
);

create index link_checks_next on public.link_checks (next_at);
create index link_checks_found on public.link_checks (state, tool_id) where state not in ('unchecked', 'ok');

alter table public.link_checks enable row level security;
grant select (tool_id, checked_in, is_dead) on public.link_checks to anon, authenticated;
grant select on public.link_checks to service_role;
comment on table public.link_checks is 'Not notified as a whole: note_link_checks tells of which tools visitors see something new.';

create policy link_checks_select_public on public.link_checks
  for select to anon, authenticated using (true);

-- Every minute: new tools are due, some at a time so that writes do not wait long, and what is due is checked.
create function private.queue_link_checks() returns void
language plpgsql set search_path = ''
as $$
begin
  if private.setting('link_checks') = 'weekly' then
    perform private.lock_partition('catalogue', false);
  end if;
  -- Asked again: it may have been switched off while this waited.
  if private.setting('link_checks') <> 'weekly' then
    return;
  end if;
  insert into public.link_checks (tool_id)
    select t.id from public.tools t where not exists (select from public.link_checks c where c.tool_id = t.id)
    order by t.id limit 5000
    on conflict (tool_id) do nothing;
  if exists (select from public.link_checks c where c.next_at <= now()) then
    perform private.queue_due('links', 'websites that are due');
  end if;
end;
$$;

-- For the queue: what is due, the longest due first.
create function private.links_to_check(most integer) returns table (tool_id uuid, url text)
language sql stable set search_path = ''
as $$
  select c.tool_id, t.website_url
  from public.link_checks c join public.tools t on t.id = c.tool_id
  where c.next_at <= now() order by c.next_at limit most
$$;

-- For the queue: what came of it, [{tool_id, url, state, reason, leads_to, took_ms}]. What has another address by now, or is
-- just being deleted or given one, is left out. What is dead is checked again a day later, all else in a week.
create function private.note_link_checks(results jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  seen_anew uuid;
begin
  for seen_anew in with held as materialized (
    select c.tool_id, c.checked_in, c.is_dead, case
        when g.state <> 'dead' then 0
        when c.state = 'dead' and c.checked_at at time zone 'UTC' >= date_trunc('day', now() at time zone 'UTC')
          then c.failed_days
        else least(c.failed_days + 1, 999) end as failed_days,
      g.state, g.reason, g.took_ms, case when private.is_link(g.leads_to, false) then g.leads_to end as leads_to
    from jsonb_to_recordset(results)
      g (tool_id uuid, url text, state text, reason text, leads_to text, took_ms integer)
    join public.tools t on t.id = g.tool_id and t.website_url = g.url
    join public.link_checks c on c.tool_id = g.tool_id
    order by c.tool_id for update of c skip locked
  ), noted as (
    update public.link_checks c
      set state = h.state, reason = h.reason, leads_to = h.leads_to, took_ms = h.took_ms, failed_days = h.failed_days,
        checked_at = now(), next_at = now() + case when h.state = 'dead' then interval '1 day' else interval '7 days' end
      from held h where c.tool_id = h.tool_id
      returning c.tool_id, (c.checked_in, c.is_dead) is distinct from (h.checked_in, h.is_dead) as is_new
  )
  select n.tool_id from noted n where n.is_new
  loop
    perform pg_notify('plaudit_changes', 'link_checks#' || seen_anew);
  end loop;
end;
$$;
-- What editors see of the checks of links, and how they mend what was found.

-- How many there are of each kind, and how far the checks are.
create function public.get_link_status() returns table (
  is_on boolean, dead integer, moved integer, slow integer, refused integer, due integer, tools integer,
  last_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see checks of links', 'editor');
  return query
    select private.setting('link_checks') = 'weekly', count(*) filter (where c.state = 'dead')::integer,
      count(*) filter (where c.state = 'moved')::integer, count(*) filter (where c.state = 'slow')::integer,
      count(*) filter (where c.state = 'refused')::integer, count(*) filter (where c.next_at <= now())::integer,
      count(*)::integer, max(c.checked_at)
    from public.link_checks c;
end;
$$;
comment on function public.get_link_status is 'Nullable: last_at.';

-- One page of those in a state, by name. A page after the last one is the last one.
create function public.list_link_checks(state text default 'dead', page integer default 1, page_size integer default 25)
returns table (
  id uuid, name text, logo text, website_url text, reason text, leads_to text, took_ms integer, failed_days integer,
  is_dead boolean, checked_at timestamptz, is_due boolean, total integer
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  amount integer;
begin
  perform private.require_administrator('see checks of links', 'editor');
  if list_link_checks.state not in ('dead', 'moved', 'slow', 'refused') then
    raise exception 'Links are dead, moved, slow or refused' using errcode = 'invalid_parameter_value';
  end if;
  amount := (select count(*) from public.link_checks c where c.state = list_link_checks.state);
  return query
    select t.id, t.name, t.logo, t.website_url, c.reason, c.leads_to, c.took_ms, c.failed_days::integer, c.is_dead,
      c.checked_at, c.next_at <= now(), amount
    from public.link_checks c join public.tools t on t.id = c.tool_id
    where c.state = list_link_checks.state
    order by t.name, t.id
    limit size offset least(greatest(coalesce(list_link_checks.page, 1), 1) - 1, greatest(amount - 1, 0) / size) * size;
end;
$$;
comment on function public.list_link_checks is 'Nullable: logo, reason, leads_to, took_ms.';

-- Has these checked before all others. Returns how many there are.
create function public.check_links_again(tool_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  asked integer;
begin
  perform private.require_current_administrator('check links', 'editor');
  if cardinality(tool_ids) > 100 then
    raise exception 'At most 100 links can be checked at once' using errcode = 'invalid_parameter_value';
  end if;
  -- No tool is deleted meanwhile, which would delete these rows in another order.
  perform private.lock_partition('catalogue', false);
  perform from public.link_checks c where c.tool_id in (select unnest(tool_ids)) order by c.tool_id for update;
  update public.link_checks c set next_at = '-infinity' where c.tool_id in (select unnest(tool_ids));
  get diagnostics asked = row_count;
  if asked > 0 then
    perform private.queue_due('links', 'websites that are due');
  end if;
  perform private.require_current_administrator('check links', 'editor');
  return asked;
end;
$$;

-- Gives tools other addresses, [{"tool_id": …, "from": …, "to": …}], as saving them would; with the sides exchanged it takes
-- that back. Returns for each whether it was done, or why not: changed (its address is another one by now), taken (another
-- tool is there) or gone.
create function public.replace_addresses(changes jsonb) returns table (tool_id uuid, outcome text)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('save {items}', 'editor');
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) > 100 then
    raise exception 'A list of at most 100 changes is needed' using errcode = 'invalid_parameter_value';
  elsif exists (
    select from jsonb_array_elements(changes) entry
    where jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'tool_id') is distinct from 'string'
      or jsonb_typeof(entry -> 'from') is distinct from 'string' or jsonb_typeof(entry -> 'to') is distinct from 'string')
  then
    raise exception 'A change has the texts tool_id, from and to' using errcode = 'invalid_parameter_value';
  end if;
  -- Before the statement that compares the addresses.
  perform private.lock_partition('catalogue', true);
  return query
    with wanted as (
      select distinct on (g.tool_id) g.tool_id, g."from", private.trim_text(g."to") as url,
        private.address_key(g."to") as place
      from jsonb_to_recordset(changes) g (tool_id uuid, "from" text, "to" text)
      order by g.tool_id
    ), judged as (
      select w.tool_id, w.url, case
          when t.id is null then 'gone'
          when t.website_url <> w."from" then 'changed'
          when row_number() over (partition by w.place order by w.tool_id) > 1 or exists (
            select from public.tools o where private.address_key(o.website_url) = w.place and o.id <> w.tool_id) then 'taken'
          else 'done' end as outcome
      from wanted w left join public.tools t on t.id = w.tool_id
    ), saved as (
      update public.tools t set website_url = j.url from judged j where j.outcome = 'done' and t.id = j.tool_id
    )
    select j.tool_id, j.outcome from judged j;
  perform private.require_current_administrator('save {items}', 'editor');
end;
$$;
grant execute on function public.get_link_status, public.list_link_checks, public.check_links_again, public.replace_addresses
  to authenticated;
-- The states of a recommendation that was decided. Without their own search path the functions can be inlined.
create function private.decided_states() returns text[]
language sql immutable parallel safe
return array['approved', 'rejected'];

create function private.is_decided(status text) returns boolean
language sql immutable parallel safe
return status = any (private.decided_states());
-- Constraints are checked as the one who writes.
grant execute on function private.decided_states(), private.is_decided(text) to authenticated, service_role;

-- Whether a decision hides what it is about, and takes it out of every count.
create function private.takes_down(status text) returns boolean
language sql immutable parallel safe
return status = 'rejected';

-- A recommendation: one per member and tool, with a written reason.
--
-- Its triggers in firing order, which is that of their names (in brackets the file, where it is another):
--   before the statement  lock_partitions (locks), which also refuses ended sessions; refuse_truncate (every_table)
--   before a row          insert: a_limit (rate_limits), check
--                         update: a_unseen (conflicts), check, check_decision (decisions)
--                         delete: a_unseen, remove (removed_upvotes)
--   after a row           insert: restore_removed (removed_upvotes)
--                         update: audit (audit_log), follow_edit (edits), record_decision (decisions); delete: audit
--   after the statement   each: follow (follow_writes)
--                         update, delete: write_notices (decision_notices)
create table public.tool_upvotes (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  is_flagged boolean not null default false,
  flag_status text,
  flag_count integer not null default 0,
  -- When a moderator last decided.
  decided_at timestamptz,
  -- Hidden because its author is suspended, or it is set aside (merged_from): in no list and no count. Its own status is
  -- untouched, so lifting the suspension restores it.
  is_withheld boolean not null default false,
  -- Grows with every report, appeal and decision, so that a decision can name what its moderator saw.
  moderation_version integer not null default 0,
  -- The newest report or appeal.
  activity_at timestamptz,
  -- How much it counts in orders and search (docs/ranking.md): see private.vote_weight. 0: set aside by a moderator.
  weight double precision not null default 1,
  -- When its author first recommended the tool, if they withdrew it and wrote it again: its age in 'Trending'.
  first_at timestamptz,
  -- When its author last changed it (private.former_texts).
  edited_at timestamptz,
  -- Who says so: the author's occupation, and how long they have used it.
  author_role text,
  used_for text,
  -- How many members found it helpful (private.helpful_marks). It orders a tool's recommendations.
  helpful_count integer not null default 0,
  -- The tool it was about, if that was merged into one its author recommends too (public.merge_tools): set aside, as if
  -- withheld, and shown to its author.
  merged_from uuid,
  -- Of one tool, a member has one that is not set aside.
  constraint tool_upvotes_tool_id_user_id_key unique nulls not distinct (tool_id, user_id, merged_from),
  -- char_length counts code points; the trigger has trimmed.
  constraint tool_upvotes_reason_length check (char_length(reason) between 1 and 200),
  constraint tool_upvotes_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint tool_upvotes_author_role_length check (char_length(author_role) between 1 and 40),
  constraint tool_upvotes_author_role_shown check (private.is_readable('Role', author_role, false)),
  constraint tool_upvotes_used_for_known check (used_for in ('month', 'year', 'years')),
  constraint tool_upvotes_helpful_count_positive check (helpful_count >= 0),
  constraint tool_upvotes_flag_status_known check (flag_status = 'pending' or private.is_decided(flag_status)),
  constraint tool_upvotes_flag_status_flagged check (is_flagged = (flag_status is not null)),
  constraint tool_upvotes_flag_count_positive check (flag_count >= 0)
);

create index tool_upvotes_tool_newest on public.tool_upvotes (tool_id, created_at desc, id desc);
create index tool_upvotes_user_newest on public.tool_upvotes (user_id, created_at desc, id desc);
-- The rest of a tool's recommendations follows in the order of tool_newest.
create index tool_upvotes_tool_helpful on public.tool_upvotes (tool_id, helpful_count desc, created_at desc, id desc)
  where helpful_count > 0;
-- For clients that read what was reported by flag_count.
create index tool_upvotes_flagged on public.tool_upvotes (created_at desc) where flag_count > 0;
-- Those whose weight may rise, and bursts of new members.
create index tool_upvotes_light on public.tool_upvotes (coalesce(edited_at, created_at)) where weight < 1;
-- The administrators' queue, and how many there are of each state.
create index tool_upvotes_moderated on public.tool_upvotes (activity_at desc, id desc) include (flag_status) where is_flagged;
-- The cases of one tool.
create index tool_upvotes_tool_flagged on public.tool_upvotes (tool_id) where is_flagged;

alter table public.tool_upvotes enable row level security;
grant select on public.tool_upvotes to anon, authenticated;
grant insert (tool_id, user_id, reason, author_role, used_for), update (flag_status), delete on public.tool_upvotes to authenticated;
grant select, insert, update, delete on public.tool_upvotes to service_role;

create policy tool_upvotes_insert_own on public.tool_upvotes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy tool_upvotes_update_admin on public.tool_upvotes
  for update to authenticated using ((select private.can_moderate())) with check ((select private.can_moderate()));
create policy tool_upvotes_select_visitor on public.tool_upvotes
  for select to anon
  using (not is_withheld and (not is_flagged or flag_status = 'approved'));
create policy tool_upvotes_select_member on public.tool_upvotes
  for select to authenticated
  using ((select public.require_open_account()) and (not is_withheld and (not is_flagged or flag_status = 'approved')
    or user_id = (select auth.uid()) or (select private.can_moderate())));
create policy tool_upvotes_delete_own_or_admin on public.tool_upvotes
  for delete to authenticated using (user_id = (select auth.uid()) or (select private.can_moderate()));

-- Whether visitors are shown it, and whether it counts: reported ones count until a decision takes them down. Their bodies are
-- parsed at creation: without their own search path they can be inlined.
create function private.is_shown(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return (not upvote.is_flagged or upvote.flag_status is not distinct from 'approved') and not upvote.is_withheld;

create function private.is_counted(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return private.takes_down(upvote.flag_status) is not true and not upvote.is_withheld;

-- Whether it is reported and shown nevertheless until a moderator decides, because too few members agree. It has the status
-- 'approved' without a decision: shown, and in the queue.
create function private.is_waiting(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return upvote.flag_status is not distinct from 'approved' and upvote.decided_at is null;

-- Not for one that an undo restores: only that has a version.
create trigger tool_upvotes_a_limit before insert on public.tool_upvotes
  for each row when (new.moderation_version = 0)
  execute function private.limit_writes('You can recommend at most %s {items} a day', '30', '10');

-- The upvotes of a member, written or edited in the last 30 days, that have one of these texts. Upper and lower case,
-- accents, white space and punctuation make no difference.
create function private.find_equal_texts(member_id uuid, reasons text[]) returns setof public.tool_upvotes
language sql stable set search_path = ''
as $$
  select v.* from public.tool_upvotes v
  where v.user_id = member_id and v.merged_from is null
    and coalesce(v.edited_at, v.created_at) > now() - interval '30 days'
    and private.squeeze(v.reason) in (select private.squeeze(reason) from unnest(reasons) reason)
    and private.squeeze(v.reason) <> ''
$$;

-- Locks in the order of docs/decisions/050. An upvote that was in progress when its author was suspended waits for the
-- profile. What a report or a moderator hid is hidden again when its author writes it again (docs/decisions/023); a
-- moderator's deletion can then no longer be undone.
create function private.check_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_own boolean := new.user_id is not distinct from (select auth.uid());
  removed record;
  joined_at timestamptz;
begin
  new.reason := private.trim_text(new.reason);
  new.author_role := nullif(private.trim_text(new.author_role), '');
  if tg_op = 'UPDATE' then
    return new;
  elsif is_own then
    -- What report_equal_texts may change.
    perform from public.tool_upvotes v
      where v.id in (select e.id from private.find_equal_texts(new.user_id, array[new.reason]) e)
      order by v.id for update;
  end if;
  -- Not yet for an update: of several rows the tools are locked by id, after the statement.
  perform from public.tools t where t.id = new.tool_id for key share;
  if not found then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  select p.created_at into joined_at from public.profiles p where p.id = new.user_id for key share;
  if is_own and (not found or private.is_suspended(new.user_id)) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  select r.upvote_id, r.is_withdrawn, r.flag_status into removed
    from private.removed_upvotes r
    where r.tool_id = new.tool_id and r.user_id = new.user_id and r.merged_from is not distinct from new.merged_from for update;
  if removed.upvote_id = new.id then
    new.is_withheld := new.merged_from is not null or exists (
      select from private.suspensions s where s.user_id = new.user_id and s.lifted_at is null and s.hides_upvotes);
  elsif not removed.is_withdrawn then
    delete from private.removed_upvotes r where r.upvote_id = removed.upvote_id;
  elsif private.takes_down(removed.flag_status) then
    new.is_flagged := true;
    new.flag_status := removed.flag_status;
    new.activity_at := now();
  end if;
  new.weight := case
    when exists (select from private.voided_upvotes d where d.tool_id = new.tool_id and d.user_id = new.user_id) then 0
    else private.vote_weight(joined_at, private.count_recommended(new.user_id, new.tool_id) + 1,
      private.setting('vote_weights'))
  end;
  new.first_at := (
    select d.first_at from private.upvote_dates d
    where d.tool_id = new.tool_id and d.user_id = new.user_id and d.first_at < new.created_at);
  return new;
end;
$$;

create trigger tool_upvotes_check before insert or update of reason, author_role on public.tool_upvotes
  for each row execute function private.check_upvote();

create trigger tool_upvotes_lock_partitions before insert or update or delete on public.tool_upvotes
  for each statement execute function private.lock_partitions('recommendations', 'shared');
-- A report of a recommendation: one per member and recommendation, visible to its reporter and the administrators. When
-- the reporter's account is deleted it stays as the reason of a decision, without the reporter. An automatic one has no
-- reporter (see report_equal_texts).
create table public.upvote_flags (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  reason text not null,
  flagged_by uuid references public.profiles (id) on delete set null,
  status text not null default 'pending',
  flagged_at timestamptz not null default now(),
  resolved_at timestamptz,
  is_automatic boolean not null default false,
  -- How much it counts towards hiding the recommendation: see private.check_flag.
  weight double precision not null default 1,
  -- Which of private.moderation_decisions decided it.
  decision_id bigint,
  constraint upvote_flags_upvote_id_flagged_by_key unique (upvote_id, flagged_by),
  constraint upvote_flags_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_flags_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint upvote_flags_status_known check (status = 'pending' or private.is_decided(status)),
  constraint upvote_flags_resolved_once_decided check ((status = 'pending') = (resolved_at is null)),
  constraint upvote_flags_nobodys_once_decided check (flagged_by is not null or is_automatic or status <> 'pending')
);

create index upvote_flags_pending on public.upvote_flags (flagged_at desc, id desc) include (upvote_id)
  where status = 'pending';

-- Also serves the foreign key.
create index upvote_flags_reporter_newest on public.upvote_flags (flagged_by, flagged_at desc);

alter table public.upvote_flags enable row level security;
grant select on public.upvote_flags to authenticated;
grant insert (upvote_id, reason, flagged_by), update (status, resolved_at) on public.upvote_flags to authenticated;
grant select, insert, update, delete on public.upvote_flags to service_role;

create policy upvote_flags_insert_own on public.upvote_flags
  for insert to authenticated with check (flagged_by = (select auth.uid()));
create policy upvote_flags_update_admin on public.upvote_flags
  for update to authenticated using ((select private.can_moderate())) with check ((select private.can_moderate()));
create policy upvote_flags_select_own_or_admin on public.upvote_flags
  for select to authenticated
  using ((select public.require_open_account()) and (flagged_by = (select auth.uid()) or (select private.can_moderate())));

-- Whether most of a member's last ten decided reports were unfounded; of at least three.
create function private.is_doubted(member_id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) >= 3 and count(*) filter (where last.status = 'approved') * 2 > count(*)
    from (
      select decided.status from (
        select f.status, f.resolved_at from public.upvote_flags f where f.flagged_by = member_id and f.status <> 'pending'
        union all
        select c.outcome, c.closed_at from private.closed_reports c where c.reported_by = member_id and c.outcome <> 'withdrawn'
      ) decided
      order by decided.resolved_at desc limit 10
    ) last);
end;
$$;

-- A recommendation that the reporter cannot see is reported as not found, so that the answer does not reveal that it is
-- hidden. Concurrent deletions raise readable errors instead of foreign key violations.
--
-- Of members in their first week, and of those whose reports were mostly unfounded, only a few reports a day hide a
-- recommendation alone: three of one member, ten of a network. The others count half, so that they wait for a moderator or
-- for somebody else who agrees, and nothing if their network reported it already (docs/decisions/151). Counted while
-- limit_writes holds the counts of member and network.
create function private.check_flag() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  reported record;
  me uuid := (select auth.uid());
  network text := private.request_network();
  is_first boolean;
begin
  new.reason := private.trim_text(new.reason);
  if me is not null and auth.role() is not distinct from 'authenticated' and not private.can_moderate() then
    is_first := network is null or private.count_write('agreeing:' || new.upvote_id || ':' || network) = 1;
    if (private.is_doubted(me)
        or exists (select from public.profiles p where p.id = me and p.created_at > now() - interval '7 days'))
      and (private.count_write('hiding:' || me) > 3
        or network is not null and private.count_write('hiding:' || network) > 10) then
      new.weight := case when is_first then 0.5 else 0 end;
    end if;
  end if;
  -- Locked to serialise reports and decisions about one recommendation.
  select v.tool_id, v.user_id, v.flag_status, v.is_withheld into reported
    from public.tool_upvotes v where v.id = new.upvote_id for no key update;
  perform from public.tools t where t.id = reported.tool_id for no key update;
  -- Never by flagged_by alone: a stranger could find out who wrote a hidden one.
  if reported.user_id = coalesce(me, new.flagged_by) then
    raise exception 'You cannot flag your own recommendation' using errcode = 'insufficient_privilege';
  elsif reported.user_id is null
    or (me is not null and not private.can_moderate() and (reported.is_withheld or reported.flag_status <> 'approved')
      and not exists (select from public.upvote_flags f where f.upvote_id = new.upvote_id and f.flagged_by = me)) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif private.takes_down(reported.flag_status) then
    -- It is hidden already, and a new report must not undo the decision.
    raise exception 'This recommendation is hidden already' using errcode = 'insufficient_privilege';
  end if;
  perform from public.profiles p where p.id = new.flagged_by for key share;
  if not found and new.flagged_by = me then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  return new;
end;
$$;

create trigger upvote_flags_check before insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.check_flag();

-- An automatic report hides its recommendation until a moderator decides, others as soon as they are as many as the setting
-- says; unless one has approved it before: then it stays visible, and its pending report returns it to the queue. Reports that
-- an undo restores change nothing about it.
create function private.flag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.removed_upvotes r where r.upvote_id = new.upvote_id) then
    return null;
  end if;
  update public.tool_upvotes v set flag_count = flag_count + 1, moderation_version = moderation_version + 1,
      activity_at = greatest(activity_at, new.flagged_at), is_flagged = true,
      flag_status = case when v.flag_status is not null and not private.is_waiting(v) then v.flag_status
        when (
          select bool_or(f.is_automatic) or sum(f.weight) >= private.setting('reports_to_hide')::integer
          from public.upvote_flags f where f.upvote_id = v.id and f.status = 'pending') then 'pending' else 'approved' end
    where v.id = new.upvote_id;
  return null;
end;
$$;

create trigger upvote_flags_flag_upvote after insert on public.upvote_flags
  for each row execute function private.flag_upvote();

-- A recommendation becomes visible again with its last undecided report, and leaves the queue.
create function private.recount_reports(upvote_id uuid) returns void
language sql set search_path = ''
as $$
  update public.tool_upvotes v set moderation_version = v.moderation_version + 1, flag_count = r.reports,
      is_flagged = v.is_flagged and (r.undecided > 0 or v.flag_status <> 'pending' and not private.is_waiting(v)),
      flag_status = case when r.undecided > 0 or v.flag_status <> 'pending' and not private.is_waiting(v)
        then v.flag_status end
    from (
      select count(*) as reports, count(*) filter (where f.status = 'pending') as undecided
      from public.upvote_flags f where f.upvote_id = recount_reports.upvote_id
    ) r
    where v.id = recount_reports.upvote_id
$$;

-- Undecided reports are deleted with their reporter's account. Not if the author is deleted by the same statement,
-- because the foreign key would fail.
create function private.unflag_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.tool_upvotes v join public.profiles p on p.id = v.user_id where v.id = old.upvote_id) then
    perform private.recount_reports(old.upvote_id);
  end if;
  return null;
end;
$$;

create trigger upvote_flags_unflag_upvote after delete on public.upvote_flags
  for each row execute function private.unflag_upvote();

-- So that one member cannot hide a whole catalogue before a moderator looks.
create trigger upvote_flags_a_limit before insert on public.upvote_flags
  for each row when (pg_trigger_depth() = 0)
  execute function private.limit_writes('You can report at most %s recommendations a day', '20', '20');

-- The same text of one member on three tools looks like advertising: it is reported automatically wherever no moderator has
-- decided about it yet. limit_writes serialises the upvotes of one member. Called by triggers only.
create function private.report_equal_texts(me uuid, reasons text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.tools t
    where t.id in (select v.tool_id from private.find_equal_texts(me, reasons) v) order by t.id for no key update;
  insert into public.upvote_flags (upvote_id, reason, is_automatic)
    select v.id, private.in_words(format('The same text on %s {items}', v.tools)), true
    from (
      select e.*, count(*) over (partition by private.squeeze(e.reason)) as tools
      from private.find_equal_texts(me, reasons) e
    ) v
    where v.tools >= 3 and (v.flag_status is null or v.flag_status = 'pending'
        or v.flag_status = 'approved' and v.decided_at is null)
      and not exists (select from public.upvote_flags f where f.upvote_id = v.id and f.is_automatic)
    order by v.id;
end;
$$;

create trigger upvote_flags_lock_partitions before insert on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'shared');

-- Updating reports directly locks them before their upvotes.
create trigger upvote_flags_lock_recommendations before update or delete on public.upvote_flags
  for each statement execute function private.lock_partitions('recommendations', 'alone');
-- The author's appeal against a rejection, or against not being counted: one per recommendation, but one against not being
-- counted that was answered makes room for one against a rejection. It returns the recommendation to the administrators'
-- queue, or to the alerts; it stays hidden, or not counted, until they decide. Visible to its author and the administrators.
create table public.upvote_appeals (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  -- 'rejected' or 'uncounted': what stood when it was sent. A rejection that comes later is none of it.
  about text not null default 'rejected',
  reason text,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint upvote_appeals_upvote_id_key unique (upvote_id),
  constraint upvote_appeals_about_known check (about in ('rejected', 'uncounted')),
  constraint upvote_appeals_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_appeals_reason_shown check (private.is_readable('Appeal', reason, true)),
  constraint upvote_appeals_status_known check (status in ('pending', 'withdrawn') or private.is_decided(status)),
  -- 'withdrawn' marks the one appeal as used on a recommendation its author deleted and wrote again.
  constraint upvote_appeals_reason_given check ((reason is null) = (status = 'withdrawn')),
  constraint upvote_appeals_resolved_once_decided check ((status = 'pending') = (resolved_at is null))
);

create index upvote_appeals_pending on public.upvote_appeals (upvote_id) where status = 'pending';

alter table public.upvote_appeals enable row level security;
grant select on public.upvote_appeals to authenticated, service_role;
grant insert (upvote_id, reason) on public.upvote_appeals to authenticated;

create policy upvote_appeals_insert_own on public.upvote_appeals
  for insert to authenticated with check (
    exists (select from public.tool_upvotes v where v.id = upvote_id and v.user_id = (select auth.uid()))
  );
-- Suspended members read neither their appeals nor their reports.
create policy upvote_appeals_select_own_or_admin on public.upvote_appeals
  for select to authenticated
  using ((select public.require_open_account()) and ((select private.can_moderate()) or exists (
    select from public.tool_upvotes v where v.id = upvote_id and v.user_id = (select auth.uid()))));

-- Appeals against a rejection that wait; those against not being counted are among the alerts.
create view private.waiting_appeals with (security_invoker = true) as
select a.upvote_id, a.created_at from public.upvote_appeals a where a.status = 'pending' and a.about = 'rejected';

-- Returns the recommendation to the queue. The update also serialises reports, appeals and decisions about it.
create function private.check_appeal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  weight double precision;
begin
  new.reason := private.trim_text(new.reason);
  update public.tool_upvotes v set moderation_version = v.moderation_version + 1, activity_at = new.created_at
    where v.id = new.upvote_id and v.user_id = (select auth.uid())
    returning case when private.takes_down(v.flag_status) then 'rejected' else 'uncounted' end, v.weight
    into new.about, weight;
  -- The same error whether it is somebody else's or does not exist, so that the answer reveals neither.
  if not found then
    raise exception 'Only its author may appeal for a recommendation' using errcode = 'insufficient_privilege';
  elsif new.about = 'uncounted' and weight > 0 then
    raise exception 'Only what a moderator has hidden can be appealed' using errcode = 'check_violation';
  elsif new.about = 'rejected' then
    -- Who was answered about not being counted may still appeal against the rejection.
    delete from public.upvote_appeals a
      where a.upvote_id = new.upvote_id and a.about = 'uncounted' and a.status <> 'pending';
  end if;
  return new;
end;
$$;

create trigger upvote_appeals_a_limit before insert on public.upvote_appeals
  for each row when (pg_trigger_depth() = 0)
  execute function private.limit_writes('You can appeal at most %s decisions a day', '20', '20');

-- For members' appeals, not for those a trigger inserts.
create trigger upvote_appeals_check before insert on public.upvote_appeals
  for each row when (pg_trigger_depth() = 0) execute function private.check_appeal();

create trigger upvote_appeals_lock_partitions before insert or update or delete on public.upvote_appeals
  for each statement execute function private.lock_partitions('recommendations', 'shared');
-- Removed upvotes, until the author writes the upvote again, or the tool, the author or the administrator who deleted it
-- is deleted. One that its author withdrew while it was hidden: deleting a recommendation and writing it again must not
-- undo what reports and moderators did (section 4); its text is not kept. One that an administrator deleted, in the
-- queue or by a plain DELETE: everything needed to undo the deletion, for five minutes. An administrator who deletes
-- their own in the queue does both. Its reports are in private.closed_reports, its decisions stay where they are and name
-- this (`kept_for`): written again, whoever rejected it still leaves the appeal to others.
create table private.removed_upvotes (
  upvote_id uuid primary key,
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text,
  created_at timestamptz not null,
  flag_status text,
  decided_at timestamptz,
  moderation_version integer not null,
  activity_at timestamptz,
  appeal_id uuid,
  appeal_about text,
  appeal_reason text,
  appeal_status text,
  appealed_at timestamptz,
  appeal_resolved_at timestamptz,
  edited_at timestamptz,
  author_role text,
  used_for text,
  merged_from uuid,
  removed_at timestamptz not null default now(),
  is_withdrawn boolean not null,
  -- Which administrator deleted it, and the id to undo it by, from the same sequence as other decisions.
  deleted_by uuid references auth.users (id) on delete cascade,
  decision_id bigint,
  -- Why, if they said so.
  decision_reason text,
  -- As of the recommendations themselves.
  constraint removed_upvotes_tool_id_user_id_key unique nulls not distinct (tool_id, user_id, merged_from),
  constraint removed_upvotes_decision_id_key unique (decision_id),
  constraint removed_upvotes_decision_by_somebody check ((deleted_by is null) = (decision_id is null))
);

create index removed_upvotes_user_id on private.removed_upvotes (user_id);
create index removed_upvotes_deleted_by on private.removed_upvotes (deleted_by);

-- Every decision about a recommendation, with the previous state: a second moderator is shown the first decision, and
-- the administrator who decided can undo it. Reporter and author cannot see who decided.
create table private.moderation_decisions (
  id bigint generated always as identity primary key,
  -- Null while the recommendation is removed and can be restored.
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  decision text not null check (private.is_decided(decision)),
  decided_by uuid references auth.users (id) on delete set null,
  decided_at timestamptz not null,
  previous_status text,
  previous_decided_at timestamptz,
  undone_at timestamptz,
  -- Its reports have its id.
  decides_appeal boolean not null default false,
  -- The removed recommendation it belongs to.
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  -- Why, if the moderator said so. Its author is told.
  reason text,
  constraint moderation_decisions_reason_length check (char_length(reason) between 1 and 300),
  constraint moderation_decisions_reason_shown check (private.is_readable('Reason', reason, true))
);

create index moderation_decisions_decided_by on private.moderation_decisions (decided_by);
create index moderation_decisions_upvote on private.moderation_decisions (upvote_id, id);
create index moderation_decisions_kept_for on private.moderation_decisions (kept_for);

-- A report is deleted with its recommendation, and once decided with the text it was about; here its outcome is kept for
-- the reporter, without the recommendation, as long as their account exists. It is moved back when the recommendation is
-- restored.
create table private.closed_reports (
  id uuid primary key,
  -- No foreign key: the recommendation may be gone.
  upvote_id uuid not null,
  tool_id uuid references public.tools (id) on delete set null,
  reported_by uuid references public.profiles (id) on delete cascade,
  -- One without a reporter is nobody's to read, and only kept to be restored.
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  reason text not null,
  flagged_at timestamptz not null,
  status text not null,
  resolved_at timestamptz,
  is_automatic boolean not null,
  weight double precision not null default 1,
  decision_id bigint,
  outcome text not null check (outcome in ('deleted', 'withdrawn') or private.is_decided(outcome)),
  closed_at timestamptz not null,
  -- It was about a text that its author has replaced since.
  is_former boolean not null default false,
  constraint closed_reports_kept_for_somebody check ((reported_by is null) = (kept_for is not null))
);

create index closed_reports_reporter_newest on private.closed_reports (reported_by, flagged_at desc, id desc);
create index closed_reports_tool_id on private.closed_reports (tool_id);
create index closed_reports_upvote_id on private.closed_reports (upvote_id);
create index closed_reports_kept_for on private.closed_reports (kept_for);

-- The reason given with the decisions that are being made (private.begin_deciding). A plain call gives none.
create function private.given_reason() returns text
language sql stable set search_path = ''
as $$
  select nullif(current_setting('plaudit.decision_reason', true), '')
$$;

-- Whether the caller may undo this decision now: it is theirs, the last one, less than five minutes old, nothing
-- depends on it, and its reports can be pending again (not without their reporter).
create function private.can_undo(decision private.moderation_decisions) returns boolean
language sql stable set search_path = ''
as $$
  select decision.undone_at is null
    and decision.decided_by = (select auth.uid())
    and decision.decided_at > now() - interval '5 minutes'
    and not exists (
      select from private.moderation_decisions d
      where d.upvote_id = decision.upvote_id and d.id > decision.id and d.undone_at is null)
    and not exists (
      select from public.upvote_appeals a
      where a.upvote_id = decision.upvote_id and a.about = 'rejected' and a.created_at >= decision.decided_at)
    and not exists (
      select from public.tool_upvotes v
      where v.id = decision.upvote_id and greatest(v.edited_at, v.created_at) >= decision.decided_at)
    and (decision.previous_status is distinct from 'pending' or exists (
      select from public.upvote_flags f
      where f.upvote_id = decision.upvote_id and (f.flagged_by is not null or f.is_automatic)
        and (f.status = 'pending' or f.decision_id = decision.id)))
$$;

-- A decision is an update of flag_status, whichever of the three ways leads there: decide_several, the plain call on the
-- recommendation, or the plain call on its reports (decide_upvotes). It is checked before (check_decision) and recorded
-- with its reports and appeal after (record_decision). Every other write of it (a new report, one that is deleted, an undo)
-- raises moderation_version itself, which the API's roles cannot, and is therefore no decision.
--
-- A decision is taken back by an undo only; a new report or an appeal returns a recommendation to the queue with its
-- status unchanged. A decision about an appeal is final unless there are new reports. An appeal against not being counted is
-- none of these decisions' (public.set_counted).
create function private.check_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  appeal text;
  is_reported boolean;
begin
  if new.moderation_version <> old.moderation_version then
    return new;
  end if;
  new.moderation_version := old.moderation_version + 1;
  if private.is_decided(old.flag_status) and private.is_decided(new.flag_status) is not true then
    raise exception 'A decision about a recommendation can be changed, not taken back' using errcode = 'check_violation';
  elsif private.is_decided(new.flag_status) is not true then
    return new;
  elsif not new.is_flagged then
    -- Nobody reported it, or the last reporter's account was deleted while this decision waited.
    raise exception 'This recommendation has no report to decide' using errcode = 'check_violation';
  end if;
  perform private.refuse_conflict(private.find_conflict(new.id));
  is_reported := exists (
    select from public.upvote_flags f where f.upvote_id = new.id and (f.status = 'pending' or f.decision_id is null));
  select a.status into appeal from public.upvote_appeals a where a.upvote_id = new.id and a.about = 'rejected';
  if private.is_decided(appeal) and not is_reported and new.flag_status <> old.flag_status then
    raise exception 'What was decided about the appeal is final' using errcode = 'check_violation';
  end if;
  if is_reported or appeal = 'pending' or new.flag_status is distinct from old.flag_status then
    -- The clock's time, not the transaction's: each decision is later than the one before.
    new.decided_at := greatest(clock_timestamp(), old.decided_at + interval '1 microsecond');
  end if;
  return new;
end;
$$;

-- Also when the status does not change: an approved recommendation that was reported again is approved again.
create trigger tool_upvotes_check_decision before update of flag_status on public.tool_upvotes
  for each row execute function private.check_decision();

create function private.record_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decision private.moderation_decisions;
begin
  if new.decided_at > coalesce(old.decided_at, '-infinity') then
    insert into private.moderation_decisions
      (upvote_id, decision, decided_by, decided_at, previous_status, previous_decided_at, decides_appeal, reason)
      values (new.id, new.flag_status, (select auth.uid()), new.decided_at, old.flag_status, old.decided_at,
        exists (select from private.waiting_appeals a where a.upvote_id = new.id),
        private.given_reason())
      returning * into decision;
    perform private.publish_decision(
      decision.id, decision.decision, decision.decided_at, new.tool_id, decision.decides_appeal);
    update public.upvote_flags f set status = new.flag_status, decision_id = decision.id
      where f.upvote_id = new.id and (f.status = 'pending' or f.decision_id is null);
  else
    update private.moderation_decisions d set undone_at = now()
      where d.id = (select max(l.id) from private.moderation_decisions l where l.upvote_id = new.id and l.undone_at is null)
      returning * into decision;
    delete from private.moderation_log l where l.id = decision.id;
    perform private.take_back_notices(array['decision:' || decision.id]);
    update public.upvote_flags f set status = 'pending', decision_id = null
      where f.decision_id = decision.id and (f.flagged_by is not null or f.is_automatic);
  end if;
  if decision.decides_appeal then
    update public.upvote_appeals a
      set status = case when decision.undone_at is null then new.flag_status else 'pending' end,
        resolved_at = case when decision.undone_at is null then now() end
      where a.upvote_id = new.id and a.status <> 'withdrawn';
  end if;
  return null;
end;
$$;

create trigger tool_upvotes_record_decision after update of flag_status on public.tool_upvotes
  for each row when (new.decided_at is distinct from old.decided_at) execute function private.record_decision();

-- Decided by the plain call, a report locks its recommendation; one that was decided before is history.
create function private.stamp_decision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.decision_id is not distinct from old.decision_id then
    perform from public.tool_upvotes v where v.id = old.upvote_id for update;
    if old.status <> 'pending' then
      return old;
    end if;
  end if;
  new.resolved_at := case when new.status <> 'pending' then now() end;
  return new;
end;
$$;

create trigger upvote_flags_stamp_decision before update of status, resolved_at on public.upvote_flags
  for each row execute function private.stamp_decision();

-- Once per recommendation and statement.
create function private.decide_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  decided record;
begin
  for decided in
    select n.upvote_id, max(n.status) as status
    from new_rows n join old_rows o on o.id = n.id
    where o.status = 'pending' and n.status <> 'pending' and n.decision_id is null
    group by n.upvote_id order by n.upvote_id
  loop
    update public.tool_upvotes v set flag_status = decided.status where v.id = decided.upvote_id;
  end loop;
  return null;
end;
$$;

create trigger upvote_flags_decide_upvotes after update on public.upvote_flags
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.decide_upvotes();
-- How much a recommendation counts in orders and search, and from when (docs/ranking.md). upvote_count counts each as one.

-- Recommendations that a moderator set aside ('not counted'), by member and tool: withdrawing one and writing it again
-- changes nothing. The author is told the reason.
create table private.voided_upvotes (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  voided_at timestamptz not null default now(),
  voided_by uuid references auth.users (id) on delete set null,
  primary key (tool_id, user_id),
  constraint voided_upvotes_reason_length check (char_length(reason) between 1 and 500),
  constraint voided_upvotes_reason_shown check (private.is_readable('Reason', reason, true))
);

create index voided_upvotes_user_id on private.voided_upvotes (user_id);
create index voided_upvotes_voided_by on private.voided_upvotes (voided_by);

comment on table private.voided_upvotes is
  'Not notified: what changes here follows from a change of tool_upvotes, which is notified.';

-- When members first wrote recommendations that were deleted since. Forgotten half a year after that.
create table private.upvote_dates (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  first_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);

create index upvote_dates_user_id on private.upvote_dates (user_id);

-- The rule, and the only place where it stands: what the recommendations of a member weigh who joined then and recommends
-- so many tools. 1, or while the member is new 2^-20: a power of two, so that sums are exact, and so small that they
-- decide among themselves, but not against a seasoned member's. 'normal': new for 7 days, for 28 with a single tool;
-- 'strict': for 28 days, for 84 with fewer than three tools.
create function private.vote_weight(joined_at timestamptz, tools bigint, strictness text) returns double precision
language sql stable set search_path = ''
as $$
  select case
    when strictness = 'off' then 1
    when joined_at > now() - case strictness when 'strict' then interval '28 days' else interval '7 days' end
      or tools < case strictness when 'strict' then 3 else 2 end
        and joined_at > now() - case strictness when 'strict' then interval '84 days' else interval '28 days' end
      then 2::double precision ^ -20
    else 1
  end
$$;

-- How many tools a member recommends, except this one; no more than `most`, for the rule needs few.
create function private.count_recommended(member_id uuid, except_tool uuid default null, most bigint default 3) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from (
    select from public.tool_upvotes v
    where v.user_id = member_id and v.tool_id is distinct from except_tool and private.is_counted(v) limit most
  ) counted
$$;

-- The recommendations of these members whose weight is not what it should be now, and what it should be.
create function private.wrong_weights(member_ids uuid[]) returns table (upvote_id uuid, weight double precision)
language plpgsql stable set search_path = ''
as $$
declare
  strictness constant text := private.setting('vote_weights');
begin
  return query
    with m as materialized (
      select p.id, p.created_at, private.count_recommended(p.id) as tools
      from unnest(member_ids) given (id) join public.profiles p on p.id = given.id
    )
    select due.id, due.weight
    from (
      select v.id, v.weight as kept, case when d.tool_id is null
        then private.vote_weight(m.created_at, m.tools, strictness) else 0 end as weight
      from m
      join public.tool_upvotes v on v.user_id = m.id
      left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
    ) due
    where due.kept <> due.weight;
end;
$$;

-- Weighs these recommendations anew, and returns how many had another weight.
create function private.weigh_upvotes(upvote_ids uuid[]) returns integer
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  member_ids constant uuid[] := array(select distinct v.user_id from public.tool_upvotes v where v.id = any (upvote_ids));
  wrong uuid[];
  weighed integer;
begin
  perform private.lock_partition('recommendations', false);
  wrong := array(select w.upvote_id from private.wrong_weights(member_ids) w where w.upvote_id = any (upvote_ids));
  perform private.lock_upvotes(wrong);
  update public.tool_upvotes v set weight = w.weight
    from private.wrong_weights(member_ids) w where w.upvote_id = v.id and w.upvote_id = any (wrong);
  get diagnostics weighed = row_count;
  return weighed;
end;
$$;

-- The job: weighs what has seasoned since the last run, at most so many. Returns how many it changed: again until 0.
-- A member is new for 84 days at most; whoever was missed is among the light ones.
create function private.season_upvotes(most integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  authors uuid[] := array(
    select p.id from public.profiles p where p.created_at > now() - interval '90 days'
    union
    select v.user_id from public.tool_upvotes v where v.weight < 1);
begin
  delete from private.upvote_dates d where d.deleted_at < now() - interval '180 days';
  delete from private.upvote_networks n where n.seen_at < now() - interval '30 days';
  return private.weigh_upvotes(array(select w.upvote_id from private.wrong_weights(authors) w order by 1 limit most));
end;
$$;
-- Who must leave a decision to somebody else, and what nobody may decide because they could not see it.

-- Whether the caller wrote it, and there is another administrator to decide about it.
create function private.must_leave_own(author uuid) returns boolean
language sql stable set search_path = ''
as $$
  select author = (select auth.uid())
    and exists (select from private.administrators where user_id <> author and role <> 'editor')
$$;

-- Why the caller must leave the case to another administrator, and there is one: 'own', they wrote the recommendation;
-- 'appeal', they rejected it and its author has appealed; 'report', theirs is among the reports that wait. Else null. Of
-- those who may decide about a case somebody always can: an 'own' is left to anybody, an 'appeal' to anybody but the author,
-- a 'report' to whom nothing keeps from it.
create function private.find_conflict(upvote_id uuid) returns text
language sql stable set search_path = ''
as $$
  select case
    when private.must_leave_own(v.user_id) then 'own'
    when last.decided_by = (select auth.uid()) and exists (
      select from private.administrators where user_id not in (last.decided_by, v.user_id) and role <> 'editor')
      then 'appeal'
    when (select auth.uid()) = any (reporters.ids) and exists (
      select from private.administrators other
      where other.user_id <> v.user_id and other.user_id <> all (reporters.ids) and other.role <> 'editor')
      then 'report'
  end
  from public.tool_upvotes v
  left join private.waiting_appeals a on a.upvote_id = v.id
  left join lateral (
    select d.decided_by from private.moderation_decisions d
    where d.upvote_id = a.upvote_id and d.undone_at is null order by d.id desc limit 1
  ) last on true
  cross join lateral (
    -- Without a decision: also those that the plain call is deciding.
    select array(
      select f.flagged_by from public.upvote_flags f
      where f.upvote_id = v.id and f.flagged_by is not null and (f.status = 'pending' or f.decision_id is null)) as ids
  ) reporters
  where v.id = find_conflict.upvote_id
$$;

create function private.refuse_conflict(conflict text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if conflict is not null then
    raise exception 'Another administrator decides about %',
      case conflict when 'own' then 'your own recommendation' when 'report' then 'a recommendation you reported'
        else 'the appeal' end
      using errcode = 'insufficient_privilege';
  end if;
end;
$$;

-- A plain call names no version. It may change a decision, but not one that was made while it waited. This function is
-- stable: what it reads is what the statement saw when it began, while OLD is what stands now.
create function private.refuse_unseen_decision() returns trigger
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_unseen boolean;
begin
  if tg_table_name = 'upvote_flags' then
    is_unseen := (select f.status <> old.status from public.upvote_flags f where f.id = old.id);
  elsif tg_op = 'UPDATE' or old.user_id is distinct from (select auth.uid()) and private.can_moderate() then
    is_unseen := (select v.decided_at is distinct from old.decided_at from public.tool_upvotes v where v.id = old.id);
  end if;
  if is_unseen then
    raise exception 'Somebody else has decided about this recommendation meanwhile' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end;
$$;

create trigger tool_upvotes_a_unseen before update of flag_status or delete on public.tool_upvotes
  for each row when (old.is_flagged and pg_trigger_depth() = 0) execute function private.refuse_unseen_decision();

create trigger upvote_flags_a_unseen before update of status on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_unseen_decision();
-- The notices about recommendations and reports: one statement for all that a statement hides, decides or deletes.

-- Reports hide a recommendation, moderators decide about it. Its author is not told of a report that changed nothing for
-- them: one that left it shown, and was not upheld. Whoever reported it is told the outcome, without the reason, which is
-- the author's. Fires after record_decision, whose decision it reads.
create function private.write_decision_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000');
begin
  -- Counted as in follow_upvotes: a join, planned when one row was changed, compares each of a suspension's rows with each.
  if not exists (
    select from (
      select n.id, n.flag_status, n.decided_at from new_rows n
      union all
      select o.id, o.flag_status, o.decided_at from old_rows o
    ) v group by v.id, v.flag_status, v.decided_at having count(*) = 1
  ) then
    return null;
  end if;
  -- Nobody reports it any more.
  perform private.take_back_notices(array(
    select 'hidden:' || n.id from new_rows n join old_rows o on o.id = n.id
    where o.flag_status = 'pending' and n.flag_status is null));
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    with changed as materialized (
      select n.id, n.user_id, n.tool_id, t.name as tool_name, n.flag_status, o.flag_status as was,
        n.decided_at is distinct from o.decided_at as is_decided, d.id as decision_id, d.reason, d.decides_appeal
      from new_rows n
      join old_rows o on o.id = n.id
      join public.tools t on t.id = n.tool_id
      left join lateral (
        select m.id, m.reason, m.decides_appeal from private.moderation_decisions m
        where m.upvote_id = n.id and m.undone_at is null order by m.id desc limit 1
      ) d on n.decided_at > coalesce(o.decided_at, '-infinity')
      where (n.flag_status, n.decided_at) is distinct from (o.flag_status, o.decided_at)
    )
    select c.user_id, told.kind, told.cause, c.tool_id, c.tool_name, told.reason
    from changed c
    cross join lateral (
      select 'recommendation_hidden' as kind, 'hidden:' || c.id as cause, null as reason
      where c.flag_status = 'pending' and not c.is_decided
      union all
      select case when c.decides_appeal then 'appeal_' else 'recommendation_' end || c.flag_status,
        'decision:' || c.decision_id, c.reason
      where c.decision_id is not null
        and (c.decides_appeal or private.takes_down(c.flag_status) or c.was is distinct from 'approved')
    ) told
    where c.user_id <> me
    union all
    select f.flagged_by, 'report_' || c.flag_status, 'decision:' || c.decision_id, c.tool_id, c.tool_name, null
    from changed c
    join public.upvote_flags f on f.upvote_id = c.id and f.decision_id = c.decision_id
    where f.flagged_by <> me
    order by 1;
  return null;
end;
$$;

create trigger tool_upvotes_write_notices after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.write_decision_notices();

-- Moderators delete recommendations. What goes with its tool or its author concerns nobody.
create function private.write_deletion_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := coalesce((select auth.uid()), '00000000-0000-0000-0000-000000000000');
begin
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    with removed as materialized (
      select o.id, o.user_id, o.tool_id, t.name as tool_name, 'decision:' || r.decision_id as cause, r.decision_reason
      from old_rows o
      join private.removed_upvotes r on r.upvote_id = o.id and r.decision_id is not null
      join public.tools t on t.id = o.tool_id
    )
    select d.user_id, 'recommendation_deleted', d.cause, d.tool_id, d.tool_name, d.decision_reason
    from removed d where d.user_id <> me
    union all
    select c.reported_by, 'report_deleted', d.cause, d.tool_id, d.tool_name, null
    from removed d
    join private.closed_reports c on c.upvote_id = d.id and c.outcome = 'deleted' and c.status = 'pending'
    where c.reported_by <> me
    order by 1;
  return null;
end;
$$;

create trigger tool_upvotes_write_deletion_notices after delete on public.tool_upvotes
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.write_deletion_notices();
-- Authors change what they wrote (docs/decisions/182). Moderators see what it was.

-- The texts before. Those of a removed recommendation that can be restored are kept for it.
create table private.former_texts (
  id bigint generated always as identity primary key,
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  reason text not null,
  author_role text,
  replaced_at timestamptz not null
);

create index former_texts_upvote on private.former_texts (upvote_id, id);
create index former_texts_kept_for on private.former_texts (kept_for);

-- [{reason, author_role, replaced_at}], the last one first.
create function private.list_former_texts(upvote_id uuid, most integer default 10) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'reason', f.reason, 'author_role', f.author_role, 'replaced_at', f.replaced_at) order by f.id desc), '[]')
  from (
    select * from private.former_texts t
    where t.upvote_id = list_former_texts.upvote_id or t.kept_for = list_former_texts.upvote_id
    order by t.id desc limit most
  ) f
$$;

-- What was decided was about the text before: its reports are closed, so that their reporters may report the new one, and
-- an approval no longer protects it. One that was rejected stays hidden and returns to the queue.
create function private.follow_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.former_texts (upvote_id, reason, author_role, replaced_at)
    values (old.id, old.reason, old.author_role, new.edited_at);
  insert into private.closed_reports (id, upvote_id, tool_id, reported_by, reason, flagged_at, status, resolved_at,
      is_automatic, weight, decision_id, outcome, closed_at, is_former)
    select f.id, f.upvote_id, old.tool_id, f.flagged_by, f.reason, f.flagged_at, f.status, f.resolved_at,
      f.is_automatic, f.weight, f.decision_id, f.status, f.resolved_at, true
    from public.upvote_flags f
    where f.upvote_id = old.id and f.status <> 'pending' and f.flagged_by is not null
    order by f.flagged_by;
  delete from public.upvote_flags f where f.upvote_id = old.id and f.status <> 'pending';
  if private.takes_down(new.flag_status) and not exists (
    select from private.waiting_upvotes w where w.upvote_id = old.id
  ) then
    insert into public.upvote_flags (upvote_id, reason, is_automatic)
      values (old.id, 'Edited after it was rejected', true);
  end if;
  perform private.report_equal_texts(new.user_id, array[new.reason]);
  return null;
end;
$$;

create trigger tool_upvotes_follow_edit after update of edited_at on public.tool_upvotes
  for each row when (new.edited_at is distinct from old.edited_at) execute function private.follow_edit();

-- Changes what the caller wrote, all of it, but not its age, weight or place. The same again changes nothing.
create function public.edit_recommendation(
  upvote_id uuid, reason text, author_role text default null, used_for text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  words constant text := private.trim_text(reason);
  new_role constant text := nullif(private.trim_text(author_role), '');
  own public.tool_upvotes;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  perform private.limit_calls('edits:' || me, 20, 'You can edit your recommendations at most %s times a day');
  -- One after the other with new recommendations of the member, which may have the same text.
  insert into private.rate_limits as r (key, points, expire) values ('tool_upvotes:' || me, 0, 0)
    on conflict (key) do update set points = r.points;
  perform private.lock_upvotes(array(
    select e.id from private.find_equal_texts(me, array[words]) e
    union select v.id from public.tool_upvotes v where v.id = edit_recommendation.upvote_id and v.user_id = me));
  select * into own from public.tool_upvotes v where v.id = edit_recommendation.upvote_id and v.user_id = me;
  if not found then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif (own.reason, own.author_role, own.used_for) is not distinct from (words, new_role, edit_recommendation.used_for) then
    return;
  end if;
  perform private.lock_caller();
  if private.takes_down(own.flag_status) then
    perform private.limit_calls('returned_edits:' || me, 3, 'You can edit rejected recommendations at most %s times a day');
  end if;
  update public.tool_upvotes v
    set reason = words, author_role = new_role, used_for = edit_recommendation.used_for, edited_at = clock_timestamp(), moderation_version = v.moderation_version + 1,
      activity_at = case when v.is_flagged then clock_timestamp() else v.activity_at end,
      -- An approval was of the text before.
      decided_at = case when v.flag_status = 'approved' then null else v.decided_at end
    where v.id = own.id;
end;
$$;
grant execute on function public.edit_recommendation to authenticated;
-- Members say which recommendations helped them (docs/decisions/150), and read a tool's, newest or most helpful first.

-- One per member and recommendation. Those of a removed recommendation that can be restored are kept for it.
create table private.helpful_marks (
  id bigint generated always as identity primary key,
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  marked_at timestamptz not null default now(),
  constraint helpful_marks_upvote_id_member_id_key unique (upvote_id, member_id)
);

create index helpful_marks_kept_for on private.helpful_marks (kept_for);
create index helpful_marks_member_id on private.helpful_marks (member_id);

comment on table private.helpful_marks is
  'Not notified: what changes here follows from a change of tool_upvotes, which is notified.';

-- Per row: nothing is called for each of the recommendations that are deleted with their tool.
create function private.count_helpful() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes v set helpful_count = v.helpful_count + case tg_op when 'INSERT' then 1 else -1 end
    where v.id = case tg_op when 'INSERT' then new.upvote_id else old.upvote_id end;
  return null;
end;
$$;

create trigger helpful_marks_count after insert or delete on private.helpful_marks
  for each row execute function private.count_helpful();

-- Marks somebody else's recommendation for the caller, or takes that back: 100 a day. Returns how many find it helpful.
create function public.set_helpful(upvote_id uuid, helpful boolean default true) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  marked public.tool_upvotes;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  if coalesce(helpful, true) then
    perform private.limit_calls('helpful:' || me, 100, 'You can find at most %s recommendations helpful a day');
  end if;
  select * into marked from public.tool_upvotes v where v.id = set_helpful.upvote_id for no key update;
  -- The same for one that is hidden, so that the answer does not reveal it.
  if marked.user_id = me then
    raise exception 'You cannot mark your own recommendation' using errcode = 'insufficient_privilege';
  elsif marked.id is null or not private.is_shown(marked) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  end if;
  perform private.lock_caller();
  if coalesce(helpful, true) then
    insert into private.helpful_marks (upvote_id, member_id) values (marked.id, me) on conflict do nothing;
  else
    delete from private.helpful_marks m where m.upvote_id = marked.id and m.member_id = me;
  end if;
  return (select v.helpful_count from public.tool_upvotes v where v.id = marked.id);
end;
$$;

-- Which of these recommendations, at most 200, the caller finds helpful.
create function public.list_my_helpful(upvote_ids uuid[]) returns table (upvote_id uuid)
language sql stable security definer set search_path = ''
as $$
  select m.upvote_id from unnest(upvote_ids[1:200]) asked (id)
  join private.helpful_marks m on m.upvote_id = asked.id and m.member_id = (select auth.uid())
  where (select public.require_open_account())
$$;
grant execute on function public.set_helpful, public.list_my_helpful to authenticated;

-- A page of a tool's recommendations, 'newest' or most 'helpful' first, after the one with this position. Those that nobody
-- marked follow newest first, each with the answer of its maker, if there is one and whoever wrote it makes the tool still.
-- The first page also says how many are counted and hidden until a moderator decides.
create function public.list_recommendations(
  tool_id uuid, sort text default 'newest', after_helpful integer default null, after_at timestamptz default null,
  after_id uuid default null, max_results integer default 15
) returns table (
  id uuid, user_id uuid, username text, has_page boolean, reason text, created_at timestamptz, edited_at timestamptz,
  author_role text, used_for text, helpful_count integer, hidden integer, answer_id uuid, answer text,
  answered_at timestamptz, answer_edited_at timestamptz, maker_id uuid, maker_username text, maker_has_page boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_helpful constant boolean := coalesce(sort, 'newest') = 'helpful';
  room constant integer := least(greatest(coalesce(max_results, 15), 1), 100);
  last_count constant integer := coalesce(after_helpful, 2147483647);
  last_at constant timestamptz := coalesce(after_at, 'infinity');
  last_id constant uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Of those that nobody marked: all, unless it was one of them.
  rest_at constant timestamptz := case when is_helpful and last_count > 0 then 'infinity' else last_at end;
begin
  if coalesce(sort, 'newest') not in ('newest', 'helpful') then
    raise exception 'The order must be newest or helpful' using errcode = 'invalid_parameter_value';
  end if;
  return query
    select v.id, v.user_id, p.username::text, p.has_page, v.reason, v.created_at, v.edited_at, v.author_role, v.used_for,
      v.helpful_count, case when after_at is null then (
        select count(*)::integer from public.tool_upvotes h
        where h.tool_id = list_recommendations.tool_id and h.is_flagged and h.flag_status = 'pending'
          and not h.is_withheld) end,
      a.id, a.answer, a.answered_at, a.edited_at, a.member_id, m.username::text, m.has_page
    from (
      (select * from public.tool_upvotes u
      where is_helpful and u.tool_id = list_recommendations.tool_id and u.helpful_count > 0 and private.is_shown(u)
        and (u.helpful_count, u.created_at, u.id) < (last_count, last_at, last_id)
      order by u.helpful_count desc, u.created_at desc, u.id desc limit room)
      union all
      (select * from public.tool_upvotes u
      where u.tool_id = list_recommendations.tool_id and (not is_helpful or u.helpful_count = 0) and private.is_shown(u)
        and (u.created_at, u.id) < (rest_at, last_id)
      order by u.created_at desc, u.id desc limit room)
    ) v
    left join public.profiles p on p.id = v.user_id
    left join private.maker_answers a
      on a.upvote_id = v.id and a.hidden_at is null and private.is_maker(a.member_id, v.tool_id)
    left join public.profiles m on m.id = a.member_id
    order by case when is_helpful then v.helpful_count else 0 end desc, v.created_at desc, v.id desc
    limit room;
end;
$$;
grant execute on function public.list_recommendations to anon, authenticated, service_role;
comment on function public.list_recommendations is
  'Nullable: username, has_page, edited_at, author_role, used_for, hidden, answer_id, answer, answered_at, answer_edited_at, maker_id, maker_username, maker_has_page.';
-- Makers answer recommendations of their tool, each once and in public (docs/decisions/187).

-- Those of a removed recommendation that can be restored are kept for it.
create table private.maker_answers (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  answer text not null,
  answered_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When a moderator removed it from the page.
  hidden_at timestamptz,
  constraint maker_answers_upvote_id_key unique (upvote_id),
  constraint maker_answers_answer_length check (char_length(answer) between 1 and 200),
  constraint maker_answers_answer_shown check (private.is_readable('Answer', answer, true))
);

create index maker_answers_kept_for on private.maker_answers (kept_for);
create index maker_answers_member_id on private.maker_answers (member_id);

comment on table private.maker_answers is
  'Not notified as a whole: a trigger per row names the tool, so that nothing is called for each recommendation that is deleted.';

create trigger maker_answers_a_limit before insert or update of answer on private.maker_answers
  for each row execute function private.limit_writes('You can write and edit at most %s answers a day', '30', '10');

-- Only the tool's page shows them.
create function private.notify_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('plaudit_changes', 'responses#' || v.tool_id)
    from public.tool_upvotes v where v.id in (old.upvote_id, new.upvote_id);
  return null;
end;
$$;

create trigger maker_answers_notify after insert or update or delete on private.maker_answers
  for each row execute function private.notify_answer();

-- Answers somebody else's recommendation of a tool that the caller makes, or changes their answer. The same again changes
-- nothing.
create function public.save_answer(upvote_id uuid, answer text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  words constant text := private.trim_text(save_answer.answer);
  cause constant text := 'answered:' || save_answer.upvote_id;
  about public.tool_upvotes;
  standing private.maker_answers;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  select * into about from public.tool_upvotes v where v.id = save_answer.upvote_id for key share;
  -- The same for one that is hidden, so that the answer does not reveal it.
  if about.id is null or not private.is_shown(about) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif about.user_id = me then
    raise exception 'You cannot answer your own recommendation' using errcode = 'insufficient_privilege', detail = 'own';
  end if;
  perform private.lock_caller();
  if not private.is_maker(me, about.tool_id) then
    raise exception 'Only who makes it can answer' using errcode = 'insufficient_privilege', detail = 'maker';
  end if;
  -- One whose writer is no maker any more is shown to nobody.
  delete from private.maker_answers a
    where a.upvote_id = about.id and not exists (
      select from private.claims c where c.member_id = a.member_id and c.tool_id = about.tool_id and c.state = 'proved');
  select * into standing from private.maker_answers a where a.upvote_id = about.id for update;
  if standing.member_id <> me then
    raise exception 'Another maker has answered this' using errcode = 'PT409', detail = 'taken';
  elsif standing.hidden_at is not null then
    raise exception 'A moderator removed your answer' using errcode = 'PT409', detail = 'removed';
  elsif standing.id is null then
    insert into private.maker_answers (upvote_id, member_id, answer) values (about.id, me, words);
    perform private.take_back_notices(array[cause]);
    perform private.write_notice(about.user_id, 'recommendation_answered', cause, t.id, t.name)
      from public.tools t where t.id = about.tool_id;
  elsif standing.answer is distinct from words then
    update private.maker_answers a set answer = words, edited_at = now() where a.id = standing.id;
  end if;
exception when unique_violation then
  raise exception 'Another maker has answered this' using errcode = 'PT409', detail = 'taken';
end;
$$;

-- Removes the caller's answer, also when they are no maker any more; but not one that a moderator removed, which stays the
-- one answer.
create function public.remove_answer(upvote_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  delete from private.maker_answers a
    where a.upvote_id = remove_answer.upvote_id and a.member_id = (select auth.uid()) and a.hidden_at is null;
  if not found then
    raise exception 'Answer not found' using errcode = 'PT404';
  end if;
  perform private.take_back_notices(array['answered:' || remove_answer.upvote_id]);
end;
$$;
grant execute on function public.save_answer, public.remove_answer to authenticated;
-- Recommendations chosen to be shown (docs/decisions/195): one of the week on home, and one for each large category in the
-- list of categories. Kept, so that these pages do not depend on every recommendation and mark: a job chooses them.
create table private.chosen_recommendations (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  -- Null: that of the week.
  category_id uuid references public.categories (id) on delete cascade,
  constraint chosen_recommendations_category_id_key unique nulls not distinct (category_id)
);

-- Not what is reported, and not what a new member wrote, which would be shown to everybody at once.
create function private.is_choosable(v public.tool_upvotes) returns boolean
language sql stable set search_path = ''
as $$
  select v.weight = 1 and private.is_shown(v) and not private.is_waiting(v)
$$;

-- The job. Of the week: of those written in the last seven days the one that most members find helpful, at least two who have
-- been members for longer. Of each of the eight largest categories with ten tools or more: the newest of the tool most
-- recommended lately, if its tool is among the thousand that are.
create function private.choose_recommendations() returns void
language plpgsql set search_path = ''
as $$
declare
  of_week constant uuid := (
    select v.id
    from public.tool_upvotes v
    cross join lateral (
      select count(*) as readers from private.helpful_marks m join public.profiles p on p.id = m.member_id
      where m.upvote_id = v.id and p.created_at < now() - interval '7 days'
    ) helped
    where v.helpful_count > 1 and v.created_at > now() - interval '7 days' and private.is_choosable(v)
      and helped.readers > 1
    order by helped.readers desc, v.created_at desc, v.id desc limit 1);
  chosen private.chosen_recommendations[];
begin
  chosen := array(
    with large as (
      select c.id from public.categories c where c.tool_count >= 10 order by c.tool_count desc, c.id limit 8
    ), trending as (
      select s.tool_id, s.trend from private.tool_stats s
      where s.trend > '-infinity' order by s.trend desc, s.listed_at desc, s.tool_id desc limit 1000
    ), best as (
      select distinct on (large.id) large.id as category_id, newest.id
      from trending
      join public.tools t on t.id = trending.tool_id
      -- The primary category alone, so that no recommendation is shown twice.
      join large on large.id = t.category_id
      cross join lateral (
        select v.id from public.tool_upvotes v
        where v.tool_id = trending.tool_id and v.id is distinct from of_week and private.is_choosable(v)
        order by v.created_at desc, v.id desc limit 1
      ) newest
      order by large.id, trending.trend desc, trending.tool_id
    )
    select row(picked.upvote_id, picked.category_id)::private.chosen_recommendations
    from (
      select of_week as upvote_id, null::uuid as category_id where of_week is not null
      union all select best.id, best.category_id from best
    ) picked
    order by picked.category_id);
  -- A statement notifies every process even when it changes no row.
  if chosen is distinct from array(select c from private.chosen_recommendations c order by c.category_id) then
    delete from private.chosen_recommendations;
    insert into private.chosen_recommendations select * from unnest(chosen) on conflict do nothing;
  end if;
-- One of them, or its category, was deleted meanwhile: those of before stay until the job runs again.
exception when foreign_key_violation then
  null;
end;
$$;

-- Those chosen that are shown, with their tools.
create function public.list_chosen_recommendations() returns table (
  category_id uuid, id uuid, name text, slug text, logo text, reason text, writer text, writer_has_page boolean,
  author_role text, used_for text
)
language sql stable security definer set search_path = ''
as $$
  select c.category_id, t.id, t.name, t.slug, t.logo, v.reason, p.username::text, p.has_page, v.author_role, v.used_for
  from private.chosen_recommendations c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  left join public.profiles p on p.id = v.user_id
  where private.is_shown(v)
$$;
grant execute on function public.list_chosen_recommendations to anon, authenticated, service_role;
comment on function public.list_chosen_recommendations is
  'The recommendation of the week (category_id is null) and one for each large category, with the id of their tools. Nullable: category_id, logo, writer, writer_has_page, author_role, used_for.';
-- What administrators, moderators and editors changed, and who they are. Written by triggers only, append-only.
create table public.audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: an entry outlives the account and the row it describes.
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  -- Row entries of an import have its id; the import itself has two entries (table_name catalogue_imports, row_id the
  -- id, no import_id), so that the log shows one line per import and can still list every row.
  import_id uuid default nullif(current_setting('plaudit.import_id', true), '')::uuid,
  -- The member it is about. No foreign key, as for the actor.
  person_id uuid,
  -- The tool or category it is about, and its name when the entry was made. No foreign key either.
  subject_id uuid,
  subject text,
  -- The names of the categories in it: {id: name}.
  names jsonb not null default '{}',
  -- api: somebody's session · key: the service's key · command line · ADMIN_EMAILS · database: by hand in it
  source text not null default 'database',
  -- Search words: what was done to what, lower case. Never a member's name: members are looked up by person_id and
  -- actor_id, and can be forgotten.
  search text not null default ''
);

create index audit_log_row on public.audit_log (table_name, row_id);
create index audit_log_import on public.audit_log (import_id, id) where import_id is not null;

-- Row entries of an import are listed for that import only.
create index audit_log_newest on public.audit_log (created_at desc, id desc) where import_id is null;
create index audit_log_table_newest on public.audit_log (table_name, created_at desc, id desc) where import_id is null;
create index audit_log_actor_newest on public.audit_log (actor_id, created_at desc, id desc);
create index audit_log_person on public.audit_log (person_id) where person_id is not null;

create index audit_log_search_bigrams on public.audit_log using gin (private.bigrams(search)) where import_id is null;

-- Row entries of an import are found by its id: not worth an index of trigrams and bigrams.
create index audit_log_search_words on public.audit_log using gin (search extensions.gin_trgm_ops)
  where import_id is null;

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log
  for select to authenticated using ((select private.can_moderate()));

-- The planner needs the frequency of bigrams; a partial index keeps no statistics of its own for it.
create statistics public.audit_log_bigrams on (private.bigrams(search)) from public.audit_log;

-- When an account is deleted, its profile, recommendations and undecided reports are deleted. Decided reports stay as
-- the reason of the decision without the reporter; the audit log keeps the decision without the member and their words.

-- An entry without the member it is about. Entries of other tables contain no member's data. The reason of a suspension
-- is about a member and is removed too.
create function private.without_member(table_name text, entry jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry is null then null
    when table_name in ('tool_upvotes', 'voided_upvotes') then entry || '{"user_id": null, "reason": null}'
    when table_name = 'upvote_flags' then entry || '{"flagged_by": null}'
    when table_name = 'suspensions' then entry || '{"reason": null}'
    when table_name in ('contributions', 'claims') then entry || '{"member_id": null, "reason": null}'
    when table_name in ('member_lists', 'maker_answers') then entry || '{"member_id": null, "said": null, "reason": null}'
    else entry
  end
$$;

-- Append-only: the only update allowed removes a member and nothing else. Entries older than 30 days may be deleted, for
-- which only the owner of the database has the right.
create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at, new.subject_id, new.subject,
       new.names, new.source, new.search, new.import_id)
       is not distinct from
       (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at, old.subject_id, old.subject,
       old.names, old.source, old.search, old.import_id)
     and (new.person_id is null or new.person_id = old.person_id)
     and new.before is not distinct from private.without_member(old.table_name, old.before)
     and new.after is not distinct from private.without_member(old.table_name, old.after) then
    return new;
  elsif tg_op = 'DELETE' and old.created_at < now() - interval '30 days' then
    return old;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_refuse_truncate before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Fills in the derived parts of every entry, written by a trigger or an import, so that readers need not compute them.
create function private.describe_audit_entry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  entry jsonb := coalesce(new.after, new.before);
begin
  new.person_id := coalesce(entry ->> 'user_id', entry ->> 'flagged_by', entry ->> 'member_id')::uuid;
  new.subject_id := case
    when new.table_name in ('tools', 'categories') then new.row_id
    when new.table_name = 'upvote_flags' then (
      select v.tool_id from public.tool_upvotes v where v.id = (entry ->> 'upvote_id')::uuid)
    else (entry ->> 'tool_id')::uuid
  end;
  new.subject := case
    when new.table_name in ('tools', 'categories', 'contributions', 'claims', 'merges') then entry ->> 'name'
    else (select t.name from public.tools t where t.id = new.subject_id)
  end;
  new.names := coalesce((
    select jsonb_object_agg(c.id, c.name) from public.categories c
    where c.id in ((new.before ->> 'category_id')::uuid, (new.after ->> 'category_id')::uuid)), '{}');
  new.search := lower(left(concat_ws(' ',
    case new.table_name
      when 'tool_upvotes' then case new.action when 'delete' then 'deleted' else new.after ->> 'flag_status' end
        || ' recommendation upvote'
      when 'voided_upvotes' then case new.action when 'delete' then 'counted again' else 'not counted' end
        || ' recommendation upvote'
      when 'upvote_flags' then coalesce(new.after ->> 'status', new.action) || ' report flag'
      when 'administrators' then case new.action when 'delete' then 'revoked' else 'granted' end || ' ' || (entry ->> 'role')
      when 'member_lists' then (new.after ->> 'decision') || ' list'
      when 'maker_answers' then (new.after ->> 'decision') || ' answer of maker'
      when 'suspensions' then case new.action when 'insert' then 'suspended member' else 'lifted suspension' end
      when 'contributions' then concat_ws(' ', case new.after ->> 'state'
        when 'waiting' then 'undone' else new.after ->> 'state' end, new.after ->> 'kind', 'suggestion')
      when 'claims' then 'revoked claim of maker'
      when 'merges' then case new.action when 'insert' then 'merged ' else 'undone merge ' end || (entry ->> 'gone_name')
      when 'tool_categories' then case new.action when 'delete' then 'removed' else 'added' end || ' category of tool'
      when 'catalogue_imports' then case new.action
        when 'insert' then 'started import' when 'update' then 'finished import' else 'removed' end
      else case new.action when 'insert' then 'created' when 'update' then 'changed' else 'deleted' end
        || ' ' || case new.table_name when 'tools' then 'tool' when 'categories' then 'category' else new.table_name end
    end,
    new.before ->> 'name', new.before ->> 'slug', coalesce(new.after, new.before) ->> 'file',
    nullif(new.after ->> 'name', new.before ->> 'name'), nullif(new.after ->> 'slug', new.before ->> 'slug'),
    case when new.table_name not in ('tools', 'categories') then new.subject end,
    case when new.table_name = 'tool_categories' then new.names ->> (entry ->> 'category_id') end
  ), 1000));
  new.source := case
    when entry ->> 'source' = 'command line' then 'command line'
    when new.actor_id is not null then 'api'
    when auth.role() = 'service_role' then 'key'
    when entry ->> 'granted_by' = 'ADMIN_EMAILS' and new.action = 'insert' then 'ADMIN_EMAILS'
    else coalesce(nullif(current_setting('plaudit.source', true), ''), 'database')
  end;
  return new;
end;
$$;

create trigger audit_log_describe before insert on public.audit_log
  for each row execute function private.describe_audit_entry();

-- Argument: the column that identifies the row.
create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_table_schema = 'public' then
    -- Only the own statement of somebody with a role or of an import, not nested triggers and cascades.
    if pg_trigger_depth() > 1 or before is not distinct from after or current_setting('plaudit.is_merging', true) = 'on' then
      return null;
    end if;
    if public.get_my_role() is null and auth.role() is distinct from 'service_role'
      and coalesce(current_setting('plaudit.import_id', true), '') = '' then
      return null;
    end if;
    -- Deleting one's own recommendation is not an administrator's action.
    if tg_table_name = 'tool_upvotes' and tg_op = 'DELETE' and before ->> 'user_id' = (select auth.uid())::text then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (
      (select auth.uid()), lower(tg_op), tg_table_name, (coalesce(after, before) ->> tg_argv[0])::uuid, before, after
    );
  return null;
end;
$$;

create trigger categories_audit
  after insert or update of name, slug, description or delete on public.categories
  for each row execute function private.write_audit_log('id');
create trigger tools_audit after insert or update or delete on public.tools
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger tool_categories_audit after insert or delete on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
-- Not called for each of the upvotes that are deleted with their tool: nothing is logged, and it took half of that time.
create trigger tool_upvotes_audit after update of flag_status or delete on public.tool_upvotes
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
create trigger upvote_flags_audit after update of status on public.upvote_flags
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');

-- Changes of administrators are always logged, also those made directly on the server.
create trigger administrators_audit after insert or update of granted_by or delete on private.administrators
  for each row execute function private.write_audit_log('user_id');
create trigger suspensions_audit after insert or update of lifted_at on private.suspensions
  for each row execute function private.write_audit_log('user_id');
-- The log, newest first. Entries of one transaction have the same created_at: one save wrote them. The next page is
-- requested with created_at and id of the last entry.
--
-- `query`: every word must be in the action and its subject, or in the name of the actor or of the member it is about.
-- `kinds`: names of tables, all if empty; what was merged is of the table it was in. `since` and `until` are timestamps; `until`
-- is exclusive. Rows changed by an import are listed for that `import` only.
create function public.list_audit_log(
  query text default '', kinds text[] default '{}', done_by uuid default null, import uuid default null,
  since timestamptz default null, until timestamptz default null, before_created_at timestamptz default null,
  before_id bigint default null, max_results integer default 50
) returns table (
  id bigint, created_at timestamptz, actor_id uuid, actor text, action text, table_name text, row_id uuid,
  before jsonb, after jsonb, source text, person_id uuid, person text, subject text, subject_slug text, names jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  word text;
  name text;
  member_ids uuid[];
  conditions text := case when import is null then 'l.import_id is null' else format('l.import_id = %L', import) end;
  room integer := least(greatest(coalesce(list_audit_log.max_results, 50), 1), 100);
begin
  perform private.require_administrator('read the audit log', 'moderator');
  -- Inlined as literals, so that the planner sees the patterns.
  for word in
    select distinct entry
    from regexp_split_to_table(lower(left(private.trim_text(coalesce(query, '')), 200)), '\s+') entry
    where entry <> '' limit 6
  loop
    name := regexp_replace(word, '^@', '');
    execute format('select array(select m.user_id from private.members m where %s order by m.joined_at desc limit 200)',
      private.containing('m.search', name)) into member_ids;
    conditions := conditions || format(' and (%s%s)', private.containing('l.search', word),
      case when member_ids <> '{}' then format(' or l.actor_id = any (%L) or l.person_id = any (%1$L)', member_ids) end);
  end loop;
  conditions := concat(conditions,
    case when cardinality(kinds) > 0 then format(' and l.table_name = any (%L)
      and (l.table_name <> ''merges'' or coalesce(l.after, l.before) ->> ''kind'' = any (%1$L))', kinds || 'merges'::text) end,
    case when done_by is not null then format(' and l.actor_id = %L', done_by) end,
    case when since is not null then format(' and l.created_at >= %L', since) end,
    case when until is not null then format(' and l.created_at < %L', until) end,
    case when before_id is not null then format(' and (l.created_at, l.id) < (%L, %L)', before_created_at, before_id) end);
  return query execute format($statement$
    select l.id, l.created_at, l.actor_id, '@' || actor.username::text, l.action, l.table_name, l.row_id,
      l.before, l.after, l.source, l.person_id, '@' || person.username::text,
      coalesce(t.name, c.name, l.subject), coalesce(t.slug, c.slug), l.names
    from (
      select * from public.audit_log l where %s order by l.created_at desc, l.id desc limit %s
    ) l
    left join public.tools t on t.id = l.subject_id
    left join public.categories c on c.id = l.subject_id
    left join public.profiles actor on actor.id = l.actor_id
    left join public.profiles person on person.id = l.person_id
    order by l.created_at desc, l.id desc
  $statement$, conditions, room);
end;
$$;
comment on function public.list_audit_log is
  'Nullable: actor_id, actor, before, after, person_id, person, subject, subject_slug.';

-- Everybody with entries, for the filter. Deleted accounts have no name.
create function public.list_audit_actors() returns table (id uuid, name text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('read the audit log', 'moderator');
  return query
    -- Jumps from one actor to the next in the index: reading a million entries would take a second.
    with recursive actors (id) as (
      (select l.actor_id from public.audit_log l where l.actor_id is not null order by l.actor_id limit 1)
      union all
      select (select l.actor_id from public.audit_log l where l.actor_id > a.id order by l.actor_id limit 1)
      from actors a where a.id is not null
    )
    select a.id, '@' || p.username::text from actors a left join public.profiles p on p.id = a.id
    where a.id is not null order by p.username is null, p.username limit 500;
end;
$$;
grant execute on function public.list_audit_log, public.list_audit_actors to authenticated;
comment on function public.list_audit_actors is 'Nullable: name.';
-- The administrators' queue: one case per reported recommendation. It is `pending` while a report or an appeal is
-- undecided, else the recommendation's status.
create view private.moderation_cases with (security_invoker = true) as
select v.id as upvote_id, v.moderation_version as version,
  case when exists (select from public.upvote_flags f where f.upvote_id = v.id and f.status = 'pending')
    or exists (select from private.waiting_appeals a where a.upvote_id = v.id) then 'pending'
    else v.flag_status end as state,
  v.activity_at, v.tool_id, v.user_id, v.reason
from public.tool_upvotes v
where v.is_flagged;

-- A card of the page 'Flagged Content', with at most 50 reports: undecided ones first, then the newest. Those of former texts
-- are closed.
create function private.flagged_card(upvote_id uuid) returns jsonb
language sql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
  select jsonb_build_object(
    'id', v.id, 'version', c.version, 'state', c.state, 'activity_at', c.activity_at,
    'reason', v.reason, 'author_role', v.author_role, 'created_at', v.created_at, 'edited_at', v.edited_at,
    'former_texts', private.list_former_texts(v.id), 'visible', v.flag_status = 'approved' and not v.is_withheld,
    'writer', p.username, 'tool_name', t.name, 'tool_slug', t.slug,
    'report_count', (select count(*) from public.upvote_flags f where f.upvote_id = v.id)
      + (select count(*) from private.closed_reports f where f.upvote_id = v.id),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'reporter', r.username, 'is_automatic', f.is_automatic,
        'reason', f.reason, 'status', f.status, 'flagged_at', f.flagged_at, 'resolved_at', f.resolved_at)
        order by f.status = 'pending' desc, f.flagged_at desc, f.id desc)
      from (
        select * from (
          select f.id, f.flagged_by, f.is_automatic, f.reason, f.status, f.flagged_at, f.resolved_at
          from public.upvote_flags f where f.upvote_id = v.id
          union all
          select c.id, c.reported_by, c.is_automatic, c.reason, c.status, c.flagged_at, c.resolved_at
          from private.closed_reports c where c.upvote_id = v.id
        ) every
        order by every.status = 'pending' desc, every.flagged_at desc, every.id desc limit 50
      ) f left join public.profiles r on r.id = f.flagged_by), '[]'),
    'decision', (
      select jsonb_build_object('id', d.id, 'decision', d.decision, 'by', r.username, 'at', d.decided_at,
        'mine', d.decided_by is not distinct from (select auth.uid()), 'reason', d.reason,
        'undoable_until', case when private.can_undo(d) then d.decided_at + interval '5 minutes' end)
      from private.moderation_decisions d left join public.profiles r on r.id = d.decided_by
      where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1),
    'appeal', (
      select jsonb_build_object('reason', a.reason, 'status', a.status, 'created_at', a.created_at,
        'resolved_at', a.resolved_at)
      from public.upvote_appeals a where a.upvote_id = v.id and a.about = 'rejected' and a.status <> 'withdrawn'),
    'for_another', private.find_conflict(v.id)
  )
  from private.moderation_cases c
  join public.tool_upvotes v on v.id = c.upvote_id
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where c.upvote_id = flagged_card.upvote_id
$$;

-- What waits, by the partial indexes: a small part of all that was ever decided.
create view private.waiting_upvotes with (security_invoker = true) as
select w.upvote_id, bool_or(w.by_report) as by_report
from (
  select f.upvote_id, true as by_report from public.upvote_flags f where f.status = 'pending'
  union all
  select a.upvote_id, false from private.waiting_appeals a
) w
group by w.upvote_id;

-- The condition of a list, for a statement about cases `c`. A state, or 'all'; a search in the recommendation, the tool's
-- name, the author, the reports or the reporters, in which every character is literal; a kind, 'all', 'reports' (not what
-- waits for an appeal only) or 'appeals' (not what waits for reports only); a member, the author or a reporter, by
-- username; a tool by its slug.
create function private.case_condition(filter text, query text, kind text, member text, tool text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  pattern constant text := '%' || regexp_replace(
    lower(nullif(left(private.trim_text(coalesce(query, '')), 100), '')), '([\\%_])', '\\\1', 'g') || '%';
  name constant text := regexp_replace(private.trim_text(coalesce(member, '')), '^@', '');
  slug constant text := private.trim_text(coalesce(tool, ''));
  -- Those that wait, by the partial indexes.
  by_report constant text := 'select f.upvote_id from public.upvote_flags f where f.status = ''pending''';
  by_appeal constant text := 'select a.upvote_id from private.waiting_appeals a';
  condition text := case when filter = 'all' then 'true' else format('c.state = %L', filter) end;
begin
  if coalesce(kind, 'all') not in ('all', 'reports', 'appeals') then
    raise exception 'The kind must be all, reports or appeals' using errcode = 'invalid_parameter_value';
  end if;
  if filter = 'pending' then
    -- What waits is pending: there is no need to ask of each.
    condition := format('c.upvote_id in (%s)',
      case kind when 'reports' then by_report when 'appeals' then by_appeal else by_report || ' union ' || by_appeal end);
  elsif kind = 'reports' then
    condition := format('%s and (c.state <> ''pending'' or c.upvote_id in (%s))', condition, by_report);
  elsif kind = 'appeals' then
    condition := format('%s and (c.upvote_id in (%s) or c.state <> ''pending'' and c.upvote_id in (
        select a.upvote_id from public.upvote_appeals a
        where a.about = ''rejected'' and a.status not in (''pending'', ''withdrawn'')))',
      condition, by_appeal);
  end if;
  if name <> '' then
    condition := format('%s and c.upvote_id in (
        select v.id from public.tool_upvotes v where v.is_flagged and v.user_id = %2$L
        union select f.upvote_id from public.upvote_flags f where f.flagged_by = %2$L)', condition,
      coalesce((select p.id from public.profiles p where p.username operator(extensions.=) name::extensions.citext),
        '00000000-0000-0000-0000-000000000000'));
  end if;
  if slug <> '' then
    condition := format('%s and c.tool_id = (select t.id from public.tools t where t.slug = %L)', condition, slug);
  end if;
  if pattern is not null then
    -- `offset 0`: names are compared after the join, of the few that cases name instead of all there are.
    condition := format('%s and (lower(c.reason) like %2$L
        or c.tool_id in (
          select named.id from (
            select t.id, t.name from (select distinct v.tool_id from public.tool_upvotes v where v.is_flagged) reported
            join public.tools t on t.id = reported.tool_id offset 0) named
          where lower(named.name) like %2$L)
        or c.upvote_id in (select f.upvote_id from public.upvote_flags f where lower(f.reason) like %2$L)
        or c.upvote_id in (
          select named.upvote_id from (
            select involved.upvote_id, p.username from (
              select v.id as upvote_id, v.user_id as member_id from public.tool_upvotes v where v.is_flagged
              union all select f.upvote_id, f.flagged_by from public.upvote_flags f) involved
            join public.profiles p on p.id = involved.member_id offset 0) named
          where ''@'' || lower(named.username::text) like %2$L))', condition, pattern);
  end if;
  return condition;
end;
$$;

-- A page of cases, latest activity first, or the oldest first: those after (after_at, after_id); and how many there are
-- of each state of all that the list can show.
create function private.find_cases(
  filter text, query text, kind text, member text, tool text, oldest boolean, page_size integer,
  after_at timestamptz default null, after_id uuid default null, out page private.moderation_cases[], out counts jsonb
)
language plpgsql stable set search_path = ''
as $$
declare
  -- Only with a search every case is looked at: once for both.
  is_search constant boolean := private.trim_text(concat(query, member, tool)) <> '' or kind = 'appeals';
  found record;
begin
  execute format($statement$
    with listed as %1$s (select c.* from private.moderation_cases c where %2$s)
    select array(
        select row(c.*)::private.moderation_cases from listed c
        where ($4 or c.state = $5) and ($1 is null or (c.activity_at, c.upvote_id) %3$s ($1, $2))
        order by c.activity_at %4$s, c.upvote_id %4$s limit $3) as page,
      case when $6 then (select jsonb_object_agg(s.state, s.cases) from (
        select c.state, count(*) as cases from listed c group by c.state) s) end as counts
  $statement$, case when is_search then 'materialized' else 'not materialized' end,
      private.case_condition(case when is_search then 'all' else filter end, query, kind, member, tool),
      case when oldest then '>' else '<' end, case when oldest then 'asc' else 'desc' end)
    into found using after_at, after_id, page_size, not is_search or filter = 'all', filter, is_search;
  page := found.page;
  counts := found.counts;
  if not is_search then
    -- From an index alone, without asking of each whether it waits.
    select jsonb_object_agg(c.state, c.cases) into counts from (
      select c.state, sum(c.cases)::integer as cases from (
        select v.flag_status as state, count(*) as cases from public.tool_upvotes v where v.is_flagged group by v.flag_status
        union all
        select unnest(array['pending', v.flag_status]),
          unnest(array[case when w.by_report or kind is distinct from 'reports' then 1 else 0 end, -1])
        from public.tool_upvotes v join private.waiting_upvotes w on w.upvote_id = v.id where v.is_flagged
      ) c group by c.state
    ) c;
  end if;
  counts := (
    select jsonb_object_agg(s.state, coalesce((counts ->> s.state)::integer, 0))
      || jsonb_build_object('all', coalesce(sum((counts ->> s.state)::integer), 0))
    from unnest('pending'::text || private.decided_states()) s (state));
end;
$$;

-- One page of cards and how many cards of each state match the query: {cards, more, counts: {pending, approved, rejected,
-- all}}.
create function public.list_flagged(
  filter text default 'pending', query text default '', page_size integer default 20,
  before_at timestamptz default null, before_id uuid default null,
  kind text default 'all', oldest boolean default false, member text default '', tool text default ''
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  room integer := least(greatest(coalesce(list_flagged.page_size, 20), 1), 100);
  found record;
begin
  perform private.require_administrator('moderate recommendations', 'moderator');
  select * into found
    from private.find_cases(filter, query, kind, member, tool, oldest, room + 1, before_at, before_id);
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.flagged_card(c.upvote_id) order by c.place)
      from rows from (unnest(found.page[1:room])) with ordinality c (
        upvote_id, version, state, activity_at, tool_id, user_id, reason, place)), '[]'),
    'more', cardinality(found.page) > room,
    'counts', found.counts);
end;
$$;

-- Refreshes the cards on the screen and counts the new ones before or between them, at most 50, up to the last one
-- (oldest_at, oldest_id) or to the end: {cards, gone: [{id, why, by, at, undo}], arrived, counts}. At most 500 cards are
-- refreshed.
create function public.watch_flagged(
  ids uuid[], filter text default 'pending', query text default '',
  oldest_at timestamptz default null, oldest_id uuid default null,
  kind text default 'all', oldest boolean default false, member text default '', tool text default ''
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  watched uuid[] := coalesce(ids[1:500], '{}');
  found record;
begin
  perform private.require_administrator('moderate recommendations', 'moderator');
  select * into found
    from private.find_cases(filter, query, kind, member, tool, oldest, cardinality(watched) + 50);
  return (
    with seen as materialized (
      select id, place, private.flagged_card(id) as card from unnest(watched) with ordinality seen (id, place)
    )
    select jsonb_build_object(
      'cards', coalesce(jsonb_agg(s.card order by s.place) filter (where s.card is not null), '[]'),
      'gone', coalesce(jsonb_agg(private.removal_reason(s.id) order by s.place) filter (where s.card is null), '[]'),
      'arrived', (
        select least(count(*), 50)
        from unnest(found.page) c
        where c.upvote_id <> all (watched)
          and (oldest_at is null or case when oldest then (c.activity_at, c.upvote_id) < (oldest_at, oldest_id)
            else (c.activity_at, c.upvote_id) > (oldest_at, oldest_id) end)),
      'counts', found.counts)
    from seen s);
end;
$$;
grant execute on function public.list_flagged, public.watch_flagged to authenticated;
-- Keeps an upvote that is about to be deleted: by its author, or by the `administrator`.
create function private.keep_removed_upvote(removed public.tool_upvotes, administrator uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  -- One that was removed before gives way; both are there if a merge brought this one.
  delete from private.removed_upvotes r
    where r.tool_id = removed.tool_id and r.user_id = removed.user_id and r.upvote_id <> removed.id
      and r.merged_from is not distinct from removed.merged_from;
  insert into private.removed_upvotes (upvote_id, tool_id, user_id, reason, created_at, flag_status, decided_at,
      moderation_version, activity_at, edited_at, author_role, used_for, merged_from, appeal_id, appeal_about,
      appeal_reason, appeal_status, appealed_at, appeal_resolved_at,
      is_withdrawn, deleted_by, decision_reason, decision_id)
    select removed.id, removed.tool_id, removed.user_id, case when administrator is not null then removed.reason end,
      removed.created_at, removed.flag_status, removed.decided_at, removed.moderation_version, removed.activity_at,
      removed.edited_at, case when administrator is not null then removed.author_role end, removed.used_for,
      removed.merged_from, a.id, a.about, case when administrator is not null then a.reason end, a.status, a.created_at,
      a.resolved_at,
      administrator is null, administrator, case when administrator is not null then private.given_reason() end,
      case when administrator is not null then nextval(
        pg_catalog.pg_get_serial_sequence('private.moderation_decisions', 'id')) end
    from (select) there left join public.upvote_appeals a on a.upvote_id = removed.id
    -- An administrator who deletes their own in the queue has kept it already; the trigger marks it as withdrawn too.
    on conflict (tool_id, user_id, merged_from) do update set is_withdrawn = excluded.is_withdrawn;
  perform private.publish_decision(
      r.decision_id, 'deleted', r.removed_at, r.tool_id,
      (r.appeal_about, r.appeal_status) is not distinct from ('rejected', 'pending'))
    from private.removed_upvotes r where r.upvote_id = removed.id and administrator is not null;
  update private.moderation_decisions d set upvote_id = null, kept_for = removed.id where d.upvote_id = removed.id;
  if administrator is not null then
    update private.former_texts f set upvote_id = null, kept_for = removed.id where f.upvote_id = removed.id;
    update private.helpful_marks m set upvote_id = null, kept_for = removed.id where m.upvote_id = removed.id;
    update private.maker_answers a set upvote_id = null, kept_for = removed.id where a.upvote_id = removed.id;
  end if;
end;
$$;

-- Decides the appeal too, keeps what may be restored, and closes the reports. What is deleted with its tool or its author
-- is not kept.
create function private.remove_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  is_own boolean := old.user_id is not distinct from me;
  conflict text;
  tool uuid := (select id from public.tools where id = old.tool_id);
  is_moderated boolean := tool is not null and not is_own and exists (select from public.profiles where id = old.user_id);
begin
  if pg_trigger_depth() = 1 then
    insert into private.upvote_dates as d (tool_id, user_id, first_at)
      values (old.tool_id, old.user_id, coalesce(old.first_at, old.created_at))
      on conflict (tool_id, user_id) do update set first_at = least(d.first_at, excluded.first_at), deleted_at = now();
  end if;
  if pg_trigger_depth() = 1 and is_own and old.merged_from is null
    and (old.flag_status = 'pending' or private.takes_down(old.flag_status) or private.is_waiting(old) or old.weight = 0) then
    perform private.keep_removed_upvote(old, null);
  elsif pg_trigger_depth() = 1 and not is_own and private.can_moderate() then
    conflict := case when old.is_flagged then private.find_conflict(old.id) end;
    perform private.refuse_conflict(case when conflict = 'report' or private.takes_down(old.flag_status) then conflict end);
    perform private.keep_removed_upvote(old, me);
  end if;
  insert into private.closed_reports (id, upvote_id, tool_id, reported_by, kept_for, reason, flagged_at, status,
      resolved_at, is_automatic, weight, decision_id, outcome, closed_at)
    select f.id, old.id, tool, p.id, case when p.id is null then r.upvote_id end, f.reason, f.flagged_at, f.status,
      f.resolved_at, f.is_automatic, f.weight, f.decision_id,
      case when is_moderated then 'deleted' when f.status = 'pending' then 'withdrawn' else f.status end,
      case when not is_moderated and f.status <> 'pending' then f.resolved_at else now() end
    from public.upvote_flags f
    left join public.profiles p on p.id = f.flagged_by
    left join private.removed_upvotes r on r.upvote_id = f.upvote_id and (r.deleted_by is not null or f.status = 'pending')
    where f.upvote_id = old.id and (p.id is not null or f.flagged_by is null and r.upvote_id is not null)
    order by p.id;
  return old;
end;
$$;

create trigger tool_upvotes_remove before delete on public.tool_upvotes
  for each row when (old.is_flagged or pg_trigger_depth() = 0) execute function private.remove_upvote();

-- Deletes what can no longer be undone, a bounded number at a time. An administrator's own upvote stays as withdrawn.
create function private.purge_removed_upvotes() returns void
language plpgsql set search_path = ''
as $$
declare
  ended uuid[] := array(
    select r.upvote_id from private.removed_upvotes r
    where r.deleted_by is not null and r.removed_at <= now() - interval '5 minutes' limit 500 for update skip locked);
begin
  delete from private.removed_upvotes r where r.upvote_id = any (ended) and not r.is_withdrawn;
  delete from private.moderation_decisions d where d.kept_for = any (ended);
  delete from private.former_texts f where f.kept_for = any (ended);
  delete from private.helpful_marks m where m.kept_for = any (ended);
  delete from private.maker_answers a where a.kept_for = any (ended);
  update private.removed_upvotes r set deleted_by = null, decision_id = null, decision_reason = null, reason = null,
      author_role = null, appeal_reason = null
    where r.upvote_id = any (ended);
end;
$$;

-- Undoes a deletion. The trigger restores the rest.
create function private.restore_upvote(decision_id bigint) returns void
language plpgsql set search_path = ''
as $$
declare
  removed private.removed_upvotes;
begin
  select * into removed from private.removed_upvotes r
    where r.decision_id = restore_upvote.decision_id and r.removed_at > now() - interval '5 minutes' for update;
  if not found then
    raise exception 'This decision can no longer be undone';
  end if;
  insert into public.tool_upvotes
      (id, tool_id, user_id, reason, created_at, is_flagged, flag_status, decided_at, moderation_version, activity_at,
        edited_at, author_role, used_for, merged_from)
    values (removed.upvote_id, removed.tool_id, removed.user_id, removed.reason, removed.created_at,
      removed.flag_status is not null, removed.flag_status, removed.decided_at, removed.moderation_version + 1,
      removed.activity_at, removed.edited_at, removed.author_role, removed.used_for, removed.merged_from);
  delete from private.moderation_log l where l.id = restore_upvote.decision_id;
  perform private.take_back_notices(array['decision:' || restore_upvote.decision_id]);
  -- Deleting one's own is not logged either (see write_audit_log).
  if removed.user_id <> removed.deleted_by then
    insert into public.audit_log (actor_id, action, table_name, row_id, after)
      select removed.deleted_by, 'insert', 'tool_upvotes', v.id, to_jsonb(v)
      from public.tool_upvotes v where v.id = removed.upvote_id;
  end if;
end;
$$;

-- An undo, which inserts the upvote with its own id, restores everything; an upvote that is written again gets back its
-- undecided reports, what was decided about it and the mark that its appeal was used. Nested in the insert, so that the
-- checks of members' own statements (daily limit, own recommendation, one appeal), which apply at trigger depth 0, do not run.
create function private.restore_removed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  removed private.removed_upvotes;
  is_undone boolean;
begin
  select * into removed from private.removed_upvotes r
    where r.tool_id = new.tool_id and r.user_id = new.user_id and r.merged_from is not distinct from new.merged_from;
  if not found then
    return null;
  end if;
  is_undone := removed.upvote_id = new.id;
  update private.moderation_decisions d set upvote_id = new.id, kept_for = null where d.kept_for = removed.upvote_id;
  with reopened as (
    delete from private.closed_reports c
      where c.upvote_id = removed.upvote_id and (is_undone or c.status = 'pending') and not c.is_former returning *
  )
  insert into public.upvote_flags
      (id, upvote_id, reason, flagged_by, status, flagged_at, resolved_at, is_automatic, weight, decision_id)
    select r.id, new.id, r.reason, r.reported_by, r.status, r.flagged_at, r.resolved_at, r.is_automatic, r.weight,
      r.decision_id
    from reopened r;
  if is_undone then
    insert into public.upvote_appeals (id, upvote_id, about, reason, status, created_at, resolved_at)
      select removed.appeal_id, new.id, removed.appeal_about, removed.appeal_reason, removed.appeal_status,
        removed.appealed_at, removed.appeal_resolved_at
      where removed.appeal_id is not null;
    update private.former_texts f set upvote_id = new.id, kept_for = null where f.kept_for = new.id;
    update private.maker_answers a set upvote_id = new.id, kept_for = null where a.kept_for = new.id;
    with back as (
      update private.helpful_marks m set upvote_id = new.id, kept_for = null where m.kept_for = new.id returning 1
    )
    update public.tool_upvotes v set helpful_count = (select count(*) from back)
      where v.id = new.id and exists (select from back);
    perform private.recount_reports(new.id);
  elsif removed.appeal_id is not null then
    insert into public.upvote_appeals (upvote_id, about, status, resolved_at)
      values (new.id, removed.appeal_about, 'withdrawn', now());
  end if;
  delete from private.removed_upvotes r where r.upvote_id = removed.upvote_id;
  return null;
end;
$$;

create trigger tool_upvotes_restore_removed after insert on public.tool_upvotes
  for each row execute function private.restore_removed();

-- The caller's reports, newest first, with their outcome: pending, approved (nothing was wrong), rejected (hidden),
-- restored (hidden first, shown again after an appeal or a later decision), deleted, withdrawn (by its author). Never
-- who decided. At most 16 per call, those before (before_at, before_id).
create function public.list_my_reports(before_at timestamptz default null, before_id uuid default null)
returns table (
  id uuid, tool_name text, tool_slug text, reason text, status text, reported_at timestamptz, decided_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select r.id, t.name, t.slug, r.reason, r.status, r.flagged_at, r.decided_at
  from (
    select f.id, v.tool_id, f.reason, f.flagged_at,
      case when private.takes_down(f.status) and v.flag_status = 'approved' then 'restored' else f.status end as status,
      case when private.takes_down(f.status) and v.flag_status = 'approved' then v.decided_at else f.resolved_at end as decided_at
    from public.upvote_flags f join public.tool_upvotes v on v.id = f.upvote_id
    where f.flagged_by = (select auth.uid())
    union all
    select c.id, c.tool_id, c.reason, c.flagged_at, c.outcome, c.closed_at
    from private.closed_reports c where c.reported_by = (select auth.uid())
  ) r left join public.tools t on t.id = r.tool_id
  where (select public.require_open_account())
    and (before_at is null or (r.flagged_at, r.id) < (before_at, before_id))
  order by r.flagged_at desc, r.id desc limit 16
$$;
grant execute on function public.list_my_reports to authenticated;
comment on function public.list_my_reports is 'Nullable: tool_name, tool_slug, decided_at.';

-- Why a case no longer exists: an administrator deleted the recommendation, its author withdrew it, or nobody reports
-- it any more. `undo` is the decision id while the caller can undo their deletion.
create function private.removal_reason(upvote_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', removal_reason.upvote_id, 'by', p.username, 'at', l.created_at,
    'why', case when l.id is not null then 'deleted' when there.still then 'unreported' else 'withdrawn' end,
    'undo', (
      select r.decision_id from private.removed_upvotes r
      where r.upvote_id = removal_reason.upvote_id and r.deleted_by = (select auth.uid())
        and r.removed_at > now() - interval '5 minutes'))
  from (select exists (select from public.tool_upvotes v where v.id = removal_reason.upvote_id)) there (still)
  left join lateral (
    select * from (
      select * from public.audit_log l
      where l.table_name = 'tool_upvotes' and l.action in ('delete', 'insert') and l.row_id = removal_reason.upvote_id
      order by l.id desc limit 1
    ) last where last.action = 'delete' and not there.still
  ) l on true
  left join public.profiles p on p.id = l.actor_id
$$;
-- The first step of every decision: who may decide, what and why, and the locks. The triggers that record the decisions
-- read the reason.
create function private.begin_deciding(upvote_ids uuid[], decision text, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  words constant text := nullif(private.trim_text(reason), '');
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if decision is null or decision <> all (private.decided_states() || 'deleted'::text) then
    raise exception 'The decision must be % or deleted', array_to_string(private.decided_states(), ', ')
      using errcode = 'invalid_parameter_value';
  elsif char_length(words) > 300 then
    raise exception 'The reason must be 300 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('Reason', words, true);
  perform private.lock_upvotes(upvote_ids);
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform set_config('plaudit.decision_reason', coalesce(words, ''), true);
end;
$$;

-- Decides those that are locked and wait, by one statement. Returns the ids to undo them by.
create function private.decide_cases(upvote_ids uuid[], decision text) returns bigint[]
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_conflict(private.find_conflict(entry)) from unnest(upvote_ids) entry;
  if decision <> 'deleted' then
    update public.tool_upvotes v set flag_status = decision where v.id = any (upvote_ids);
    return array(
      select max(d.id) from private.moderation_decisions d
      where d.upvote_id = any (upvote_ids) and d.undone_at is null group by d.upvote_id order by 1);
  end if;
  -- Somebody else's is kept by the trigger; of one's own it would keep no text.
  perform private.keep_removed_upvote(v, v.user_id) from public.tool_upvotes v
    where v.id = any (upvote_ids) and v.user_id = (select auth.uid());
  delete from public.tool_upvotes v where v.id = any (upvote_ids);
  return array(
    select r.decision_id from private.removed_upvotes r where r.upvote_id = any (upvote_ids) order by r.decision_id);
end;
$$;

-- Decides one that is locked, if it is as its moderator saw it: `seen` is the version of the card. Nothing is overwritten if
-- it has changed since.
-- {outcome: 'done', card} or, deleted, {outcome: 'done', card: null, gone} |
-- {outcome: 'changed' (still to decide) or 'decided', card} |
-- {outcome: 'gone', gone: {id, why: deleted | withdrawn | unreported, by, at, undo}}
create function private.decide_case(upvote_id uuid, decision text, seen integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  standing record;
begin
  select c.state, c.version into standing
    from private.moderation_cases c where c.upvote_id = decide_case.upvote_id;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'gone', private.removal_reason(decide_case.upvote_id));
  elsif standing.version is distinct from seen then
    return jsonb_build_object(
      'outcome', case standing.state when 'pending' then 'changed' else 'decided' end,
      'card', private.flagged_card(decide_case.upvote_id));
  elsif standing.state <> 'pending' then
    raise exception 'This recommendation has no report to decide';
  end if;
  perform private.decide_cases(array[decide_case.upvote_id], decision);
  return jsonb_build_object('outcome', 'done', 'card', private.flagged_card(decide_case.upvote_id))
    || case when decision = 'deleted'
      then jsonb_build_object('gone', private.removal_reason(decide_case.upvote_id)) else '{}' end;
end;
$$;

-- Undoes a decision about one that is locked: restores the previous status, and its reports and appeal are pending again.
-- Only for the administrator who decided, within five minutes, while nothing depends on it. Returns the card, or null if
-- nobody reports the restored recommendation any more.
create function private.undo_case(decision_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken private.moderation_decisions;
  undone record;
begin
  select u.* into undone from (
    select v.user_id, v.id as upvote_id, d.decided_by, false as is_removed
    from private.moderation_decisions d join public.tool_upvotes v on v.id = d.upvote_id
    where d.id = undo_case.decision_id
    union all
    select r.user_id, r.upvote_id, r.deleted_by, true
    from private.removed_upvotes r where r.decision_id = undo_case.decision_id
  ) u;
  if undone.decided_by is distinct from (select auth.uid()) and undone.upvote_id is not null then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  end if;
  perform private.refuse_conflict(case when private.must_leave_own(undone.user_id) then 'own' end);
  if undone.is_removed then
    perform private.restore_upvote(undo_case.decision_id);
  else
    select * into taken from private.moderation_decisions d where d.id = undo_case.decision_id;
    if taken.id is null or not private.can_undo(taken) then
      raise exception 'This decision can no longer be undone';
    end if;
    update public.tool_upvotes v set flag_status = taken.previous_status, decided_at = taken.previous_decided_at,
        moderation_version = v.moderation_version + 1
      where v.id = taken.upvote_id;
  end if;
  return private.flagged_card(undone.upvote_id);
end;
$$;
-- Alerts: many new members recommend one tool in a short time, with nearly the same text, or from one network. Nothing is
-- hidden; an administrator sets recommendations aside ('not counted'), or closes the alert (59_count_upvotes.sql).
create table private.alerts (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- young, texts, network
  reasons text[] not null,
  -- How many recommendations a day the tool had in the four weeks before.
  usual double precision not null,
  raised_at timestamptz not null default now(),
  closed_at timestamptz,
  -- Closed because all its recommendations are set aside, not by hand.
  is_settled boolean not null default false
);

create index alerts_tool_id on private.alerts (tool_id);

create table private.alert_upvotes (
  alert_id uuid not null references private.alerts (id) on delete cascade,
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  -- How many said nearly the same, and how many were from its network, at most; itself among them.
  same_text integer not null default 1,
  same_network integer not null default 0,
  primary key (upvote_id, alert_id)
);

create index alert_upvotes_alert_id on private.alert_upvotes (alert_id);

-- From which networks new members recommended lately: a keyed hash of our own server, of a hosted project the address.
-- Forgotten after thirty days.
create table private.upvote_networks (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  network text not null,
  seen_at timestamptz not null default now()
);

-- Of each of these recommendations of one tool, at most 200: how many say nearly the same, and how many are from its
-- network; itself among them.
create function private.liken_upvotes(upvote_ids uuid[])
returns table (upvote_id uuid, same_text integer, same_network integer)
language sql stable set search_path = ''
as $$
  with compared as materialized (
    select v.id, private.squeeze(v.reason) as text, n.network
    from public.tool_upvotes v left join private.upvote_networks n on n.upvote_id = v.id
    where v.id = any (upvote_ids) order by v.created_at desc limit 200
  ), texts as materialized (
    select c.text, count(*) as times from compared c where c.text <> '' group by c.text
  ), near as materialized (
    -- Each pair once: this is what takes the time.
    select one.text as one, other.text as other
    from texts one join texts other on one.text < other.text and extensions.similarity(one.text, other.text) > 0.7
  ), counted as (
    select t.text, sum(a.times) as times
    from (
      select text, text as like_it from texts union all select one, other from near union all select other, one from near
    ) t join texts a on a.text = t.like_it
    group by t.text
  )
  select c.id, coalesce(t.times, 0)::integer,
    (select count(*) from compared o where o.network = c.network)::integer
  from compared c left join counted t on t.text = c.text
$$;

-- Raises alerts, and adds to the open ones. Looks at recommendations written or edited in the last day that weigh little, of
-- tools that had one since the last time. Called by a job, and when an administrator looks.
create function private.raise_alerts() returns void
language plpgsql set search_path = ''
as $$
declare
  strictness constant text := private.setting('vote_weights');
  -- So many in a day, and so many times the usual number.
  most constant integer := case strictness when 'strict' then 5 else 10 end;
  times constant integer := case strictness when 'strict' then 2 else 4 end;
  candidates uuid[];
  crowd record;
  usual double precision;
  why text[];
  named uuid[];
  alike jsonb;
  alert uuid;
begin
  if strictness = 'off' or not pg_try_advisory_xact_lock(hashtextextended('plaudit alerts', 0)) then
    return;
  end if;
  candidates := array(
    select fresh.id from (
      select v.id, count(*) over tool as votes, bool_or(not exists (
          select from private.alert_upvotes a join private.alerts open on open.id = a.alert_id
          where a.upvote_id = v.id and open.closed_at is null)) over tool as has_new
      from public.tool_upvotes v
      where v.weight < 1 and v.weight > 0 and v.merged_from is null
        and coalesce(v.edited_at, v.created_at) > now() - interval '1 day'
        and not exists (
          select from private.alert_upvotes a join private.alerts closed on closed.id = a.alert_id
          where a.upvote_id = v.id and closed.closed_at >= coalesce(v.edited_at, '-infinity'))
      window tool as (partition by v.tool_id)
    ) fresh
    where fresh.votes >= 3 and fresh.has_new);
  if candidates = '{}' then
    return;
  end if;
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (candidates) order by v.id for key share;
  for crowd in
    select v.tool_id, array_agg(v.id) as upvotes from public.tool_upvotes v where v.id = any (candidates)
    group by v.tool_id order by v.tool_id
  loop
    usual := (
      select count(*) / 28.0 from public.tool_upvotes v
      where v.tool_id = crowd.tool_id and v.created_at between now() - interval '29 days' and now() - interval '1 day');
    select array_remove(array[
        case when cardinality(crowd.upvotes) >= greatest(most, times * usual) then 'young' end,
        case when max(l.same_text) >= 3 then 'texts' end,
        case when max(l.same_network) >= most / 2 then 'network' end], null),
      case when cardinality(crowd.upvotes) >= greatest(most, times * usual) then crowd.upvotes
        else array_agg(l.upvote_id) filter (where l.same_text >= 3 or l.same_network >= most / 2) end,
      jsonb_object_agg(l.upvote_id, array[l.same_text, l.same_network])
      into why, named, alike
      from private.liken_upvotes(crowd.upvotes) l;
    continue when why = '{}';
    update private.alerts a
      set reasons = array(select distinct reason from unnest(a.reasons || why) reason order by reason desc)
      -- Two of one tool are open where tools that had one each were merged.
      where a.id = (
        select o.id from private.alerts o where o.tool_id = crowd.tool_id and o.closed_at is null
        order by o.raised_at, o.id limit 1)
      returning a.id into alert;
    if not found then
      insert into private.alerts (tool_id, reasons, usual) values (crowd.tool_id, why, usual) returning id into alert;
    end if;
    insert into private.alert_upvotes (alert_id, upvote_id, same_text, same_network)
      select alert, entry, coalesce((alike -> entry::text ->> 0)::integer, 1), coalesce((alike -> entry::text ->> 1)::integer, 0)
      from unnest(named) entry order by entry
      on conflict (upvote_id, alert_id)
      do update set same_text = greatest(alert_upvotes.same_text, excluded.same_text),
        same_network = greatest(alert_upvotes.same_network, excluded.same_network)
      where excluded.same_text > alert_upvotes.same_text or excluded.same_network > alert_upvotes.same_network;
  end loop;
end;
$$;

-- How many open alerts there are, appeals of authors whose recommendations are not counted, and reported lists and
-- answers.
create function private.count_alerts() returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select count(*) from private.alerts a
    where a.closed_at is null and exists (
      select from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
      where u.alert_id = a.id and v.merged_from is null)
  ) + (
    select count(*) from public.upvote_appeals p join public.tool_upvotes v on v.id = p.upvote_id
    where p.status = 'pending' and p.about = 'uncounted' and v.weight = 0
  ) + (
    select count(distinct r.subject_id) from private.content_reports r where r.decision is null
  );
end;
$$;

-- For administrators: the fifty newest open alerts and appeals of authors whose recommendations are not counted; and how many
-- there are. The shape: docs/decisions/150.
create function public.list_alerts() returns jsonb
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform private.raise_alerts();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return (
    with cases as materialized (
      select a.id, 'burst' as kind, a.reasons, a.tool_id, a.raised_at, a.usual, null as appeal,
        array(
          select u.upvote_id from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
          where u.alert_id = a.id and v.merged_from is null order by v.created_at desc, v.id desc limit 500) as upvotes
      from private.alerts a
      where a.closed_at is null
      union all
      select v.id, 'appeal', '{}', v.tool_id, p.created_at, 0, p.reason, array[v.id]
      from public.upvote_appeals p join public.tool_upvotes v on v.id = p.upvote_id
      where p.status = 'pending' and p.about = 'uncounted' and v.weight = 0
    ), page as (
      select c.* from cases c where c.upvotes <> '{}' order by c.raised_at desc, c.id limit 50
    )
    select jsonb_build_object(
      'waiting', private.count_alerts(),
      'alerts', coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'kind', c.kind, 'reasons', c.reasons, 'raised_at', c.raised_at, 'usual', c.usual,
        'appeal', c.appeal,
        'tool', jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug),
        'votes', votes.list) order by c.raised_at desc, c.id), '[]'))
    from page c
    join public.tools t on t.id = c.tool_id
    cross join lateral (
      select jsonb_agg(jsonb_build_object(
        'upvote_id', v.id, 'user_id', v.user_id, 'username', p.username, 'joined_at', p.created_at, 'reason', v.reason,
        'created_at', v.created_at, 'is_flagged', v.is_flagged, 'not_counted', v.weight = 0, 'void_reason', d.reason,
        'same_text', coalesce(u.same_text, 1), 'same_network', coalesce(u.same_network, 0),
        'other_count', private.count_recommended(v.user_id, v.tool_id, null), 'others', others.names)
        order by v.created_at desc, v.id desc) as list
      from public.tool_upvotes v
      join public.profiles p on p.id = v.user_id
      left join private.alert_upvotes u on u.upvote_id = v.id and u.alert_id = c.id
      left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
      cross join lateral (
        select coalesce(jsonb_agg(other.name), '[]') as names from (
          select o.name from public.tool_upvotes w join public.tools o on o.id = w.tool_id
          where w.user_id = v.user_id and w.tool_id <> v.tool_id order by w.created_at desc, w.id desc limit 5
        ) other
      ) others
      where v.id = any (c.upvotes)
    ) votes);
end;
$$;
grant execute on function public.list_alerts to authenticated;
-- What moderators decided about recommendations, for everybody to read (docs/decisions/161): what, when, on which tool and
-- why, and nothing about members, so that it outlives their accounts. A decision that is undone is not in it.
create table private.moderation_log (
  -- The id to undo the decision by.
  id bigint primary key,
  decision text not null check (decision = 'deleted' or private.is_decided(decision)),
  decided_at timestamptz not null,
  tool_id uuid references public.tools (id) on delete set null,
  -- The tool's name at that time.
  tool_name text not null,
  on_appeal boolean not null,
  -- If the moderator gave one.
  reason text
);

create index moderation_log_newest on private.moderation_log (decided_at desc, id desc) include (decision, on_appeal);
create index moderation_log_tool_id on private.moderation_log (tool_id);

-- Publishes the decision that is being made about a recommendation: its reason without the members it names.
create function private.publish_decision(id bigint, decision text, decided_at timestamptz, tool_id uuid, on_appeal boolean)
returns void
language sql set search_path = ''
as $$
  insert into private.moderation_log (id, decision, decided_at, tool_id, tool_name, on_appeal, reason)
    select publish_decision.id, publish_decision.decision, publish_decision.decided_at, t.id, t.name,
      publish_decision.on_appeal, regexp_replace(private.given_reason(), '@[A-Za-z0-9_-]+', '@…', 'g')
    from public.tools t where t.id = publish_decision.tool_id
$$;

-- A page of it, newest first, before (before_at, before_id); nothing while the owner does not publish it.
create function public.list_moderation_log(
  before_at timestamptz default 'infinity', before_id bigint default null, max_results integer default 30
) returns table (
  id bigint, decision text, decided_at timestamptz, tool_name text, tool_slug text, on_appeal boolean, reason text
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.decision, l.decided_at, coalesce(t.name, l.tool_name), t.slug, l.on_appeal, l.reason
  from (
    select m.id, m.decision, m.decided_at, m.tool_id, m.tool_name, m.on_appeal, m.reason
    from private.moderation_log m
    where (m.decided_at, m.id) < (coalesce(before_at, 'infinity'), coalesce(before_id, 9223372036854775807))
      and (select private.setting('moderation_log')) <> 'off'
    order by m.decided_at desc, m.id desc limit least(greatest(coalesce(max_results, 30), 1), 100)
  ) l
  left join public.tools t on t.id = l.tool_id
  order by l.decided_at desc, l.id desc
$$;
comment on function public.list_moderation_log is 'Nullable: tool_slug, reason.';

-- How many decisions there were since then: of each kind, and about an appeal.
create function public.count_moderation_log(since timestamptz)
returns table (approved integer, rejected integer, deleted integer, on_appeal integer)
language sql stable security definer set search_path = ''
as $$
  select count(*) filter (where l.decision = 'approved')::integer, count(*) filter (where l.decision = 'rejected')::integer,
    count(*) filter (where l.decision = 'deleted')::integer, count(*) filter (where l.on_appeal)::integer
  from private.moderation_log l where l.decided_at >= since and (select private.setting('moderation_log')) <> 'off'
$$;
grant execute on function public.list_moderation_log, public.count_moderation_log to anon, authenticated, service_role;
-- Deciding cases, one or several at once, and undoing that, in one transaction. What is refused for one stops none of the
-- others.

-- Decides 1 to 100 cases, [{id, seen}]: 'approved', 'rejected' or 'deleted'. Tells of each in the given order what
-- private.decide_case says, with its id, or outcome 'refused' with the message.
create function public.decide_several(cases jsonb, decision text, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted record;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if (case when jsonb_typeof(cases) = 'array' then jsonb_array_length(cases) between 1 and 100 end) is not true then
    raise exception 'Name 1 to 100 recommendations' using errcode = 'invalid_parameter_value';
  end if;
  perform private.begin_deciding(
    array(select c.id from jsonb_to_recordset(cases) c (id uuid)), decision, reason);
  for wanted in select c.id, c.seen from jsonb_to_recordset(cases) c (id uuid, seen integer) loop
    begin
      answer := private.decide_case(wanted.id, decision, wanted.seen);
    exception when insufficient_privilege or check_violation or raise_exception then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.flagged_card(wanted.id), 'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', wanted.id) || answer);
  end loop;
  perform set_config('plaudit.decision_reason', '', true);
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return answers;
end;
$$;

-- Decides what waits of this member's recommendations, the 200 that waited longest, without those that are left to another
-- administrator; and suspends the member if that is wanted. {decided: the ids to undo them by, left: how many still wait,
-- suspended}
create function public.decide_all_of(
  username text, decision text, reason text default null, suspend boolean default false, suspension_reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member_id uuid;
  waiting uuid[];
  decided bigint[];
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  select p.id into member_id from public.profiles p
    where p.username operator(extensions.=) decide_all_of.username::extensions.citext;
  perform private.require_member(member_id);
  if suspend then
    perform private.suspend(member_id, suspension_reason, false);
  end if;
  waiting := array(
    select c.upvote_id from private.moderation_cases c
    where c.user_id = member_id and c.state = 'pending' and private.find_conflict(c.upvote_id) is null
    order by c.activity_at, c.upvote_id limit 200);
  perform private.begin_deciding(waiting, decision, reason);
  -- Without what somebody else decided while this waited.
  decided := private.decide_cases(array(
    select c.upvote_id from private.moderation_cases c
    where c.upvote_id = any (waiting) and c.state = 'pending' and private.find_conflict(c.upvote_id) is null), decision);
  perform set_config('plaudit.decision_reason', '', true);
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return jsonb_build_object('decided', to_jsonb(decided), 'suspended', coalesce(suspend, false), 'left', (
    select count(*) from private.moderation_cases c where c.user_id = member_id and c.state = 'pending'));
end;
$$;

-- Undoes 1 to 200 decisions, later ones first: [{id, outcome: undone | refused, card, message}] in the given order.
create function public.undo_decisions(decision_ids bigint[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant bigint[] := array(select distinct entry from unnest(decision_ids) entry where entry is not null);
  upvote_ids uuid[];
  one bigint;
  answer jsonb;
  answers jsonb := '{}';
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if cardinality(wanted) not between 1 and 200 then
    raise exception 'Name 1 to 200 decisions' using errcode = 'invalid_parameter_value';
  end if;
  upvote_ids := array(select d.upvote_id from private.moderation_decisions d where d.id = any (wanted));
  -- What these decisions were about: recommendations and tools, and the authors, whose deletion would also delete what was
  -- removed.
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (
      select v.tool_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id
      union select r.tool_id from private.removed_upvotes r where r.decision_id = any (wanted))
    order by t.id for no key update;
  perform from public.profiles p
    where p.id in (
      select v.user_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id
      union select r.user_id from private.removed_upvotes r where r.decision_id = any (wanted))
    order by p.id for key share;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  for one in select entry from unnest(wanted) entry order by entry desc loop
    begin
      answer := jsonb_build_object('outcome', 'undone', 'card', private.undo_case(one));
    exception when insufficient_privilege or check_violation or raise_exception then
      answer := jsonb_build_object('outcome', 'refused', 'card', null, 'message', sqlerrm);
    end;
    answers := answers || jsonb_build_object(one::text, jsonb_build_object('id', one) || answer);
  end loop;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return (
    select jsonb_agg(answers -> entry::text order by place)
    from unnest(decision_ids) with ordinality given (entry, place) where entry is not null);
end;
$$;
grant execute on function public.decide_several, public.decide_all_of, public.undo_decisions to authenticated;
-- What a moderator looks at beside the queue: a member, and what waits.

-- A member as moderators see them: how often they were right, and the last ten decisions about their recommendations, with
-- those that were deleted. What waits for a moderator counts as neither shown nor hidden. No mail address.
create function public.get_member_record(username text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  member public.profiles;
begin
  perform private.require_administrator('moderate recommendations', 'moderator');
  select * into member from public.profiles p
    where p.username operator(extensions.=) get_member_record.username::extensions.citext;
  perform private.require_member(member.id);
  return (
    with mine as materialized (
      select v.id, v.tool_id, v.reason, v.author_role, v.created_at, v.edited_at,
        case when v.is_flagged and exists (select from private.waiting_upvotes w where w.upvote_id = v.id) then 'waiting'
          when private.is_shown(v) then 'shown' else 'hidden' end as standing
      from public.tool_upvotes v where v.user_id = member.id
    )
    select jsonb_build_object(
      'id', member.id, 'username', member.username, 'since', member.created_at,
      'verified', (select u.email_confirmed_at is not null from auth.users u where u.id = member.id),
      'suspended', (
        select jsonb_build_object('at', s.suspended_at, 'reason', s.reason)
        from private.suspensions s where s.user_id = member.id and s.lifted_at is null),
      'role', (select a.role from private.administrators a where a.user_id = member.id),
      'recommendations', (
        select jsonb_build_object('shown', count(*) filter (where s.standing = 'shown'),
          'hidden', count(*) filter (where s.standing = 'hidden'),
          'waiting', count(*) filter (where s.standing = 'waiting'))
        from mine s),
      'reports', (
        select jsonb_build_object('upheld', count(*) filter (where r.outcome = 'deleted' or private.takes_down(r.outcome)),
          'rejected', count(*) filter (where r.outcome = 'approved'),
          'waiting', count(*) filter (where r.outcome = 'pending'))
        from (
          select f.status as outcome from public.upvote_flags f where f.flagged_by = member.id
          union all
          select c.outcome from private.closed_reports c where c.reported_by = member.id
        ) r),
      'last_decisions', (
        select coalesce(jsonb_agg(jsonb_build_object('decision', d.decision, 'tool_name', d.tool_name,
          'tool_slug', d.tool_slug, 'at', d.at, 'by', by.username, 'reason', d.reason) order by d.at desc), '[]')
        from (
          (select d.decision, t.name as tool_name, t.slug as tool_slug, d.decided_at as at, d.decided_by, d.reason
          from (
            select v.tool_id, d.* from public.tool_upvotes v join private.moderation_decisions d on d.upvote_id = v.id
            where v.user_id = member.id and v.is_flagged
            union all
            select r.tool_id, d.* from private.removed_upvotes r join private.moderation_decisions d on d.kept_for = r.upvote_id
            where r.user_id = member.id
          ) d join public.tools t on t.id = d.tool_id
          where d.undone_at is null
          order by d.decided_at desc limit 10)
          union all
          (select 'deleted', coalesce(t.name, l.subject), t.slug, l.created_at, l.actor_id, r.decision_reason
          from public.audit_log l
          left join public.tools t on t.id = l.subject_id
          left join private.removed_upvotes r on r.upvote_id = l.row_id
          where l.person_id = member.id and l.table_name = 'tool_upvotes' and l.action = 'delete'
            and not exists (select from public.tool_upvotes v where v.id = l.row_id)
          order by l.created_at desc limit 10)
          order by at desc limit 10
        ) d left join public.profiles by on by.id = d.decided_by),
      'last_recommendations', (
        select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'tool_name', t.name, 'tool_slug', t.slug,
          'reason', v.reason, 'author_role', v.author_role, 'created_at', v.created_at, 'edited_at', v.edited_at,
          'former_texts', private.list_former_texts(v.id, 3), 'status', v.standing) order by v.created_at desc, v.id desc), '[]')
        from (select * from mine m order by m.created_at desc, m.id desc limit 10) v
        join public.tools t on t.id = v.tool_id)));
end;
$$;

-- What waits for the decision of a person with this role: how much, and since when the newest. Reports: cases with undecided
-- ones.
create function private.list_waiting(role text) returns table (kind text, count bigint, newest timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  if role <> 'editor' then
    return query
      select 'reports', count(distinct f.upvote_id), max(f.flagged_at) from public.upvote_flags f where f.status = 'pending'
      union all
      select 'appeals', count(*), max(a.created_at) from private.waiting_appeals a
      union all
      select 'alerts', private.count_alerts(), greatest(
        (select max(a.raised_at) from private.alerts a where a.closed_at is null),
        (select max(p.created_at) from public.upvote_appeals p where p.status = 'pending' and p.about = 'uncounted'),
        (select max(r.reported_at) from private.content_reports r where r.decision is null));
  end if;
  if role <> 'moderator' then
    return query
      select 'contributions', count(*), max(c.created_at) from private.contributions c where c.state = 'waiting';
  end if;
end;
$$;

-- How much waits for the caller, by what their role decides: {reports, appeals, alerts, contributions}.
create function public.count_waiting() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see what waits', public.get_my_role());
  return (select jsonb_object_agg(w.kind, w.count) from private.list_waiting(public.get_my_role()) w);
end;
$$;
grant execute on function public.get_member_record, public.count_waiting to authenticated;
-- What administrators do about alerts, and what authors see of it (docs/decisions/150).

-- Sets recommendations aside or counts them again, in one action with one reason, logged one by one. Returns those it
-- changed, and those somebody else did before or that are gone. Counting them again opens the alert that setting them aside
-- closed.
create function public.set_counted(upvote_ids uuid[], counted boolean, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  wanted constant uuid[] := array(select distinct entry from unnest(upvote_ids) entry where entry is not null);
  words constant text := nullif(private.trim_text(reason), '');
  changed uuid[];
  appealed uuid[];
  unread text[];
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if cardinality(wanted) not between 1 and 500 then
    raise exception 'Name 1 to 500 recommendations' using errcode = 'invalid_parameter_value';
  elsif counted is null then
    raise exception 'Say whether they count' using errcode = 'invalid_parameter_value';
  elsif words is null and not counted then
    raise exception 'Please give a reason' using errcode = 'check_violation';
  elsif char_length(words) > 500 then
    raise exception 'The reason must be 500 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('Reason', words, true);
  perform private.lock_upvotes(wanted);
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform private.refuse_conflict((
    select min(case when private.must_leave_own(v.user_id) then 'own' else 'appeal' end)
    from public.tool_upvotes v
    where v.id = any (wanted) and (private.must_leave_own(v.user_id) or exists (
      select from public.upvote_appeals a
      join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id and d.voided_by = me
      where a.upvote_id = v.id and a.status = 'pending' and a.about = 'uncounted'
        and exists (select from private.administrators o where o.user_id not in (me, v.user_id)
          and o.role <> 'editor')))));
  changed := array(
    -- What a merge has set aside follows from the other of its member.
    select v.id from unnest(wanted) given (id) join public.tool_upvotes v on v.id = given.id and v.merged_from is null
    left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
    where (case when d.tool_id is null then not counted
      else counted or exists (
        select from public.upvote_appeals a where a.upvote_id = v.id and a.status = 'pending' and a.about = 'uncounted') end)
    order by v.id);
  insert into public.audit_log (actor_id, action, table_name, row_id, after)
    select me, case when counted then 'delete' else 'insert' end, 'voided_upvotes', v.id,
      jsonb_build_object('tool_id', v.tool_id, 'user_id', v.user_id, 'reason', words)
    from public.tool_upvotes v where v.id = any (changed) order by v.id;
  if counted then
    delete from private.voided_upvotes d using unnest(changed) given (id) join public.tool_upvotes v on v.id = given.id
      where d.tool_id = v.tool_id and d.user_id = v.user_id;
  else
    insert into private.voided_upvotes (tool_id, user_id, reason, voided_by)
      select v.tool_id, v.user_id, words, me from public.tool_upvotes v where v.id = any (changed) order by v.id
      on conflict (tool_id, user_id) do update set reason = excluded.reason, voided_by = me, voided_at = now();
  end if;
  appealed := array(
    select a.upvote_id from public.upvote_appeals a
    where a.upvote_id = any (changed) and a.status = 'pending' and a.about = 'uncounted');
  -- Counting again grants the appeal, setting aside refuses it; set aside again after that, it waits again.
  update public.upvote_appeals a
    set status = case when counted then 'approved' when a.status = 'approved' then 'pending' else 'rejected' end,
      resolved_at = case when counted or a.status <> 'approved' then now() end
    where a.upvote_id = any (changed) and a.about = 'uncounted' and a.status <> 'withdrawn';
  -- Who has not read the opposite is told of neither.
  unread := private.take_back_notices(array(select 'counted:' || entry from unnest(changed) entry));
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, reason)
    select v.user_id, case when v.id <> all (appealed) then case when counted then 'recommendation_counted'
        else 'recommendation_uncounted' end when counted then 'appeal_approved' else 'appeal_rejected' end,
      'counted:' || v.id, t.id, t.name, words
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    where v.id = any (changed) and v.user_id <> me and (v.id = any (appealed) or 'counted:' || v.id <> all (unread))
    order by v.user_id;
  perform private.weigh_upvotes(wanted);
  update private.alerts a
    set closed_at = case when not counted then now() end, is_settled = not counted
    -- One that was closed by hand stays closed.
    where case when counted then a.is_settled else a.closed_at is null end
      and exists (select from private.alert_upvotes u where u.alert_id = a.id and u.upvote_id = any (changed))
      and not exists (
        select from private.alert_upvotes u join public.tool_upvotes v on v.id = u.upvote_id
        where u.alert_id = a.id and v.weight > 0 and v.merged_from is null and v.id <> all (changed));
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return jsonb_build_object('changed', to_jsonb(changed),
    'unchanged', (select coalesce(jsonb_agg(entry), '[]') from unnest(wanted) entry where entry <> all (changed)));
end;
$$;

-- Closes an alert without changing anything, or opens it again. False if it was so already, or is gone.
create function public.close_alert(alert_id uuid, closes boolean default true) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  is_changed boolean;
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  update private.alerts a set closed_at = case when closes then now() end, is_settled = false
    where a.id = close_alert.alert_id and (a.closed_at is null) = closes;
  is_changed := found;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return is_changed;
end;
$$;

-- What moderators said about recommendations of the caller: why they hid one, where they said so, and why they set one aside
-- ('not counted'). Never who.
create function public.list_my_outcomes() returns table (upvote_id uuid, hidden_reason text, uncounted_reason text)
language sql stable security definer set search_path = ''
as $$
  select v.id, last.reason, d.reason
  from public.tool_upvotes v
  left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
  left join lateral (
    select m.reason from private.moderation_decisions m
    where m.upvote_id = v.id and m.undone_at is null order by m.id desc limit 1
  ) last on private.takes_down(v.flag_status)
  where v.user_id = (select auth.uid()) and (last.reason is not null or d.reason is not null)
    and (select public.require_open_account())
$$;
grant execute on function public.set_counted, public.close_alert, public.list_my_outcomes to authenticated;
comment on function public.list_my_outcomes is 'Nullable: hidden_reason, uncounted_reason.';
-- What lists are ordered by: one narrow row for each tool, with an index for each order, so that an upvote does not touch
-- the many indexes of public.tools. Lists of categories join private.tool_codes.
create table private.tool_stats (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  listed_at timestamptz not null,
  -- See docs/ranking.md: the sum of the weights of its recommendations; trend is the logarithm of a sum, so minus infinity
  -- without any.
  score double precision not null default 0,
  trend double precision not null default '-infinity'
);

create index tool_stats_newest on private.tool_stats (listed_at desc, tool_id desc);
create index tool_stats_top on private.tool_stats (score desc, listed_at desc, tool_id desc);
create index tool_stats_trending on private.tool_stats (trend desc, listed_at desc, tool_id desc);

comment on table private.tool_stats is
  'Not notified: what changes here follows from a change of tools or tool_upvotes, which is notified.';

-- What a recommendation weighs in 'Trending', as a power of two: weeks since the beginning of 2026. Each weighs twice as
-- much as one a week older, at any time, so the order does not change with time. Null for one that does not count. Its body
-- is parsed at creation: without its own search path it is inlined.
create function private.trend_weight(upvote public.tool_upvotes) returns double precision
language sql immutable parallel safe
return case when upvote.weight > 0 then
  (extract(epoch from coalesce(upvote.first_at, upvote.created_at) - timestamptz '2026-01-01 00:00:00+00') / (7 * 86400))::double precision
    + ln(upvote.weight) / ln(2::double precision) end;

-- The logarithm of a sum of powers of two, null of none. The sum itself would overflow, so it is relative to the largest.
create function private.sum_weights(weights double precision[]) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select top.weight + ln(sum(power(2::double precision, greatest(entry - top.weight, -1000)))) / ln(2::double precision)
  from unnest(weights) entry cross join (select max(each) as weight from unnest(weights) each) top
  where top.weight > '-infinity'
  group by top.weight
$$;

-- Recomputes the upvote counts, scores and trends of these tools from all their upvotes, with the tools locked by id, so
-- that each writer sees the upvotes of the one before.
create function private.recount_upvotes(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  with counted as materialized (
    select wanted.tool_id, count(v.id)::integer as upvotes, coalesce(sum(v.weight), 0) as score,
      coalesce(private.sum_weights(array_agg(private.trend_weight(v)) filter (where v.weight > 0)), '-infinity') as trend
    from (select distinct unnest(tool_ids)) wanted (tool_id)
    left join public.tool_upvotes v on v.tool_id = wanted.tool_id and private.is_counted(v)
    group by wanted.tool_id
  ), recounted as (
    update public.tools t set upvote_count = c.upvotes
      from counted c where t.id = c.tool_id and t.upvote_count <> c.upvotes
  )
  update private.tool_stats s set score = c.score, trend = c.trend
    from counted c
    where s.tool_id = c.tool_id and (s.score, s.trend) <> (c.score, c.trend);
end;
$$;
-- What lists and searches are filtered by, ours and the owner's alike (docs/decisions/102, 130): categories, and the values
-- of facets, each with a number, its code.

-- The values of each facet that can be chosen; 'unknown', where nobody entered the fact, is chosen beside them. The facets of
-- an owner's facts begin with 'facts.'.
create function private.filters() returns table (facet text, value text)
language sql stable rows 30 set search_path = ''
as $$
  select 'pricing', unnest(private.all_pricings())
  union all select 'open_source', unnest(array['yes', 'no'])
  union all select 'platforms', unnest(private.all_platforms())
  union all
  select 'facts.' || own.key, choices.value
  from private.own_facts() own
  cross join lateral (
    select option ->> 'value' from jsonb_array_elements(own.fact -> 'options') option
    union all select unnest(array['yes', 'no']) where own.fact ->> 'kind' = 'answer'
  ) choices (value)
  where own.fact -> 'filters' = 'true'
$$;

-- Also those of categories, by id, and of the facet 'listed', which every tool has. A code stays: one in use before is used
-- again when its value returns.
create table private.filter_codes (
  code integer generated always as identity primary key,
  facet text not null,
  value text not null,
  unique (facet, value)
);

-- Of each tool its codes, and its place in the sets below.
create table private.tool_codes (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  place integer generated always as identity,
  codes integer[] not null
);
create index tool_codes_codes on private.tool_codes using gin (codes);

-- Which tools have a code: for each 8,192 places one row of as many bits. Every number beside a filter follows from some
-- thousand rows, however many tools and facts there are.
create table private.code_sets (
  code integer references private.filter_codes (code) on delete cascade,
  part integer,
  tools bit(8192) not null,
  primary key (code, part)
);

comment on table private.filter_codes is 'Not notified: it follows from a change of settings or categories, which are notified.';
comment on table private.tool_codes is 'Not notified: it follows from a change of tools, which is notified.';
comment on table private.code_sets is 'Not notified: it follows from a change of tools, which is notified.';

create function private.no_tools() returns bit
language sql immutable parallel safe
return repeat('0', 8192)::bit(8192);

-- Recomputes the codes of these tools, or of all, and flips the bits of those that a tool got or lost. Tools are written by
-- one transaction at a time (docs/decisions/050).
create function private.refresh_tool_codes(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  if tool_ids = '{}' then
    return;
  end if;
  with wanted as materialized (
    select t.* from public.tools t where tool_ids is null or t.id = any (tool_ids)
  ), given (tool_id, facet, value) as materialized (
    select w.id, 'listed', 'yes' from wanted w
    union all select w.id, 'pricing', w.pricing from wanted w where w.pricing is not null
    union all select w.id, 'open_source', case when w.open_source then 'yes' else 'no' end
      from wanted w where w.open_source is not null
    union all select w.id, 'platforms', unnest(w.platforms) from wanted w
    union all select tc.tool_id, 'category', tc.category_id::text
      from wanted w join public.tool_categories tc on tc.tool_id = w.id
    union all
    select w.id, own.facet, own.value
    from wanted w
    cross join lateral jsonb_each(w.own_facts) entry
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(entry.value) when 'array' then entry.value else jsonb_build_array(entry.value) end) each
    join private.filters() own on own.facet = 'facts.' || entry.key
      and own.value = case entry.value when 'true' then 'yes' when 'false' then 'no' else each end
  ), added as (
    insert into private.filter_codes (facet, value)
      select distinct g.facet, g.value from given g left join private.filter_codes c using (facet, value) where c.code is null
      returning code, facet, value
  ), fresh as materialized (
    select g.tool_id, array_agg(distinct known.code) as codes
    from given g
    join (select * from private.filter_codes union all select * from added) known using (facet, value)
    group by g.tool_id
  ), changed as materialized (
    select f.tool_id, f.codes, k.place, k.codes as former
    from fresh f left join private.tool_codes k using (tool_id) where k.codes is distinct from f.codes
  ), updated as (
    update private.tool_codes k set codes = c.codes from changed c where k.tool_id = c.tool_id
  ), inserted as (
    insert into private.tool_codes (tool_id, codes)
      select c.tool_id, c.codes from changed c where c.place is null order by c.tool_id
      returning place, codes
  ), flipped as (
    select either.place, either.code
    from (
      select i.place, unnest(i.codes) from inserted i
      union all select c.place, unnest(c.codes) from changed c where c.place is not null
      union all select c.place, unnest(c.former) from changed c
    ) either (place, code)
    group by 1, 2 having count(*) = 1
  )
  insert into private.code_sets as s (code, part, tools)
    select f.code, f.place / 8192, bit_or(set_bit(private.no_tools(), f.place % 8192, 1))
    from flipped f group by 1, 2 order by 1, 2
    on conflict (code, part) do update set tools = s.tools # excluded.tools;
end;
$$;

-- Deleted tools leave the sets.
create function private.leave_code_sets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Not an update: without statistics of old_rows it would read all sets.
  insert into private.code_sets as s (code, part, tools)
    select code, o.place / 8192, bit_or(set_bit(private.no_tools(), o.place % 8192, 1))
    from old_rows o cross join unnest(o.codes) code group by 1, 2 order by 1, 2
    on conflict (code, part) do update set tools = s.tools # excluded.tools;
  return null;
end;
$$;

create trigger tool_codes_leave after delete on private.tool_codes
  referencing old table as old_rows for each statement execute function private.leave_code_sets();

-- One facet that a list is filtered by: a tool needs one of the codes or, if others are given, none of these.
create type private.filter_choice as (facet text, codes integer[], others integer[]);

-- What is chosen; of an owner's facts each as 'key.value'. A value that does not exist has no code, so no tool matches it.
create function private.filter_choices(
  category_ids uuid[], pricings text[], open_sources text[], platforms text[], facts text[]
) returns private.filter_choice[]
language sql stable set search_path = ''
as $$
  with given (facet, value) as materialized (
    select 'category', entry::text from unnest(category_ids) entry where entry is not null
    union all select 'pricing', entry from unnest(pricings) entry where entry is not null
    union all select 'open_source', entry from unnest(open_sources) entry where entry is not null
    union all select 'platforms', entry from unnest(platforms) entry where entry is not null
    union all select 'facts.' || split_part(entry, '.', 1), split_part(entry, '.', 2)
      from unnest(facts) entry where entry is not null
  )
  select coalesce(array_agg(row(chosen.facet, chosen.codes, chosen.others)::private.filter_choice), '{}')
  from (
    select g.facet, array_remove(array_agg(c.code), null) as codes,
      case when 'unknown' = any (array_agg(g.value)) and g.facet in (select f.facet from private.filters() f)
        then array(select k.code from private.filter_codes k where k.facet = g.facet) end as others
    from given g left join private.filter_codes c using (facet, value)
    group by g.facet
  ) chosen
$$;

create function private.has_codes(codes integer[], choices private.filter_choice[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from unnest(choices) c
    where not (has_codes.codes && c.codes or c.others is not null and not has_codes.codes && c.others))
$$;
-- The facts that cards show, by key; null if none.
create function private.card_keys() returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(entry ->> 'key') from jsonb_array_elements(private.setting('facts')::jsonb) entry
  where entry -> 'on_card' = 'true'
$$;

-- Of a tool the known ones among them.
create function private.facts_on_card(tool public.tools, keys text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select case when keys is not null then (
    select jsonb_object_agg(fact.key, fact.value)
    from jsonb_each(to_jsonb(tool) - 'long_description' || tool.own_facts) fact
    where fact.key = any (keys) and fact.value not in ('null', '[]')) end
$$;

-- The newest public recommendations of a tool (as in tool_upvotes_select_visitor), with their authors. Its body is parsed at
-- creation: without its own search path it is inlined.
create function private.newest_reasons(tool_id uuid, max_results integer)
returns table (reason text, writer text, has_page boolean)
language sql stable
begin atomic
  select u.reason, p.username::text, p.has_page
  from public.tool_upvotes u left join public.profiles p on p.id = u.user_id
  where u.tool_id = newest_reasons.tool_id and private.is_shown(u)
  order by u.created_at desc, u.id desc
  limit newest_reasons.max_results;
end;

-- One page of a list of tools: all, or those in any of the categories, without duplicates; filtered by one of the
-- values of each named facet, 'unknown' included; `facts` are those of the owner's, as 'key.value'. sort is 'newest',
-- 'top' (most recommended) or 'trending' (docs/ranking.md), then newest first. Each tool comes with its newest public
-- recommendation and its writer. A further page continues after the tool whose rank, created_at and id are given,
-- wherever it stands by now: tools that were added or moved up meanwhile do not shift it.
-- The first page also returns the total; the others return null.
--
-- The query is planned with its values: the planner knows how frequent each code is, and either reads along the order
-- until the page is full or, for few matches, reads those tools.
create function public.list_tools(
  sort text default 'newest', category_ids uuid[] default '{}', after_rank double precision default null,
  after_at timestamptz default null, after_id uuid default null, max_results integer default 15,
  pricings text[] default '{}', open_sources text[] default '{}', platforms text[] default '{}', facts text[] default '{}'
) returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text, latest_reason text,
  latest_writer text, total integer, rank double precision, card_facts jsonb,
  writer_has_page boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  choices private.filter_choice[] := private.filter_choices(list_tools.category_ids, list_tools.pricings,
    list_tools.open_sources, list_tools.platforms, list_tools.facts);
  room integer := least(greatest(coalesce(list_tools.max_results, 15), 1), 100);
  is_first boolean := list_tools.after_at is null or list_tools.after_id is null;
  ranked text := case coalesce(list_tools.sort, 'newest')
    when 'newest' then 'null::double precision'
    when 'top' then 's.score'
    when 'trending' then 'nullif(s.trend, ''-infinity'')'
  end;
  by_rank text := case list_tools.sort when 'top' then 's.score, ' when 'trending' then 's.trend, ' else '' end;
  in_order text := replace(by_rank || 's.listed_at, s.tool_id', ',', ' desc,') || ' desc';
  narrowed text := '';
begin
  if ranked is null then
    raise exception 'The order must be newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  if choices <> '{}' then
    select format('and exists (select from private.tool_codes k where k.tool_id = s.tool_id and %s)', string_agg(format(
        case when c.others is null then 'k.codes && %L' else '(k.codes && %L or not k.codes && %L)' end, c.codes, c.others), ' and '))
      into narrowed from unnest(choices) c;
  end if;
  if not is_first then
    narrowed := narrowed || format(' and (%1$ss.listed_at, s.tool_id) < (%2$s$4, $5)', by_rank,
      case list_tools.sort when 'top' then '$3, ' when 'trending' then 'coalesce($3, ''-infinity''), ' else '' end);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, t.created_at,
       c.id, c.name, c.slug, latest.reason, latest.writer, $2, %3$s, private.facts_on_card(t, $6),
       latest.has_page
     from (select s.* from private.tool_stats s where true %1$s order by %2$s limit $1) s
     join public.tools t on t.id = s.tool_id left join public.categories c on c.id = t.category_id
     left join lateral private.newest_reasons(t.id, 1) latest on true
     order by %2$s', narrowed, in_order, ranked)
    using room, case when is_first then private.count_matching(choices) end, list_tools.after_rank, list_tools.after_at,
      list_tools.after_id, private.card_keys();
end;
$$;
comment on function public.list_tools is
  'Nullable: logo, category_id, category_name, category_slug, latest_reason, latest_writer, total, rank, card_facts, writer_has_page.';

-- Up to three tools of each category, in one call: the first by id, which the index returns without sorting every
-- category.
create function public.list_category_samples()
returns table (category_id uuid, names text[], logos text[])
language sql stable set search_path = ''
as $$
  select c.id, array_agg(t.name order by t.id), array_agg(coalesce(t.logo, '') order by t.id)
  from public.categories c
  cross join lateral (
    select tc.tool_id from public.tool_categories tc where tc.category_id = c.id order by tc.tool_id limit 3
  ) sample
  join public.tools t on t.id = sample.tool_id
  group by c.id
  order by c.id
$$;
grant execute on function public.list_tools, public.list_category_samples to anon, authenticated, service_role;
comment on function public.list_category_samples is 'A tool without a logo has an empty one.';
-- The administrator's list of tools: those whose name, slug or primary category's name contains the text, in any case
-- and literally; one sorted page. `total` is the total number. A page after the last one is the last one, so that the
-- list is still there when everything on its last page was deleted.
--
-- The data is public; counting and sorting it is for administrators only, because it is expensive.
create function public.list_admin_tools(
  search text default '', sort text default 'name', descending boolean default false, page integer default 1,
  page_size integer default 25
) returns table (
  id uuid, name text, slug text, category_name text, featured boolean, logo text, upvote_count integer, total integer
)
language plpgsql stable security definer set search_path = ''
-- Searches for one letter are sorted in memory.
set work_mem = '32MB'
-- Prefer indexes: the planner cannot estimate these patterns.
set enable_seqscan = off
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_tools.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  page_index integer := greatest(coalesce(list_admin_tools.page, 1), 1) - 1;
  -- Ties are sorted by name. Comparing ranks is faster than comparing names of categories.
  ordering text := format(case list_admin_tools.sort
    when 'name' then 'f.name %1$s, f.id %1$s' when 'slug' then 'f.slug %1$s' when 'category' then 'c.rank %1$s, f.name, f.id'
    when 'featured' then 'f.featured %1$s, f.name, f.id' when 'created' then 'f.created_at %1$s, f.id %1$s'
  end, case when descending then 'desc' else 'asc' end);
begin
  perform private.require_administrator('list {items}', 'editor');
  if ordering is null then
    raise exception '%', private.in_words('{Items} are sorted by name, slug, category, featured or created')
      using errcode = 'invalid_parameter_value';
  end if;
  -- Without a search the page is read in index order; the result of a search is materialised to be counted and sorted.
  return query execute format(
    'with found as %s (
      select t.id, t.name, t.slug, t.featured, t.created_at, t.category_id from public.tools t where %s
    ), counted as (
      select count(*)::integer as total from found
    ), page as (
      select f.id, row_number() over () as place from (
        select f.id from found f %s
        order by %s
        limit $2 offset (select least($3, greatest(counted.total - 1, 0) / $2) * $2 from counted)
      ) f
    )
    select t.id, t.name, t.slug, c.name, t.featured, t.logo, t.upvote_count, (select counted.total from counted)
    from page join public.tools t on t.id = page.id left join public.categories c on c.id = t.category_id
    order by page.place',
    case when wanted = '' then 'not materialized' else 'materialized' end,
    case when wanted = '' then 'true'
      else format('%s or %s or t.category_id = any ($1)', private.containing('t.slug', wanted),
        private.containing('t.name', wanted)) end,
    case when list_admin_tools.sort = 'category' then
      'left join (select c.id, dense_rank() over (order by c.name) as rank from public.categories c) c
        on c.id = f.category_id' else '' end,
    ordering)
    using array(select c.id from public.categories c where c.name ilike pattern), size, page_index;
end;
$$;
comment on function public.list_admin_tools is 'Nullable: category_name, logo.';

-- The administrator's list of categories: those whose name, slug or description contains the text, in any case and
-- literally; one sorted page. `total` and the last page as in list_admin_tools.
create function public.list_admin_categories(
  search text default '', sort text default 'name', descending boolean default false, page integer default 1,
  page_size integer default 25
) returns table (id uuid, name text, slug text, description text, tool_count integer, total integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  wanted text := lower(private.trim_text(coalesce(list_admin_categories.search, '')));
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
  size integer := least(greatest(coalesce(page_size, 25), 1), 100);
  ordering text := case list_admin_categories.sort
    when 'name' then 'm.name %1$s, m.id %1$s'
    when 'slug' then 'm.slug %1$s'
    when 'tools' then 'm.tool_count %1$s, m.name, m.id'
    when 'created' then 'm.created_at %1$s, m.id %1$s'
  end;
begin
  perform private.require_administrator('list categories', 'editor');
  if ordering is null then
    raise exception 'Categories are sorted by name, slug, tools or created' using errcode = 'invalid_parameter_value';
  end if;
  return query execute format(
    'with matched as materialized (
      select c.* from public.categories c where c.name ilike $1 or c.slug like $1 or c.description ilike $1
    ), counted as (select count(*)::integer as total from matched)
    select m.id, m.name, m.slug, m.description, m.tool_count, (select counted.total from counted)
    from matched m order by ' || ordering || '
    limit $2 offset (select least($3, greatest(counted.total - 1, 0) / $2) * $2 from counted)',
    case when descending then 'desc' else 'asc' end)
    using pattern, size, greatest(coalesce(list_admin_categories.page, 1), 1) - 1;
end;
$$;
grant execute on function public.list_admin_tools, public.list_admin_categories to authenticated;
comment on function public.list_admin_categories is 'Nullable: description.';
-- The numbers beside filters, from the sets of 61_filters.sql.

-- For each choice the tools that have it, part by part.
create function private.sets_of(choices private.filter_choice[]) returns table (facet text, part integer, tools bit)
language sql stable rows 20 set search_path = ''
as $$
  select c.facet, m.part,
    coalesce((
      select bit_or(s.tools) from private.code_sets s where s.part = m.part and s.code = any (c.codes)), private.no_tools())
    | case when c.others is null then private.no_tools() else ~ coalesce((
      select bit_or(s.tools) from private.code_sets s where s.part = m.part and s.code = any (c.others)), private.no_tools())
      end
  from unnest(choices) c
  cross join (select l.part from private.code_sets l join private.filter_codes f using (code) where f.facet = 'listed') m
$$;

-- The tools that have everything chosen; all if nothing is.
create function private.matching_sets(choices private.filter_choice[]) returns table (part integer, tools bit)
language sql stable rows 20 set search_path = ''
as $$
  select l.part, l.tools & coalesce(bit_and(chosen.tools), ~ private.no_tools())
  from private.code_sets l join private.filter_codes f using (code) left join private.sets_of(choices) chosen using (part)
  where f.facet = 'listed'
  group by l.part, l.tools
$$;

create function private.count_matching(choices private.filter_choice[]) returns integer
language sql stable set search_path = ''
as $$ select coalesce(sum(bit_count(m.tools)), 0)::integer from private.matching_sets(choices) m $$;

-- For each value of each facet: how many of these tools (null: of all) have everything chosen if it is chosen too; as 'all',
-- 'unknown', how many if 'unknown' is chosen in every facet of which a value is. An owner's values are those of the facet
-- 'facts', as 'key.value'.
create function private.count_filters(tool_ids uuid[], choices private.filter_choice[])
returns table (facet text, value text, tools integer)
language sql stable set search_path = ''
as $$
  with base (part, tools) as materialized (
    select m.part, m.tools from private.matching_sets('{}') m where tool_ids is null
    union all
    select k.place / 8192, bit_or(set_bit(private.no_tools(), k.place % 8192, 1))
    from private.tool_codes k where k.tool_id = any (tool_ids) group by 1
  ), stored (facet, value, part, tools) as materialized (
    -- Not a join: the planner would read every category's sets too.
    select f.facet, f.value, b.part, coalesce((
      select s.tools from private.code_sets s where s.code = c.code and s.part = b.part), private.no_tools())
    from private.filters() f left join private.filter_codes c using (facet, value) cross join base b
  ), valued as materialized (
    select * from stored
    union all select s.facet, 'unknown', s.part, ~ bit_or(s.tools) from stored s group by s.facet, s.part
  ), chosen (facet, part, tools, wider) as materialized (
    select c.facet, c.part, c.tools, c.tools | coalesce(u.tools, private.no_tools())
    from private.sets_of(choices) c
    left join valued u on u.facet = c.facet and u.part = c.part and u.value = 'unknown'
  ), others (facet, part, tools) as materialized (
    select f.facet, b.part, b.tools & coalesce(bit_and(c.tools), ~ private.no_tools())
    from (select distinct s.facet from stored s) f cross join base b
    left join chosen c on c.part = b.part and c.facet <> f.facet
    group by f.facet, b.part, b.tools
  ), counted (facet, value, tools) as (
    select v.facet, v.value, sum(bit_count(o.tools & (v.tools | coalesce(c.tools, private.no_tools()))))
    from valued v join others o using (facet, part) left join chosen c using (facet, part)
    group by v.facet, v.value
    union all
    select 'all', 'unknown', coalesce(sum(bit_count(widened.tools)), 0)
    from (
      select b.tools & coalesce(bit_and(c.wider), ~ private.no_tools()) as tools
      from base b left join chosen c using (part) group by b.part, b.tools
    ) widened
  ), known (facet, value) as (
    select f.facet, f.value from private.filters() f
    union select f.facet, 'unknown' from private.filters() f
    union select 'all', 'unknown'
  )
  select case when k.facet like 'facts.%' then 'facts' else k.facet end,
    case when k.facet like 'facts.%' then substr(k.facet, 7) || '.' || k.value else k.value end,
    coalesce(c.tools, 0)::integer
  from known k left join counted c using (facet, value)
$$;

-- The number of tools in any of the categories, without duplicates; of all tools if no category is named.
create function public.count_tools(category_ids uuid[] default '{}') returns integer
language sql stable security definer set search_path = ''
as $$ select private.count_matching(private.filter_choices(category_ids, '{}', '{}', '{}', '{}')) $$;

-- For the category filter: how many tools with these facets each category has, and how many of them it would add to the
-- list of the `selected` ones. A selected category adds none; with none selected, each adds all.
create function public.count_categories(
  selected uuid[], pricings text[] default '{}', open_sources text[] default '{}', platforms text[] default '{}',
  facts text[] default '{}'
) returns table (category_id uuid, tools integer, added integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  listed private.filter_choice[] := private.filter_choices(selected, '{}', '{}', '{}', '{}');
  choices private.filter_choice[] := private.filter_choices('{}', pricings, open_sources, platforms, facts);
begin
  if listed = '{}' and choices = '{}' then
    return query select c.id, c.tool_count, c.tool_count from public.categories c;
    return;
  end if;
  return query
    with matching (part, tools, added) as materialized (
      select m.part, m.tools, m.tools & ~ coalesce(l.tools, private.no_tools())
      from private.matching_sets(choices) m left join private.sets_of(listed) l using (part)
    )
    select c.id, coalesce(counted.tools, 0)::integer, coalesce(counted.added, 0)::integer
    from public.categories c
    left join (
      select f.value, sum(bit_count(s.tools & m.tools)) as tools, sum(bit_count(s.tools & m.added)) as added
      from private.code_sets s join private.filter_codes f using (code) join matching m using (part)
      where f.facet = 'category' group by f.value
    ) counted on counted.value = c.id::text;
end;
$$;

-- For each value of each facet: how many tools the list would show if it were selected too. The last row counts the
-- list with the tools whose facts are unknown (private.count_filters).
create function public.count_facets(
  category_ids uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (facet text, value text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select c.facet, c.value, c.tools
  from private.count_filters(null, private.filter_choices(category_ids, pricings, open_sources, platforms, facts)) c
$$;
grant execute on function public.count_tools, public.count_categories, public.count_facets to anon, authenticated, service_role;
-- Tools that members saved. Nobody else sees them, and they count nowhere (docs/decisions/176).
create table private.saved_tools (
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- No foreign key: deleting a tool that many saved waits for none of them. Forgotten when they are told.
  tool_id uuid not null,
  saved_at timestamptz not null default now(),
  primary key (member_id, tool_id)
);

create index saved_tools_newest on private.saved_tools (member_id, saved_at desc, tool_id desc);
create index saved_tools_tool on private.saved_tools (tool_id, member_id);

-- Saves a tool for the caller, or forgets it: at most 1,000, and 300 a day. Returns whether it is saved.
create function public.set_saved(tool_id uuid, saved boolean default true) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  if not coalesce(saved, true) then
    delete from private.saved_tools s where s.member_id = me and s.tool_id = set_saved.tool_id;
    return false;
  elsif exists (select from private.saved_tools s where s.member_id = me and s.tool_id = set_saved.tool_id) then
    return true;
  elsif not exists (select from public.tools t where t.id = set_saved.tool_id) then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  perform private.limit_calls('saves:' || me, 300, 'You can save at most %s {items} a day');
  -- Counted while the count of the day is locked: one after the other.
  if (select count(*) from private.saved_tools s where s.member_id = me) >= 1000 then
    raise exception '%', private.in_words('You can save at most 1000 {items}')
      using errcode = 'PT429', hint = 'saved 1000';
  end if;
  perform private.lock_caller();
  insert into private.saved_tools (member_id, tool_id) values (me, set_saved.tool_id) on conflict do nothing;
  return true;
end;
$$;

-- Which of these tools, at most 100, the caller has upvoted or saved, or makes: what cards and pages mark as theirs.
create function public.list_my_marks(tool_ids uuid[])
returns table (tool_id uuid, is_upvoted boolean, is_saved boolean, is_made boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform public.require_open_account();
  return query
    select m.* from (
      select asked.id as tool_id,
        exists (
          select from public.tool_upvotes v
          where v.tool_id = asked.id and v.user_id = me and v.merged_from is null) as is_upvoted,
        exists (select from private.saved_tools s where s.tool_id = asked.id and s.member_id = me) as is_saved,
        private.is_maker(me, asked.id) as is_made
      from unnest(tool_ids[1:100]) asked (id)
    ) m
    where m.is_upvoted or m.is_saved or m.is_made;
end;
$$;

-- The tools the caller saved, the last one first, at most 16, those before (before_at, before_id).
create function public.list_my_saved(before_at timestamptz default null, before_id uuid default null)
returns table (id uuid, name text, slug text, logo text, short_description text, saved_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, t.short_description, s.saved_at
  from private.saved_tools s join public.tools t on t.id = s.tool_id
  where s.member_id = (select auth.uid()) and (select public.require_open_account())
    and (s.saved_at, s.tool_id) < (
      coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by s.saved_at desc, s.tool_id desc limit 16
$$;
grant execute on function public.set_saved, public.list_my_marks, public.list_my_saved to authenticated;
comment on function public.list_my_saved is 'Nullable: logo.';
-- Telling members that a tool they saved was changed or removed. Who changes a tool that 100,000 saved writes one row; a job
-- tells them some at a time, when nobody has changed it for ten minutes: what was put back meanwhile was never changed.
create table private.tool_changes (
  -- No foreign key: it may be gone.
  tool_id uuid primary key,
  tool_name text not null,
  -- What of it is told, as it was before.
  before jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  -- The last member who was told.
  told_to uuid
);

create index tool_changes_oldest on private.tool_changes (changed_at);

create function private.told_fields(tool public.tools) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('name', tool.name, 'short_description', tool.short_description, 'website_url', tool.website_url,
    'pricing', tool.pricing, 'open_source', tool.open_source, 'license', tool.license, 'repository_url', tool.repository_url,
    'platforms', tool.platforms)
$$;

create function private.record_tool_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  same uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    same := array(
      select o.id from old_rows o join new_rows n on n.id = o.id where private.told_fields(o) = private.told_fields(n));
  end if;
  insert into private.tool_changes as c (tool_id, tool_name, before, changed_by)
    select o.id, o.name, private.told_fields(o), (select auth.uid())
    from old_rows o
    where not exists (select from unnest(same) s (id) where s.id = o.id)
      and exists (select from private.saved_tools s where s.tool_id = o.id)
    order by o.id
    on conflict (tool_id) do update
      set changed_at = excluded.changed_at, changed_by = excluded.changed_by, told_to = null;
  return null;
end;
$$;

-- Not for what other triggers write: figures.
create trigger tools_record_changes after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_tool_changes();
create trigger tools_record_deletions after delete on public.tools
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_tool_changes();

-- The job: tells the next members of the change that has waited longest. Returns false when none waits. A tool has one
-- unread notice, about all that is different since the last one that was read.
create function private.tell_tool_changes(most integer default 1000, quiet interval default interval '10 minutes')
returns boolean
language plpgsql set search_path = ''
as $$
declare
  change private.tool_changes;
  tool public.tools;
  fields jsonb;
  told_kind text;
  next_ones uuid[];
  readers uuid[];
begin
  select * into change from private.tool_changes c where c.changed_at <= now() - quiet
    order by c.changed_at limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select * into tool from public.tools t where t.id = change.tool_id;
  told_kind := case when found then 'tool_changed' else 'tool_removed' end;
  if found then
    select coalesce(jsonb_agg(b.key order by b.key), '[]') into fields
      from jsonb_each(change.before) b where b.value <> private.told_fields(tool) -> b.key;
  end if;
  next_ones := array(
    select s.member_id from private.saved_tools s
    where s.tool_id = change.tool_id and s.member_id > coalesce(change.told_to, '00000000-0000-0000-0000-000000000000')
    order by s.member_id limit most);
  if cardinality(next_ones) = 0 or fields = '[]' then
    delete from private.tool_changes c where c.tool_id = change.tool_id;
    return true;
  end if;
  update private.tool_changes c set told_to = next_ones[cardinality(next_ones)] where c.tool_id = change.tool_id;
  -- Without those whose account is being deleted, and who changed it.
  readers := array(
    select p.id from public.profiles p where p.id = any (next_ones) and p.id is distinct from change.changed_by
    order by p.id for key share);
  with earlier as (
    delete from private.notices n
      where n.member_id = any (readers) and n.cause = 'tool:' || change.tool_id and n.read_at is null
      returning n.member_id, n.details
  )
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, details)
    select r.id, told_kind, 'tool:' || change.tool_id, change.tool_id, coalesce(tool.name, change.tool_name),
      case told_kind when 'tool_changed' then jsonb_build_object('fields', fields || coalesce((
        select jsonb_agg(f) from jsonb_array_elements(e.details -> 'fields') f where not fields @> f), '[]')) else '{}' end
    from unnest(readers) r (id) left join earlier e on e.member_id = r.id
    order by r.id;
  if told_kind = 'tool_removed' then
    delete from private.saved_tools s where s.tool_id = change.tool_id and s.member_id = any (next_ones);
  end if;
  return true;
end;
$$;
-- Lists of tools that members make, beside what they saved: private, or public at an address of their own
-- (docs/decisions/178). 'Lists' alone are the catalogue's (61_tool_lists.sql). Read and written by functions only.
create table private.member_lists (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  -- Of its page: it stays when the list is renamed, and says nothing.
  address text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- When a moderator hid it from everybody else.
  hidden_at timestamptz,
  constraint member_lists_address_key unique (address),
  constraint member_lists_name_length check (char_length(name) between 1 and 80),
  constraint member_lists_name_shown check (private.is_readable('Name', name, false))
);

create index member_lists_member_oldest on private.member_lists (member_id, created_at, id);

create table private.member_list_tools (
  list_id uuid not null references private.member_lists (id) on delete cascade,
  -- No foreign key: deleting a tool waits for no list. One that is gone is not shown, and forgotten with the next change.
  tool_id uuid not null,
  place integer not null,
  -- Why it is here.
  note text,
  added_at timestamptz not null default now(),
  primary key (list_id, tool_id),
  constraint member_list_tools_note_length check (char_length(note) between 1 and 300),
  constraint member_list_tools_note_shown check (private.is_readable('Note', note, true))
);

create index member_list_tools_tool on private.member_list_tools (tool_id, list_id);

-- One of the caller's lists, locked. Raises if it is not theirs, or they changed lists too often today.
create function private.open_my_list(list_id uuid) returns private.member_lists
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.member_lists;
begin
  perform private.require_session();
  perform private.limit_calls('lists:' || me, 1000, 'You can change your lists at most %s times a day');
  perform private.lock_caller();
  if open_my_list.list_id is not null then
    select * into own from private.member_lists l
      where l.id = open_my_list.list_id and l.member_id = me for update;
    if not found then
      raise exception 'List not found' using errcode = 'PT404';
    end if;
  end if;
  return own;
end;
$$;

-- Makes a list, or renames one of the caller's, and says whether it is public. Returns its id. At most 30 per member.
create function public.save_my_list(name text default null, is_public boolean default null, list_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own private.member_lists := private.open_my_list(save_my_list.list_id);
  me constant uuid := (select auth.uid());
  called constant text := coalesce(private.trim_text(save_my_list.name), '');
begin
  if called = '' and (own.id is null or save_my_list.name is not null) then
    raise exception 'Name is required' using errcode = 'check_violation';
  elsif own.id is null then
    -- Counted while the count of the day is locked: one after the other.
    if (select count(*) from private.member_lists l where l.member_id = me) >= 30 then
      raise exception 'You can have at most 30 lists' using errcode = 'PT429', hint = 'own_lists 30';
    end if;
    insert into private.member_lists (member_id, name, is_public)
      values (me, called, coalesce(save_my_list.is_public, false)) returning id into own.id;
  else
    update private.member_lists l
      set name = coalesce(nullif(called, ''), l.name), is_public = coalesce(save_my_list.is_public, l.is_public), changed_at = now()
      where l.id = own.id;
  end if;
  return own.id;
end;
$$;

create function public.delete_my_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant private.member_lists := private.open_my_list(coalesce(delete_my_list.list_id, gen_random_uuid()));
begin
  delete from private.member_lists l where l.id = own.id;
end;
$$;

-- Puts a tool into one of the caller's lists, changes its note or its place there (the first is 1), or takes it out. What
-- is null stays as it is; a new tool comes last; an empty note is none. At most 100 tools in a list.
create function public.set_listed(
  list_id uuid, tool_id uuid, listed boolean default true, note text default null, place integer default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant private.member_lists := private.open_my_list(coalesce(set_listed.list_id, gen_random_uuid()));
  order_before constant uuid[] := array(
    select i.tool_id from private.member_list_tools i join public.tools t on t.id = i.tool_id
    where i.list_id = own.id order by i.place, i.tool_id);
  others constant uuid[] := array_remove(order_before, set_listed.tool_id);
  last constant integer := cardinality(others) + 1;
  target constant integer := least(greatest(coalesce(
    set_listed.place, array_position(order_before, set_listed.tool_id), last), 1), last);
  in_order constant uuid[] := others[:target - 1] || set_listed.tool_id || others[target:];
begin
  delete from private.member_list_tools i
    where i.list_id = own.id
      and (i.tool_id <> all (order_before) or not coalesce(listed, true) and i.tool_id = set_listed.tool_id);
  if coalesce(listed, true) then
    if not exists (select from public.tools t where t.id = set_listed.tool_id) then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    elsif cardinality(in_order) > 100 then
      raise exception '%', private.in_words('A list can have at most 100 {items}')
        using errcode = 'PT429', hint = 'listed 100';
    end if;
    insert into private.member_list_tools as i (list_id, tool_id, place, note)
      select own.id, entry.tool_id, entry.place,
        case when entry.tool_id = set_listed.tool_id then nullif(private.trim_text(set_listed.note), '') end
      from unnest(in_order) with ordinality entry (tool_id, place)
      on conflict on constraint member_list_tools_pkey do update set place = excluded.place,
        note = case when i.tool_id = set_listed.tool_id and set_listed.note is not null then excluded.note else i.note end;
  end if;
  update private.member_lists l set changed_at = now() where l.id = own.id;
end;
$$;

-- The caller's lists, the oldest first, with the number of tools; and whether a tool is in them.
create function public.list_my_lists(tool_id uuid default null)
returns table (
  id uuid, name text, address text, is_public boolean, is_hidden boolean, tools integer, has_tool boolean,
  changed_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.name, l.address, l.is_public, l.hidden_at is not null, counted.tools, counted.has_tool, l.changed_at
  from private.member_lists l
  cross join lateral (
    select count(*)::integer as tools, coalesce(bool_or(t.id = list_my_lists.tool_id), false) as has_tool
    from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id
  ) counted
  where l.member_id = (select auth.uid()) and (select public.require_open_account())
  order by l.created_at, l.id
$$;
grant execute on function public.save_my_list, public.delete_my_list, public.set_listed, public.list_my_lists to authenticated;

-- Whether everybody may see a list.
create function private.is_open(list private.member_lists) returns boolean
language sql stable set search_path = ''
as $$
  select list.is_public and list.hidden_at is null and not private.is_suspended(list.member_id)
$$;

-- A list with its tools in order: a public one, one's own, and for moderators any that was made public.
create function public.get_list(address text)
returns table (
  id uuid, name text, is_public boolean, is_hidden boolean, is_own boolean, username text, has_page boolean,
  changed_at timestamptz, tools jsonb
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.name, l.is_public, l.hidden_at is not null, viewer.is_owner, p.username::text, p.has_page, l.changed_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'logo', t.logo,
        'short_description', t.short_description, 'note', i.note, 'added_at', i.added_at) order by i.place, t.id), '[]')
      from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id)
  from private.member_lists l
  join public.profiles p on p.id = l.member_id
  cross join lateral (
    select coalesce(l.member_id = (select auth.uid()), false) and not private.has_ended_session() as is_owner
  ) viewer
  where l.address = get_list.address
    and (private.is_open(l) or viewer.is_owner or l.is_public and private.can_moderate())
$$;

-- The public lists of a member that have tools, the last changed first.
create function public.list_public_lists(member_id uuid)
returns table (address text, name text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select l.address, l.name, counted.tools
  from private.member_lists l
  cross join lateral (
    select count(*)::integer as tools
    from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id
  ) counted
  where l.member_id = list_public_lists.member_id and private.is_open(l) and counted.tools > 0
  order by l.changed_at desc, l.id
$$;
grant execute on function public.get_list, public.list_public_lists to anon, authenticated, service_role;
-- Members report what members show beside recommendations: public lists (docs/decisions/178) and answers of makers (187).
-- A moderator hides it or keeps it.
create table private.content_reports (
  id uuid primary key default gen_random_uuid(),
  list_id uuid references private.member_lists (id) on delete cascade,
  answer_id uuid references private.maker_answers (id) on delete cascade,
  -- Whichever it is.
  subject_id uuid not null generated always as (coalesce(list_id, answer_id)) stored,
  reported_by uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  -- What it said: its author may have changed it since.
  said text not null,
  reported_at timestamptz not null default now(),
  -- What a moderator decided; null while it waits.
  decision text,
  decided_at timestamptz,
  constraint content_reports_of_one check (num_nonnulls(list_id, answer_id) = 1),
  constraint content_reports_once unique (subject_id, reported_by),
  constraint content_reports_reason_length check (char_length(reason) between 1 and 1000),
  constraint content_reports_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint content_reports_decision_known check (decision in ('hidden', 'kept')),
  constraint content_reports_decided check ((decision is null) = (decided_at is null))
);

create index content_reports_list on private.content_reports (list_id);
create index content_reports_answer on private.content_reports (answer_id);
create index content_reports_reported_by on private.content_reports (reported_by);
create index content_reports_waiting on private.content_reports (subject_id) where decision is null;
create index content_reports_decided_newest on private.content_reports (decided_at desc, subject_id) where decision is not null;

create trigger content_reports_a_limit before insert on private.content_reports
  for each row execute function private.limit_writes('You can report at most %s lists and answers a day', '20', '5');

-- What is reported or decided about: a 'list', or an 'answer' below a recommendation of `tool_id`. `place`: the list's
-- address, or the tool's slug. A list says its name and its notes.
create function private.reported_content(kind text, subject_id uuid)
returns table (
  member_id uuid, name text, place text, tool_id uuid, said text, cause text, is_shown boolean, is_hidden boolean
)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select l.member_id, l.name, l.address, null::uuid, concat_ws(E'\n', l.name, (
        select string_agg(i.note, E'\n' order by i.added_at, t.id)
        from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id)),
      'list:' || l.id, private.is_open(l), l.hidden_at is not null
    from private.member_lists l
    where kind = 'list' and l.id = reported_content.subject_id
    union all
    select a.member_id, t.name, t.slug, t.id, a.answer, 'answer:' || a.id,
      private.is_shown(v) and a.hidden_at is null and private.is_maker(a.member_id, t.id), a.hidden_at is not null
    from private.maker_answers a
    join public.tool_upvotes v on v.id = a.upvote_id
    join public.tools t on t.id = v.tool_id
    where kind = 'answer' and a.id = reported_content.subject_id;
end;
$$;

-- Reports what somebody else shows, once per member; again once it was decided and says something else.
create function public.report_content(kind text, subject_id uuid, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  about record;
begin
  perform private.require_session();
  select * into about from private.reported_content(kind, report_content.subject_id);
  if about.is_shown is not true then
    raise exception 'Nothing is shown there' using errcode = 'PT404';
  elsif about.member_id = me then
    raise exception 'You cannot report what you wrote' using errcode = 'insufficient_privilege';
  end if;
  -- Profiles come before what follows from them (docs/decisions/050).
  perform from public.profiles p where p.id in (me, about.member_id) order by p.id for key share;
  perform private.lock_caller();
  delete from private.content_reports r
    where r.subject_id = report_content.subject_id and r.reported_by = me and r.decision is not null and r.said <> about.said;
  insert into private.content_reports (list_id, answer_id, reported_by, reason, said)
    values (case kind when 'list' then report_content.subject_id end,
      case kind when 'answer' then report_content.subject_id end,
      me, private.trim_text(report_content.reason), about.said);
exception when foreign_key_violation then
  raise exception 'Nothing is shown there' using errcode = 'PT404';
end;
$$;

-- For moderators: what has reports that wait, the oldest first, then what was decided last; at most 50. Who reported is
-- not named, as in the inbox the members are not. `said_then`: what the first of these reports was about, if it was changed.
create function public.list_reported_content()
returns table (
  kind text, id uuid, name text, place text, username text, said text, said_then text, reasons text[],
  reported_at timestamptz, decision text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('moderate lists and answers', 'moderator');
  return query
    select r.kind, r.subject_id, about.name, about.place, p.username::text, about.said,
      nullif(r.said_then, about.said), r.reasons, r.reported_at, r.decision
    from (
      select x.* from (
        select case when w.list_id is null then 'answer' else 'list' end as kind, w.subject_id,
          array_agg(w.reason order by w.reported_at) as reasons,
          (array_agg(w.said order by w.reported_at))[1] as said_then, min(w.reported_at) as reported_at,
          null as decision, null::timestamptz as decided_at
        from private.content_reports w where w.decision is null group by w.list_id, w.subject_id
        union all
        select case when last.list_id is null then 'answer' else 'list' end, last.subject_id,
          array[last.reason], last.said, last.reported_at, last.decision, last.decided_at
        from (
          select distinct on (d.subject_id) d.*
          from (
            select * from private.content_reports n where n.decision is not null order by n.decided_at desc limit 200
          ) d
          order by d.subject_id, d.decided_at desc
        ) last
        where not exists (
          select from private.content_reports w where w.subject_id = last.subject_id and w.decision is null)
      ) x
      order by x.decision is not null, case when x.decision is null then x.reported_at end, x.decided_at desc, x.subject_id
      limit 50
    ) r
    cross join lateral private.reported_content(r.kind, r.subject_id) about
    join public.profiles p on p.id = about.member_id
    order by r.decision is not null, case when r.decision is null then r.reported_at end, r.decided_at desc, r.subject_id;
end;
$$;
comment on function public.list_reported_content is 'Nullable: said_then, decision.';

-- Decides about what was reported and waits: hidden, kept; or undone, after which its last reports wait again. `seen`: what
-- it said to the moderator. Its author is told that it is hidden, and why if there is a reason, by nobody. In the audit log.
create function public.decide_content(
  kind text, subject_id uuid, decision text, reason text default null, seen text default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  about record;
  why constant text := nullif(private.trim_text(decide_content.reason), '');
  hides constant boolean := coalesce(decide_content.decision, '') = 'hidden';
  entry jsonb;
begin
  perform private.require_current_administrator('moderate lists and answers', 'moderator');
  if coalesce(decide_content.decision, '') not in ('hidden', 'kept', 'undone') then
    raise exception 'The decision must be hidden, kept or undone' using errcode = 'invalid_parameter_value';
  elsif char_length(why) > 300 then
    raise exception 'The reason must be 300 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('Reason', why, true);
  -- Profiles come before what follows from them (docs/decisions/050).
  perform from public.profiles p
    where p.id = (select c.member_id from private.reported_content(kind, decide_content.subject_id) c) for key share;
  perform from private.member_lists l where l.id = decide_content.subject_id for update;
  perform from private.maker_answers a where a.id = decide_content.subject_id for update;
  select * into about from private.reported_content(kind, decide_content.subject_id);
  if about.member_id is null then
    raise exception 'It was deleted meanwhile' using errcode = 'PT404';
  end if;
  -- Somebody else may have revoked the role while this waited.
  perform private.require_current_administrator('moderate lists and answers', 'moderator');
  if private.must_leave_own(about.member_id) then
    raise exception 'Another moderator decides about what you wrote' using errcode = 'insufficient_privilege', detail = 'own';
  elsif seen <> about.said then
    raise exception 'Its author has changed it meanwhile' using errcode = 'PT409', detail = 'changed';
  elsif decide_content.decision = 'undone' then
    update private.content_reports r set decision = null, decided_at = null
      where r.subject_id = decide_content.subject_id and r.decided_at = (
        select max(d.decided_at) from private.content_reports d where d.subject_id = decide_content.subject_id);
  else
    update private.content_reports r set decision = decide_content.decision, decided_at = now()
      where r.subject_id = decide_content.subject_id and r.decision is null;
  end if;
  if not found and exists (select from private.content_reports r where r.subject_id = decide_content.subject_id) then
    raise exception 'Another moderator has decided about this meanwhile' using errcode = 'PT409', detail = 'decided';
  elsif not found then
    raise exception 'Nobody has reported this' using errcode = 'check_violation';
  elsif hides and about.is_hidden then
    return;
  end if;
  update private.member_lists l set hidden_at = case when hides then now() end where l.id = decide_content.subject_id;
  update private.maker_answers a set hidden_at = case when hides then now() end where a.id = decide_content.subject_id;
  if hides then
    perform private.write_notice(about.member_id, kind || '_hidden', about.cause, about.tool_id, about.name, why);
  elsif about.is_hidden and private.take_back_notices(array[about.cause]) = '{}' then
    perform private.write_notice(about.member_id, kind || '_shown', about.cause, about.tool_id, about.name);
  end if;
  entry := jsonb_build_object('member_id', about.member_id, 'tool_id', about.tool_id,
    'said', case kind when 'list' then about.name else about.said end);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values ((select auth.uid()), 'update', case kind when 'list' then 'member_lists' else 'maker_answers' end,
      decide_content.subject_id, entry || jsonb_build_object('decision', case when about.is_hidden then 'hidden' end),
      entry || jsonb_build_object('decision', decide_content.decision, 'reason', why));
end;
$$;
grant execute on function public.report_content, public.list_reported_content, public.decide_content to authenticated;
-- Categories and public lists that members follow: what is new in them is told once a day at most (docs/decisions/176).
create table private.follows (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  category_id uuid references public.categories (id) on delete cascade,
  list_id uuid references private.member_lists (id) on delete cascade,
  -- What is newer has not been told.
  told_at timestamptz not null default now(),
  constraint follows_one_thing check (num_nonnulls(category_id, list_id) = 1),
  constraint follows_category_once unique (member_id, category_id),
  constraint follows_list_once unique (member_id, list_id)
);

create index follows_category on private.follows (category_id);
create index follows_list on private.follows (list_id);
create index follows_due on private.follows (told_at, member_id);

-- Follows a category or a public list, or no longer: at most 100, and 300 changes a day. Returns whether it is followed.
create function public.set_followed(
  category_id uuid default null, list_id uuid default null, followed boolean default true
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  if num_nonnulls(set_followed.category_id, set_followed.list_id) <> 1 then
    raise exception 'A category or a list is needed' using errcode = 'invalid_parameter_value';
  elsif not coalesce(followed, true) then
    delete from private.follows f
      where f.member_id = me and (f.category_id = set_followed.category_id or f.list_id = set_followed.list_id);
    return false;
  end if;
  perform private.limit_calls('follows:' || me, 300, 'You can follow something at most %s times a day');
  -- Counted while the count of the day is locked: one after the other.
  if (select count(*) from private.follows f where f.member_id = me) >= 100 then
    raise exception 'You can follow at most 100 categories and lists' using errcode = 'PT429', hint = 'followed 100';
  end if;
  perform private.lock_caller();
  perform from public.categories c where c.id = set_followed.category_id for key share;
  if not found then
    perform from private.member_lists l where l.id = set_followed.list_id and private.is_open(l) for key share;
  end if;
  if not found then
    raise exception 'There is nothing to follow' using errcode = 'PT404';
  end if;
  insert into private.follows (member_id, category_id, list_id)
    values (me, set_followed.category_id, set_followed.list_id) on conflict do nothing;
  return true;
end;
$$;

-- What the caller follows and can still see, by name.
create function public.list_my_follows()
returns table (category_id uuid, list_id uuid, name text, path text)
language sql stable security definer set search_path = ''
as $$
  select f.category_id, f.list_id, coalesce(c.name, l.name), coalesce('/categories/' || c.slug, '/lists/' || l.address)
  from private.follows f
  left join public.categories c on c.id = f.category_id
  left join private.member_lists l on l.id = f.list_id
  where f.member_id = (select auth.uid()) and (select public.require_open_account())
    and (c.id is not null or private.is_open(l))
  order by 3, f.id
$$;
grant execute on function public.set_followed, public.list_my_follows to authenticated;
comment on function public.list_my_follows is 'Nullable: category_id, list_id.';

-- The job, from six in the morning of UTC, before the mails: tells the next members what is new since they were told last,
-- of a week at most. Returns false when nobody waits. A member has one unread notice about what they follow.
create function private.tell_follows(
  most integer default 1000,
  up_to timestamptz default date_trunc('day', now() - interval '6 hours', 'UTC') + interval '6 hours'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  due uuid[];
  readers uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('plaudit follows', 0)) then
    return false;
  end if;
  due := array(
    select f.member_id from private.follows f where f.told_at < up_to order by f.told_at, f.member_id limit most);
  if due = '{}' then
    return false;
  end if;
  -- Without those whose account is being deleted.
  readers := array(select p.id from public.profiles p where p.id = any (due) order by p.id for key share);
  with waiting as materialized (
    select f.*, greatest(f.told_at, up_to - interval '7 days') as since from private.follows f
    where f.member_id = any (readers) and f.told_at < up_to
  ), added as materialized (
    select t.id, t.created_at from public.tools t
    where t.created_at > (select min(w.since) from waiting w where w.category_id is not null) and t.created_at <= up_to
  ), news as (
    select w.member_id, c.name, '/categories/' || c.slug as path, count(*)::integer as tools
    from waiting w
    join public.tool_categories tc on tc.category_id = w.category_id
    join added a on a.id = tc.tool_id and a.created_at > w.since
    join public.categories c on c.id = w.category_id
    group by w.member_id, c.id
    union all
    select w.member_id, l.name, '/lists/' || l.address, count(*)::integer
    from waiting w
    join private.member_lists l on l.id = w.list_id
    join private.member_list_tools i on i.list_id = l.id and i.added_at > w.since and i.added_at <= up_to
    join public.tools t on t.id = i.tool_id
    where l.member_id <> w.member_id and private.is_open(l)
    group by w.member_id, l.id
  ), earlier as (
    delete from private.notices n
      where n.cause = 'follows' and n.read_at is null and n.member_id in (select member_id from news)
      returning n.member_id, n.details
  ), merged as (
    select m.member_id, m.path, max(m.name) as name, sum(m.tools)::integer as tools
    from (
      select * from news
      union all
      select e.member_id, place ->> 'name', place ->> 'path', (place ->> 'tools')::integer
      from earlier e, jsonb_array_elements(e.details -> 'places') place
    ) m
    group by m.member_id, m.path
  )
  insert into private.notices (member_id, kind, cause, tool_name, details)
    select m.member_id, 'followed_news', 'follows', string_agg(m.name, ', ' order by m.tools desc, m.path),
      jsonb_build_object('places', jsonb_agg(
        jsonb_build_object('name', m.name, 'path', m.path, 'tools', m.tools) order by m.tools desc, m.path))
    from (
      select r.*, row_number() over (partition by r.member_id order by r.tools desc, r.path) as place from merged r
    ) m
    where m.place <= 20
    group by m.member_id;
  update private.follows f set told_at = up_to where f.member_id = any (due) and f.told_at < up_to;
  return true;
end;
$$;
-- A PNG of at most 512 pixels a side and 100 kB: whoever opens it needs little memory.
create function private.is_small_png(picture bytea) returns boolean
language sql immutable parallel safe strict
return case
  when octet_length(picture) not between 33 and 100 * 1024
    or substring(picture from 1 for 16) <> '\x89504e470d0a1a0a0000000d49484452'
    or substring(picture from 17 for 2) || substring(picture from 21 for 2) <> '\x00000000' then false
  else get_byte(picture, 18) * 256 + get_byte(picture, 19) between 1 and 512
    and get_byte(picture, 22) * 256 + get_byte(picture, 23) between 1 and 512 end;

-- What members send in (docs/decisions/180): a tool, a change of one, or a problem with one. It waits for an administrator
-- or editor. Read and written by functions only.
create table private.contributions (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- The tool it is about, or that was made of it. Null once that is deleted.
  tool_id uuid references public.tools (id) on delete set null,
  -- The name proposed, or that of the tool when it was sent.
  subject text not null,
  -- Of a submission: private.address_key.
  address text,
  -- Of a submission every field, of a correction what is to change: by column, by key of the owner's facts, and
  -- category_ids. As private.check_proposed keeps it.
  proposed jsonb not null default '{}',
  -- Of a correction: what stood in these fields when it was sent.
  base jsonb not null default '{}',
  problem text,
  note text,
  -- A picture sent with it, as the page draws it, until what is decided is final. Nobody but its member and editors reads it.
  logo bytea,
  -- Whether the tool may name its submitter.
  is_named boolean not null default true,
  state text not null default 'waiting',
  -- Accepted, but not as proposed.
  is_changed boolean not null default false,
  -- Raised by every change: a decision names the one it is about.
  version integer not null default 1,
  reason text,
  -- No foreign key: the decision outlives the account.
  decided_by uuid,
  decided_at timestamptz,
  -- Of an accepted one: when the tool was changed by it, and what stood there before.
  undo jsonb,
  created_at timestamptz not null default now(),
  constraint contributions_kind_known check (kind in ('submission', 'correction', 'problem')),
  constraint contributions_state_known check (state in ('waiting', 'accepted', 'declined', 'withdrawn')),
  constraint contributions_problem_known
    check (problem in ('dead_link', 'wrong_price', 'duplicate', 'gone') and kind = 'problem'
      or problem is null and kind <> 'problem'),
  constraint contributions_address_of_submission check ((address is null) = (kind <> 'submission')),
  constraint contributions_note_length check (char_length(note) between 1 and 1000),
  constraint contributions_note_shown check (private.is_readable('Note', note, true)),
  constraint contributions_logo_small check (private.is_small_png(logo)),
  constraint contributions_decided check ((state in ('accepted', 'declined')) = (decided_at is not null))
);

-- One waits per member and address, or tool.
create unique index contributions_one_submission on private.contributions (member_id, md5(address))
  where kind = 'submission' and state = 'waiting';
create unique index contributions_one_of_tool on private.contributions (member_id, tool_id, kind)
  where kind <> 'submission' and state = 'waiting';

create index contributions_waiting on private.contributions (created_at, id) where state = 'waiting';
create index contributions_decided_newest on private.contributions (decided_at desc, id desc)
  where decided_at is not null;
create index contributions_member_newest on private.contributions (member_id, created_at desc, id desc);
create index contributions_logo_over on private.contributions (decided_at) where logo is not null and state <> 'waiting';
create index contributions_tool on private.contributions (tool_id);

create trigger contributions_a_limit before insert on private.contributions
  for each row execute function private.limit_writes('You can send in at most %s suggestions a day', '20', '10');

-- Who sent in a tool, where they are named.
create table public.tool_submitters (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  constraint tool_submitters_tool_id_key unique (tool_id)
);

create index tool_submitters_user on public.tool_submitters (user_id);

alter table public.tool_submitters enable row level security;
grant select on public.tool_submitters to anon, authenticated, service_role;

create policy tool_submitters_select_public on public.tool_submitters
  for select to anon, authenticated using (true);

-- For a page: base64 without line breaks.
create function private.picture_text(picture bytea) returns text
language sql immutable parallel safe strict
return replace(encode(picture, 'base64'), E'\n', '');

-- The fields of a tool that members may propose, beside category_ids and the owner's facts.
create function private.proposable_fields() returns text[]
language sql immutable parallel safe
return array['name', 'short_description', 'website_url', 'pricing', 'open_source', 'license', 'repository_url',
  'platforms', 'long_description'];

-- What stands in these fields of a tool.
create function private.standing_fields(tool public.tools, fields jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field, case
    when field = 'category_ids' then to_jsonb(private.categories_of(tool.id))
    when field = any (private.proposable_fields()) then to_jsonb(tool) -> field
    else coalesce(tool.own_facts -> field, 'null') end), '{}')
  from jsonb_object_keys(fields) field
$$;

-- Proposed values as they are stored, by the rules of tools. Raises what saving them would raise. `standing` is null for a
-- submission, which needs the fields that every tool has.
create function private.check_proposed(proposed jsonb, standing public.tools) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  fields constant text[] := private.proposable_fields();
  entry public.tools := standing;
  unknown text;
  categories constant jsonb := coalesce(nullif(proposed -> 'category_ids', 'null'), '[]');
  -- Each once.
  chosen uuid[];
begin
  perform private.require_texts(proposed, 'public.tools');
  if jsonb_typeof(proposed) <> 'object' then
    raise exception 'An object is needed, not nothing' using errcode = 'invalid_parameter_value';
  end if;
  select key into unknown from jsonb_object_keys(proposed) key
    where key <> all (fields) and key <> 'category_ids' and key not in (select own.key from private.own_facts() own)
    order by key limit 1;
  if found then
    raise exception 'There is no field %', unknown using errcode = 'invalid_parameter_value';
  end if;
  if jsonb_typeof(categories) <> 'array' or exists (
    select from jsonb_array_elements(categories) given where jsonb_typeof(given) <> 'string') then
    raise exception 'category_ids must be a list of texts' using errcode = 'invalid_parameter_value';
  end if;
  chosen := array(
    select given::uuid from jsonb_array_elements_text(categories) with ordinality list (given, place)
    group by given::uuid order by min(place));
  if (select count(*) from public.categories c where c.id = any (chosen)) < cardinality(chosen) then
    raise exception 'A chosen category no longer exists' using errcode = 'foreign_key_violation';
  end if;
  if standing.id is null then
    entry.slug := 'x';
    entry.own_facts := '{}';
  end if;
  entry := jsonb_populate_record(entry, (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}')
    from jsonb_each(proposed) field where field.key = any (fields)));
  entry.platforms := coalesce(entry.platforms, '{}');
  entry.own_facts := private.check_own_facts(
    private.merge_own_facts(entry.own_facts, proposed), coalesce(standing.own_facts, '{}'));
  entry := private.trimmed_tool(entry);
  unknown := case when entry.name is null then 'Name' when entry.short_description is null then 'Description'
    when entry.website_url is null then 'Website' end;
  if unknown is not null then
    raise exception '% is required', unknown using errcode = 'check_violation';
  end if;
  perform private.check_tool(entry);
  return (
    select coalesce(jsonb_object_agg(field, case
      when field = 'category_ids' then to_jsonb(chosen)
      when field = any (fields) then to_jsonb(entry) -> field
      else coalesce(entry.own_facts -> field, 'null') end), '{}')
    from jsonb_object_keys(proposed) field);
end;
$$;

-- Of proposed values those that differ from what stands.
create function private.changed_fields(proposed jsonb, standing jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}')
  from jsonb_each(proposed) field where field.value is distinct from standing -> field.key
$$;
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
-- What members do: look an address up, send in, change, withdraw, and see what became of it.

-- The tools at an address, however it is written, at most three.
create function public.find_tools_at(address text) returns table (
  id uuid, name text, slug text, logo text, short_description text
)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, t.short_description from public.tools t
  where private.address_key(t.website_url) = private.address_key(private.trim_text(find_tools_at.address))
    and (select public.require_open_account())
  order by t.created_at, t.id limit 3
$$;
comment on function public.find_tools_at is 'Nullable: logo.';

create function private.refuse_known_address(url text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from public.tools t where private.address_key(t.website_url) = private.address_key(url)) then
    raise exception 'This address is listed already' using errcode = 'PT409', detail = 'known';
  end if;
end;
$$;

-- Raises unless it is the caller's; locks it after its tool and member, as their deletion does. Somebody else's is not
-- found.
create function private.lock_own_contribution(contribution_id uuid, needs_waiting boolean default false)
returns private.contributions
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.contributions;
begin
  perform from public.tools t
    where t.id = (select c.tool_id from private.contributions c where c.id = contribution_id and c.member_id = me)
    for key share;
  perform private.lock_caller();
  select * into own from private.contributions c
    where c.id = contribution_id and c.member_id = me for update;
  if not found then
    raise exception 'Suggestion not found' using errcode = 'PT404';
  elsif needs_waiting and own.state <> 'waiting' then
    raise exception 'This was decided or withdrawn already' using errcode = 'PT409', detail = 'decided';
  end if;
  return own;
end;
$$;

-- Sends something in, or changes what waits (`contribution_id`); returns its id. `proposed` is by column, by key of the
-- owner's facts, and category_ids. A correction names with known_updated_at the tool its sender saw. With new_id a retry
-- after a lost answer sends nothing twice. A maker's correction needs nobody's leave, and changes the tool at once where the
-- owner wants it, unless a logo comes with it. `logo` is a small PNG in base64; an empty one is removed.
create function public.save_contribution(
  kind text, proposed jsonb default '{}', tool_id uuid default null, problem text default null, note text default null,
  is_named boolean default true, contribution_id uuid default null, known_updated_at timestamptz default null,
  new_id uuid default null, logo text default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.contributions;
  about public.tools;
  waiting constant private.contributions := (
    select c from private.contributions c where c.id = contribution_id and c.member_id = me);
  -- What waits keeps its tool, whatever is named: a maker of another tool has no rights here.
  about_id constant uuid := case when contribution_id is null then save_contribution.tool_id else waiting.tool_id end;
  of_maker constant boolean := coalesce(kind = 'correction', false) and private.is_maker(me, about_id);
  is_at_once constant boolean := of_maker and private.setting('claims') = 'at_once'
    and (logo = '' or logo is null and waiting.logo is null);
  -- From whom suggestions are taken; null for editors and makers, who always may.
  taken_from constant text := case when not of_maker and not private.can_edit() then private.setting('submissions') end;
begin
  perform private.require_session();
  if taken_from = 'nobody' then
    raise exception 'This site takes no suggestions' using errcode = 'insufficient_privilege', detail = 'nobody';
  elsif taken_from = 'week' and exists (
    select from public.profiles p where p.id = me and p.created_at > now() - interval '7 days') then
    raise exception 'You can send in suggestions a week after you joined'
      using errcode = 'insufficient_privilege', detail = 'week';
  end if;
  -- As an editor's decision locks.
  if is_at_once then
    perform private.lock_partition('catalogue', true);
    perform private.lock_partition('recommendations', true);
  end if;
  own.kind := save_contribution.kind;
  own.tool_id := case when own.kind <> 'submission' then about_id end;
  if contribution_id is not null then
    perform private.limit_calls('contribution_edits:' || me, 100, 'You can change suggestions at most %s times a day');
    own := private.lock_own_contribution(contribution_id, true);
    if own.kind is distinct from save_contribution.kind then
      raise exception 'What it is about cannot be changed' using errcode = 'invalid_parameter_value';
    elsif (own.tool_id, own.logo) is distinct from (waiting.tool_id, waiting.logo) then
      -- While this call waited for the lock, by a merge or from another tab.
      raise exception '%', private.in_words('This {item} was changed by someone else')
        using errcode = 'PT409', detail = 'changed';
    end if;
  end if;
  if own.kind is null or own.kind not in ('submission', 'correction', 'problem') then
    raise exception 'It must be a submission, a correction or a problem' using errcode = 'invalid_parameter_value';
  end if;
  own.note := nullif(private.trim_text(save_contribution.note), '');
  own.problem := save_contribution.problem;
  if char_length(save_contribution.logo) > 150000 then
    raise exception 'The picture is too large' using errcode = 'check_violation', detail = 'logo';
  elsif save_contribution.logo is not null then
    own.logo := case when save_contribution.logo <> '' then decode(save_contribution.logo, 'base64') end;
  end if;
  own.is_named := coalesce(save_contribution.is_named, true);
  if own.kind <> 'submission' then
    perform from public.tools t where t.id = own.tool_id and is_at_once for no key update;
    select * into about from public.tools t where t.id = own.tool_id for key share;
    if about.id is null then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
    own.subject := about.name;
  end if;
  if own.kind = 'submission' then
    own.proposed := jsonb_strip_nulls(private.check_proposed(save_contribution.proposed, null));
    own.subject := own.proposed ->> 'name';
    own.address := private.address_key(own.proposed ->> 'website_url');
    perform private.refuse_known_address(own.proposed ->> 'website_url');
  elsif own.kind = 'correction' then
    if about.updated_at <> known_updated_at then
      raise exception '%', private.in_words('This {item} was changed by someone else')
        using errcode = 'PT409', detail = 'changed';
    end if;
    own.proposed := private.check_proposed(save_contribution.proposed, about);
    own.proposed := private.changed_fields(own.proposed, private.standing_fields(about, own.proposed));
    own.base := private.standing_fields(about, own.proposed);
    if own.proposed = '{}' and own.logo is null then
      raise exception 'Nothing was changed' using errcode = 'check_violation';
    end if;
  elsif own.problem is null then
    raise exception 'Say what the problem is' using errcode = 'check_violation';
  end if;
  if contribution_id is not null then
    update private.contributions c set (subject, address, proposed, base, problem, note, logo, is_named, version) =
        (own.subject, own.address, coalesce(own.proposed, '{}'), coalesce(own.base, '{}'), own.problem, own.note,
          own.logo, own.is_named, own.version + 1)
      where c.id = own.id;
  else
    perform private.lock_caller();
    insert into private.contributions as c
        (id, kind, member_id, tool_id, subject, address, proposed, base, problem, note, logo, is_named)
      values (coalesce(new_id, gen_random_uuid()), own.kind, me, own.tool_id, own.subject, own.address,
        coalesce(own.proposed, '{}'), coalesce(own.base, '{}'), own.problem, own.note, own.logo, own.is_named)
      on conflict (id) do nothing
      returning c.id into own.id;
  end if;
  -- Accepted by themselves; what it needs is locked.
  if is_at_once and own.id is not null then
    select * into own from private.contributions c where c.id = own.id;
    own := private.apply_contribution(own, own.proposed);
    own.state := 'accepted';
    update private.contributions c set (state, decided_by, decided_at, undo) = (own.state, me, now(), own.undo)
      where c.id = own.id;
    perform private.log_contribution(own, 'waiting');
  end if;
  -- An earlier attempt succeeded and its answer was lost.
  return coalesce(own.id, (private.lock_own_contribution(new_id)).id);
exception when unique_violation then
  raise exception 'You have sent this in already, and it waits' using errcode = 'PT409', detail = 'waiting';
end;
$$;

create function public.withdraw_contribution(contribution_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.lock_own_contribution(contribution_id, true);
  update private.contributions c set state = 'withdrawn', logo = null, version = c.version + 1 where c.id = contribution_id;
end;
$$;

-- Has the tool name its submitter, where it was accepted and the member wants it.
create function private.name_submitter(entry private.contributions) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.tool_submitters s
    where entry.kind = 'submission' and s.tool_id = entry.tool_id and s.user_id = entry.member_id;
  insert into public.tool_submitters (tool_id, user_id)
    select entry.tool_id, entry.member_id
    where entry.kind = 'submission' and entry.state = 'accepted' and entry.is_named and entry.tool_id is not null
    on conflict (tool_id) do nothing;
end;
$$;

-- Whether the tool of one's own submission names one, also after it was accepted.
create function public.set_submitter_named(contribution_id uuid, is_named boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own private.contributions;
begin
  perform private.require_session();
  own := private.lock_own_contribution(contribution_id);
  own.is_named := coalesce(set_submitter_named.is_named, true);
  update private.contributions c set is_named = own.is_named where c.id = own.id and c.is_named <> own.is_named;
  if found then
    perform private.name_submitter(own);
  end if;
end;
$$;

-- The names of the categories in these values, by id.
create function private.category_names(variadic fields jsonb[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.categories c
  where c.id in (
    select entry::uuid from unnest(fields) field, jsonb_array_elements_text(coalesce(field -> 'category_ids', '[]')) entry)
$$;

-- What the caller sent in, newest first, or one of it. Says why something was declined, never who decided.
create function public.list_my_contributions(
  contribution_id uuid default null, before_at timestamptz default null, before_id uuid default null, page_size integer default 20
) returns table (
  id uuid, kind text, state text, subject text, tool_id uuid, tool_name text, tool_slug text, proposed jsonb, base jsonb,
  category_names jsonb, problem text, note text, is_named boolean, is_changed boolean, reason text,
  created_at timestamptz, decided_at timestamptz, logo text
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.kind, c.state, c.subject, c.tool_id, t.name, t.slug, c.proposed, c.base,
    private.category_names(c.proposed, c.base), c.problem, c.note, c.is_named, c.is_changed, c.reason, c.created_at,
    c.decided_at, case when contribution_id is not null then private.picture_text(c.logo) end
  from private.contributions c left join public.tools t on t.id = c.tool_id
  where c.member_id = (select auth.uid()) and (contribution_id is null or c.id = contribution_id)
    and (before_id is null or (c.created_at, c.id) < (before_at, before_id))
    and (select public.require_open_account())
  order by c.created_at desc, c.id desc limit least(greatest(coalesce(page_size, 20), 1), 100)
$$;
grant execute on function public.find_tools_at, public.save_contribution, public.withdraw_contribution,
  public.set_submitter_named, public.list_my_contributions to authenticated;
comment on function public.list_my_contributions is
  'Nullable: tool_id, tool_name, tool_slug, problem, note, reason, decided_at, logo.';
-- What waits for administrators and editors, and what was decided.

-- One of them as it is shown. `standing` is what stands in the proposed fields of a correction; `existing` are tools at the
-- address of a submission that waits.
create function private.contribution_card(contribution_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', c.id, 'kind', c.kind, 'state', c.state, 'version', c.version, 'subject', c.subject, 'created_at', c.created_at,
    'member', (
      select jsonb_build_object('username', p.username, 'since', p.created_at,
        'accepted', count(*) filter (where o.state = 'accepted'), 'declined', count(*) filter (where o.state = 'declined'))
      from public.profiles p left join private.contributions o on o.member_id = p.id where p.id = c.member_id group by p.id),
    'tool', case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'logo', t.logo,
      'website_url', t.website_url, 'pricing', t.pricing, 'updated_at', t.updated_at) end,
    'proposed', c.proposed, 'base', c.base, 'standing', standing.fields,
    'category_names', private.category_names(c.proposed, c.base, standing.fields),
    'existing', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) order by o.created_at), '[]')
      from public.tools o
      where c.kind = 'submission' and c.state = 'waiting' and private.address_key(o.website_url) = c.address),
    'logo', private.picture_text(c.logo), 'problem', c.problem, 'note', c.note, 'is_named', c.is_named,
    'is_changed', c.is_changed, 'reason', c.reason,
    'decided_by', (select p.username from public.profiles p where p.id = c.decided_by), 'decided_at', c.decided_at,
    'undo_until', case when c.decided_by = (select auth.uid()) then c.decided_at + interval '5 minutes' end,
    'is_own', c.member_id = (select auth.uid()),
    'is_maker', c.kind = 'correction' and private.is_maker(c.member_id, c.tool_id))
  from private.contributions c
  left join public.tools t on t.id = c.tool_id
  cross join lateral (
    select case when c.kind = 'correction' and t.id is not null
      then private.standing_fields(t, c.proposed) else '{}' end as fields
  ) standing
  where c.id = contribution_id
$$;

-- One page: {cards, more, waiting}. What waits is listed oldest first, what was decided newest first. The next page is
-- requested with created_at, or decided_at, and id of the last card.
create function public.list_contributions(
  filter text default 'waiting', kind text default 'all', after_at timestamptz default null, after_id uuid default null,
  page_size integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- The arguments decide which index is used.
set plan_cache_mode = force_custom_plan
as $$
declare
  room constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  found uuid[];
begin
  perform private.require_administrator('see what was sent in', 'editor');
  if filter is null or filter not in ('waiting', 'accepted', 'declined') then
    raise exception 'They are filtered by waiting, accepted or declined' using errcode = 'invalid_parameter_value';
  elsif kind is null or kind not in ('all', 'submission', 'correction', 'problem') then
    raise exception 'The kind must be all, submission, correction or problem' using errcode = 'invalid_parameter_value';
  end if;
  if filter = 'waiting' then
    found := array(
      select c.id from private.contributions c
      where c.state = 'waiting' and list_contributions.kind in ('all', c.kind)
        and (after_id is null or (c.created_at, c.id) > (after_at, after_id))
      order by c.created_at, c.id limit room + 1);
  else
    found := array(
      select c.id from private.contributions c
      where c.decided_at is not null and c.state = filter and list_contributions.kind in ('all', c.kind)
        and (after_id is null or (c.decided_at, c.id) < (after_at, after_id))
      order by c.decided_at desc, c.id desc limit room + 1);
  end if;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.contribution_card(f.id) order by f.place)
      from unnest(found[1:room]) with ordinality f (id, place)), '[]'),
    'more', cardinality(found) > room,
    'waiting', (select count(*) from private.contributions c where c.state = 'waiting'));
end;
$$;
grant execute on function public.list_contributions to authenticated;
-- Accepting and declining what was sent in, and undoing that for five minutes.

-- A slug that no tool has or had: of the name, or of the host where the name has no Latin letter.
create function private.free_slug(name text, website_url text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  base constant text := coalesce((
    select made.slug
    from unnest(array[name, private.host_of(website_url)]) with ordinality given (words, place)
    cross join lateral (select left(btrim(regexp_replace(
      lower(extensions.unaccent('extensions.unaccent', given.words)), '[^a-z0-9]+', '-', 'g'), '-'), 180)) made (slug)
    where made.slug <> '' order by given.place limit 1), 'tool');
  candidate text := base;
begin
  for place in 2 .. 50 loop
    exit when not exists (
      select from public.tools t where t.slug = candidate
      union all select from private.slug_redirects r where r.kind = 'tools' and r.slug = candidate);
    candidate := base || '-' || case when place < 50 then place::text else left(gen_random_uuid()::text, 8) end;
  end loop;
  return candidate;
end;
$$;

-- Writes what was accepted; the entry as it then is. `given` are its own values, or the editor's; `picture` is where the editor's
-- page has stored the logo that was sent with it. Raises what saving raises.
create function private.apply_contribution(entry private.contributions, given jsonb, picture text default null)
returns private.contributions
language plpgsql set search_path = ''
as $$
declare
  about public.tools;
  saved jsonb;
begin
  if entry.kind = 'problem' then
    return entry;
  end if;
  select * into about from public.tools t where t.id = entry.tool_id;
  if entry.kind = 'submission' then
    saved := jsonb_strip_nulls(private.check_proposed(given - 'slug', null));
    perform private.refuse_known_address(saved ->> 'website_url');
    entry.is_changed := saved is distinct from entry.proposed;
  else
    if about.id is null then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
    saved := private.check_proposed(given, about);
    entry.is_changed := saved is distinct from entry.proposed;
    saved := private.changed_fields(saved, private.standing_fields(about, saved));
    entry.undo := jsonb_build_object('before', private.standing_fields(about, saved), 'logo', about.logo);
  end if;
  entry.tool_id := private.write_tool(
    (saved - 'category_ids') || jsonb_build_object('logo', coalesce(picture, about.logo),
      'slug', coalesce(about.slug, given ->> 'slug', private.free_slug(saved ->> 'name', saved ->> 'website_url'))),
    case when saved ? 'category_ids' then array(select jsonb_array_elements_text(saved -> 'category_ids')::uuid) end,
    about.id, about.updated_at);
  entry.is_changed := entry.is_changed or entry.logo is not null and picture is null;
  entry.undo := coalesce(entry.undo, '{}') || jsonb_build_object('updated_at', (
    select t.updated_at from public.tools t where t.id = entry.tool_id));
  return entry;
end;
$$;

-- With the member who sent it in, whose name is forgotten with the account.
create function private.log_contribution(entry private.contributions, before text) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values ((select auth.uid()), 'update', 'contributions', entry.id, jsonb_build_object('state', before),
      jsonb_build_object('state', entry.state, 'kind', entry.kind, 'name', entry.subject, 'tool_id', entry.tool_id,
        'member_id', entry.member_id, 'problem', entry.problem, 'reason', entry.reason, 'is_changed', entry.is_changed));
$$;

-- The first step: locks tools, then contributions. Accounts are deleted while nobody decides.
create function private.begin_contributions(contribution_ids uuid[], what text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_current_administrator('decide about suggestions', 'editor');
  if cardinality(contribution_ids) not between 1 and 100 then
    raise exception 'Name 1 to 100 suggestions' using errcode = 'invalid_parameter_value';
  end if;
  -- Accepting and undoing update a tool's slug, whose trigger locks both partitions exclusively: too late after its row.
  if what <> 'declined' then
    perform private.lock_partition('catalogue', true);
  end if;
  perform private.lock_partition('recommendations', what <> 'declined');
  perform from public.tools t
    where t.id in (select c.tool_id from private.contributions c where c.id = any (contribution_ids))
    order by t.id for no key update;
  perform from private.contributions c where c.id = any (contribution_ids) order by c.id for update;
  perform private.require_current_administrator('decide about suggestions', 'editor');
end;
$$;

-- Decides one that is locked, if it is as its editor saw it.
create function private.decide_contribution(wanted jsonb, decision text, why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry private.contributions;
  about public.tools;
begin
  select * into entry from private.contributions c where c.id = (wanted ->> 'id')::uuid;
  if not found then
    return jsonb_build_object('outcome', 'gone');
  elsif entry.state <> 'waiting' then
    return jsonb_build_object('outcome', 'decided', 'card', private.contribution_card(entry.id));
  elsif entry.member_id = (select auth.uid()) then
    raise exception 'Another administrator or editor decides about what you sent in' using errcode = 'insufficient_privilege';
  end if;
  select * into about from public.tools t where t.id = entry.tool_id;
  if entry.version is distinct from (wanted ->> 'seen')::integer
    or decision = 'accepted' and entry.kind = 'correction'
      and about.updated_at is distinct from (wanted ->> 'tool_seen')::timestamptz then
    return jsonb_build_object('outcome', 'changed', 'card', private.contribution_card(entry.id));
  end if;
  if decision = 'accepted' then
    entry := private.apply_contribution(entry, coalesce(nullif(wanted -> 'values', 'null'), entry.proposed),
      case when entry.logo is not null then wanted ->> 'logo' end);
  end if;
  entry.state := decision;
  entry.reason := why;
  update private.contributions c set (state, reason, decided_by, decided_at, version, tool_id, is_changed, undo) =
      (entry.state, entry.reason, (select auth.uid()), now(), entry.version + 1, entry.tool_id, entry.is_changed, entry.undo)
    where c.id = entry.id;
  perform private.name_submitter(entry);
  perform private.log_contribution(entry, 'waiting');
  -- A problem is told of as a correction; the details name it.
  perform private.write_notice(entry.member_id,
    case entry.kind when 'submission' then 'submission_' else 'correction_' end
      || case when decision = 'accepted' and entry.is_changed then 'changed' else decision end,
    'contribution:' || entry.id, entry.tool_id, entry.subject, why,
    jsonb_strip_nulls(jsonb_build_object('problem', entry.problem)));
  return jsonb_build_object('outcome', 'done', 'card', private.contribution_card(entry.id));
end;
$$;

-- Decides 1 to 100, [{id, seen, tool_seen, values, logo}]: `seen` is the version of the card, `tool_seen` the updated_at of its
-- tool, `values` what is accepted instead of what was proposed, `logo` where the picture sent with it is stored. Tells of each in
-- the given order [{id, outcome, card, message}]; outcome is done, changed (since it was seen), decided, gone, or refused with
-- the message. What is refused for one stops none of the others.
create function public.decide_contributions(cases jsonb, decision text, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  why constant text := nullif(private.trim_text(reason), '');
  wanted jsonb;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.require_current_administrator('decide about suggestions', 'editor');
  if decision is null or decision not in ('accepted', 'declined') then
    raise exception 'The decision must be accepted or declined' using errcode = 'invalid_parameter_value';
  elsif char_length(why) > 300 then
    raise exception 'The reason must be 300 characters or less' using errcode = 'check_violation';
  elsif jsonb_typeof(cases) is distinct from 'array' then
    raise exception 'Name 1 to 100 suggestions' using errcode = 'invalid_parameter_value';
  end if;
  perform private.is_readable('Reason', why, true);
  perform private.begin_contributions(array(select (entry ->> 'id')::uuid from jsonb_array_elements(cases) entry), decision);
  for wanted in select entry from jsonb_array_elements(cases) entry loop
    begin
      answer := private.decide_contribution(wanted, decision, why);
    exception
      when insufficient_privilege or check_violation or raise_exception or foreign_key_violation or unique_violation
        or invalid_parameter_value or data_exception or sqlstate 'PT404' or sqlstate 'PT409' then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.contribution_card((wanted ->> 'id')::uuid),
        'code', sqlstate, 'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', wanted -> 'id') || answer);
  end loop;
  perform private.require_current_administrator('decide about suggestions', 'editor');
  return answers;
end;
$$;

-- Undoes one that is locked: what was accepted is taken back while nothing was built on it.
create function private.undo_contribution(contribution_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry private.contributions;
  about public.tools;
  before jsonb;
begin
  select * into entry from private.contributions c where c.id = contribution_id;
  select * into about from public.tools t where t.id = entry.tool_id;
  before := entry.undo -> 'before';
  if entry.decided_by is distinct from (select auth.uid()) then
    raise exception 'Only who decided may undo it' using errcode = 'insufficient_privilege';
  elsif entry.decided_at < now() - interval '5 minutes'
    or entry.undo is not null and about.updated_at is distinct from (entry.undo ->> 'updated_at')::timestamptz
    or entry.kind = 'submission' and exists (select from public.tool_upvotes v where v.tool_id = about.id) then
    raise exception 'This decision can no longer be undone';
  end if;
  if entry.state = 'accepted' and entry.kind = 'submission' then
    delete from public.tools t where t.id = about.id;
    entry.tool_id := null;
  elsif entry.state = 'accepted' and entry.kind = 'correction' then
    perform private.write_tool(
      (before - 'category_ids') || jsonb_build_object('logo', entry.undo ->> 'logo'),
      case when before ? 'category_ids' then array(select jsonb_array_elements_text(before -> 'category_ids')::uuid) end,
      about.id);
  end if;
  perform private.log_contribution(
    jsonb_populate_record(entry, jsonb_build_object('state', 'waiting', 'reason', null, 'is_changed', false)), entry.state);
  perform private.take_back_notices(array['contribution:' || entry.id]);
  update private.contributions c set (state, reason, decided_by, decided_at, version, tool_id, is_changed, undo) =
      ('waiting', null, null, null, entry.version + 1, entry.tool_id, false, null)
    where c.id = entry.id;
  return private.contribution_card(entry.id);
end;
$$;

-- Undoes 1 to 100 decisions of the caller's, within five minutes: [{id, outcome: undone | refused, card, message}].
create function public.undo_contributions(contribution_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  one uuid;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.begin_contributions(contribution_ids, 'undone');
  for one in select distinct entry from unnest(contribution_ids) entry loop
    begin
      answer := jsonb_build_object('outcome', 'undone', 'card', private.undo_contribution(one));
    exception
      when insufficient_privilege or raise_exception or check_violation or foreign_key_violation or unique_violation
        or sqlstate 'PT404' or sqlstate 'PT409' then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.contribution_card(one), 'code', sqlstate,
        'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', one) || answer);
  end loop;
  perform private.require_current_administrator('decide about suggestions', 'editor');
  return answers;
end;
$$;
grant execute on function public.decide_contributions, public.undo_contributions to authenticated;
-- Merging two tools, or two categories, into one (docs/decisions/194). What is `gone` is deleted, after what belongs to it has
-- moved to what is `kept`; a week later nothing of it is left here but which became which.
create table private.merges (
  -- No foreign keys: one is deleted, and the other may be.
  gone uuid primary key,
  kept uuid not null,
  kind text not null,
  merged_at timestamptz not null default now(),
  -- Until it can no longer be undone: the row that is gone; by table the keys of what moved, and the rows that could not;
  -- what was filled in of what is kept.
  entry jsonb,
  moved jsonb,
  rest jsonb,
  filled jsonb,
  constraint merges_kind_known check (kind in ('tools', 'categories'))
);

create index merges_undoable on private.merges (merged_at) where entry is not null;

comment on table private.merges is 'Not notified: it follows from a change of tools or categories, which is notified.';

-- Pairs that somebody says are two.
create table private.not_duplicates (
  one uuid references public.tools (id) on delete cascade,
  other uuid references public.tools (id) on delete cascade,
  primary key (one, other),
  constraint not_duplicates_in_order check (one < other)
);

create index not_duplicates_other on private.not_duplicates (other);

-- What something merged has become, or itself.
create function private.merged_into(id uuid) returns uuid
language sql stable set search_path = ''
as $$
  with recursive now_is as (
    select merged_into.id as id, 0 as step
    union all
    select m.kept, n.step + 1 from now_is n join private.merges m on m.gone = n.id where n.step < 20
  )
  select n.id from now_is n order by n.step desc limit 1
$$;

-- What belongs to a tool or category, in the order it is moved: its table, the column that says to which, and its key there.
-- `stays` is a condition on a row r of $1, which is merged into $2: the other has one. Such rows go, and return with an undo if
-- what they are about is `there`.
create function private.merge_parts(kind text)
returns table (part text, belongs text, key text, stays text, there text)
language sql immutable set search_path = ''
as $$
  select p.part, p.belongs, p.key, p.stays, p.there from (values
    ('tools', 'private.slug_redirects', 'target', 'slug', 'r.kind <> ''tools''', 'true'),
    ('tools', 'private.removed_upvotes', 'tool_id', 'upvote_id', 'exists (
      select from public.tool_upvotes o where o.tool_id = $2 and o.user_id = r.user_id
      union all select from private.removed_upvotes o where o.tool_id = $2 and o.user_id = r.user_id)', 'r.decision_id is null'),
    ('tools', 'private.voided_upvotes', 'tool_id', 'user_id', 'exists (
      select from public.tool_upvotes o where o.tool_id = $2 and o.user_id = r.user_id and o.merged_from is null
      union all select from private.voided_upvotes o where o.tool_id = $2 and o.user_id = r.user_id)', 'true'),
    ('tools', 'private.upvote_dates', 'tool_id', 'user_id', 'exists (
      select from private.upvote_dates o where o.tool_id = $2 and o.user_id = r.user_id)', 'true'),
    ('tools', 'private.closed_reports', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.moderation_log', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.alerts', 'tool_id', 'id', 'false', 'true'),
    ('tools', 'private.contributions', 'tool_id', 'id', 'r.state = ''waiting'' and exists (
      select from private.contributions o
      where o.tool_id = $2 and o.member_id = r.member_id and o.kind = r.kind and o.state = ''waiting'')', 'false'),
    ('tools', 'public.tool_submitters', 'tool_id', 'id', 'exists (
      select from public.tool_submitters o where o.tool_id = $2)', 'true'),
    -- A claim is of a host.
    ('tools', 'private.claims', 'tool_id', 'id', 'r.state <> ''ended'' and (
      r.host <> (select private.host_of(t.website_url) from public.tools t where t.id = $2)
      or (select count(*) from public.tool_makers m where m.tool_id in ($1, $2)) > 5
      or exists (
        select from private.claims o where o.tool_id = $2 and o.member_id = r.member_id and o.state <> ''ended''))', 'true'),
    ('tools', 'public.tool_makers', 'tool_id', 'id', 'exists (
      select from private.claims c where c.id = r.id and c.tool_id = $1)',
      'exists (select from private.claims c where c.id = r.id)'),
    ('tools', 'private.saved_tools', 'tool_id', 'member_id', 'exists (
      select from private.saved_tools o where o.tool_id = $2 and o.member_id = r.member_id)', 'true'),
    ('tools', 'private.member_list_tools', 'tool_id', 'list_id', 'exists (
      select from private.member_list_tools o where o.tool_id = $2 and o.list_id = r.list_id)',
      'exists (select from private.member_lists l where l.id = r.list_id)'),
    ('tools', 'public.tool_categories', 'tool_id', 'category_id', 'true',
      'exists (select from public.categories c where c.id = r.category_id)'),
    ('categories', 'private.slug_redirects', 'target', 'slug', 'r.kind <> ''categories''', 'true'),
    ('categories', 'private.follows', 'category_id', 'member_id', 'exists (
      select from private.follows o where o.category_id = $2 and o.member_id = r.member_id)', 'true'),
    ('categories', 'public.tool_categories', 'category_id', 'tool_id', 'true',
      'exists (select from public.tools t where t.id = r.tool_id)')
  ) p (kind, part, belongs, key, stays, there)
  where p.kind = merge_parts.kind
$$;

-- Moves what belongs to one to the other, and remembers it. The rows that stay are deleted with what they belong to; where
-- no foreign key does so, here.
create function private.move_parts(kind text, gone uuid, kept uuid, entry jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  each record;
  keys jsonb;
  rows jsonb;
  moved jsonb := '{}';
  rest jsonb := '{}';
begin
  for each in select * from private.merge_parts(kind) loop
    execute format('with moved as (update %s r set %I = $2 where r.%2$I = $1 and not (%s) returning r.%I)
      select coalesce(jsonb_agg(m.%4$I), ''[]'') from moved m', each.part, each.belongs, each.stays, each.key)
      into keys using gone, kept;
    execute format('select coalesce(jsonb_agg(to_jsonb(r)), ''[]'') from %s r where r.%I = $1', each.part, each.belongs)
      into rows using gone;
    moved := moved || jsonb_build_object(each.part, keys);
    rest := rest || jsonb_build_object(each.part, rows);
  end loop;
  delete from private.saved_tools s where s.tool_id = gone;
  delete from private.member_list_tools i where i.tool_id = gone;
  insert into private.merges (gone, kept, kind, entry, moved, rest) values (gone, kept, kind, entry, moved, rest);
end;
$$;

-- Moves back what is still where it was moved to, and restores the rest.
create function private.move_parts_back(merge private.merges) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  each record;
begin
  for each in select * from private.merge_parts(merge.kind) loop
    execute format('insert into %1$s overriding system value
      select r.* from jsonb_populate_recordset(null::%1$s, $1) r where %2$s on conflict do nothing', each.part, each.there)
      using merge.rest -> each.part;
    execute format('update %1$s r set %2$I = $1 where r.%2$I = $2 and r.%3$I::text in (select jsonb_array_elements_text($3))',
      each.part, each.belongs, each.key)
      using merge.gone, merge.kept, merge.moved -> each.part;
  end loop;
end;
$$;

-- One entry for the whole of it: what it changes is not logged row by row (private.write_audit_log).
create function private.log_merge(gone uuid, entry jsonb, kept uuid, kind text, kept_name text, is_undo boolean) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select (select auth.uid()), case when is_undo then 'delete' else 'insert' end, 'merges', gone,
      case when is_undo then said end, case when not is_undo then said end
    from (select jsonb_build_object('kind', kind, 'name', kept_name, 'gone_name', entry ->> 'name', 'gone_slug', entry ->> 'slug',
      'tool_id', kept)) about (said)
$$;

-- Raises unless the two are there and different; both are locked.
create function private.begin_merge(kind text, gone uuid, kept uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  found_both boolean;
begin
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  if gone = kept then
    raise exception 'Choose two to merge' using errcode = 'invalid_parameter_value';
  end if;
  execute format('select count(*) = 2 from (select from public.%I t where t.id in ($1, $2) order by t.id for update) both_of', kind)
    into found_both using gone, kept;
  if not found_both then
    raise exception '%', case kind when 'tools' then private.in_words('{Item} not found') else 'Category not found' end
      using errcode = 'PT404';
  end if;
  -- What is moved is counted by no limit, and not logged row by row.
  perform set_config('plaudit.is_merging', 'on', true);
end;
$$;

-- The job: deletes what was kept to undo. After a week, what is gone; after five minutes, the logos of what was decided: an
-- editor's page has made the accepted one the tool's.
create function private.forget_undos() returns void
language plpgsql set search_path = ''
as $$
begin
  update private.merges m set entry = null, moved = null, rest = null, filled = null
    where m.entry is not null and m.merged_at < now() - interval '7 days';
  update private.contributions c set logo = null
    where c.logo is not null and c.state <> 'waiting' and c.decided_at < now() - interval '5 minutes';
end;
$$;
-- Icons of tools without a logo, as the server finds them at their websites (docs/decisions/192). A picture waits until an
-- editor approves it. Read and written by functions only.
create table private.suggested_icons (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  -- due: to be looked for · none: nothing was found · waiting · declined · approved.
  state text not null default 'due',
  -- The tool's address where it was looked for.
  address text not null,
  -- Of what is decided until that can no longer be undone.
  picture bytea,
  origin text,
  -- Of an approved one: where the editor's page has stored it.
  logo text,
  -- When it became due or was found: their order.
  changed_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint suggested_icons_state_known check (state in ('due', 'none', 'waiting', 'declined', 'approved')),
  constraint suggested_icons_picture_small check (private.is_small_png(picture)),
  constraint suggested_icons_waiting_shown check (state <> 'waiting' or picture is not null),
  constraint suggested_icons_origin_valid check (private.is_link(origin, false))
);

create index suggested_icons_due on private.suggested_icons (changed_at, tool_id) where state = 'due';
create index suggested_icons_waiting on private.suggested_icons (changed_at, tool_id) where state = 'waiting';
create index suggested_icons_decided on private.suggested_icons (decided_at)
  where decided_at is not null and picture is not null;
create index tools_without_logo on public.tools (id) where logo is null;

-- Every minute: what is still due is looked for, and what was decided is forgotten once that cannot be undone: of a declined
-- one stays that it was declined.
create function private.tend_icons() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.suggested_icons s
    where s.state = 'approved' and s.picture is not null and s.decided_at < now() - interval '5 minutes';
  update private.suggested_icons s set picture = null
    where s.state = 'declined' and s.picture is not null and s.decided_at < now() - interval '5 minutes';
  if exists (select from private.suggested_icons s where s.state = 'due') then
    perform private.queue_due('icons', 'websites without a logo here');
  end if;
end;
$$;

-- For the queue: what is due, the longest due first.
create function private.icons_to_find(most integer) returns table (tool_id uuid, url text)
language sql stable set search_path = ''
as $$
  select s.tool_id, t.website_url
  from private.suggested_icons s join public.tools t on t.id = s.tool_id
  where s.state = 'due' order by s.changed_at, s.tool_id limit most
$$;

-- For the queue: what came of it, [{tool_id, url, picture, origin}], the picture as a small PNG in base64. What has another
-- address by now stays due.
create function private.note_icons(results jsonb) returns void
language sql set search_path = ''
as $$
  with held as materialized (
    select s.tool_id, t.website_url, decode(g.picture, 'base64') as picture,
      case when private.is_link(g.origin, false) then g.origin end as origin
    from jsonb_to_recordset(results) g (tool_id uuid, url text, picture text, origin text)
    join public.tools t on t.id = g.tool_id and t.website_url = g.url
    join private.suggested_icons s on s.tool_id = g.tool_id and s.state = 'due'
    order by s.tool_id for update of s skip locked
  )
  update private.suggested_icons s
    set state = case when h.picture is null then 'none' else 'waiting' end, address = h.website_url,
      picture = h.picture, origin = h.origin, changed_at = now()
    from held h where s.tool_id = h.tool_id
$$;

-- Has icons looked for: of these tools, or of at most 5,000 that have no logo, those first that were never asked. Not where
-- one waits or was declined, unless the tool has another address since. Returns how many there are.
create function public.suggest_icons(tool_ids uuid[] default null) returns integer
language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  asked integer;
begin
  perform private.require_current_administrator('suggest icons', 'editor');
  if cardinality(tool_ids) > 100 then
    raise exception 'Icons of at most 100 can be suggested at once' using errcode = 'invalid_parameter_value';
  end if;
  -- No tool is deleted meanwhile, which would delete these rows in another order.
  perform private.lock_partition('catalogue', false);
  insert into private.suggested_icons as s (tool_id, address)
    select t.id, t.website_url
    from public.tools t left join private.suggested_icons known on known.tool_id = t.id
    where t.logo is null and (tool_ids is null or t.id in (select unnest(tool_ids)))
      and (known.tool_id is null or known.state = 'none'
        or known.state in ('waiting', 'declined') and known.address <> t.website_url)
    order by known.tool_id is not null, t.id limit 5000
    on conflict (tool_id) do update
      set state = 'due', address = excluded.address, picture = null, origin = null, decided_at = null,
        changed_at = now();
  get diagnostics asked = row_count;
  if asked > 0 then
    perform private.queue_due('icons', 'websites without a logo here');
  end if;
  perform private.require_current_administrator('suggest icons', 'editor');
  return asked;
end;
$$;

-- How many tools have no logo, at how many it is still looked for, and of how many nothing was found.
create function public.get_icon_status() returns table (without_logo integer, due integer, empty integer, waiting integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see suggested icons', 'editor');
  return query
    select (select count(*) from public.tools t where t.logo is null)::integer,
      count(*) filter (where s.state = 'due')::integer,
      count(*) filter (where s.state = 'none')::integer,
      count(*) filter (where s.state = 'waiting')::integer
    from private.suggested_icons s join public.tools t on t.id = s.tool_id
    where t.logo is null and t.website_url = s.address;
end;
$$;

-- The first 24 that wait, in the order they were found. What is decided leaves room for the next.
create function public.list_suggested_icons() returns table (id uuid, name text, website_url text, picture text, origin text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see suggested icons', 'editor');
  return query
    select t.id, t.name, t.website_url, private.picture_text(s.picture), s.origin
    from private.suggested_icons s join public.tools t on t.id = s.tool_id
    where s.state = 'waiting' and t.logo is null and t.website_url = s.address
    order by s.changed_at, s.tool_id limit 24;
end;
$$;
comment on function public.list_suggested_icons is 'Nullable: origin.';

-- Decides several, [{"tool_id": …, "logo": …}]: `logo` is where the caller has stored the picture; without one it is declined.
-- Returns for each whether it was done, or why not: changed (it has a logo, another address, or was decided) or gone.
create function public.decide_icons(choices jsonb) returns table (tool_id uuid, outcome text)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('save {items}', 'editor');
  if jsonb_typeof(choices) is distinct from 'array' or jsonb_array_length(choices) > 100 then
    raise exception 'A list of at most 100 choices is needed' using errcode = 'invalid_parameter_value';
  elsif exists (
    select from jsonb_array_elements(choices) entry
    where jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'tool_id') is distinct from 'string'
      or coalesce(jsonb_typeof(entry -> 'logo'), 'null') not in ('string', 'null'))
  then
    raise exception 'A choice has the texts tool_id and logo' using errcode = 'invalid_parameter_value';
  end if;
  -- Before the statement that compares.
  perform private.lock_partition('catalogue', true);
  return query
    with wanted as (
      select distinct on (g.tool_id) g.tool_id, nullif(private.trim_text(g.logo), '') as logo
      from jsonb_to_recordset(choices) g (tool_id uuid, logo text) order by g.tool_id
    ), judged as (
      select w.tool_id, w.logo, case
          when t.id is null then 'gone'
          when s.state is distinct from 'waiting' or s.address <> t.website_url or t.logo is not null then 'changed'
          else 'done' end as outcome
      from wanted w left join public.tools t on t.id = w.tool_id
        left join private.suggested_icons s on s.tool_id = w.tool_id
    ), saved as (
      update public.tools t set logo = j.logo from judged j
        where j.outcome = 'done' and j.logo is not null and t.id = j.tool_id
    ), noted as (
      update private.suggested_icons s
        set state = case when j.logo is null then 'declined' else 'approved' end, logo = j.logo, decided_at = now()
        from judged j where j.outcome = 'done' and s.tool_id = j.tool_id
    )
    select j.tool_id, j.outcome from judged j;
  perform private.require_current_administrator('save {items}', 'editor');
end;
$$;

-- Takes decisions of the last five minutes back, unless the tool has another logo since. Returns how many.
create function public.undo_icons(tool_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  undone integer;
begin
  perform private.require_current_administrator('save {items}', 'editor');
  if cardinality(tool_ids) > 100 then
    raise exception 'At most 100 can be taken back at once' using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_partition('catalogue', true);
  with held as materialized (
    select s.tool_id, s.state
    from private.suggested_icons s join public.tools t on t.id = s.tool_id
    where s.tool_id in (select unnest(tool_ids)) and s.state in ('declined', 'approved') and s.picture is not null
      and s.decided_at > now() - interval '5 minutes' and t.logo is not distinct from s.logo
    order by s.tool_id
  ), saved as (
    update public.tools t set logo = null from held h where h.state = 'approved' and t.id = h.tool_id
  )
  update private.suggested_icons s set state = 'waiting', logo = null, decided_at = null
    from held h where s.tool_id = h.tool_id;
  get diagnostics undone = row_count;
  perform private.require_current_administrator('save {items}', 'editor');
  return undone;
end;
$$;
grant execute on function public.suggest_icons, public.get_icon_status, public.list_suggested_icons, public.decide_icons,
  public.undo_icons to authenticated;
-- Merging tools and categories, and taking it back for a week.

-- Of these values of the owner's facts those that they still take.
create function private.usable_own_facts(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  own record;
  usable jsonb := '{}';
begin
  for own in select f.key, f.fact from private.own_facts() f where given ? f.key loop
    begin
      usable := usable || jsonb_strip_nulls(jsonb_build_object(own.key, private.check_own_fact(own.fact, given -> own.key)));
    exception when check_violation then
      -- It was another kind of fact.
    end;
  end loop;
  return usable;
end;
$$;

-- What one tool has and the other lacks: facts, the logo, the owner's facts.
create function private.gaps_filled(gone public.tools, kept public.tools) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(g.key, g.value), '{}')
  from jsonb_each(to_jsonb(gone)) g
  where g.key in ('logo', 'pricing', 'open_source', 'license', 'repository_url', 'platforms', 'long_description')
    and g.value not in ('null', '[]') and coalesce(to_jsonb(kept) -> g.key, 'null') in ('null', '[]')
$$;

-- Merges a tool into another, which keeps its name, address and texts; gaps of its facts are filled.
create function public.merge_tools(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tools;
  new public.tools;
  upvotes uuid[];
  gaps jsonb;
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.begin_merge('tools', merge_tools.gone, merge_tools.kept);
  select * into old from public.tools t where t.id = merge_tools.gone;
  select * into new from public.tools t where t.id = merge_tools.kept;
  perform from private.member_lists l
    where l.id in (select i.list_id from private.member_list_tools i where i.tool_id = old.id) order by l.id for update;
  -- A note is worth more than none.
  update private.member_list_tools i set note = o.note
    from private.member_list_tools o
    where i.tool_id = new.id and i.note is null and o.list_id = i.list_id and o.tool_id = old.id;
  perform private.move_parts('tools', old.id, new.id, to_jsonb(old));
  -- Where a member recommended both, that of the tool that is kept stays, and the other is set aside for its author: out of
  -- every list and count, as one that is withheld.
  perform from public.tool_upvotes v where v.tool_id in (old.id, new.id) order by v.id for update;
  with changed as (
    update public.tool_upvotes v
      set tool_id = new.id, merged_from = case when twice.is_so then old.id else v.merged_from end,
        is_withheld = v.is_withheld or twice.is_so
      from public.tool_upvotes w
      cross join lateral (select w.merged_from is null and exists (
        select from public.tool_upvotes o where o.tool_id = new.id and o.user_id = w.user_id and o.merged_from is null)) twice (is_so)
      where w.tool_id = old.id and v.id = w.id
      returning v.id
  )
  select coalesce(array_agg(c.id), '{}') into upvotes from changed c;
  perform private.write_notice(c.member_id, 'claim_ended', 'claim:' || c.id, new.id, old.name)
    from private.claims c where c.tool_id = old.id and c.state = 'proved';
  gaps := private.gaps_filled(old, new)
    || jsonb_build_object('own_facts', private.usable_own_facts(old.own_facts - array(select jsonb_object_keys(new.own_facts))));
  perform private.change_tool(new.id, gaps || (gaps -> 'own_facts'));
  with added as (
    insert into public.tool_categories (tool_id, category_id)
      select new.id, c.id from unnest(private.categories_of(old.id)) with ordinality c (id, place)
      where not exists (select from public.tool_categories o where o.tool_id = new.id and o.category_id = c.id)
      order by c.place
      returning category_id
  )
  select gaps || jsonb_build_object('categories', coalesce(jsonb_agg(a.category_id), '[]'), 'primary', new.category_id)
    into gaps from added a;
  update private.merges m
    set filled = gaps, moved = m.moved || jsonb_build_object('public.tool_upvotes', upvotes)
    where m.gone = old.id;
  delete from public.tools t where t.id = old.id;
  insert into private.slug_redirects (kind, slug, target) values ('tools', old.slug, new.id);
  -- Whoever recommended both recommends one tool less.
  perform private.weigh_upvotes(array(
    select v.id from public.tool_upvotes v
    where v.user_id in (select s.user_id from public.tool_upvotes s where s.tool_id = new.id and s.merged_from = old.id)));
  perform private.log_merge(old.id, to_jsonb(old), new.id, 'tools', new.name, false);
  perform private.require_current_administrator('merge {items}', 'editor');
end;
$$;

-- Merges a category into another: its tools and followers move.
create function public.merge_categories(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old public.categories;
  kept_name text;
  added uuid[];
  primaries uuid[];
begin
  perform private.require_current_administrator('merge categories', 'editor');
  perform private.begin_merge('categories', merge_categories.gone, merge_categories.kept);
  select * into old from public.categories c where c.id = merge_categories.gone;
  select c.name into kept_name from public.categories c where c.id = merge_categories.kept;
  perform private.move_parts('categories', old.id, kept, to_jsonb(old));
  primaries := array(select t.id from public.tools t where t.category_id = old.id order by t.id);
  with placed as (
    insert into public.tool_categories (tool_id, category_id)
      select o.tool_id, kept from public.tool_categories o where o.category_id = old.id order by o.tool_id
      on conflict (tool_id, category_id) do nothing
      returning tool_id
  )
  select coalesce(array_agg(p.tool_id), '{}') into added from placed p;
  update public.tools t set category_id = kept where t.id = any (primaries);
  delete from public.categories c where c.id = old.id;
  insert into private.slug_redirects (kind, slug, target) values ('categories', old.slug, kept);
  update private.merges m set filled = jsonb_build_object('added', added, 'primary', primaries) where m.gone = old.id;
  perform private.log_merge(old.id, to_jsonb(old), kept, 'categories', kept_name, false);
  perform private.require_current_administrator('merge categories', 'editor');
end;
$$;

create function private.bring_back_tool(merge private.merges) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kept public.tools;
  twice uuid[];
begin
  select * into kept from public.tools t where t.id = merge.kept;
  insert into public.tools
    select r.* from jsonb_populate_record(null::public.tools, merge.entry || jsonb_build_object('upvote_count', 0,
      'updated_at', now(), 'own_facts', private.usable_own_facts(merge.entry -> 'own_facts'),
      'slug', case when exists (select from public.tools t where t.slug = merge.entry ->> 'slug')
        then private.free_slug(merge.entry ->> 'name', merge.entry ->> 'website_url') else merge.entry ->> 'slug' end,
      'category_id', (select c.id from public.categories c where c.id = (merge.entry ->> 'category_id')::uuid))) r;
  perform private.move_parts_back(merge);
  update private.contributions c set tool_id = merge.gone
    where c.tool_id is null and c.id in (
      select (r ->> 'id')::uuid from jsonb_array_elements(merge.rest -> 'private.contributions') r);
  twice := array(
    select v.user_id from public.tool_upvotes v where v.tool_id = kept.id and v.merged_from = merge.gone);
  update public.tool_upvotes v
    set tool_id = merge.gone, merged_from = nullif(v.merged_from, merge.gone),
      is_withheld = v.merged_from is distinct from merge.gone and v.is_withheld or exists (
        select from private.suspensions s where s.user_id = v.user_id and s.lifted_at is null and s.hides_upvotes)
    where v.tool_id = kept.id and v.id::text in (select jsonb_array_elements_text(merge.moved -> 'public.tool_upvotes'));
  perform private.weigh_upvotes(array(select v.id from public.tool_upvotes v where v.user_id = any (twice)));
  -- What was filled in, where nobody has changed it since.
  perform private.change_tool(kept.id, (
    select coalesce(jsonb_object_agg(f.key, null), '{}') from jsonb_each(merge.filled) f where to_jsonb(kept) -> f.key = f.value));
  update public.tools t set own_facts = t.own_facts - array(
      select f.key from jsonb_each(merge.filled -> 'own_facts') f where t.own_facts -> f.key = f.value)
    where t.id = kept.id;
  delete from public.tool_categories tc
    where tc.tool_id = kept.id and merge.filled -> 'categories' ? tc.category_id::text
      and (merge.filled ->> 'primary' is null or tc.category_id is distinct from kept.category_id);
  perform private.take_back_notices(array(
    select 'claim:' || (r ->> 'id') from jsonb_array_elements(merge.rest -> 'private.claims') r));
end;
$$;

create function private.bring_back_category(merge private.merges) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.categories
    select r.* from jsonb_populate_record(null::public.categories, merge.entry || jsonb_build_object('tool_count', 0,
      'slug', left(merge.entry ->> 'slug', 91) || case when exists (
          select from public.categories c where c.slug = merge.entry ->> 'slug')
        then '-' || left(merge.gone::text, 8) else substr(merge.entry ->> 'slug', 92) end)) r;
  perform private.move_parts_back(merge);
  update public.tools t set category_id = merge.gone
    where t.category_id = merge.kept and merge.filled -> 'primary' ? t.id::text;
  delete from public.tool_categories tc
    where tc.category_id = merge.kept and merge.filled -> 'added' ? tc.tool_id::text;
end;
$$;

-- Takes a merge back within a week: what is gone returns with its id and what moved from it. What has happened since stays.
create function public.undo_merge(gone uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  merge private.merges;
  kept_name text;
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  select * into merge from private.merges m
    where m.gone = undo_merge.gone and m.entry is not null and m.merged_at > now() - interval '7 days' for update;
  select k.name into kept_name from (
    select t.name from public.tools t where t.id = merge.kept
    union all select c.name from public.categories c where c.id = merge.kept) k;
  if merge.gone is null and exists (
    select from public.tools t where t.id = undo_merge.gone
    union all select from public.categories c where c.id = undo_merge.gone) then
    -- Undone already, by the same press or by somebody else.
    return;
  elsif exists (select from private.merges m where m.gone = merge.kept) then
    raise exception 'What it was merged into was merged itself: undo that first' using errcode = 'PT409', detail = 'later';
  elsif kept_name is null or exists (
    select from public.tools t where t.id = merge.gone union all select from public.categories c where c.id = merge.gone) then
    raise exception 'This can no longer be undone' using errcode = 'PT409', detail = 'over';
  end if;
  perform set_config('plaudit.is_merging', 'on', true);
  if merge.kind = 'tools' then
    perform private.bring_back_tool(merge);
  else
    perform private.bring_back_category(merge);
  end if;
  delete from private.merges m where m.gone = merge.gone;
  perform private.log_merge(merge.gone, merge.entry, merge.kept, merge.kind, kept_name, true);
  perform private.require_current_administrator('merge {items}', 'editor');
end;
$$;
grant execute on function public.merge_tools, public.merge_categories, public.undo_merge to authenticated;
-- Tools that may be the same (docs/decisions/194): those at one address, or of one name.

-- With the column beside the expression each group is read from the index alone, in its order.
create index tools_same_address on public.tools (hashtextextended(private.address_key(website_url), 0), id) include (website_url);
create index tools_same_name on public.tools (hashtextextended(private.squeeze(name), 0), id) include (name);

-- What there is to a tool, to compare it with another.
create function private.tool_beside(tool public.tools) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', tool.id, 'name', tool.name, 'slug', tool.slug, 'logo', tool.logo,
    'website_url', tool.website_url, 'short_description', tool.short_description, 'upvote_count', tool.upvote_count,
    'created_at', tool.created_at)
$$;

-- The tool before this one of its group that is not said to be another one: of three, the first and the last are a pair when
-- both are said to differ from the second. Two queries, for an index each.
create function private.duplicate_before(id uuid, place bigint, by_address boolean) returns uuid
language sql stable set search_path = ''
as $$
  select case when by_address then (
    select t.id from public.tools t
    where hashtextextended(private.address_key(t.website_url), 0) = place and t.id < duplicate_before.id
      and not exists (select from private.not_duplicates d where d.one = t.id and d.other = duplicate_before.id)
    order by t.id desc limit 1
  ) else (
    select t.id from public.tools t
    where hashtextextended(private.squeeze(t.name), 0) = place and t.id < duplicate_before.id
      and not exists (select from private.not_duplicates d where d.one = t.id and d.other = duplicate_before.id)
    order by t.id desc limit 1
  ) end
$$;

-- A page of pairs by name, each with the next of its group: what both are, and whether address or name or both are the same.
-- Without those that are said to be two. A page after the last one is the last one.
create function public.list_duplicates(page integer default 1, page_size integer default 25)
returns table (one jsonb, other jsonb, same_address boolean, same_name boolean, total integer)
language plpgsql stable security definer set search_path = ''
-- Starting workers takes longer than reading two indexes: seven times on a busy machine.
set max_parallel_workers_per_gather = 0
as $$
declare
  size constant integer := least(greatest(coalesce(page_size, 25), 1), 100);
begin
  perform private.require_administrator('merge {items}', 'editor');
  return query
    with pairs as (
      select p.one, p.other, bool_or(p.by_address) as by_address, bool_or(not p.by_address) as by_name
      from (
        select private.duplicate_before(a.id, a.place, true) as one, a.id as other, true as by_address
        from (
          select k.*, lag(k.id) over (partition by k.place order by k.id) as before
          from (select hashtextextended(private.address_key(t.website_url), 0) as place, t.id from public.tools t) k
        ) a where a.before is not null
        union all
        select private.duplicate_before(n.id, n.place, false), n.id, false
        from (
          select k.*, lag(k.id) over (partition by k.place order by k.id) as before
          from (select hashtextextended(private.squeeze(t.name), 0) as place, t.id from public.tools t) k
        ) n where n.before is not null
      ) p
      where p.one is not null
      group by p.one, p.other
    ), counted as (
      select count(*)::integer as total from pairs
    ), listed as (
      -- Single reads: joined with a number of pairs nobody can estimate, the whole table would be read twice.
      select p.*, (select t.name from public.tools t where t.id = p.one) as name from pairs p
      order by name, p.one, p.other
      limit size offset (
        select least(greatest(coalesce(page, 1), 1) - 1, greatest(c.total - 1, 0) / size) * size from counted c)
    )
    select (select private.tool_beside(t) from public.tools t where t.id = l.one),
      (select private.tool_beside(t) from public.tools t where t.id = l.other), l.by_address, l.by_name, counted.total
    from listed l cross join counted
    order by l.name, l.one, l.other;
end;
$$;

-- Says that two tools are two, or no longer.
create function public.set_not_duplicates(one uuid, other uuid, are_two boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  low constant uuid := least(set_not_duplicates.one, set_not_duplicates.other);
  high constant uuid := greatest(set_not_duplicates.one, set_not_duplicates.other);
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.lock_partition('catalogue', false);
  perform private.require_current_administrator('merge {items}', 'editor');
  if not coalesce(are_two, true) then
    delete from private.not_duplicates d where d.one = low and d.other = high;
  elsif (select count(*) from public.tools t where t.id in (low, high)) < 2 then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  else
    insert into private.not_duplicates (one, other) values (low, high) on conflict do nothing;
  end if;
end;
$$;

-- What merging one tool into another would do: both, each with its numbers, and what would move.
create function public.preview_merge(gone uuid, kept uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sides jsonb;
  old public.tools;
  new public.tools;
begin
  perform private.require_administrator('merge {items}', 'editor');
  select * into old from public.tools t where t.id = preview_merge.gone;
  select * into new from public.tools t where t.id = preview_merge.kept;
  if old.id is null or new.id is null or old.id = new.id then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  select jsonb_agg(private.tool_beside(t) || jsonb_build_object(
      'saved', (select count(*) from private.saved_tools s where s.tool_id = t.id),
      'lists', (select count(*) from private.member_list_tools i where i.tool_id = t.id),
      'makers', (select count(*) from public.tool_makers m where m.tool_id = t.id),
      'categories', (
        select coalesce(jsonb_agg(c.name order by tc.position), '[]')
        from public.tool_categories tc join public.categories c on c.id = tc.category_id where tc.tool_id = t.id),
      'facts', (
        select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(private.gaps_filled(t, null)) f
        where f.key <> 'logo')) order by t.id = new.id)
    into sides from public.tools t where t.id in (old.id, new.id);
  return jsonb_build_object('gone', sides -> 0, 'kept', sides -> 1,
    'recommendations', (select count(*) from public.tool_upvotes v where v.tool_id = old.id and v.merged_from is null),
    'twice', (
      select count(*) from public.tool_upvotes v join public.tool_upvotes o
        on o.tool_id = new.id and o.user_id = v.user_id and o.merged_from is null
      where v.tool_id = old.id and v.merged_from is null),
    'filled', (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(private.gaps_filled(old, new)) f));
end;
$$;
grant execute on function public.list_duplicates, public.set_not_duplicates, public.preview_merge to authenticated;
-- For prefixes; for what a name contains (private.containing).
create index tools_name_prefix on public.tools (lower(name) text_pattern_ops);
create index tools_name_trigrams on public.tools using gin (name extensions.gin_trgm_ops);
create index tools_slug_trigrams on public.tools using gin (slug extensions.gin_trgm_ops);
create index tools_name_bigrams on public.tools using gin (private.bigrams(name));
create index tools_slug_bigrams on public.tools using gin (private.bigrams(slug));

-- Case-insensitive, literal substring search by name: up to max_results tools, then up to max_results categories. Exact
-- matches first, then prefixes, then the rest, each newest first. Each rank is a query of its own, so that it can stop
-- early on its index. An empty query finds nothing. `% _ \` are literal.
--
-- SECURITY DEFINER: under row-level security the planner may not use the statistics of names and takes the wrong index: 170 ms
-- instead of 1 ms among 100,000 tools.
create function public.search_catalogue(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = ''
-- The pattern decides which index is used: one generic plan would scan the table.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := lower(left(private.trim_text(coalesce(search_catalogue.query, '')), 200));
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  most integer := least(greatest(coalesce(max_results, 20), 1), 50);
  room integer := most;
  found_now integer;
begin
  if wanted = '' then
    return;
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) = wanted
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_now = row_count;
  room := room - found_now;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where lower(t.name) like pattern || '%' and lower(t.name) <> wanted
    order by t.created_at desc, t.id desc limit room;
  get diagnostics found_now = row_count;
  room := room - found_now;
  if room > 0 then
    -- Of patterns the planner knows better than of bigrams how many names they match.
    return query execute format('
      select ''tool'', t.id, t.name, t.slug, t.logo from public.tools t
      where %s and t.name ilike ''%%'' || $1 and lower(t.name) not like $1
      order by t.created_at desc, t.id desc limit $2', private.containing('t.name', wanted))
      using pattern || '%', room;
  end if;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where c.name ilike '%' || pattern || '%'
    order by lower(c.name) <> wanted, lower(c.name) not like pattern || '%', c.name, c.id
    limit most;
end;
$$;
comment on function public.search_catalogue is 'Nullable: logo.';

-- Similar names, when nothing contains the query literally: letters missing, wrong or added (most of the query's
-- trigrams occur close together in the name), or two adjacent letters swapped, which leaves too few trigrams in a short
-- word. Rows as in search_catalogue, the most similar first. A query of less than three characters finds nothing.

-- Loads the extension's library, so that the setting below can be checked.
select extensions.word_similarity('', '');

-- Both conditions use the index tools_name_trigrams. The query is cut to forty characters, because every character costs and
-- visitors may send any text. Swapped letters are searched by patterns for short queries only: a swap loses at most four of a
-- query's n + 1 trigrams, so longer ones are found by the rest.
create function public.search_similar(query text, max_results integer default 20)
returns table (kind text, id uuid, name text, slug text, logo text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
set pg_trgm.word_similarity_threshold = 0.45
as $$
declare
  wanted text := lower(left(private.trim_text(left(coalesce(search_similar.query, ''), 200)), 40));
  room integer := least(greatest(coalesce(max_results, 20), 1), 50);
  swaps text[] := '{}';
begin
  -- A query without letters or digits has no trigrams, and the whole index would be read.
  if char_length(wanted) < 3 or extensions.show_trgm(wanted) = '{}' then
    return;
  end if;
  if char_length(wanted) <= 12 then
    select coalesce(array_agg('%' || regexp_replace(swapped, '([\\%_])', '\\\1', 'g') || '%'), '{}') into swaps
    from (
      select left(wanted, at - 1) || substr(wanted, at + 1, 1) || substr(wanted, at, 1) || substr(wanted, at + 2) as swapped
      from generate_series(1, char_length(wanted) - 1) at
    ) variants
    -- Others have no trigrams (private.containing): the whole index would be read.
    where swapped <> wanted and swapped ~ '[a-z0-9]{2}.';
  end if;
  return query
    select 'tool', t.id, t.name, t.slug, t.logo from public.tools t
    where wanted operator(extensions.<%) t.name or t.name ilike any (swaps)
    order by t.name ilike any (swaps) desc,
      extensions.word_similarity(wanted, t.name) + extensions.similarity(wanted, t.name) desc,
      t.created_at desc, t.id desc
    limit room;
  return query
    select 'category', c.id, c.name, c.slug, null::text from public.categories c
    where wanted operator(extensions.<%) c.name or c.name ilike any (swaps)
    order by c.name ilike any (swaps) desc,
      extensions.word_similarity(wanted, c.name) + extensions.similarity(wanted, c.name) desc, c.name, c.id
    limit room;
end;
$$;
grant execute on function public.search_catalogue, public.search_similar to anon, authenticated, service_role;
comment on function public.search_similar is 'Nullable: logo.';
-- Search by purpose: names, categories, descriptions and recommendations (decision 100).

-- A text as words: separated by one space, lower case, no accents, '.' and '/' as separators, so that "Erase.bg"
-- contains "erase". IMMUTABLE although unaccent() is not: its rules are part of PostgreSQL.
create function private.search_text(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent', value)), '[^[:alnum:]+#]+', ' ', 'g'))
$$;

-- The same with each Chinese, Japanese or Korean character as a word, because their words are not separated: they are
-- found as phrases.
create function private.split_text(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(private.search_text(value), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])', ' \1 ', 'g')
$$;

-- The words of texts in the language of private.search_settings, which private.write_search_settings chooses: their stems
-- without stop words, and all of them for phrases, because "no code" is not "code".
create text search configuration private.words (copy = pg_catalog.english);
create text search dictionary private.stems_of_all (template = pg_catalog.snowball, language = english);
create text search configuration private.all_words (copy = pg_catalog.english);
alter text search configuration private.all_words alter mapping replace pg_catalog.english_stem with private.stems_of_all;

-- What administrators set for the search: one row. `version` counts their changes; 1: the starter's.
create table private.search_settings (
  version integer primary key,
  -- A language of PostgreSQL's stemmers: 'english', 'german'.
  language text not null,
  -- The groups of synonyms, one a line (private.load_synonyms).
  synonyms text not null
);

-- Groups of words that stand for each other (supabase/starter/synonyms.txt). A document that says one of them also holds
-- `concept`, a word that no text contains.
create table private.search_synonyms (
  concept text primary key,
  -- What documents say; null for words without meaning.
  said tsquery,
  -- A platform, a pricing or 'open-source': tools with this fact hold the concept.
  fact text
);

-- What is typed for a concept, and its stems; and the single words of that, with the concept null. `is_said`: documents
-- that say it hold the concept.
create table private.search_asked (
  id integer generated always as identity primary key,
  concept text references private.search_synonyms (concept) on delete cascade,
  phrase text not null,
  stems text not null,
  is_said boolean not null
);

create index search_asked_concept on private.search_asked (concept);
create index search_asked_stems on private.search_asked (stems);

-- A phrase by the stems of its words, including stop words.
create function private.stems(phrase text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select string_agg(coalesce((ts_lexize('private.stems_of_all', word))[1], word), ' ' order by place)
  from string_to_table(phrase, ' ') with ordinality listed (word, place)
$$;

-- Queries joined by `|` or `&`; null when there are none.
create function private.join_queries(terms tsquery[], operator text) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select string_agg(distinct '(' || term::text || ')', operator)::tsquery from unnest(terms) term where numnode(term) > 0
$$;

-- Raises, naming the line, what private.load_synonyms cannot take. At most 100,000 characters.
create function private.check_synonyms(groups text) returns void
language plpgsql stable set search_path = ''
as $$
declare
  facts constant text[] := array['open-source'] || private.all_pricings() || private.all_platforms();
  line record;
  first text;
  seen text[] := '{}';
  wrong text;
begin
  if char_length(groups) > 100000 then
    raise exception 'The synonyms must be 100000 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('The synonyms', groups, true);
  for line in
    select listed.number, listed.entry, split.entries, listed.entry like '- %' as is_empty
    from string_to_table(groups, E'\n') with ordinality listed (entry, number)
    cross join lateral (select string_to_array(regexp_replace(listed.entry, '^- ', ''), ',') as entries) split
    where listed.entry !~ '^\s*(//|$)'
  loop
    wrong := (
      select case
        when private.search_text(ltrim(e, ' ?=')) = '' then 'has an entry without letters'
        when char_length(e) > 80 then format('has an entry of more than 80 characters: “%s…”', left(btrim(e), 20))
        when btrim(e) like '=%' and (line.is_empty or ltrim(btrim(e), '=') <> all (facts))
          then format('names the fact “%s”, which no tool can have', ltrim(btrim(e), '='))
      end
      from unnest(line.entries) with ordinality listed (e, at) order by 1 nulls last limit 1);
    wrong := coalesce(wrong, case
      when line.is_empty then null
      when cardinality(line.entries) < 2 then 'has one entry only: separate words by commas'
      when not exists (select from unnest(line.entries) e where btrim(e) !~ '^[?=]')
        then 'has no word that texts say: one without ? or ='
      when (select count(*) > 1 from unnest(line.entries) e where btrim(e) like '=%') then 'names two facts'
    end);
    first := private.search_text((
      select e from unnest(line.entries) with ordinality listed (e, at)
      where line.is_empty or btrim(e) !~ '^[?=]' order by at limit 1));
    if first = any (seen) then
      wrong := coalesce(wrong, format('begins with “%s”, as another line does', first));
    end if;
    if wrong is not null then
      raise exception 'Line % %', line.number, wrong using errcode = 'check_violation', detail = line.number::text;
    end if;
    seen := seen || first;
  end loop;
end;
$$;

-- Replaces the synonyms by the groups of a text, one a line: words and phrases that stand for each other, separated by
-- commas. '?' marks what is typed but not said: brands that stand for a task, foreign words, words of a wider meaning;
-- '=' marks a fact. A line that begins with '- ' lists words without meaning, one with '//' is a comment.
create function private.load_synonyms(groups text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.search_synonyms;
  delete from private.search_asked;
  with line as (
    select string_to_array(regexp_replace(entry, '^- ', '?'), ',') as entries, entry like '- %' as is_empty
    from string_to_table(load_synonyms.groups, E'\n') entry where entry !~ '^\s*(//|$)'
  ), parsed as (
    select case when is_empty then '-' else '#' end || private.search_text(
        (select e from unnest(entries) with ordinality listed (e, at)
          where is_empty or btrim(e) !~ '^[?=]' order by at limit 1)) as concept,
      array(select e from unnest(entries) e where btrim(e) not like '=%') as asked,
      (select private.join_queries(array_agg(phraseto_tsquery('private.all_words', private.search_text(e))), '|')
        from unnest(entries) e where not is_empty and btrim(e) !~ '^[?=]') as said,
      (select ltrim(btrim(e), '=') from unnest(entries) e where btrim(e) like '=%') as fact
    from line
  ), saved as (
    insert into private.search_synonyms (concept, said, fact) select p.concept, p.said, p.fact from parsed p
  )
  insert into private.search_asked (concept, phrase, stems, is_said)
    select p.concept, phrase, private.stems(phrase), bool_or(btrim(entry) not like '?%')
    from parsed p, unnest(p.asked) entry, private.search_text(entry) phrase
    group by p.concept, phrase
    union
    select null, word, private.stems(word), false
    from parsed p, unnest(p.asked) entry, private.search_text(entry) phrase, string_to_table(phrase, ' ') word
    where p.said is not null and phrase like '% %';
  perform private.add_search_words(array(
    select a.phrase from private.search_asked a left join private.search_synonyms s using (concept)
    where a.concept is null or s.said is not null));
  perform private.refresh_search_categories(array(select c.id from public.categories c));
end;
$$;
-- The search document of a tool: name (A), facts (B), description (C), and license, the beginning of the long description
-- and the fifty newest public recommendations (D): fifty, so that one more costs the same whether there are ten or five
-- thousand. The names of its categories are matched when asked, so that renaming one does not write thousands of documents.
create table private.search_documents (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  document tsvector not null
);

create index search_documents_document on private.search_documents using gin (document);

comment on table private.search_documents is
  'Not notified: what changes here follows from a change of tools or tool_upvotes, which is notified.';

-- The same of a category's name.
create table private.search_categories (
  category_id uuid primary key references public.categories (id) on delete cascade,
  document tsvector not null
);

comment on table private.search_categories is
  'Not notified: what changes here follows from a change of categories, which is notified.';

-- Words to correct misspelt ones to, and names without spaces. One that no document holds any more stays, and corrects
-- nothing (private.nearest_words).
create table private.search_words (
  word text primary key
);

create index search_words_alike on private.search_words (left(word, 1), char_length(word));

comment on table private.search_words is
  'Not notified: what changes here follows from a change of tools or categories, which is notified.';

-- The document of a text in four parts, with the concepts that each says, and those of facts.
create function private.make_document(name text, facts text[], description text, more text) returns tsvector
language plpgsql stable parallel safe set search_path = ''
as $$
declare
  name_words text := private.split_text(name);
  description_words text := private.split_text(coalesce(description, ''));
  more_words text := private.split_text(coalesce(more, ''));
  -- With stop words, for the phrases of concepts.
  in_name tsvector := to_tsvector('private.all_words', name_words);
  in_description tsvector := to_tsvector('private.all_words', description_words);
  in_more tsvector := to_tsvector('private.all_words', more_words);
  anywhere tsvector := in_name || in_description || in_more;
begin
  return setweight(to_tsvector('private.words', name_words), 'A')
    || setweight(to_tsvector('private.words', description_words), 'C')
    || setweight(to_tsvector('private.words', more_words), 'D')
    || coalesce((
      select string_agg(quote_literal(held.concept) || ':' || held.places, ' ')
      from (
        select s.concept, concat_ws(',', case when in_name @@ s.said then '1A' end,
          case when s.fact = any (facts) then '2B' end, case when in_description @@ s.said then '3C' end,
          case when in_more @@ s.said then '4D' end) as places
        from private.search_synonyms s where anywhere @@ s.said or s.fact = any (facts)
      ) held
      where held.places <> ''
    ), '')::tsvector;
end;
$$;

-- With the tools locked by id, as for counting: each writer sees the previous one's recommendations.
create function private.refresh_search_documents(tool_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform from public.tools t where t.id = any (tool_ids) order by t.id for no key update;
  insert into private.search_documents as d (tool_id, document)
    select t.id, private.make_document(
      -- "TalkingPhoto" also counts as two words.
      concat_ws(' . ', t.name, nullif(regexp_replace(t.name, '([a-z])([A-Z])', '\1 \2', 'g'), t.name)),
      t.platforms || array[t.pricing, case when t.open_source then 'open-source' end], t.short_description,
      concat_ws(' . . ', t.license || ' license', left(t.long_description, 3000), newest.reasons))
    from public.tools t
    cross join lateral (
      select string_agg(shown.reason, ' . . ') as reasons
      from (
        select v.reason from public.tool_upvotes v
        where v.tool_id = t.id and private.is_shown(v)
        order by v.created_at desc, v.id desc limit 50
      ) shown
    ) newest
    where t.id = any (tool_ids)
    on conflict (tool_id) do update set document = excluded.document where d.document <> excluded.document;
end;
$$;

create function private.add_search_words(texts text[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_words (word)
    select distinct word from unnest(texts) entry, string_to_table(private.search_text(entry), ' ') word
    where char_length(word) between 3 and 40 order by word
    on conflict do nothing
$$;

-- Whether a word means something here: a tool, a category or a synonym holds it, or it is a stop word.
create function private.is_known(word text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  stem tsquery;
begin
  if to_tsvector('private.words', word) = '' then
    return true;
  end if;
  stem := phraseto_tsquery('private.words', private.split_text(word));
  return exists (select from private.search_asked a where a.stems = private.stems(word))
    or exists (select from private.search_documents d where d.document @@ stem)
    or exists (select from private.search_categories c where c.document @@ stem);
end;
$$;

create function private.refresh_search_categories(category_ids uuid[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_categories as s (category_id, document)
    select c.id, private.make_document(c.name, '{}', null, null) from public.categories c where c.id = any (category_ids)
    on conflict (category_id) do update set document = excluded.document where s.document <> excluded.document
$$;

create function private.refresh_document_of_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_search_categories(array[new.id]);
  perform private.add_search_words(array[new.name]);
  return null;
end;
$$;

create trigger categories_search after insert or update of name on public.categories
  for each row execute function private.refresh_document_of_category();
-- One term of a query: a word, or a phrase that stands for something.
create type private.search_term as (
  -- The typed words; the concepts they stand for; and either.
  exact tsquery, concept tsquery, wide tsquery,
  -- Categories with such a name.
  categories uuid[],
  -- Higher the fewer tools hold the term.
  weight double precision,
  -- A category or a concept knows it, and it is no fact.
  is_subject boolean, is_fact boolean
);

-- Whether a word is one without meaning, as "tool".
create function private.is_empty(word text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.search_asked a join private.search_synonyms s using (concept)
    where s.said is null and a.stems = private.stems(word) and a.phrase = word)
$$;

-- A query as terms, most significant first; `missing` are the weights of words that no tool holds, `corrected` the query
-- as it is understood if words of it are misspelt. Words without meaning ("I want to", "ai tool") are dropped unless
-- there is nothing else. At most `most` terms. A term weighs less if no category and no concept knows it ("logo for a
-- coffee shop"), and less after a preposition ("music for my video").
create function private.parse_search(
  query text, most integer, out terms private.search_term[], out missing double precision[], out corrected text
)
language plpgsql stable set search_path = ''
-- A term without matches needs an index search.
set enable_seqscan = off
as $$
declare
  prepositions constant text[] := '{for,of,in,on,from,about,at,during}';
  tools constant double precision := greatest(private.count_searched(), 1);
  common constant jsonb := (select jsonb_object_agg(c.word, c.share) from private.common_words() c);
  words text[];
  meaningful text[];
  concepts jsonb;
  said text[];
  known jsonb;
  term private.search_term;
  place integer := 1;
  size integer;
  phrase text;
  seen text[] := '{}';
  holding bigint;
  is_circumstance boolean := false;
begin
  missing := '{}';
  select c.words, c.corrected into words, corrected from private.correct_words(parse_search.query) c;
  meaningful := array(
    select w from unnest(words) with ordinality listed (w, at)
    where to_tsvector('private.words', w) <> '' and not private.is_empty(w)
    order by at);
  -- By the words as typed if they are known so: "local" is not "localise", although their stems are equal. "Power point"
  -- is also one word, but "for me" is not "form".
  select jsonb_object_agg(found.phrase, found.groups), array_agg(found.phrase) filter (where found.is_said)
    into concepts, said
  from (
    select best.phrase, jsonb_agg(distinct jsonb_build_array(best.concept, best.fact)) as groups,
      bool_or(best.is_said) as is_said
    from (
      select p.phrase, s.concept, s.fact, a.is_said and form = p.phrase as is_said,
        rank() over (partition by p.phrase order by a.phrase = form desc) as rank
      from (
        select distinct array_to_string(words[at:at + length - 1], ' ') as phrase, length
        from generate_series(1, cardinality(words)) at, generate_series(1, 4) length
        where at + length - 1 <= cardinality(words)
      ) p
      cross join lateral (
        select p.phrase as form
        union all
        select replace(p.phrase, ' ', '')
        where p.length > 1 and length(to_tsvector('private.words', p.phrase)) = p.length
      ) forms
      join private.search_asked a on a.stems = private.stems(form)
      join private.search_synonyms s on s.concept = a.concept and s.said is not null
    ) best
    where best.rank = 1
    group by best.phrase
  ) found;
  while place <= cardinality(words) and coalesce(cardinality(terms), 0) < most loop
    size := least(4, cardinality(words) - place + 1);
    loop
      phrase := array_to_string(words[place:place + size - 1], ' ');
      exit when size = 1 or concepts ? phrase;
      size := size - 1;
    end loop;
    known := concepts -> phrase;
    place := place + size;
    is_circumstance := is_circumstance or cardinality(seen) > 0 and phrase = any (prepositions);
    continue when phrase = any (seen) or size = 1 and cardinality(meaningful) > 0 and phrase <> all (meaningful);
    seen := seen || phrase;
    continue when known is null and to_tsvector('private.words', phrase) = '';
    term.exact := case when to_tsvector('private.words', phrase) <> ''
      then phraseto_tsquery('private.words', private.split_text(phrase)) end;
    term.concept := (
      select string_agg(quote_literal(entry ->> 0), '|')::tsquery from jsonb_array_elements(known) entry);
    -- What no tool says is not preferred to what stands for it; nor is a stem that other concepts have too.
    if term.concept is not null and (
      not exists (select from private.search_documents d where d.document @@ term.exact)
      or exists (
        select from (select stems, concept from private.search_asked) a
        where a.stems = private.stems(phrase) and a.concept like '#%'
          and not known @> jsonb_build_array(jsonb_build_array(a.concept))))
    then
      term.exact := null;
    end if;
    -- What says a phrase holds its concept: without the phrase, which the index knows only by its words.
    term.wide := case when size > 1 and phrase = any (said) then term.concept
      else coalesce(term.exact || term.concept, term.exact, term.concept) end;
    term.categories := array(select c.category_id from private.search_categories c where c.document @@ term.wide);
    term.is_fact := known @? '$[*][1] ? (@ != null)';
    term.is_subject := not coalesce(term.is_fact, false) and (known is not null or cardinality(term.categories) > 0);
    -- A tool that says the phrase holds its concept too.
    holding := coalesce(
        (common ->> coalesce(known -> 0 ->> 0, (tsvector_to_array(to_tsvector('private.words', phrase)))[1]))::real * tools,
        (select count(*) from (select from private.search_documents d where d.document @@ term.wide limit 1000) held))
      + coalesce((select sum(c.tool_count) from public.categories c where c.id = any (term.categories)), 0);
    term.weight := ln(1 + tools / greatest(holding, 0.5)) ^ 0.7
      * case when term.is_fact then 0.6 when term.is_subject then 1 else 0.5 end
      * case when is_circumstance then 0.6 else 1 end;
    if holding = 0 then
      missing := missing || term.weight * 0.8;
    else
      terms := terms || term;
    end if;
  end loop;
  terms := array(select t from unnest(terms) t order by t.weight desc);
end;
$$;

-- The number of searched tools; an estimate if there are many, because counting 100,000 takes 20 ms.
create function private.count_searched() returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  estimate bigint := (select c.reltuples from pg_catalog.pg_class c where c.oid = 'private.search_documents'::regclass);
begin
  if estimate > 10000 then
    return estimate;
  end if;
  return (select count(*) from private.search_documents);
end;
$$;

-- In a large catalogue the words that many tools hold, with their shares, as the planner's statistics have them, because
-- counting one takes a millisecond for each thousand tools. No rows in a small catalogue, where words are counted.
create function private.common_words() returns table (word text, share real)
language sql stable set search_path = ''
as $$
  select held.word, held.share
  from pg_catalog.pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) held (word, share)
  where s.schemaname = 'private' and s.tablename = 'search_documents' and s.attname = 'document'
    and held.word is not null and private.count_searched() > 10000
$$;

-- The words of a query. One that no tool, category or synonym holds is either two words written as one ("logomaker") or
-- misspelt. `corrected` is the query with the words it is corrected to. At most four words are looked up among similar
-- ones, because each costs as much as the rest of the search.
create function private.correct_words(query text, out words text[], out corrected text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  typed text;
  found text;
  tried integer := 0;
begin
  words := '{}';
  foreach typed in array (string_to_array(private.search_text(left(correct_words.query, 200)), ' '))[1:30] loop
    if char_length(typed) between 4 and 40 and not private.is_known(typed) then
      found := (
        select left(typed, size) || ' ' || substr(typed, size + 1)
        from generate_series(3, char_length(typed) - 3) size
        where exists (select from private.search_words s where s.word = left(typed, size))
          and exists (select from private.search_words s where s.word = substr(typed, size + 1))
          and private.is_known(left(typed, size)) and private.is_known(substr(typed, size + 1))
          and not private.is_empty(left(typed, size)) and not private.is_empty(substr(typed, size + 1))
        order by abs(size - char_length(typed) / 2.0) limit 1);
      if found is null and tried < 4 then
        tried := tried + 1;
        found := (private.nearest_words(typed))[1];
        corrected := coalesce(corrected, found);
      end if;
      typed := coalesce(found, typed);
    end if;
    words := words || string_to_array(typed, ' ');
  end loop;
  words := array_remove(words, '');
  corrected := case when corrected is not null then array_to_string(words, ' ') end;
end;
$$;

-- The words that a misspelt one is likely to be, or the names without spaces, best first, at most five: the same
-- beginning; one letter wrong, missing, added or swapped, or two in a word of seven letters or more; and the same
-- consonants, but for one if one letter of six or more differs: "wine" does not become "wind", nor "conference"
-- "confidence".
create function private.nearest_words(typed text) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  most integer := case when char_length(typed) >= 7 then 2 else 1 end;
begin
  if char_length(typed) not between 4 and 40 then
    return '{}';
  end if;
  return array(
    select near.word from (
      select s.word, private.edit_distance(s.word, typed, most) as distance,
        exists (select from public.tools t where private.squeeze(t.name) = s.word) as is_name
      from private.search_words s
      where left(s.word, 1) = left(typed, 1)
        and char_length(s.word) between char_length(typed) - most and char_length(typed) + most
        -- Cheap prefilter that keeps all candidates: two swapped letters count as two.
        and extensions.levenshtein_less_equal(s.word, typed, 2) <= 2
        and to_tsvector('private.words', s.word) <> ''
    ) near
    where near.distance <= most
      and private.edit_distance(private.consonants(near.word), private.consonants(typed), 1)
        <= case when near.distance < 2 and char_length(typed) >= 6 then 1 else 0 end
      and (near.is_name or private.is_known(near.word))
    order by near.distance, near.is_name desc,
      (select count(*) from (
        select from private.search_documents d where d.document @@ plainto_tsquery('private.words', near.word) limit 100
      ) held) desc, near.word
    limit 5);
end;
$$;

-- The consonants of a word, similar sounds as one.
create function private.consonants(word text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(translate(replace(replace(word, 'ph', 'f'), 'th', 't'), 'kqszaeiouy', 'cccc'), '(.)\1+', '\1', 'g')
$$;

-- Edit distance, up to one more than `most`; two swapped letters count as one.
create function private.edit_distance(one text, other text, most integer) returns integer
language sql immutable parallel safe strict set search_path = ''
as $$
  select case
    when char_length(one) = char_length(other) and exists (
      select from generate_series(1, char_length(one) - 1) at
      where one = left(other, at - 1) || substr(other, at + 1, 1) || substr(other, at, 1) || substr(other, at + 2)
    ) then 1
    else extensions.levenshtein_less_equal(one, other, most) end
$$;
create index tools_squeezed_name on public.tools (private.squeeze(name) text_pattern_ops);

-- Tools by name, at most 300: names equal to the query (ignoring spaces and punctuation); names that begin with it;
-- names that contain it (three characters or more). Equal ranks newest first. Each rank is a query of its own with its
-- own index.
create function private.tools_named(wanted text) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  pattern text := regexp_replace(wanted, '([\\%_])', '\\\1', 'g');
  squeezed text := private.squeeze(wanted);
  -- "you.com"
  without_domain text := substring(wanted from '^(?:https?://)?(?:www\.)?([^\s/]+)\.(?:com|ai|io|app|net|org|co)(?:/\S*)?$');
  result uuid[];
begin
  result := array(
    select t.id from public.tools t where lower(t.name) = wanted order by t.created_at desc, t.id desc limit 100);
  if squeezed <> '' then
    result := result || array(
      select t.id from public.tools t
      where private.squeeze(t.name) = any (array[squeezed, nullif(private.squeeze(without_domain), '')])
        and lower(t.name) <> wanted
      order by t.created_at desc, t.id desc limit 100);
  end if;
  result := result || array(
    select t.id from public.tools t
    where lower(t.name) like pattern || '%' and t.id <> all (result)
    order by t.created_at desc, t.id desc limit 100);
  if squeezed <> wanted and char_length(squeezed) >= 5 then
    result := result || array(
      select t.id from public.tools t where private.squeeze(t.name) like squeezed || '%' and t.id <> all (result)
      order by t.created_at desc, t.id desc limit 100);
  end if;
  if char_length(wanted) >= 3 then
    execute format('select $1 || array(
      select t.id from public.tools t where %s and t.id <> all ($1)
      order by t.created_at desc, t.id desc limit 100)', private.containing('t.name', wanted)) into result using result;
  end if;
  return result;
end;
$$;

-- The beginnings of a query, at least half of it, any of which may be the name it extends: "eleven" of "elevenlabs".
create function private.beginnings(squeezed text) returns text[]
language sql immutable parallel safe strict set search_path = ''
as $$
  select array(
    select left(squeezed, size) from generate_series(5, char_length(squeezed) - 1) size
    where size * 2 >= char_length(squeezed))
$$;

-- The tools whose names a query without any may mean: the two of "X vs Y"; the nearest one, with other spaces
-- ("mid jurney"); one with something added ("elevenlabs"); best first.
create function private.tools_nearly_named(wanted text) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select t.id from public.tools t
    join (
      select private.squeeze(entry) as name, 0 as rank from regexp_split_to_table(wanted, '\s(?:vs|versus)\.?\s') entry
        where wanted ~ '\s(?:vs|versus)\.?\s'
      union select near.word, near.rank from unnest(private.nearest_words(private.squeeze(wanted))) with ordinality near (word, rank)
        where wanted !~ '\s\S+\s\S+\s'
      union select unnest(private.beginnings(private.squeeze(wanted))), 9 where wanted !~ '\s'
    ) meant on meant.name = private.squeeze(t.name)
    join private.tool_stats l on l.tool_id = t.id
    order by meant.rank, char_length(t.name) desc, l.score desc, t.created_at desc, t.id desc limit 100)
$$;
-- The number of tools to which a search is narrowed before it is ranked, and the most it finds.
create function private.most_found() returns integer
language sql immutable parallel safe
return 300;

-- Tools whose documents match, in no order: by the index, which the planner leaves for a `limit`.
create function private.some_holding(asked tsquery, most integer) returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return array(select d.tool_id from private.search_documents d where d.document @@ asked limit most);
end;
$$;

-- The most recommended tools whose documents match, of all or of some categories; without `asked` all of these categories.
-- For a frequent term the list is read in its order until there are enough. Of a phrase the planner expects as many as hold all
-- its words, a hundred times too many, and would read the whole list: up to 5,000 that match are found first.
create function private.tools_holding(asked tsquery, category_ids uuid[], most integer default private.most_found())
returns uuid[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set max_parallel_workers_per_gather = 0
as $$
declare
  matching uuid[];
begin
  if asked is null then
    return array(
      select s.tool_id from private.tool_stats s
      where s.tool_id in (select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids))
      order by s.score desc, s.listed_at desc, s.tool_id desc
      limit most);
  elsif category_ids <> '{}' then
    return array(
      select s.tool_id from private.tool_stats s join private.search_documents d on d.tool_id = s.tool_id
      where s.tool_id in (select tc.tool_id from public.tool_categories tc where tc.category_id = any (category_ids))
        and d.document @@ asked
      order by s.score desc, s.listed_at desc, s.tool_id desc
      limit most);
  elsif asked::text ~ '<' then
    matching := private.some_holding(asked, 5000);
    if cardinality(matching) < 5000 then
      return array(
        select s.tool_id from private.tool_stats s where s.tool_id = any (matching)
        order by s.score desc, s.listed_at desc, s.tool_id desc
        limit most);
    end if;
  end if;
  return array(
    select s.tool_id from private.search_documents d join private.tool_stats s on s.tool_id = d.tool_id
    where d.document @@ asked
    order by s.score desc, s.listed_at desc, s.tool_id desc
    limit most);
end;
$$;

-- Each smallest set of terms that weigh at least so much together, as one query: any of those holds enough of what is
-- asked for. Of the first six terms; null if all of them weigh less.
create function private.enough_of(terms private.search_term[], lowest double precision) returns tsquery
language sql immutable parallel safe set search_path = ''
as $$
  select private.join_queries(array_agg(chosen.query), '|') from (
    select private.join_queries(array_agg(t.wide), '&') as query
    from generate_series(1, (1 << least(cardinality(terms), 6)) - 1) mask,
      unnest(terms) with ordinality t (exact, concept, wide, categories, weight, is_subject, is_fact, at)
    where t.at <= 6 and mask & (1 << (t.at::integer - 1)) <> 0
    group by mask
    having sum(t.weight) >= enough_of.lowest and sum(t.weight) - min(t.weight) < enough_of.lowest
  ) chosen
$$;

-- How well tools match terms: `points` is the sum of their weights, each times 1 for the name, 0.8 for a category or
-- fact, 0.6 for the description and 0.3 for the rest, a little more in two of them, and less for a synonym; `covered`
-- the weight of the terms they hold. Like ts_rank, whose result for one occurrence is 1/1.645 of its weight.
create function private.score_tools(tool_ids uuid[], terms private.search_term[])
returns table (tool_id uuid, points double precision, covered double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
begin
  return query
    -- Decompressed once, not by each function.
    with d as materialized (
      select doc.tool_id, doc.document || ''::tsvector as document,
        array(select tc.category_id from public.tool_categories tc where tc.tool_id = doc.tool_id) as categories
      from private.search_documents doc where doc.tool_id = any (tool_ids)
    )
    select d.tool_id, sum(t.weight * (greatest(matched.text, matched.category) + least(matched.text, matched.category) / 4)),
      sum(case when matched.text > 0 or matched.category > 0 then t.weight else 0 end)
    from d
    cross join unnest(terms) t
    cross join lateral (
      select case when d.document @@ t.wide then 1.645 * greatest(
          coalesce(ts_rank('{0.3, 0.6, 0.8, 1}', d.document, t.exact), 0),
          case when t.is_fact or t.exact is null then 1 else 0.6 end
            * least(coalesce(ts_rank('{0.3, 0.6, 0.8, 1}', d.document, t.concept) * (numnode(t.concept) + 1) / 2, 0), 0.7))
        else 0 end as text,
        case when d.categories && t.categories then 0.65 else 0 end as category
      -- Otherwise the planner copies each of them to every place that uses it.
      offset 0
    ) matched
    group by d.tool_id;
end;
$$;

-- Tools that hold enough of the terms of a query (private.parse_search), those that hold all of them among them: at most
-- 300, best first. What is enough depends on the query alone, so that a tool that holds more hides none. If there are
-- more, the given categories are searched themselves; otherwise find_tools filters the result.
create function private.match_tools(terms private.search_term[], missing double precision[], category_ids uuid[])
returns table (tool_id uuid, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  weights constant double precision[] := array(select t.weight from unnest(terms) t) || missing;
  total constant double precision := (select sum(weight) from unnest(weights) weight);
  -- Of a sentence four words count. If all words are known the most significant one is enough.
  heaviest constant double precision := (
    select sum(weight) from (select weight from unnest(weights) weight order by weight desc limit 4) four);
  enough constant double precision := case
    when missing = '{}' then least(0.3 * heaviest, terms[1].weight)
    when terms[1].is_subject then 0.3 * heaviest else 0.4 * heaviest end;
  strict_query constant tsquery := (select private.join_queries(array_agg(t.wide), '&') from unnest(terms) t);
  loose_query constant tsquery := private.enough_of(terms, enough);
  found_tools uuid[];
  term private.search_term;
begin
  if loose_query is null then
    return;
  end if;
  found_tools := private.tools_holding(strict_query, '{}');
  if cardinality(found_tools) >= private.most_found() and cardinality(category_ids) > 0 then
    found_tools := private.tools_holding(strict_query, category_ids);
  elsif cardinality(terms) > 1 then
    found_tools := found_tools || private.tools_holding(loose_query, '{}');
  end if;
  foreach term in array terms loop
    if term.categories <> '{}' and (term.weight >= enough or cardinality(terms) > 1) then
      found_tools := found_tools || private.tools_holding(
        case when term.weight < enough then
          (select private.join_queries(array_agg(t.wide), '|') from unnest(terms) t where t.wide <> term.wide) end,
        term.categories);
    end if;
  end loop;
  return query
    select s.tool_id, s.points / total * s.covered / total + 0.03 * ln(1 + l.score)
    from private.score_tools(found_tools, terms) s join private.tool_stats l on l.tool_id = s.tool_id
    where s.covered >= enough
    order by 2 desc, l.score desc, l.listed_at desc, l.tool_id desc
    limit private.most_found();
end;
$$;
-- What a tool is like: the concepts of its name and description, among them those a brand stands for, or their words if
-- these hold none; those that few tools hold first; at most six.
create function private.traits_of(tool_id uuid) returns private.search_term[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  tools constant double precision := greatest(private.count_searched(), 1);
begin
  return array(
    with common_words as materialized (
      select * from private.common_words()
    ), held as (
      select l.lexeme as word, l.lexeme like '#%' as is_concept
      from private.search_documents d, unnest(d.document) l
      where d.tool_id = traits_of.tool_id and (l.lexeme like '#%' and l.weights && '{A,C}' or l.weights @> '{C}')
      union
      select s.concept, true
      from public.tools t, private.search_text(t.name) as typed, private.search_asked a
      join private.search_synonyms s on s.concept = a.concept and s.said is not null
      where t.id = traits_of.tool_id and a.phrase = any (typed || string_to_array(typed, ' '))
        and a.stems in (select private.stems(w) from unnest(typed || string_to_array(typed, ' ')) w)
    ), chosen as (
      select h.is_concept, quote_literal(h.word)::tsquery as asked, h.word
      from held h
      where h.is_concept or not exists (select from held c where c.is_concept)
      limit 24
    ), weighed as (
      select c.*, ln(1 + tools / greatest(common.share * tools, 1)) ^ 1.2 * case when c.is_concept then 1 else 0.5 end as weight
      from chosen c
      join lateral (
        select coalesce((select w.share from common_words w where w.word = c.word), (
          select count(*) from (select from private.search_documents d where d.document @@ c.asked limit 1000) held)
          / tools) as share
      ) common on true
    )
    select row(case when not w.is_concept then w.asked end, case when w.is_concept then w.asked end, w.asked, '{}'::uuid[],
      w.weight, w.is_concept, false)::private.search_term
    from weighed w order by w.weight desc, w.word limit 6);
end;
$$;

-- Alternatives to a tool: those with its traits (private.traits_of), of its categories (small ones weigh more), with its
-- facts, or that name it. `wishes` are the other terms of a query: in "free alternative to X" tools that are free come
-- first, and the subject of "like X but for anime" is searched for. `is_near`: only tools of its categories.
create function private.tools_like(subject uuid, wishes private.search_term[], is_near boolean)
returns table (tool_id uuid, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  tools constant double precision := greatest(private.count_searched(), 1);
  mine constant uuid[] := array(select tc.category_id from public.tool_categories tc where tc.tool_id = subject);
  traits constant private.search_term[] := private.traits_of(subject);
  trait_weight constant double precision := (select sum(t.weight) from unnest(traits) t);
  wish_weight constant double precision := (select sum(w.weight) from unnest(wishes) w);
  topic constant tsquery := (
    select private.join_queries(array_agg(w.wide), '|') from unnest(wishes) w where w.is_subject);
  about public.tools;
  -- Fewer for a page of one tool, which shows twenty at most.
  most constant integer := case when is_near then 60 else private.most_found() end;
  candidates uuid[];
begin
  select * into about from public.tools t where t.id = subject;
  -- Each query is asked among all tools or in the categories, in which the most recommended tools are candidates too.
  candidates := array(
    select near from unnest(array[
      private.enough_of(traits, 0.3 * trait_weight),
      coalesce(topic, private.join_queries(array(select w.wide from unnest(wishes) w), '|')),
      phraseto_tsquery('private.words', private.split_text(about.name))
    ]) asked, unnest(private.tools_holding(asked, case when is_near then mine else '{}' end, most)) near
    where numnode(asked) > 0
    union
    select near from unnest(mine) c, unnest(private.tools_holding(null, array[c], most / 2)) near);
  return query
    with liked as (
      select t.id, l.score, l.listed_at,
        coalesce(s.points, 0) / (coalesce(trait_weight, 0) + 4)
          + 0.7 * coalesce(shared.weight, 0)
          + case when char_length(about.name) >= 4 and strpos(lower(t.name || ' ' || t.short_description), lower(about.name)) > 0
            then 0.3 else 0 end as likeness,
        0.02 * ((t.pricing = about.pricing) is true)::integer
          + 0.02 * ((t.open_source = about.open_source) is true)::integer
          + 0.02 * (t.platforms && about.platforms)::integer as alike,
        coalesce(w.covered / wish_weight, 0) as wish,
        case when d.document @@ topic then 0.5 else 0 end as topical
      from public.tools t
      join private.tool_stats l on l.tool_id = t.id
      join private.search_documents d on d.tool_id = t.id
      left join private.score_tools(candidates, traits) s on s.tool_id = t.id
      left join private.score_tools(candidates, wishes) w on w.tool_id = t.id
      cross join lateral (
        select sum(ln(tools / greatest(c.tool_count, 1)) / ln(tools + 1)) as weight
        from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = t.id and tc.category_id = any (mine)
      ) shared
      where t.id = any (candidates) and t.id <> subject and (not is_near or shared.weight is not null)
    )
    select l.id, l.likeness * (1 + 2 * l.wish) + l.alike + 0.1 * l.wish + l.topical + 0.03 * ln(1 + l.score)
    from liked l
    -- The specification's alternatives are all tools of its categories: likeness only orders them.
    where is_near or l.likeness + l.topical > 0
    order by 2 desc, l.score desc, l.listed_at desc, l.id desc
    limit private.most_found();
end;
$$;

-- The tool of a query for alternatives: "alternatives to X", "X alternatives", "something like X", "X but free". X is a
-- name, ignoring spaces and punctuation; or the first words of a single name ("Jasper" of "Jasper AI"); or a misspelt
-- name. Null if the query does not ask for alternatives, or no tool has such a name. `wish` is the rest of the query.
create function private.alternative_of(query text, out subject uuid, out wish text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := private.search_text(left(alternative_of.query, 200));
  wants constant text := '(?:alternativ\w*|competitors?|replacements?|substitutes?|rivals?|equivalents?|clones?)';
  candidates text[] := array[
    substring(wanted from format('^(.+) (?:%s|like (?:tools?|apps?|sites?))(?: (?:for|on|in|with) .+)?$', wants)),
    substring(wanted from
      format('(?:%s|similar) (?:tools? |apps? )?(?:to|for|of|like|a|au|zu|von|para|per) (.+)$', wants)),
    substring(wanted from '(?:^|tools? |apps? |something |anything |sites? )like (.+)$'),
    substring(wanted from '(?:instead of|replace|besides|(?:better|cheaper|other|rather) than) (.+)$'),
    substring(wanted from '^(.+) but .+$')];
  typed text;
  squeezed text;
begin
  foreach typed in array
    candidates || array(select regexp_replace(entry, ' (?:for|on|in|with|that|which|but|only) .*$', '') from unnest(candidates) entry)
  loop
    typed := regexp_replace(typed, '^(?:(?:the|a|an|best|good|free|cheap|open source|self hosted) )+', '');
    squeezed := private.squeeze(typed);
    continue when coalesce(squeezed, '') = '';
    subject := (
      select t.id from public.tools t join private.tool_stats l on l.tool_id = t.id where private.squeeze(t.name) = squeezed
      order by l.score desc, t.created_at desc, t.id desc limit 1);
    if subject is null then
      select min(near.id::text)::uuid into subject from (
        select t.id from public.tools t
        where private.squeeze(t.name) like squeezed || '%' and exists (
          select from string_to_array(private.search_text(t.name), ' ') words (list), generate_subscripts(list, 1) size
          where array_to_string(list[:size], '') = squeezed)
        limit 2
      ) near
      having count(*) = 1;
    end if;
    if subject is null then
      subject := (
        select t.id from public.tools t join private.tool_stats l on l.tool_id = t.id
        where private.squeeze(t.name) = any (private.nearest_words(squeezed) || private.beginnings(squeezed))
        order by char_length(t.name) desc, l.score desc, t.created_at desc, t.id desc limit 1);
    end if;
    if subject is not null then
      wish := nullif(array_to_string(array(
        select entry from string_to_table(replace(wanted, typed, ''), ' ') entry
        where entry !~ '^(?:|an?|the|best|good|tools?|apps?|sites?|something|anything|to|like|for|of|on|in|with|instead)$'
          and entry !~ '^(?:similar|but|than|better|cheaper|other|rather|besides|replace|au|zu|von|para|per)$'
          and entry !~ format('^%s$', wants)), ' '), '');
      return;
    end if;
  end loop;
end;
$$;
-- Other tools of the tool's categories, five or the requested number, those most like it first (private.tools_like).
-- latest_reason is the newest public recommendation.
create function public.list_alternatives(tool_id uuid, max_results integer default 5)
returns table (
  id uuid, name text, slug text, logo text, short_description text, featured boolean, upvote_count integer,
  category_id uuid, category_name text, category_slug text, pricing text, open_source boolean, license text,
  platforms text[], latest_reason text, latest_writer text, writer_has_page boolean
)
language sql stable security definer set search_path = ''
as $$
  with chosen as (
    select l.tool_id as id, l.place
    from private.tools_like(list_alternatives.tool_id, '{}', true) with ordinality l (tool_id, score, place)
    order by l.place
    limit least(greatest(coalesce(list_alternatives.max_results, 5), 1), 20)
  )
  select t.id, t.name, t.slug, t.logo, t.short_description, t.featured, t.upvote_count, c.id, c.name, c.slug,
    t.pricing, t.open_source, t.license, t.platforms, newest.reason, newest.writer, newest.has_page
  from chosen
  join public.tools t on t.id = chosen.id
  left join public.categories c on c.id = t.category_id
  left join lateral private.newest_reasons(t.id, 1) newest on true
  order by chosen.place
$$;
comment on function public.list_alternatives is
  'Nullable: logo, category_id, category_name, category_slug, pricing, open_source, license, latest_reason, latest_writer, writer_has_page.';

-- The tools of up to eight slugs, in their order, with the compared data. A former slug finds its tool too: `asked` is
-- the given slug.
create function public.compare_tools(slugs text[])
returns table (
  asked text, id uuid, name text, slug text, logo text, short_description text, website_url text, upvote_count integer,
  pricing text, open_source boolean, license text, repository_url text, platforms text[],
  own_facts jsonb, category_names text[], category_slugs text[], reasons text[], writers text[],
  writers_have_pages boolean[]
)
language sql stable security definer set search_path = ''
as $$
  select wanted.slug, t.id, t.name, t.slug, t.logo, t.short_description, t.website_url, t.upvote_count,
    t.pricing, t.open_source, t.license, t.repository_url, t.platforms, t.own_facts,
    filed.names, filed.slugs, said.reasons, said.writers, said.have_pages
  from unnest(compare_tools.slugs[1:8]) with ordinality wanted (slug, place)
  join public.tools t on t.id = coalesce(
    (select present.id from public.tools present where present.slug = wanted.slug),
    (select former.target from private.slug_redirects former where former.kind = 'tools' and former.slug = wanted.slug))
  cross join lateral (
    select coalesce(array_agg(c.name order by tc.position), '{}') as names,
      coalesce(array_agg(c.slug order by tc.position), '{}') as slugs
    from public.tool_categories tc join public.categories c on c.id = tc.category_id where tc.tool_id = t.id
  ) filed
  cross join lateral (
    select coalesce(array_agg(newest.reason), '{}') as reasons,
      coalesce(array_agg(coalesce(newest.writer, '')), '{}') as writers,
      coalesce(array_agg(coalesce(newest.has_page, false)), '{}') as have_pages
    from private.newest_reasons(t.id, 3) newest
  ) said
  order by wanted.place
$$;
grant execute on function public.list_alternatives, public.compare_tools to anon, authenticated, service_role;
comment on function public.compare_tools is
  'Nullable: logo, pricing, open_source, license, repository_url. A writer without a name is an empty one.';
-- How a query is understood: the tool to find alternatives to, if any, and the terms (private.parse_search). `corrected`
-- is the query as it is understood if words of it are misspelt and no tool is called so ("writ" begins "Writesonic").
-- Null for a query without letters.
create type private.understood_search as (
  wanted text, subject uuid, terms private.search_term[], missing double precision[], corrected text
);

create function private.understand_search(query text) returns private.understood_search
language plpgsql stable set search_path = ''
as $$
declare
  result private.understood_search;
  wish text;
begin
  result.wanted := lower(left(private.trim_text(coalesce(understand_search.query, '')), 200));
  if result.wanted = '' then
    return null;
  end if;
  select a.subject, a.wish into result.subject, wish from private.alternative_of(result.wanted) a;
  select p.terms, p.missing, p.corrected into result.terms, result.missing, result.corrected
    from private.parse_search(case when result.subject is null then result.wanted else coalesce(wish, '') end, 8) p;
  if result.corrected is not null and private.tools_named(result.wanted) <> '{}' then
    result.corrected := null;
  end if;
  return result;
end;
$$;

-- The results, at most 600 tools: `tier` 0 by name, 1 by other texts; within each the higher score first. Categories
-- and facets filter the results, so that each count equals what choosing it shows.
create function private.find_tools(
  asked private.understood_search, category_ids uuid[], pricings text[], open_sources text[], platforms text[],
  facts text[]
) returns table (tool_id uuid, tier integer, score double precision)
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  choices private.filter_choice[] := private.filter_choices(category_ids, pricings, open_sources, platforms, facts);
  named uuid[] := '{}';
begin
  if asked.subject is null and asked.wanted is not null then
    named := private.tools_named(asked.wanted);
    if named = '{}' then
      named := private.tools_nearly_named(asked.wanted);
      named := named || array(
        select n.id from unnest(private.tools_named(asked.corrected)) with ordinality n (id, place)
        where n.id <> all (named) order by n.place);
    end if;
  end if;
  return query
    select found.tool_id, found.tier, found.score
    from (
      select n.tool_id, 0 as tier, -n.place::double precision as score
        from unnest(named) with ordinality n (tool_id, place)
      union all
      select m.tool_id, 1, m.score
        from private.match_tools(asked.terms, asked.missing, category_ids) m
        where asked.subject is null and m.tool_id <> all (named)
      union all
      select l.tool_id, 1, l.score from private.tools_like(asked.subject, asked.terms, false) l
        where asked.subject is not null
    ) found
    join private.tool_codes k using (tool_id)
    where choices = '{}' or private.has_codes(k.codes, choices);
end;
$$;

-- What a text may say for a term.
create function private.words_of(term private.search_term) returns tsquery
language sql stable set search_path = ''
as $$
  select private.join_queries(array_remove(array_agg(s.said) || term.exact, null), '|')
  from private.search_synonyms s where quote_literal(s.concept)::tsvector @@ term.concept
$$;

-- One page of search results. Best first: names equal to the query, names that begin with it, names that contain it,
-- then matching descriptions or recommendations. "Alternatives to X" finds similar tools. sort is 'relevance' or an
-- order of lists. category_ids restricts to tools in any of them; pricings, open_sources and platforms to tools with
-- one of the values of each given one. A further page continues after the tool after_id, or starts again if that one is
-- no longer found. The first page also returns the total, at most 600, and the query as it was
-- corrected, if it was. In marked_description and reason the matches are enclosed in the characters 2 and 3, which no text
-- contains; reason is a recommendation with terms that the description lacks.
create function public.search_tools(
  query text, sort text default 'relevance', category_ids uuid[] default '{}', after_id uuid default null,
  max_results integer default 15, pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (
  id uuid, name text, slug text, logo text, marked_description text, featured boolean, upvote_count integer,
  created_at timestamptz, category_id uuid, category_name text, category_slug text,
  is_named boolean, reason text, reason_by text, total integer, corrected text, card_facts jsonb,
  writer_has_page boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  chosen uuid[] := array_remove(coalesce(search_tools.category_ids, '{}'), null);
  in_order text := coalesce(search_tools.sort, 'relevance');
  room integer := least(greatest(coalesce(search_tools.max_results, 15), 1), 100);
  asked private.understood_search := private.understand_search(search_tools.query);
  marks constant text := format('HighlightAll=true, StartSel="%s", StopSel="%s"', chr(2), chr(3));
  words tsquery[] := array(select private.words_of(term) from unnest(asked.terms) term);
  keys text[] := private.card_keys();
  marked tsquery := private.join_queries(words, '|');
begin
  if in_order not in ('relevance', 'newest', 'top', 'trending') then
    raise exception 'The order must be relevance, newest, top or trending' using errcode = 'invalid_parameter_value';
  end if;
  return query
    with found as materialized (
      select f.* from private.find_tools(asked, chosen, search_tools.pricings, search_tools.open_sources, search_tools.platforms,
        search_tools.facts) f
    ), ranked as (
      select f.tool_id, f.tier,
        row_number() over (order by
          case when in_order = 'relevance' then f.tier end,
          case when in_order = 'relevance' then f.score end desc,
          case when in_order = 'top' then l.score end desc,
          case when in_order = 'trending' then l.trend end desc,
          t.created_at desc, t.id desc) as place
      from found f
      join public.tools t on t.id = f.tool_id
      join private.tool_stats l on l.tool_id = t.id
    ), page as (
      select t.*, r.tier, r.place
      from ranked r
      join public.tools t on t.id = r.tool_id
      where r.place > coalesce((select last.place from ranked last where last.tool_id = search_tools.after_id), 0)
      order by r.place
      limit room
    )
    select p.id, p.name, p.slug, p.logo,
      coalesce(ts_headline('private.all_words', p.short_description, marked, marks), p.short_description),
      p.featured, p.upvote_count, p.created_at, c.id, c.name, c.slug, p.tier = 0,
      ts_headline('private.all_words', v.reason, marked, marks), writer.username::text,
      case when search_tools.after_id is null then (select count(*) from found)::integer end,
      case when search_tools.after_id is null then asked.corrected end, private.facts_on_card(listed, keys),
      writer.has_page
    from page p
    join public.tools listed on listed.id = p.id
    left join public.categories c on c.id = p.category_id
    left join lateral (
      select private.join_queries(array_agg(said.words), '|') as words
      from private.search_documents d, unnest(asked.terms, words)
        as said (exact, concept, wide, categories, weight, is_subject, is_fact, words)
      where d.tool_id = p.id and d.document @@ said.wide and not ts_filter(d.document, '{a,b,c}') @@ said.wide
    ) lacking on true
    left join lateral (
      -- Of the searched recommendations the one that says most of what the description lacks.
      select newest.reason, newest.user_id from (
        select v.*, to_tsvector('private.all_words', private.split_text(v.reason)) as document
        from public.tool_upvotes v where v.tool_id = p.id and private.is_shown(v) and lacking.words is not null
        order by v.created_at desc, v.id desc limit 50
      ) newest
      where newest.document @@ lacking.words
      order by ts_rank(newest.document, lacking.words) desc, newest.created_at desc, newest.id desc
      limit 1
    ) v on true
    left join public.profiles writer on writer.id = v.user_id
    order by p.place;
end;
$$;
comment on function public.search_tools is
  'Nullable: logo, category_id, category_name, category_slug, reason, reason_by, total, corrected, card_facts, writer_has_page.';

-- For the category filter of a search: how many of the results with these facets each category has, and how many of
-- them it would add to the `selected` ones. Empty if too many tools match to examine all, because a search in one
-- category then finds more of its tools.
create function public.count_found_categories(
  query text, selected uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (category_id uuid, tools integer, added integer)
language sql stable security definer set search_path = ''
as $$
  with found as materialized (
    select f.tool_id, count(*) over () as total from private.find_tools(
      private.understand_search(count_found_categories.query), '{}', '{}', '{}', '{}', '{}') f
  ), narrowed as (
    select f.tool_id, exists (
        select from public.tool_categories tc
        where tc.tool_id = f.tool_id and tc.category_id = any (count_found_categories.selected)) as is_selected
    from found f join private.tool_codes k using (tool_id)
    where private.has_codes(k.codes, (select private.filter_choices('{}', pricings, open_sources, platforms, facts)))
  ), counted as (
    select tc.category_id, count(*)::integer as tools, (count(*) filter (where not n.is_selected))::integer as added
    from narrowed n join public.tool_categories tc using (tool_id)
    group by tc.category_id
  )
  select c.id, coalesce(k.tools, 0), coalesce(k.added, 0)
  from public.categories c left join counted k on k.category_id = c.id
  where (select coalesce(max(f.total), 0) from found f) < private.most_found()
$$;

-- For each value of each facet: how many tools search_tools would find if it were selected too; the last row as in
-- count_facets.
create function public.count_found_facets(
  query text, category_ids uuid[] default '{}', pricings text[] default '{}', open_sources text[] default '{}',
  platforms text[] default '{}', facts text[] default '{}'
) returns table (facet text, value text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select c.facet, c.value, c.tools
  from private.count_filters(
    array(
      select f.tool_id from private.find_tools(private.understand_search(query),
        array_remove(coalesce(category_ids, '{}'), null), '{}', '{}', '{}', '{}') f),
    private.filter_choices('{}', pricings, open_sources, platforms, facts)) c
$$;
grant execute on function public.search_tools, public.count_found_categories, public.count_found_facets
  to anon, authenticated, service_role;
-- What administrators set for the search: the language of the catalogue and the synonyms (docs/decisions/100).

-- Tools whose documents are still those of former settings. They are made anew some at a time: a document takes about a
-- millisecond, so that those of a large catalogue take minutes.
create table private.stale_documents (
  -- No foreign key, which would lock and look up every tool while the settings are saved: a deleted tool has no document
  -- to make.
  tool_id uuid primary key
);

-- Makes documents of former settings anew, `most` at a time; returns how many. Also called by the server every minute.
create function private.refresh_stale_documents(most integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  tool_ids uuid[];
begin
  with taken as (
    delete from private.stale_documents d
    where d.tool_id in (
      select s.tool_id from private.stale_documents s order by s.tool_id limit most for update skip locked)
    returning d.tool_id
  )
  select coalesce(array_agg(t.tool_id), '{}') into tool_ids from taken t;
  if tool_ids <> '{}' then
    perform private.refresh_search_documents(tool_ids);
    perform pg_notify('plaudit_changes', 'tools');
  end if;
  return cardinality(tool_ids);
end;
$$;

-- Applies these settings, to the documents too if there are few: refresh_stale_documents makes the others anew. Raises
-- what private.check_synonyms refuses, and an unknown language.
create function private.write_search_settings(language text, synonyms text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.check_synonyms(write_search_settings.synonyms);
  if not exists (
    select from pg_catalog.pg_ts_dict d
    where d.dictname = write_search_settings.language || '_stem' and d.dictnamespace = 'pg_catalog'::regnamespace)
  then
    raise exception 'The search knows no language %', write_search_settings.language using errcode = 'invalid_parameter_value';
  end if;
  execute format('alter text search configuration private.words alter mapping for asciihword, asciiword, hword, '
    'hword_asciipart, hword_part, word with pg_catalog.%I', write_search_settings.language || '_stem');
  execute format('alter text search dictionary private.stems_of_all (language = %I)', write_search_settings.language);
  perform private.load_synonyms(write_search_settings.synonyms);
  if exists (select from private.search_settings) then
    update private.search_settings s
      set version = s.version + 1, language = write_search_settings.language, synonyms = write_search_settings.synonyms;
  else
    insert into private.search_settings (version, language, synonyms)
      values (1, write_search_settings.language, write_search_settings.synonyms);
  end if;
  insert into private.stale_documents (tool_id) select t.id from public.tools t on conflict do nothing;
  perform private.refresh_stale_documents(500);
  perform pg_notify('plaudit_changes', 'tools');
end;
$$;

-- The synonyms that come with Plaudit, unless somebody has changed them.
create function private.load_starter_synonyms(groups text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from private.search_settings s where s.version > 1) then
    delete from private.search_settings;
    perform private.write_search_settings('english', private.trim_text(groups));
  end if;
end;
$$;

-- The settings, the languages there are, and how many tools are still found as before the last change.
create function public.get_search_settings()
returns table (version integer, language text, synonyms text, languages text[], stale integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see the settings of the search');
  return query
    select s.version, s.language, s.synonyms,
      array(select left(d.dictname, -5)::text from pg_catalog.pg_ts_dict d
        where d.dictname like '%\_stem' and d.dictnamespace = 'pg_catalog'::regnamespace order by 1),
      (select count(*) from private.stale_documents)::integer
    from private.search_settings s;
end;
$$;

-- Returns the new version. Raises PT409 if `expected_version` is not the current one, and what is wrong with a line. The
-- log shows the lines that were removed and added.
create function public.save_search_settings(language text, synonyms text, expected_version integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  -- Lines at the beginning stay, so that a line's number is that of the field.
  given text := rtrim(replace(coalesce(save_search_settings.synonyms, ''), E'\r\n', E'\n'), E' \t\n');
  was private.search_settings;
begin
  perform private.require_current_administrator('change the settings of the search');
  select * into was from private.search_settings s for update;
  perform private.require_current_administrator('change the settings of the search');
  if was.version is distinct from expected_version then
    raise exception 'The settings were changed by someone else' using errcode = 'PT409';
  end if;
  if (was.language, was.synonyms) is not distinct from (save_search_settings.language, given) then
    return was.version;
  end if;
  perform private.write_search_settings(coalesce(save_search_settings.language, ''), given);
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select auth.uid(), 'update', 'search_settings', '00000000-0000-0000-0000-000000000000',
      jsonb_build_object('language', was.language, 'synonyms', left(string_agg(l.line, E'\n') filter (where not l.is_new), 2000)),
      jsonb_build_object('language', save_search_settings.language,
        'synonyms', left(string_agg(l.line, E'\n') filter (where l.is_new), 2000))
    from (
      (select line, true as is_new from string_to_table(given, E'\n') line
        except select line, true from string_to_table(was.synonyms, E'\n') line)
      union all
      (select line, false from string_to_table(was.synonyms, E'\n') line
        except select line, false from string_to_table(given, E'\n') line)
    ) l;
  return was.version + 1;
end;
$$;
grant execute on function public.get_search_settings, public.save_search_settings to authenticated;
-- The fields of the settings of the site, and their rules.

create type private.site_fields as (
  name text,
  -- An empty topic is none; null is the default.
  topic text,
  item text,
  items text,
  tagline text,
  heading text,
  subtitle text,
  -- Files of our own storage.
  logo_path text,
  icon_path text,
  -- No colour is readable on both light and dark backgrounds.
  accent_light text,
  accent_dark text,
  social_links jsonb,
  contact text,
  law text,
  -- Markdown.
  terms text,
  terms_date date,
  privacy text,
  privacy_date date,
  about text,
  footer_links jsonb,
  sign_up text,
  sign_up_text text,
  moderation_log text,
  -- How much recommendations of new members weigh (private.vote_weight), and how many reports hide one
  -- (private.flag_upvote).
  vote_weights text,
  reports_to_hide integer,
  -- What is known of a tool, in order (private.is_fact); null: the six of our own.
  facts jsonb,
  -- What moderators may choose from: one a line.
  decision_reasons text,
  -- Who may send in tools and changes of them.
  submissions text,
  -- What makers of a tool may do: nothing (nobody), suggest changes that wait (queue), or change it at once (at_once).
  claims text,
  -- Whether the websites of tools are checked (private.queue_link_checks).
  link_checks text,
  -- Whether visits are counted, and who sees the numbers of a tool: administrators alone (owner), its makers too, or everyone.
  numbers text,
  -- By language, other than the first: what the texts above are in it (private.check_translations).
  translations jsonb
);

-- At most twelve of {"label": …, "url": …}.
create function private.are_links(links jsonb, allow_paths boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(links) <> 'array' or jsonb_array_length(links) > 12 then false else not exists (
    select from jsonb_array_elements(links) entry
    where case when jsonb_typeof(entry) <> 'object' then true else
      (select count(*) from jsonb_object_keys(entry)) <> 2
      or not private.is_label(entry -> 'label', 40)
      or jsonb_typeof(entry -> 'url') is distinct from 'string'
      or entry ->> 'url' <> private.without_hidden_characters(entry ->> 'url', false)
      or not private.is_link(entry ->> 'url', allow_paths)
    end) end
$$;

-- What applies where a setting says nothing; the others are null.
create function private.default_settings() returns jsonb
language sql immutable parallel safe
return '{"sign_up": "open", "moderation_log": "public", "vote_weights": "normal", "submissions": "members",
  "claims": "queue", "link_checks": "off", "numbers": "owner", "reports_to_hide": 1}'::jsonb;

-- Settings with the default of each that is missing or null.
create function private.with_defaults(settings jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select settings || coalesce((
    select jsonb_object_agg(d.key, d.value) from jsonb_each(private.default_settings()) d
    where settings ->> d.key is null), '{}')
$$;

-- All settings, trimmed, with null for those that are not given. Raises, naming the field, what breaks a rule.
create function private.check_settings(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  file constant text := '^/storage/v1/object/public/tool-logos/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$';
  field record;
  value text;
  kept private.site_fields;
  texts jsonb := '{}';
  wrong text;
begin
  if given ->> 'reports_to_hide' !~ '^([1-9]|10)$' then
    raise exception 'A recommendation can be hidden by 1 to 10 reports' using errcode = 'check_violation';
  end if;
  kept := jsonb_populate_record(null::private.site_fields, given);
  for field in
    select * from (values
      ('name', 'Name', 40, false), ('topic', 'Topic', 40, false), ('item', 'Item', 40, false),
      ('items', 'Items', 40, false), ('tagline', 'Tagline', 120, false), ('heading', 'Home page heading', 80, false),
      ('subtitle', 'Home page subheading', 200, false), ('contact', 'Contact', 254, false),
      ('law', 'Governing law', 120, false), ('terms', 'Terms', 50000, true), ('privacy', 'Privacy policy', 50000, true),
      ('about', 'About', 50000, true), ('sign_up_text', 'Text for sign-up', 500, true),
      ('decision_reasons', 'Reasons for decisions', 2100, true)) listed (key, called, longest, has_lines)
  loop
    value := private.trim_text(replace(given ->> field.key, E'\r\n', E'\n'));
    if field.key <> 'topic' then
      value := nullif(value, '');
    end if;
    if char_length(value) > field.longest then
      raise exception '% must be % characters or less', field.called, field.longest using errcode = 'check_violation';
    end if;
    perform private.is_readable(field.called, value, field.has_lines);
    texts := texts || jsonb_build_object(field.key, value);
  end loop;
  kept := jsonb_populate_record(kept, texts);
  kept.logo_path := nullif(kept.logo_path, '');
  kept.icon_path := nullif(kept.icon_path, '');
  kept.accent_light := nullif(lower(private.trim_text(kept.accent_light)), '');
  kept.accent_dark := nullif(lower(private.trim_text(kept.accent_dark)), '');
  kept := jsonb_populate_record(kept, private.with_defaults(to_jsonb(kept)));
  kept.translations := private.check_translations(given -> 'translations');
  wrong := case
    when kept.logo_path !~ file then 'The logo is no picture of this site'
    when kept.icon_path !~ file then 'The icon is no picture of this site'
    -- Whether it can be read is measured by form and command line (docs/decisions/113).
    when kept.accent_light !~ '^#[0-9a-f]{6}$' or kept.accent_dark !~ '^#[0-9a-f]{6}$'
      then 'An accent must be a colour as #1d4ed8'
    when not private.are_links(kept.social_links, false) then 'The social links are not valid'
    when not private.are_links(kept.footer_links, true) then 'The footer links are not valid'
    when kept.contact !~ '^[^\s@<>"\\,;:()\[\]]+@[^\s@<>"\\,;:()\[\]]+\.[^\s@<>"\\,;:()\[\]]+$'
      and not (kept.contact ~* '^https://' and private.is_link(kept.contact, false))
      then 'The contact must be an email address or an address that begins with https://'
    when kept.terms_date not between date '1900-01-01' and date '2999-12-31' then 'The date of the terms is not valid'
    when kept.privacy_date not between date '1900-01-01' and date '2999-12-31'
      then 'The date of the privacy policy is not valid'
    when kept.sign_up not in ('open', 'invited', 'closed') then 'Sign-up must be open, invited or closed'
    when kept.submissions not in ('nobody', 'members', 'week')
      then 'Suggestions must be taken from nobody, members or members of a week'
    when kept.claims not in ('nobody', 'queue', 'at_once') then 'Claims must be for nobody, through the queue or at once'
    when kept.link_checks not in ('off', 'weekly') then 'Checks of links must be off or weekly'
    when kept.numbers not in ('off', 'owner', 'makers', 'everyone')
      then 'Numbers must be off or for owner, makers or everyone'
    when kept.moderation_log not in ('public', 'off') then 'The moderation log must be public or off'
    when (
      select count(*) > 20 or max(char_length(private.trim_text(line))) > 100
      from regexp_split_to_table(kept.decision_reasons, '\n') line)
      then 'There can be 20 reasons for decisions of 100 characters each'
    when kept.vote_weights not in ('off', 'normal', 'strict') then 'The weights must be off, normal or strict'
    when jsonb_typeof(kept.facts) <> 'array' or jsonb_array_length(kept.facts) > 40
      then 'The facts must be a list of at most 40'
    else coalesce((
      select 'Fact ' || place || ' is not valid' from jsonb_array_elements(kept.facts) with ordinality list (fact, place)
      where not private.is_fact(fact) order by place limit 1
    ), (
      select 'A fact is listed twice' from jsonb_array_elements(kept.facts) fact
      having count(distinct fact ->> 'key') < count(*)))
  end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation';
  end if;
  return to_jsonb(kept);
end;
$$;

-- Texts of further languages, {"de": {"tagline": …}, …}, by the rules of the first; null if there are none. Raises, naming
-- language and field, what breaks a rule.
create function private.check_translations(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  translatable constant text[] := array['topic', 'item', 'items', 'tagline', 'heading', 'subtitle', 'law', 'terms',
    'terms_date', 'privacy', 'privacy_date', 'about', 'sign_up_text', 'decision_reasons'];
  entry record;
  wrong text;
  texts jsonb;
  kept jsonb := '{}';
begin
  if jsonb_typeof(given) = 'null' then
    return null;
  elsif jsonb_typeof(given) <> 'object' or (select count(*) from jsonb_object_keys(given)) > 20 then
    raise exception 'The translations are not valid' using errcode = 'check_violation';
  end if;
  for entry in select key as language, value from jsonb_each(given) loop
    if entry.language !~ '^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$' or jsonb_typeof(entry.value) <> 'object' then
      raise exception 'The translations are not valid' using errcode = 'check_violation';
    end if;
    select key into wrong from jsonb_object_keys(entry.value) key where key <> all (translatable) order by key limit 1;
    if found then
      raise exception '%: There is no translation of %', entry.language, wrong using errcode = 'check_violation';
    end if;
    perform private.require_texts(entry.value, 'private.site_fields');
    begin
      select jsonb_object_agg(key, value) into texts from jsonb_each(private.check_settings(entry.value))
        where key = any (translatable) and value <> 'null';
    exception when check_violation then
      raise exception '%: %', entry.language, sqlerrm using errcode = 'check_violation';
    end;
    if texts is not null then
      kept := kept || jsonb_build_object(entry.language, texts);
    end if;
  end loop;
  return nullif(kept, '{}');
end;
$$;
-- The settings of the site (docs/decisions/111). One row per version, append-only; the newest applies. Null means the
-- default of shared/site.ts; without rows everything is default, which is version 0.
create table public.site_settings (
  -- 1, 2, …, without gaps.
  version bigint primary key,
  created_at timestamptz not null default now(),
  -- No foreign key: a version outlives the account. Null: the command line.
  created_by uuid,
  -- private.site_fields.
  settings jsonb not null
);

alter table public.site_settings enable row level security;

-- The version before this one, or the newest; else nothing but defaults, which is version 0.
create function private.site_version_before(later bigint default null) returns public.site_settings
language plpgsql stable set search_path = ''
as $$
declare
  found_version public.site_settings;
begin
  select * into found_version from public.site_settings s
    where later is null or s.version < later order by s.version desc limit 1;
  if not found then
    found_version.version := 0;
    found_version.settings := to_jsonb(jsonb_populate_record(null::private.site_fields, private.default_settings()));
  end if;
  return found_version;
end;
$$;

-- A message in the words of the site, the English ones if it has them: {item} and {items}, {Item} and {Items} at its
-- beginning.
create function private.in_words(message text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  settings jsonb := (private.site_version_before()).settings;
  word record;
begin
  settings := settings || coalesce(settings #> '{translations,en}', '{}');
  for word in
    select * from (values
      ('item', coalesce(settings ->> 'item', 'tool')), ('items', coalesce(settings ->> 'items', 'tools'))) words (key, value)
  loop
    message := replace(message, '{' || word.key || '}', word.value);
    message := replace(message, '{' || initcap(word.key) || '}', upper(left(word.value, 1)) || substr(word.value, 2));
  end loop;
  return message;
end;
$$;

-- Settings with each translated text by itself: 'translations.de.tagline'.
create function private.flat_settings(settings jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select settings - 'translations' || coalesce((
    select jsonb_object_agg(concat_ws('.', 'translations', by_language.key, texts.key), texts.value)
    from jsonb_each(coalesce(nullif(settings -> 'translations', 'null'), '{}')) by_language
    cross join lateral jsonb_each(by_language.value) texts), '{}')
$$;

-- The names of the settings that differ.
create function private.changed_settings(before jsonb, after jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select field
    from (values (private.flat_settings(before), private.flat_settings(after))) compared (was, becomes)
    cross join lateral jsonb_object_keys(was || becomes) field
    where was ->> field is distinct from becomes ->> field order by field)
$$;

-- A version without changes is not written.
create function private.normalise_site_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  before public.site_settings := private.site_version_before(new.version);
begin
  new.version := coalesce(new.version, before.version + 1);
  new.settings := private.check_settings(new.settings);
  if new.settings = before.settings then
    return null;
  end if;
  return new;
end;
$$;

create trigger site_settings_normalise before insert on public.site_settings
  for each row execute function private.normalise_site_settings();

create trigger site_settings_append_only before update or delete or truncate on public.site_settings for each statement
  execute function private.refuse_statement('Versions of the site settings are append-only', 'insufficient_privilege');

-- These settings, flat; texts longer than that are cut.
create function private.named_settings(settings jsonb, names text[], longest integer default null) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field, case
    when char_length(flat ->> field) > longest and jsonb_typeof(flat -> field) = 'string'
    then to_jsonb(left(flat ->> field, longest) || '…') else flat -> field end), '{}')
  from private.flat_settings(settings) flat cross join unnest(names) field
$$;

-- What follows from a version. The log shows what changed: the beginning of a long text is enough, because the versions keep
-- it whole.
create function private.follow_site_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := (private.site_version_before(new.version)).settings;
  changed constant text[] := private.changed_settings(was, new.settings);
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (new.created_by, 'update', 'site_settings', '00000000-0000-0000-0000-000000000000',
      private.named_settings(was, changed, 500),
      private.named_settings(new.settings, changed, 500) || jsonb_build_object('version', new.version));
  -- Tools are not deleted meanwhile, which deletes rows of what follows in another order, and none are added.
  if changed && array['link_checks', 'facts'] then
    perform private.lock_partition('catalogue', true);
  end if;
  -- Switched off, nothing is kept of earlier checks.
  if 'link_checks' = any (changed) then
    delete from public.link_checks;
  end if;
  -- The codes of tools follow: a filter that is new counts what tools have already.
  if 'facts' = any (changed) then
    perform private.refresh_tool_codes(null);
  end if;
  -- What was asked for while it was closed is mailed.
  if was ->> 'sign_up' = 'closed' then
    perform private.queue_invitations();
  end if;
  return null;
end;
$$;

create trigger site_settings_follow after insert on public.site_settings
  for each row execute function private.follow_site_version();
-- Writing, reading, restoring and listing versions of the site's settings.

-- Writes the given settings over the current ones as a new version and returns its number; writes nothing if nothing
-- changes. Raises if `known` is not the newest version (docs/decisions/020), unless it is null. For the server and the
-- command line.
create function private.write_site_settings(settings jsonb, known_version bigint, author uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  before public.site_settings;
  unknown text;
  saved bigint;
begin
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings must be an object' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_texts(settings, 'private.site_fields');
  perform pg_advisory_xact_lock(hashtextextended('public.site_settings', 0));
  before := private.site_version_before();
  if before.version <> known_version then
    raise exception 'The settings were changed by someone else' using errcode = 'PT409';
  end if;
  select key into unknown from jsonb_object_keys(settings) key
    where not private.check_settings('{}') ? key order by key limit 1;
  if found then
    raise exception 'There is no setting %', unknown using errcode = 'invalid_parameter_value';
  end if;
  insert into public.site_settings as s (created_by, settings) values (author, before.settings || settings)
    returning s.version into saved;
  return coalesce(saved, before.version);
end;
$$;

-- Public, because every page needs it. A caller that needs no long texts selects other columns. Without a language: the
-- first one's texts. The words of another and what greets visitors are its own or its default, null: those of the first would
-- stand in its sentences. What the owner states is never replaced by a default of ours.
create function public.get_site_settings(language text default null) returns table (
  version bigint, has_about boolean, name text, topic text, item text, items text, tagline text, heading text,
  subtitle text, logo_path text, icon_path text, accent_light text, accent_dark text, social_links jsonb, contact text,
  law text, terms text, terms_date date, privacy text,
  privacy_date date, about text, footer_links jsonb, sign_up text, sign_up_text text,
  vote_weights text, reports_to_hide integer, moderation_log text, decision_reasons text, facts jsonb,
  submissions text, claims text, link_checks text, numbers text, translations jsonb
)
language sql stable security definer set search_path = ''
as $$
  select v.version, f.about is not null, f.name, f.topic, f.item, f.items, f.tagline, f.heading, f.subtitle, f.logo_path,
    f.icon_path, f.accent_light, f.accent_dark, f.social_links, f.contact, f.law, f.terms, f.terms_date, f.privacy,
    f.privacy_date, f.about, f.footer_links, f.sign_up, f.sign_up_text, f.vote_weights, f.reports_to_hide, f.moderation_log,
    f.decision_reasons, f.facts, f.submissions, f.claims, f.link_checks, f.numbers, f.translations
  from private.site_version_before() v
  cross join lateral jsonb_populate_record(null::private.site_fields, private.with_defaults(
    case when language is null then v.settings else v.settings
      || '{"topic": null, "item": null, "items": null, "tagline": null, "heading": null, "subtitle": null}'
      || coalesce(v.settings -> 'translations' -> language, '{}') end)) f
$$;
grant execute on function public.get_site_settings to anon, authenticated, service_role;
comment on function public.get_site_settings is
  'Nullable: name, topic, item, items, tagline, heading, subtitle, logo_path, icon_path, accent_light, accent_dark, '
  'social_links, contact, law, terms, terms_date, privacy, privacy_date, about, footer_links, sign_up_text, '
  'decision_reasons, facts, translations.';

-- Settings that are not named keep their value; null restores the default. Returns the newest version.
create function public.save_site_settings(settings jsonb, expected_version bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  saved bigint;
begin
  perform private.require_current_administrator();
  saved := private.write_site_settings(settings, coalesce(expected_version, -1), (select auth.uid()));
  perform private.require_current_administrator();
  return saved;
end;
$$;

-- Writes an old version again as the newest. Version 0 is all defaults.
create function public.restore_site_settings(old_version bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  old public.site_settings;
  saved bigint;
begin
  perform private.require_current_administrator();
  old := private.site_version_before(old_version + 1);
  if old.version is distinct from old_version then
    raise exception 'There is no such version' using errcode = 'PT404';
  end if;
  -- Also what the old version did not know.
  saved := private.write_site_settings(private.check_settings(old.settings), null, (select auth.uid()));
  perform private.require_current_administrator();
  return saved;
end;
$$;

-- Versions, newest first, with what each changed, before and after. The next page is requested with the last version.
create function public.list_site_versions(before_version bigint default null, max_results integer default 20)
returns table (
  version bigint, created_at timestamptz, created_by uuid, author text, changed text[], before jsonb, after jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  return query
    select s.version, s.created_at, s.created_by, '@' || p.username::text, differing.names,
      private.named_settings(was.settings, differing.names), private.named_settings(s.settings, differing.names)
    from public.site_settings s left join public.profiles p on p.id = s.created_by
    cross join lateral private.site_version_before(s.version) was
    cross join lateral (select private.changed_settings(was.settings, s.settings)) differing (names)
    where before_version is null or s.version < before_version
    order by s.version desc limit least(greatest(coalesce(max_results, 20), 1), 50);
end;
$$;
grant execute on function public.save_site_settings, public.restore_site_settings, public.list_site_versions to authenticated;
comment on function public.list_site_versions is 'Nullable: created_by, author.';
-- The first steps of a new directory, for its administrators.

-- What no other row shows: that a backup was made, and that an administrator dismissed the steps.
create table private.first_steps (
  step text primary key check (step in ('backup', 'dismissed')),
  at timestamptz not null default now()
);

-- The last time is kept. The server and the command line also call it after a backup.
create function private.record_first_step(done text) returns void
language sql set search_path = ''
as $$
  insert into private.first_steps (step) values (done) on conflict (step) do update set at = now()
$$;

-- Which steps are done. `has_links`, `has_law`: the links are no placeholders any more, and the terms no draft with the
-- default's law. `has_own_tools`: somebody added one or imported some, beside the starter catalogue.
-- `has_company`: another administrator, or somebody invited. `backup_at`: when the last backup was made, by hand or by the server.
create function public.get_first_steps() returns table (
  has_settings boolean, has_links boolean, has_law boolean, has_own_tools boolean, has_company boolean,
  backup_at timestamptz, is_dismissed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  settings constant jsonb := (private.site_version_before()).settings;
begin
  perform private.require_administrator('see the first steps');
  return query select
    exists (select from public.site_settings),
    settings ->> 'social_links' is not null,
    coalesce(settings ->> 'law', settings ->> 'terms') is not null,
    exists (
      select from public.audit_log l where l.import_id is null
        and (l.table_name = 'catalogue_imports' and coalesce(l.after, l.before) ->> 'file' <> 'starter catalogue'
          or l.table_name = 'tools' and l.action = 'insert')),
    (select count(*) > 1 from private.administrators) or exists (select from public.sign_up_invitations),
    (select s.at from private.first_steps s where s.step = 'backup'),
    exists (select from private.first_steps s where s.step = 'dismissed');
end;
$$;
comment on function public.get_first_steps is 'Nullable: backup_at.';

create function public.dismiss_first_steps() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('dismiss the first steps');
  perform private.record_first_step('dismissed');
  perform private.require_current_administrator('dismiss the first steps');
end;
$$;
grant execute on function public.get_first_steps, public.dismiss_first_steps to authenticated;
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
-- For the sitemap: pages of members that have something, or of lists with three tools, by id, at most 1,000 after
-- `after_id` whose ids begin with `digits`; and about how many there may be. Everybody may: a recommendation is signed.
create function public.list_sitemap_pages(
  kind text, digits text default '', after_id uuid default null, max_results integer default 1000
) returns table (id uuid, path text, at_most bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first constant uuid := rpad(coalesce(digits, ''), 32, '0');
  last constant uuid := rpad(coalesce(digits, ''), 32, 'f');
  after constant uuid := coalesce(after_id, '00000000-0000-0000-0000-000000000000');
  room constant integer := least(greatest(coalesce(max_results, 1000), 1), 1000);
  -- As the planner knows.
  about constant bigint := (
    select greatest(c.reltuples, 1) from pg_catalog.pg_class c
    where c.oid = case kind when 'lists' then 'private.member_lists'::regclass else 'public.profiles'::regclass end);
begin
  if kind = 'members' then
    return query
      select p.id, '/members/' || lower(p.username::text), about
      from public.profiles p
      where p.has_page and p.id between first and last and p.id > after
        -- Not 'exists', for which a table may be read whole.
        and coalesce(
          (select true from public.tool_upvotes v where v.user_id = p.id and private.is_shown(v) limit 1),
          (select true from public.tool_submitters s where s.user_id = p.id limit 1),
          (select true from public.list_public_lists(p.id) limit 1))
      order by p.id limit room;
  elsif kind = 'lists' then
    return query
      select l.id, '/lists/' || l.address, about
      from private.member_lists l
      where l.id between first and last and l.id > after and private.is_open(l)
        and exists (
          select from private.member_list_tools i join public.tools t on t.id = i.tool_id
          where i.list_id = l.id offset 2)
      order by l.id limit room;
  else
    raise exception 'There are no pages of this kind' using errcode = 'invalid_parameter_value';
  end if;
end;
$$;
grant execute on function public.list_sitemap_pages to anon, authenticated, service_role;
-- How often pages are opened, left for a tool's website and searched, and where visitors come from (docs/decisions/193): sums
-- by day (UTC), of nobody. Each process counts and adds what it counted every few seconds. Sign-ups, recommendations and
-- reports are not among them: their rows have dates.
create table private.daily_counts (
  -- page: of this kind (shared/numbers.ts) · tool, category: the page of this one · click: to this tool's website ·
  -- search: for these words · nothing: of those, without results · referrer: from this host · event: all clicks, searches
  -- and searches without results.
  kind text not null,
  day date not null,
  -- Empty: others, which are not named.
  subject text not null,
  n bigint not null,
  primary key (kind, day, subject),
  constraint daily_counts_kind_known
    check (kind in ('page', 'tool', 'category', 'click', 'search', 'nothing', 'referrer', 'event')),
  constraint daily_counts_subject_short check (char_length(subject) <= 100)
) with (fillfactor = 70);

-- For the server: adds what a process counted, [{kind, day, subject, n}]. Tools and categories come by slug. Words and hosts
-- are a stranger's choice: about a thousand of each are named a day, the others are counted together. Rows are written in
-- one order, so that processes do not deadlock.
create function private.add_counts(counts jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.setting('numbers') = 'off' then
    return;
  end if;
  insert into private.daily_counts as d (kind, day, subject, n)
    with given as (
      select g.kind, g.day, sum(g.n)::bigint as n, case
          when g.kind in ('tool', 'click') then (select t.id::text from public.tools t where t.slug = g.subject)
          when g.kind = 'category' then (select c.id::text from public.categories c where c.slug = g.subject)
          else g.subject end as subject
      from jsonb_to_recordset(counts) g (kind text, day date, subject text, n bigint)
      group by 1, 2, 4
    ), taken as (
      select d.kind, d.day, count(*) as subjects from private.daily_counts d
      where d.kind in ('search', 'nothing', 'referrer') and d.day in (select g.day from given g) group by 1, 2
    ), ranked as (
      select g.*, known.n is not null as is_known, coalesce(t.subjects, 0) + row_number() over (
        partition by g.kind, g.day, known.n is null order by g.n desc, g.subject) as place
      from given g
      left join private.daily_counts known using (kind, day, subject)
      left join taken t using (kind, day)
    ), named as (
      select r.kind, r.day, r.n, case
          when r.is_known or r.kind not in ('search', 'nothing', 'referrer') or r.place <= 1000
          then coalesce(r.subject, '') else '' end as subject
      from ranked r
    )
    select m.kind, m.day, m.subject, sum(m.n) from named m group by 1, 2, 3 order by 1, 2, 3
    on conflict (kind, day, subject) do update set n = d.n + excluded.n;
end;
$$;

-- Every day: nothing is kept longer than two years, and no words longer than a month that were searched less than three times.
-- The lock: two processes do not wait for each other's rows.
create function private.forget_counts() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table private.daily_counts in share row exclusive mode;
  delete from private.daily_counts d where d.day < current_date - interval '2 years';
  with rare as (
    select d.kind, d.subject from private.daily_counts d
    where d.kind in ('search', 'nothing') and d.subject <> ''
    group by 1, 2 having sum(d.n) < 3 and max(d.day) < current_date - 30
  ), forgotten as (
    delete from private.daily_counts d using rare r
    where d.kind = r.kind and d.subject = r.subject returning d.kind, d.day, d.n
  )
  insert into private.daily_counts as d (kind, day, subject, n)
    select f.kind, f.day, '', sum(f.n) from forgotten f group by 1, 2
    on conflict (kind, day, subject) do update set n = d.n + excluded.n;
end;
$$;

-- How often a tool's page was opened and left for its website in 30 days, for those who may know; else no row.
create function public.get_tool_numbers(tool_id uuid) returns table (views bigint, clicks bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  shown_to constant text := private.setting('numbers');
begin
  if shown_to = 'everyone' or (shown_to <> 'off' and public.is_admin())
    or (shown_to = 'makers' and not private.has_ended_session()
      and private.is_maker((select auth.uid()), get_tool_numbers.tool_id))
  then
    return query
      select coalesce(sum(d.n) filter (where d.kind = 'tool'), 0)::bigint,
        coalesce(sum(d.n) filter (where d.kind = 'click'), 0)::bigint
      from unnest(array['tool', 'click']) counted (kind)
      -- Day by day: each is one row of the index.
      cross join generate_series(current_date - 29, current_date, interval '1 day') each
      join private.daily_counts d
        on d.kind = counted.kind and d.day = each::date and d.subject = get_tool_numbers.tool_id::text;
  end if;
end;
$$;
grant execute on function public.get_tool_numbers to anon, authenticated;

-- For the dashboard: the last days, the newest last; those without rows are zero.
create function public.list_daily_numbers(days integer default 30) returns table (
  day date, views bigint, clicks bigint, searches bigint, found_nothing bigint, sign_ups bigint, recommendations bigint,
  reports bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day constant date := current_date - least(greatest(coalesce(days, 30), 1), 365) + 1;
  since constant timestamptz := first_day::timestamp at time zone 'UTC';
begin
  perform private.require_administrator('read the numbers');
  return query
    with counted as (
      select d.day, sum(d.n) filter (where d.kind = 'page') as views,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'click') as clicks,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'search') as searches,
        sum(d.n) filter (where d.kind = 'event' and d.subject = 'nothing') as found_nothing
      from private.daily_counts d where d.kind in ('page', 'event') and d.day >= first_day group by 1
    ), joined as (
      select (p.created_at at time zone 'UTC')::date as day, count(*) as n
      from public.profiles p where p.created_at >= since group by 1
    ), recommended as (
      select (v.created_at at time zone 'UTC')::date as day, count(*) as n
      from public.tool_upvotes v where v.created_at >= since group by 1
    ), reported as (
      select (f.flagged_at at time zone 'UTC')::date as day, count(*) as n
      from (
        select u.flagged_at from public.upvote_flags u
        union all
        select c.reported_at from private.content_reports c
      ) f where f.flagged_at >= since group by 1
    )
    select each::date, coalesce(c.views, 0)::bigint, coalesce(c.clicks, 0)::bigint, coalesce(c.searches, 0)::bigint,
      coalesce(c.found_nothing, 0)::bigint, coalesce(j.n, 0), coalesce(v.n, 0), coalesce(r.n, 0)
    from generate_series(first_day, current_date, interval '1 day') each
    left join counted c on c.day = each
    left join joined j on j.day = each
    left join recommended v on v.day = each
    left join reported r on r.day = each
    order by 1;
end;
$$;

-- For the dashboard: the twenty most frequent of each kind in the last days, 90 at most: a year of a hundred thousand tools
-- would take too long to sum. A search may be personal: words are shown that were searched at least three times.
create function public.list_top_numbers(days integer default 30) returns table (
  kind text, subject text, name text, slug text, amount bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_day constant date := current_date - least(greatest(coalesce(days, 30), 1), 90) + 1;
begin
  perform private.require_administrator('read the numbers');
  return query
    select k.kind, r.subject, coalesce(t.name, c.name), coalesce(t.slug, c.slug), r.n
    from unnest(array['page', 'tool', 'category', 'click', 'search', 'nothing', 'referrer']) k (kind)
    -- Each kind by itself: what has no place among the first twenty is not sorted.
    cross join lateral (
      select d.subject, sum(d.n)::bigint as n from private.daily_counts d
      where d.kind = k.kind and d.day >= first_day and d.subject <> ''
      group by 1 having k.kind not in ('search', 'nothing') or sum(d.n) >= 3
      order by 2 desc, d.subject collate "C" limit 20
    ) r
    left join public.tools t on t.id = case when k.kind in ('tool', 'click') then r.subject::uuid end
    left join public.categories c on c.id = case when k.kind = 'category' then r.subject::uuid end
    where k.kind not in ('tool', 'click', 'category') or num_nonnulls(t.id, c.id) = 1
    order by k.kind, r.n desc, r.subject collate "C";
end;
$$;
grant execute on function public.list_daily_numbers, public.list_top_numbers to authenticated;
comment on function public.list_top_numbers is 'Nullable: name, slug.';
-- What follows from a write of tools or recommendations, in the order in which it happens.

create function private.follow_new_tools() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tool_ids constant uuid[] := array(select n.id from new_rows n);
begin
  -- The primary category is the first row of tool_categories.
  insert into public.tool_categories (tool_id, category_id)
    select n.id, n.category_id from new_rows n where n.category_id is not null
    on conflict (tool_id, category_id) do nothing;
  insert into private.tool_stats (tool_id, listed_at) select n.id, n.created_at from new_rows n;
  -- Those of the others followed from their category.
  perform private.refresh_tool_codes(array(select n.id from new_rows n where n.category_id is null));
  delete from private.slug_redirects r where r.kind = 'tools' and r.slug in (select n.slug from new_rows n);
  perform private.refresh_search_documents(tool_ids);
  perform private.add_search_words(array(
    select unnest(array[n.name, private.squeeze(n.name), n.short_description]) from new_rows n));
  return null;
end;
$$;

create trigger tools_follow_insert after insert on public.tools
  referencing new table as new_rows for each statement execute function private.follow_new_tools();

-- Per row: updates of counts, categories or positions of many tools change nothing here. Only an operator changes created_at.
create function private.follow_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.website_url <> old.website_url then
    delete from public.link_checks c where c.tool_id = new.id;
    -- A claim is of a host: whoever has the new one proves it anew.
    perform private.end_claim(c.id, 'moved') from private.claims c
      where c.tool_id = new.id and c.state <> 'ended' and c.host <> private.host_of(new.website_url);
  end if;
  if new.created_at <> old.created_at then
    update private.tool_stats s set listed_at = new.created_at where s.tool_id = new.id;
  end if;
  if (new.pricing, new.open_source, new.platforms, new.own_facts)
    is distinct from (old.pricing, old.open_source, old.platforms, old.own_facts) then
    perform private.refresh_tool_codes(array[new.id]);
  end if;
  if (new.name, new.short_description, new.pricing, new.open_source, new.license, new.platforms, new.long_description)
    is distinct from
    (old.name, old.short_description, old.pricing, old.open_source, old.license, old.platforms, old.long_description) then
    perform private.refresh_search_documents(array[new.id]);
    perform private.add_search_words(array[new.name, private.squeeze(new.name), new.short_description]);
  end if;
  return null;
end;
$$;

create trigger tools_follow_update after update of name, short_description, website_url, created_at, pricing, open_source,
    license, platforms, long_description, own_facts on public.tools
  for each row execute function private.follow_tool();

create function private.follow_new_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if pg_trigger_depth() = 1 then
    -- First: it may lock more tools than these recommendations are about.
    perform private.report_equal_texts(me, array(
      select n.reason from new_rows n where n.user_id = me and n.moderation_version = 0));
    insert into private.upvote_networks (upvote_id, network)
      select n.id, private.request_network() from new_rows n where n.weight < 1 and private.request_network() is not null;
  end if;
  -- Added to what is stored: a tool may have 100,000.
  perform from public.tools t where t.id in (select n.tool_id from new_rows n) order by t.id for no key update;
  with added as materialized (
    select n.tool_id, count(*)::integer as upvotes, sum(n.weight) as score,
      array_agg(private.trend_weight(n)) filter (where n.weight > 0) as weights
    from new_rows n where private.is_counted(n) group by n.tool_id
  ), counted as (
    update private.tool_stats s
      set score = s.score + a.score, trend = private.sum_weights(a.weights || s.trend)
      from added a where s.tool_id = a.tool_id and a.score > 0
  )
  update public.tools t set upvote_count = t.upvote_count + a.upvotes from added a where t.id = a.tool_id;
  perform private.refresh_search_documents(array(select distinct n.tool_id from new_rows n));
  perform private.notify_upvotes(array(select distinct n.tool_id from new_rows n), false);
  return null;
end;
$$;

create trigger tool_upvotes_follow_insert after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.follow_new_upvotes();

-- Of an update only tools with an upvote that counts, or that is shown or reads, otherwise now than before: what is among the
-- rows of both, old and new, once. No join: the planner has no statistics of transition tables.
create function private.follow_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counting uuid[];
  reading uuid[];
  tools uuid[];
  is_response boolean := false;
begin
  if tg_op = 'DELETE' then
    counting := array(select distinct o.tool_id from old_rows o);
    reading := counting;
    tools := counting;
  else
    tools := array(select o.tool_id from old_rows o union select n.tool_id from new_rows n);
    is_response := cardinality(tools) = 1 and not exists (
      select from new_rows n full join old_rows o on o.id = n.id
      where to_jsonb(n) - 'helpful_count' is distinct from to_jsonb(o) - 'helpful_count');
    counting := array(
      select distinct v.tool_id from (
        select n.id, n.tool_id, n.weight, private.trend_weight(n) as trend, private.is_counted(n) as counts from new_rows n
        union all
        select o.id, o.tool_id, o.weight, private.trend_weight(o), private.is_counted(o) from old_rows o
      ) v group by v.id, v.tool_id, v.weight, v.trend, v.counts having count(*) = 1);
    reading := array(
      select distinct v.tool_id from (
        select n.id, n.tool_id, n.reason, private.is_shown(n) as shows from new_rows n
        union all
        select o.id, o.tool_id, o.reason, private.is_shown(o) from old_rows o
      ) v group by v.id, v.tool_id, v.reason, v.shows having count(*) = 1);
  end if;
  if cardinality(counting) > 0 then
    perform private.recount_upvotes(counting);
  end if;
  if cardinality(reading) > 0 then
    perform private.refresh_search_documents(reading);
  end if;
  perform private.notify_upvotes(tools, is_response);
  return null;
end;
$$;

create trigger tool_upvotes_follow_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows for each statement execute function private.follow_upvotes();
create trigger tool_upvotes_follow_delete after delete on public.tool_upvotes
  referencing old table as old_rows for each statement execute function private.follow_upvotes();
-- Notifies every process, on commit, what a transaction changed, so that their caches are never older than the database
-- (docs/decisions/032). On the channel `plaudit_changes` a notice names
--   `tools`               rows of this table may have changed in any way (`private.x` for a table of private)
--   `tools#<id>`          only the upvote count of this tool
--   `tool_upvotes#<id>`   recommendations of this tool
--   `responses#<id>`      only what is said about recommendations of this tool: how many find them helpful, answers
--   `link_checks#<id>`    only whether this tool's website answers, and the month in which it was checked
--   `*`                   anything
-- Triggers are per statement; PostgreSQL merges equal notices of one transaction, and one that changes many rows
-- notifies the whole table: an import of 100,000 rows sends a handful.

-- Counts the rows notified one by one in this transaction; from 100 on whole tables are notified.
create function private.may_notify_rows(more bigint) returns boolean
language plpgsql set search_path = ''
as $$
declare
  notified bigint := coalesce(nullif(current_setting('plaudit.notified_rows', true), ''), '0')::bigint + more;
begin
  if notified > 100 then
    return false;
  end if;
  perform set_config('plaudit.notified_rows', notified::text, true);
  return true;
end;
$$;

create function private.notify_table() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('plaudit_changes', case tg_table_schema when 'public' then '' else tg_table_schema || '.' end
    || tg_table_name);
  return null;
end;
$$;

create trigger tools_notify after insert or delete on public.tools
  for each statement execute function private.notify_table();

-- An upvote changes only a tool's count. Compared as JSON without it, so that columns added later are covered.
create function private.notify_tools_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
  ids text;
begin
  select count(*) into changed from new_rows;
  if changed <= 100 and not exists (
    select from new_rows n full join old_rows o on o.id = n.id
    where to_jsonb(n) - 'upvote_count' is distinct from to_jsonb(o) - 'upvote_count'
  ) then
    select string_agg('tools#' || n.id, ' '), count(*) into ids, changed
      from new_rows n join old_rows o on o.id = n.id where n.upvote_count is distinct from o.upvote_count;
    if changed = 0 then
      return null;
    elsif private.may_notify_rows(changed) then
      perform pg_notify('plaudit_changes', ids);
      return null;
    end if;
  end if;
  perform pg_notify('plaudit_changes', 'tools');
  return null;
end;
$$;

create trigger tools_notify_update after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.notify_tools_update();

-- Of recommendations of these tools, when they follow a write of them (89_follow_writes.sql).
create function private.notify_upvotes(tool_ids uuid[], is_response boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.may_notify_rows(cardinality(tool_ids)) then
    perform pg_notify('plaudit_changes',
        string_agg(case when is_response then 'responses#' else 'tool_upvotes#' end || tool_id, ' '))
      from unnest(tool_ids) tool_id having count(*) > 0;
  else
    perform pg_notify('plaudit_changes', 'tool_upvotes');
  end if;
end;
$$;

comment on table public.tool_upvotes is 'Not notified by a trigger of its own: what follows from a write tells of which tools.';

-- The other tables that visitors' answers depend on are notified as a whole. Tables of private whose rows follow from those
-- of another say so in their comment (a test looks for every table that is read).
do $$
declare
  place text;
begin
  foreach place in array array['public.categories', 'public.profiles', 'public.site_settings', 'public.tool_categories',
    'public.tool_makers', 'public.tool_submitters', 'private.chosen_recommendations', 'private.member_list_tools',
    'private.member_lists', 'private.moderation_log', 'private.suspensions']
  loop
    execute format('create trigger %s after insert or update or delete or truncate on %s
      for each statement execute function private.notify_table()', split_part(place, '.', 2) || '_notify', place);
  end loop;
end;
$$;
-- Recomputes every maintained figure from the rows it is derived from, for an operator who repaired something by hand,
-- and writes what differs. With ids: only the figures of these tools. Other writers wait until the transaction ends, so a
-- large catalogue is better rebuilt by some tools at a time (docs/operations.md).
create function private.rebuild(only_tools uuid[] default null) returns void
language plpgsql set search_path = ''
as $$
declare
  tool_ids uuid[];
begin
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  tool_ids := coalesce(only_tools, array(select t.id from public.tools t order by t.id));
  perform private.recompute_tool_categories(tool_ids);
  insert into private.tool_stats as s (tool_id, listed_at)
    select t.id, t.created_at from public.tools t where t.id = any (tool_ids)
    on conflict (tool_id) do update set listed_at = excluded.listed_at where s.listed_at <> excluded.listed_at;
  update public.tool_upvotes v set is_withheld = not v.is_withheld
    where v.tool_id = any (tool_ids) and v.is_withheld <> (v.merged_from is not null or exists (
      select from private.suspensions s where s.user_id = v.user_id and s.lifted_at is null and s.hides_upvotes));
  perform private.weigh_upvotes(array(select v.id from public.tool_upvotes v where v.tool_id = any (tool_ids)));
  perform private.recount_upvotes(tool_ids);
  update public.tool_upvotes v set flag_count = counted.reports, helpful_count = counted.marks
    from (
      select u.id, (select count(*) from public.upvote_flags f where f.upvote_id = u.id) as reports,
        (select count(*) from private.helpful_marks m where m.upvote_id = u.id) as marks
      from public.tool_upvotes u where u.tool_id = any (tool_ids)
    ) counted
    where v.id = counted.id and (v.flag_count, v.helpful_count) <> (counted.reports, counted.marks);
  perform private.refresh_search_documents(tool_ids);
  perform private.refresh_tool_codes(tool_ids);
  if only_tools is not null then
    return;
  end if;
  update public.categories c set tool_count = counted.tools
    from (
      select k.id, count(tc.id)::integer as tools
      from public.categories k left join public.tool_categories tc on tc.category_id = k.id group by k.id
    ) counted
    where c.id = counted.id and c.tool_count <> counted.tools;
  -- An empty set may stay.
  insert into private.code_sets as s (code, part, tools)
    select counted.code, counted.part, bit_or(set_bit(private.no_tools(), counted.place, counted.bit))
    from (
      select code, k.place / 8192, k.place % 8192, 1 from private.tool_codes k cross join unnest(k.codes) code
      union all select e.code, e.part, 0, 0 from private.code_sets e
    ) counted (code, part, place, bit)
    group by 1, 2
    on conflict (code, part) do update set tools = excluded.tools where s.tools <> excluded.tools;
  perform private.record_members(array(select p.id from public.profiles p));
  perform private.refresh_search_categories(array(select c.id from public.categories c));
end;
$$;
-- No role of the API may use the schema private; nor would it read a row there.
do $$
declare
  place regclass;
begin
  for place in
    select c.oid::regclass from pg_catalog.pg_class c where c.relnamespace = 'private'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %s enable row level security', place);
  end loop;
end;
$$;

-- Counts, lists and trends are maintained by row and statement triggers, which TRUNCATE does not fire. Others may have tables in
-- public. Versions of settings and the audit log refuse it themselves.
do $$
declare
  place text;
begin
  foreach place in array array['profiles', 'categories', 'tools', 'tool_categories', 'link_checks', 'tool_upvotes',
    'upvote_flags', 'upvote_appeals', 'tool_submitters', 'tool_makers', 'sign_up_invitations']
  loop
    execute format('create trigger %s before truncate on public.%I for each statement
      execute function private.refuse_statement(%L, ''feature_not_supported'')', place || '_refuse_truncate', place,
      'TRUNCATE is not supported: delete the rows of ' || place);
  end loop;
end;
$$;
select private.load_starter_synonyms($synonyms$
- ai, app, apps, tool, tools, software, program, programs, platform, service, services, website, site, online, solution, want, wants, need, needs, help, helps, helping, find, finding, look, looking, search, best, top, good, great, nice, cool, easy, easily, simple, quick, quickly, fast, please, get, getting, give, show, like, way, ways, thing, things, something, anything, someone, some, use, using, used, let, lets, would, could, should, able, also, one, new, really, just, im, id, ive, whats, artificial, intelligence, powered, based, recommend, recommended, recommendation, suggest, try, work, works, working, automatically, automatic, automated, lot, lots, every, day, many, much, alternative, alternatives, similar, vs, versus, instead, faster, better, without, problem, problems, turn, else, another, different, kind, type, perfect, perfectly, correctly, properly, right, tell, say, said, know, go, going, come, put, set, take, today, tonight, tomorrow, now, actually, maybe, always, never, ever, already, see, seen, somebody, anybody, everybody, myself, yourself, look like, looks, whole, own, know, knows, what, which, who, feel, notice, notices, prepare, say, says, become, becomes, big, el, la, los, las, un, una, uno, de, del, da, do, das, dos, para, por, con, com, en, em, mi, mis, meu, minha, le, les, des, du, une, pour, avec, mon, ma, mes, et, der, die, den, dem, ein, eine, einen, meine, fur, mit, und, von, zu, zum, aus, il, lo, gli, per, di, su, mio, mia, al, au, ich, je, quiero, sin, ohne, ia, ki, outil, herramienta
transcribe, transcribing, transcription, transcriptions, transcript, transcriber, speech to text, voice to text, audio to text, speech recognition, ?speech into text, ?voice into text, ?audio into text, ?written text, ?write down, ?otter, ?otter ai, ?speechtotext, ?transcribir, ?transcripcion, ?transcrire, ?transcrever, ?transcricao, ?trascrivere, ?trascrizione, ?transkribieren, ?transkription, ?voz a texto
dictate, dictation, voice memo, voice memos, speech to text, voice typing
text to speech, tts, voice generator, voice over, voice overs, voiceover, voiceovers, read aloud, speech synthesis, narration, narrate, narrator, synthetic voice, ?texttospeech, ?texto a voz, ?texto para voz, ?texto em voz, ?synthese vocale, ?sintesi vocale, ?text vorlesen, ?vorlesen, ?voz en off, ?voix off, ?locucion, ?locucao
subtitle, subtitles, subtitling, caption, captions, captioning, ?subtitulos, ?subtitular, ?sous titres, ?sous titre, ?untertitel, ?legendas, ?legenda, ?sottotitoli
translate, translation, translator, translations, translating, ?localise, ?localize, ?localization, ?traductor, ?traduccion, ?traducir, ?traduction, ?traduire, ?traducteur, ?ubersetzer, ?ubersetzen, ?ubersetzung, ?google translate, ?another language, ?other language, ?other languages, ?different language, ?different languages, ?tradutor, ?traducao, ?traduzir, ?traduttore, ?traduzione, ?tradurre
dub, dubbing, dubbed, ?doblaje, ?doblar, ?doublage, ?doubler, ?dublagem, ?doppiaggio, ?synchronisation, ?synchronisieren
summarize, summarise, summary, summaries, summarization, summarisation, summarizer, summariser, summarizing, summarising, tldr, digest, ?gist, ?recap, condense, shorten, ?resumen, ?resumir, ?zusammenfassung, ?zusammenfassen, ?resumo, ?resumer, ?resumidor, ?riassunto, ?riassunti, ?riassumere
generate, generator, generation, generating, generative, create, creator, creating, creation, maker, make, makes, making, build, builder, building, ?generador, ?generar, ?crear, ?generateur, ?creer, ?erstellen, ?gerador, ?gerar, ?criar, ?criador, ?creador, ?generatore, ?generare, ?creare, ?erzeugen, ?machen, ?hacer, ?fazer
image, images, ?midjourney, ?dall e, ?stable diffusion, picture, pictures, pic, pics, photo, photos, photograph, photographs, photography, ?imagen, ?imagenes, ?foto, ?fotos, ?bild, ?bilder, ?imagem, ?imagens, ?immagine, ?immagini, ?fotografia, ?fotografias, ?fotografie
drawing, drawings, draw, sketch, sketches, paint, painting, illustration, illustrations, illustrate, illustrator, ?dibujo, ?dibujos, ?dibujar, ?dessin, ?dessins, ?dessiner, ?zeichnen, ?zeichnung, ?zeichnungen, ?desenho, ?desenhos, ?desenhar, ?disegno, ?disegnare
art, artwork, artworks, ?arte, ?kunst
video, videos, movie, movies, film, films, clip, clips, footage, youtube video, ?pelicula, ?peliculas, ?filme, ?filmes, ?videoclip
animate, animation, animated, animations
edit, editor, editing, edits, retouch, retouching, ?editar, ?edicion, ?edicao, ?bearbeiten, ?bearbeitung, ?modifier, ?retoucher, ?modificare
enhance, enhancer, enhancement, improve, improving, improves, better quality, ?mejorar, ?ameliorer, ?verbessern, ?melhorar, ?migliorare
upscale, upscaler, upscaling, enlarge, enlarger, enlarging, super resolution, increase resolution, higher resolution, resize, lossless enlarge, ?remini, ?ampliar, ?agrandir, ?vergrossern, ?ingrandire, ?aumentar
sharpen, blurry, blurred, deblur, unblur
restore, restoration, restoring, repair, old photo, old photos, ?restaurar, ?restaurieren, ?restaurare, ?wiederherstellen
colorize, colourise, colourize, colorise, colorizer, colorization, black and white, ?colorear, ?coloriser, ?kolorieren, ?colorir, ?colorare
remove, remover, removing, removal, erase, eraser, erasing, delete, cut out, cutout, get rid of, ?eliminar, ?quitar, ?supprimer, ?entfernen, ?borrar, ?enlever, ?effacer, ?loschen, ?apagar, ?rimuovere, ?togliere
background, backgrounds, backdrop, backdrops, ?fondo, ?hintergrund, ?arriere plan, ?fundo, ?sfondo
write, writer, writing, writes, author, ?escribir, ?ecrire, ?schreiben, ?redactar, ?escrever, ?scrivere, ?rediger, ?redaccion
rewrite, rewriter, rewriting, rewording, reword, paraphrase, paraphraser, paraphrasing, rephrase, rephrasing, ?rewrites, ?reescribir, ?parafrasear, ?reformuler, ?umschreiben, ?umformulieren, ?reescrever, ?riscrivere, ?parafrasare
copywriting, copywriter, ?copy, ad copy, marketing copy, sales copy, slogan, slogans, tagline, taglines, ?catchphrase
proofread, proofreading, grammar, spelling, spell check, spell checker, grammar checker, spelling mistakes, grammatical, grammatically, mistakes, ?grammarly, ?corrector, ?correcteur, ?korrektur, ?rechtschreibung, ?grammatik, ?corregir, ?corriger, ?corretor, ?correttore, ?ortografia, ?orthographe, ?gramatica, ?grammaire, ?grammatica, ?fehler, ?errores, ?erreurs, ?errori, ?sin errores, ?sans fautes
essay, essays, academic writing, paper writing, ?ensayo, ?ensayos, ?aufsatz, ?redacao, ?saggio, ?tesis
blog, blogs, blogging, blogger, blog post, blog posts, article, articles, ?articulo, ?articulos, ?artikel, ?artigo, ?artigos, ?articolo, ?articoli
story, stories, storytelling, tale, tales, storyteller, fiction, novel, novels, ?historia, ?historias, ?cuento, ?cuentos, ?histoire, ?histoires, ?geschichte, ?geschichten, ?conto, ?contos, ?racconto, ?racconti, ?storia, ?romanzo, ?novela, ?marchen
poem, poems, poetry, verse, verses, ?poema, ?poemas, ?poeme, ?poemes, ?gedicht, ?gedichte, ?poesia
lyrics, lyric, songwriting, song lyrics, ?paroles, ?liedtext, ?songtext, ?letra de cancion, ?testi canzoni, ?letra de musica
joke, jokes, humor, humour, funny, ?chiste, ?chistes, ?blague, ?blagues, ?witz, ?witze, ?piada, ?piadas, ?barzelletta
email, emails, mail, mails, gmail, inbox, e mail, ?correo, ?correos, ?courriel, ?courriels, ?correo electronico
cold email, cold emails, cold outreach, outreach
reply, replies, respond, response, ?answer, ?answers, ?answering, responses, answer emails, answer customers, answer messages, ?responder, ?repondre, ?antworten, ?antwort, ?rispondere, ?risposta, ?respuesta, ?reponse
code, coding, coder, programming, programmer, program code, source code, developer, developers, ?python, ?javascript, ?typescript, ?java, ?php, ?html, ?css, ?codigo, ?programar, ?programmieren, ?programmierung, ?codice, ?programacion, ?programacao
autocomplete, code completion, completes the code, suggest code, copilot, code assistant, pair programmer
debug, debugger, debugging, bug, bugs, fix code, errors, ?stack overflow
unit test, unit tests, test generation, tests
sql, database query, database queries, sql query, sql queries, database, databases
excel, spreadsheet, spreadsheets, google sheets, sheets, formula, formulas, ?hoja de calculo, ?hojas de calculo, ?tableur, ?tabelle, ?tabellen, ?planilha, ?planilhas, ?foglio di calcolo
command line, terminal, shell, cli, commands
pull request, pull requests, code review, diff, commit message, commit messages
no code, nocode, without code, without coding, low code, without knowing how to code, ?without programming
chatbot, chatbots, chat bot, chat bots, conversational, virtual assistant, bot, bots, chat, ?siri, ?alexa, ?bard, ?gemini, ?claude, ?asistente virtual, ?assistant virtuel, ?assistente virtual, ?assistente virtuale
llm, llms, language model, large language model, language models, gpt, gpt 3, chatgpt
friend, companion, girlfriend, boyfriend, virtual friend, ?lonely, ?therapist, ?therapy, ?psychologist, ?counselor, ?counsellor, ?amigo, ?amiga, ?amie, ?freund, ?freundin, ?amico, ?novia, ?novio, ?petite amie, ?namorada
music, song, songs, soundtrack, soundtracks, tune, tunes, melody, background music, instrumental, beats, ?musica, ?musique, ?musik, ?cancion, ?chanson, ?musicas, ?cancao, ?canzone, ?canzoni, ?canciones, ?chansons, ?cancoes
compose music, composer, music composition, music generation, make music
drum, drums, percussion, beat maker
audio, sound, sounds, recording, recordings, ?audacity
noise, noises, background noise, noise cancelling, noise reduction, denoise, denoising, noise removal, noise cancellation, ?ruido, ?bruit, ?rauschen, ?rumore, ?larm
stem, stems, vocals, vocal remover, stem splitter, stem splitting, isolate vocals, karaoke
voice, voices, vocal, speech, ?voz, ?voix, ?stimme, ?voce, ?voces, ?stimmen, ?vozes, ?voci
voice changer, change my voice, change your voice, ?sound like
voice cloning, clone voice, voice clone, deepfake voice, deep fake, synthetic voice, synthetic voices, synthetic media, voice generator, ?voice cloner, ?clone my voice, ?imitate voice
podcast, podcasts, podcasting, podcaster, episode, episodes
meeting, meetings, meeting notes, meeting minutes, minutes, zoom call, zoom calls, conference call, conference calls, video call, video calls, calls, ?reunion, ?reuniones, ?reunions, ?besprechung, ?besprechungen, ?reuniao, ?reunioes, ?riunione, ?riunioni
notes, note taking, note, notetaking, take notes, ?evernote, ?onenote, ?obsidian, ?notion, ?notas, ?notizen, ?appunti, ?anotacoes, ?apuntes
presentation, presentations, slide, slides, slideshow, powerpoint, deck, slide deck, decks, pitch deck, pitch decks, keynote, ?prezi, ?google slides, ?presentacion, ?presentaciones, ?prasentation, ?prasentationen, ?apresentacao, ?apresentacoes, ?presentazione, ?presentazioni, ?diapositivas, ?diapositives, ?folien
logo, logos, brand mark, logo maker, brand identity, ?logotipo, ?logotipos, ?logotype
icon, icons
avatar, avatars, profile picture, profile pictures, profile photo, profile pic, headshot, headshots, portrait, portraits, selfie, selfies, pfp, ?lensa, ?faceapp, ?retrato, ?retratos, ?ritratto, ?ritratti, ?portrat, ?portrats, ?foto de perfil, ?photo de profil, ?profilbild, ?profilbilder, ?bewerbungsfoto, ?foto profilo
tattoo, tattoos, ?tatuaje, ?tatuajes, ?tatouage, ?tatouages, ?tatuagem, ?tatuagens, ?tatuaggio, ?tatuaggi, ?tatowierung
talking head, talking avatar, talking avatars, lip sync, ?lip syncing, talking photo, spokesperson, presenter, bring to life
face swap, swap faces, face swapper, deepfake, deepfakes, swap face, swapping faces
interior, interiors, interior design, home decor, room design, decorate, redecorate, furnish, decorating, living room, bedroom, kitchen, bathroom, ?decoracion, ?inneneinrichtung, ?einrichtung, ?einrichten, ?decoracao, ?arredamento, ?wohnzimmer, ?interiores, ?interieur, ?habitacion
architecture, architect, architects, architectural, floor plan, floor plans, floorplan, ?arquitectura, ?arquitecto, ?arquitetura, ?architektur, ?architekt, ?architettura, ?architetto, ?architecte, ?planos, ?grundriss
website, websites, landing page, landing pages, website builder, web page, web design, homepage, site builder, ?wix, ?squarespace, ?webflow, ?build website, ?build a website, ?create website, ?create a website, ?make website, ?make a website, ?make my website, ?design a website, ?sitio web, ?pagina web, ?paginas web, ?site web, ?site internet, ?webseite, ?webseiten, ?sito web, ?sito
ui, ux, user interface, interface design, mockup, mockups, wireframe, wireframes, prototype, prototypes, figma
texture, textures
3d, 3d model, 3d models, three dimensional, modeling, modelling, ?blender, ?maya
game, games, gaming, gamer, video game, video games, ?juego, ?juegos, ?jeu, ?jeux, ?spiel, ?spiele, ?jogo, ?jogos, ?gioco, ?giochi, ?videojuego, ?videojuegos
game asset, game assets, gaming assets, sprites
motion capture, mocap, motion data, body tracking, extract motion
seo, search engine optimization, search engine optimisation, rank on google, ranking, google ranking
ad, ads, advert, adverts, advertising, advertisement, advertisements, ?anuncio, ?anuncios, ?publicidad, ?publicite, ?publicidade, ?pubblicita, ?werbung, ?anzeige, ?anzeigen, ?annuncio, ?annunci
marketing, promotion, promote, promotional
sales, sell, selling, leads, lead generation, prospecting, prospects, ?crm, ?salesforce, ?hubspot, ?ventas, ?ventes, ?vente, ?verkauf, ?verkaufen, ?vendas, ?vendite, ?vender
ecommerce, e commerce, online store, online shop, web shop, amazon listings, amazon listing, shop, product description, product descriptions, ?shopify, ?etsy, ?ebay, ?tienda, ?tiendas, ?boutique, ?loja, ?lojas, ?negozio, ?onlineshop, ?productos, ?descripcion de producto
product photo, product photos, product photography, product shots, product images, product pictures
social media, instagram, tiktok, facebook, social network, social networks, ?hashtag, ?hashtags, ?instagram captions, ?hootsuite, ?buffer, ?redes sociales, ?redes sociais, ?reseaux sociaux, ?soziale medien
twitter, tweet, tweets, tweeting
linkedin, linkedin post, linkedin posts
meme, memes
dating, tinder, bumble, hinge, pickup line, pickup lines, date, romance, matches, ?citas, ?rencontre, ?rencontres, ?partnersuche, ?namoro, ?incontri
resume, resumes, cv, curriculum vitae, cvs, ?curriculo, ?hoja de vida, ?lebenslauf, ?lebenslaufe, ?curriculum
cover letter, cover letters, motivation letter, job application, application letter, letter for job, ?carta de presentacion, ?carta de motivacion, ?lettre de motivation, ?anschreiben, ?bewerbung, ?bewerbungsschreiben, ?motivationsschreiben, ?carta de apresentacao, ?lettera di presentazione, ?lettera motivazionale
job, jobs, job search, career, hire me, employment, ?trabajo, ?trabajos, ?empleo, ?emploi, ?emplois, ?travail, ?stelle, ?stellen, ?emprego, ?empregos, ?lavoro, ?arbeit, ?stellensuche
recruit, recruiting, recruiter, recruiters, recruitment, hiring, hire, hr, human resources, talent, candidates, interview, interviews, ?contratar, ?recrutement, ?recruter, ?bewerber, ?entrevista, ?entrevistas, ?entretien, ?vorstellungsgesprach, ?colloquio, ?candidatos, ?seleccion de personal
legal, law, lawyer, lawyers, attorney, contract, contracts, paralegal, ?abogado, ?abogados, ?avocat, ?anwalt, ?advogado, ?avvocato, ?contrato, ?contratos, ?contrat, ?contrats, ?vertrag, ?vertrage, ?contratto, ?contratti, ?juridique, ?juristisch
patent, patents
health, healthcare, medical, symptom, symptoms, diagnosis, ?doctor, ?physician, ?salud, ?sante, ?gesundheit, ?saude, ?salute, ?sintoma, ?sintomas, ?symptome, ?symptomes, ?sintomi, ?medico, ?medica, ?arzt, ?medecin
mental health, therapy, therapist, wellbeing, lonely
fitness, workout, workouts, exercise, gym, training plan, coach, ?trainer, personal trainer, ?entrenador, ?entrenamiento, ?ejercicio, ?ejercicios, ?exercice, ?entrainement, ?exercicio, ?treino, ?allenamento, ?ubungen
recipe, recipes, cook, cooking, meal, meals, food, dinner, ?nutrition, ?nutritionist, ?diet, ?calories, ?receta, ?recetas, ?recette, ?recettes, ?rezept, ?rezepte, ?receita, ?receitas, ?ricetta, ?ricette, ?cocina, ?cocinar, ?cuisine, ?cuisiner, ?kochen, ?cucina, ?cucinare, ?cozinha, ?comida
travel, traveling, travelling, trip, trips, vacation, vacations, itinerary, itineraries, plan a trip, trip planner, travel planner, plan a vacation, plan a holiday, holiday planner, holiday itinerary, holiday trip, journey, ?holiday, ?holidays, ?tripadvisor, ?viaje, ?viajes, ?viajar, ?voyage, ?voyages, ?voyager, ?reise, ?reisen, ?urlaub, ?viagem, ?viagens, ?viaggio, ?viaggi, ?vacaciones, ?vacances, ?ferias, ?vacanze, ?vacanza
gift, gifts, present, presents, gift idea, gift ideas, birthday, ?regalo, ?regalos, ?regali, ?cadeau, ?cadeaux, ?geschenk, ?geschenke, ?geschenkidee, ?geschenkideen, ?cumpleanos, ?anniversaire, ?geburtstag, ?presentes
card, cards, greeting card, greeting cards, christmas card, christmas cards, ?tarjeta, ?tarjetas, ?karte, ?karten, ?cartao, ?weihnachtskarte, ?weihnachtskarten, ?cartolina
fashion, outfit, outfits, clothes, clothing, wardrobe, style advice, apparel, garment, garments, dress, stylist, ?moda, ?ropa, ?vetements, ?kleidung, ?kleider, ?roupa, ?roupas, ?vestiti
hair, hairstyle, hairstyles, haircut, haircuts, hairdresser, ?peinado, ?peinados, ?coiffure, ?coiffures, ?frisur, ?frisuren, ?cabelo, ?capelli, ?cheveux, ?haare
learn, learning, study, studying, student, students, education, course, courses, homework, ?math, ?maths, ?mathematics, ?chegg, ?aprender, ?estudiar, ?estudiante, ?estudiantes, ?apprendre, ?etudier, ?etudiant, ?etudiants, ?lernen, ?studieren, ?schuler, ?studenten, ?estudar, ?imparare, ?studiare, ?studenti, ?deberes, ?devoirs, ?hausaufgaben, ?compiti
teach, teacher, teachers, teaching, lesson, lessons, lesson plan, lesson plans, classroom, educator, ?profesor, ?profesores, ?professeur, ?enseignant, ?enseignants, ?lehrer, ?unterricht, ?professores, ?insegnante, ?insegnanti, ?ensenar, ?enseigner
tutor, tutoring, tutors
quiz, quizzes, questionnaire, exam questions, multiple choice, flashcards, flash cards, ?kahoot, ?quizlet
language learning, learn a language, learn english, speak english, practice speaking, fluent, speaking practice, spanish, french, ?duolingo, language learners, english speaker, ?foreign language, ?italian, ?german, ?ingles, ?anglais, ?englisch, ?idioma, ?idiomas, ?langues, ?sprachen, ?sprache lernen, ?lingue, ?inglese, ?spanisch, ?franzosisch, ?espanol, ?francais, ?aprender ingles, ?apprendre anglais, ?englisch lernen
research, researcher, academic, scientific, science, paper, papers, literature, literature review, scientific papers, ?investigacion, ?cientifico, ?scientifique, ?forschung, ?wissenschaft, ?wissenschaftlich, ?pesquisa, ?ricerca, ?cientificos
pdf, pdfs, document, documents, chat with pdf, docs, ?documento, ?documentos, ?dokument, ?dokumente, ?documenti
name, names, naming, business name, domain name, brand name, company name, name generator, ?nombre, ?nombres, ?noms, ?namen, ?nome, ?nomes, ?nomi
startup, startups, business idea, business ideas, entrepreneur, entrepreneurs, founder, company idea, ?empresa, ?empresas, ?negocio, ?negocios, ?entreprise, ?entreprises, ?unternehmen, ?geschaftsidee, ?geschaftsideen, ?azienda
customer support, customer service, support tickets, help desk, helpdesk, support agent, tickets, customer care, ?zendesk, ?intercom, ?freshdesk, ?atencion al cliente, ?service client, ?kundendienst, ?kundenservice, ?kundensupport, ?atendimento, ?assistenza clienti, ?servicio al cliente
phone, phone calls, phone call, missed calls, call center, telephone, receptionist
search engine, search engines, web search, google alternative, internet search, ?google, ?bing, ?duckduckgo, ?buscador, ?moteur de recherche, ?suchmaschine, ?motore di ricerca, ?motor de busca
automate, automation, automations, workflow, workflows, repetitive tasks, routine tasks, ?zapier, ?ifttt, ?automatizar, ?automatizacion, ?automatiser, ?automatisation, ?automatisieren, ?automatisierung, ?automatizzare
productivity, productive, time management, time tracking, track time, organise, organize
task, tasks, to do list, todo, task management, project management, planner, ?trello, ?asana, ?jira, ?monday, ?clickup, ?tareas, ?taches, ?aufgaben, ?tarefas
monitor, monitoring, website changes, watch, track changes
chrome extension, browser extension, browser plugin, extension, chrome, add on, addon, plugin, plugins, ?firefox, =browser-extension
keyboard, mobile keyboard, ?gboard, ?swiftkey, ?teclado, ?clavier, ?tastatur, ?tastiera
wordpress, woocommerce
notion, notion pages
slack, slack bot
whatsapp, telegram, messenger, ?messaging
data, analytics, data analysis, analyse data, analyze data, data visualization, data visualizations, charts, chart, graph, graphs, dashboards, ?tableau, ?power bi, ?datos, ?donnees, ?daten, ?dados, ?dati, ?grafico, ?graficos
stock, stocks, stock market, investing, investment, investor, shares, earnings, trading, finance, financial, ?bourse, ?aktien, ?aktie, ?borse, ?acciones, ?azioni
sport, sports, betting, predictions, prediction
car, cars, vehicle, vehicles, automotive, ?coche, ?coches, ?voiture, ?voitures, ?carros
book, books, ebook, e book, novel, reading list, ?libro, ?libros, ?livre, ?livres, ?buch, ?bucher, ?livro, ?livros, ?libri
book recommendation, book recommendations, what to read, next book
book cover, book covers, album cover, album covers, album art, cover art
wallpaper, wall art, poster, posters, art print, art prints, wall decor
nft, nfts, crypto art, collectibles
anime, manga, waifu, cartoon, cartoons, comic, comics, cartoonize
kid, kids, child, children, bedtime, bedtime story, bedtime stories, toddler, ?nino, ?ninos, ?ninas, ?enfant, ?enfants, ?kinder, ?criancas, ?bambini, ?bambino
pet, pets, dog, dogs, cat, cats, ?kitten, ?kittens, ?puppy, ?puppies, ?perro, ?perros, ?gato, ?gatos, ?chien, ?chiens, ?hund, ?hunde, ?katze, ?katzen, ?cachorro, ?gatto, ?mascota, ?mascotas, ?haustier
character, characters, npc, npcs, historical figures, celebrity, celebrities, ?personaje, ?personajes, ?personnage, ?personnages, ?personagem, ?personagens, ?personaggi
roleplay, role playing, roleplaying, dungeon, adventure, adventures, text adventure
prompt, prompts, prompt engineering, prompt engineer
plagiarism, plagiarism free, original content, ai detector, ai detection, detect ai, ?turnitin
?accessibility, ?accessible, deaf, hard of hearing, wcag, ada, blind, disabled, disability, screen reader
watermark, watermarks, logo removal, ?marca de agua, ?filigrane, ?wasserzeichen, ?filigrana
stock photo, stock photos, stock images, stock image, royalty free images, ?shutterstock, ?unsplash, ?getty
royalty free, copyright free, license free, no copyright, without copyright, copyright
gift card, voucher, vouchers
speed reading, read faster
survey, surveys, form, forms, feedback, ?typeform, ?surveymonkey, ?google forms
persona, personas, user persona, user personas, buyer persona
user research, user testing, usability, ux research
excuse, excuses
machine learning, ml, deep learning, neural network, neural networks, model training, train models
open source, opensource, free software, libre, source available, ?foss, ?oss, =open-source, ?codigo abierto, ?codigo aberto, ?quelloffen, ?logiciel libre
self hosted, self host, self hosting, selfhosted, on premise, ?on premises, run locally, =self-hosted
free, gratis, no cost, at no cost, free of charge, without paying, ?for free, ?gratuit, ?kostenlos, =free, ?gratuito, ?gratuita, ?gratuite, ?gratuiti, ?gratuits, ?umsonst, ?kostenlose, ?kostenloser, ?kostenloses
freemium, ?free plan, ?free tier, ?free trial, =freemium
iphone, ?ios, ipad, ?apple, ?mobile, ?mobile app, ?smartphone, ?my phone, ?on my phone, =ios
android, google play, ?mobile, ?mobile app, ?smartphone, ?my phone, ?on my phone, =android
?mobile, ?mobile app, mobile phone, mobile phones, smartphone, your phone, your mobile, on mobile, ?my phone, ?on my phone, ?movil, ?celular, ?handy
no restrictions, no limit, no limits, unlimited, unrestricted, uncensored, without limits, without restrictions
mac, macos, macbook, apple computer, ?os x, =macos
windows, pc, ?desktop, =windows
linux, ubuntu, ?debian, =linux
web app, web based, browser based, in your browser, ?online tool, =web
api, ?rest api, ?sdk, =api
photo editor, photo editing, edit photos, edit your photos, image editor, image editing, image editing tool, ?photoshop, ?lightroom, ?gimp, ?canva, ?editor de fotos, ?bildbearbeitung, ?retouche photo, ?fotobearbeitung
video editor, video editing, edit videos, edit video, ?premiere, ?premiere pro, ?imovie, ?final cut, ?capcut, ?davinci resolve, ?editor de video, ?editor de videos, ?videobearbeitung, ?montage video, ?videoschnitt
graphic design, graphics, graphic, banner, banners, flyer, flyers, ?canva
headline, headlines, title, titles
job description, job descriptions, job advert, job ad, job posting, jd
meditation, meditate, relax, relaxing, calm, sleep
real estate, realtor, property, properties, rental
vector, vectors, svg, vector graphics, vector art
pattern, patterns, seamless, tileable
color, colors, colour, colours, gradient, gradients, color palette, colour palette, ?color scheme
docstring, docstrings, code documentation, ?code comments, ?document my code
regex, regular expression, regular expressions, ?regexp
predict, predicting, prediction, predictions, forecast, forecasting
brainstorm, brainstorming, idea, ideas, inspiration, ?ideen
schedule, scheduling, scheduler, calendar, ?calendly
map, maps, navigation, navi, ?gps, ?route
genealogy, genealogie, ancestor, ancestors, family tree
screenplay, screenplays, screenwriting, ?screenwriter, movie script
playlist, playlists
rap, rapper, punchline
compliance, regulatory, regulation, regulations, ?gdpr
competitive intelligence, competitor analysis, ?competitor, ?competitors, ?competition, battlecards, market research
nsfw, ?nudity, ?nude, ?porn, content moderation
goal, goals, okr, okrs, accountability, ?habit, ?habits
offline, ?locally, ?local, run locally, runs locally, running locally, run it locally, run them locally, works locally, llms locally, models locally, model locally, ai locally, chat locally, on my computer, on your computer, on your own computer, on my own computer, on your machine, on your own machine, on your laptop, on device, without internet
newsletter, newsletters, email marketing, email campaigns, ?mailchimp, ?substack
news, newspaper, newspapers, journalism, journalist, journalists
livestream, livestreaming, live stream, streaming, streamer, streamers, stream, twitch
validate, validator, validation, evaluate, evaluation, assess, ?any good, ?worth it
grade, grading, marking, rubric, assessment, assessments, exam, exams, ?grader
citation, citations, cite, cites, references, sources, ?bibliography
mind map, mind maps, outline, outliner, outlines
decision, decisions, decision making, pros and cons, ?decide
public speaking, communication coach, speech analyzer, presentation skills, ?stage fright
virtual reality, vr, augmented reality, ar, xr, metaverse, virtual worlds
robot, robots, robotics, autonomy, autonomous, self driving
deploy, deployment, hosting, serverless, gpu, backend, infrastructure
dataset, datasets, training data, data labeling, data labelling, annotation
knowledge base, organizational knowledge, internal knowledge, second brain, wiki, ?confluence
highlight, highlights, highlighter, annotate, bookmark, bookmarks
review, reviews, customer reviews, testimonial, testimonials
bio, bios, biography, about me
sound effect, sound effects, soundscape, soundscapes, ambient
mastering, ?master, ?mix, ?mixing
camera, webcam, cam
baby, babies, newborn, pregnancy, registry
explain, explains, explained, explanation, explanations, understand, in plain english
convert, converts, converter, conversion, converting, ?transform
proposal, proposals, upwork, freelance, freelancer, freelancers
chapter, chapters, timestamp, timestamps
filler words, filler sounds, stuttering, ?umms
brief, briefs, content brief
community, communities, forum, reddit, subreddit
$synonyms$);
