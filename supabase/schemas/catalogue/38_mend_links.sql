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
