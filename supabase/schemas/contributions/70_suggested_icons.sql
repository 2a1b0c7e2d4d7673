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
