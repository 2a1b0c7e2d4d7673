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
