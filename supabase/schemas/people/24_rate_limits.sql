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
