-- Members report public lists; a moderator hides one or keeps it (docs/decisions/178).
create table private.list_reports (
  id uuid primary key default gen_random_uuid(),
  list_id uuid not null references private.member_lists (id) on delete cascade,
  reported_by uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  reported_at timestamptz not null default now(),
  -- What a moderator decided; null while it waits.
  decision text,
  decided_at timestamptz,
  constraint list_reports_once unique (list_id, reported_by),
  constraint list_reports_reason_length check (char_length(reason) between 1 and 500),
  constraint list_reports_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint list_reports_decision_known check (decision in ('hidden', 'kept')),
  constraint list_reports_decided check ((decision is null) = (decided_at is null))
);

create index list_reports_reported_by on private.list_reports (reported_by);
create index list_reports_waiting on private.list_reports (list_id) where decision is null;
create index list_reports_decided_newest on private.list_reports (decided_at desc, list_id) where decision is not null;

alter table private.list_reports enable row level security;
comment on table private.list_reports is 'Not notified: no answer from memory depends on it.';

create trigger list_reports_a_limit before insert on private.list_reports
  for each row execute function private.limit_writes('You can report at most %s lists a day', '20', '5');

-- Reports a public list of somebody else, once per member.
create function public.report_list(address text, reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  why constant text := coalesce(private.trim_text(report_list.reason), '');
  list private.member_lists;
begin
  perform private.require_session();
  select * into list from private.member_lists l where l.address = report_list.address and private.is_open(l);
  if not found then
    raise exception 'List not found' using errcode = 'PT404';
  elsif list.member_id = me then
    raise exception 'You cannot report your own list' using errcode = 'insufficient_privilege';
  elsif why = '' then
    raise exception 'Please provide a reason' using errcode = 'check_violation';
  end if;
  -- Profiles come before what follows from them (docs/decisions/050).
  perform from public.profiles p where p.id in (me, list.member_id) order by p.id for key share;
  perform from private.member_lists l where l.id = list.id for key share;
  if not found then
    raise exception 'List not found' using errcode = 'PT404';
  end if;
  insert into private.list_reports (list_id, reported_by, reason) values (list.id, me, why);
end;
$$;
grant execute on function public.report_list(text, text) to authenticated;

-- For moderators: public lists whose reports wait, the oldest first, then those decided last; at most 50. Who reported is
-- not named, as in the inbox the members are not.
create function public.list_reported_lists()
returns table (
  id uuid, name text, address text, username text, reasons text[], reported_at timestamptz, decision text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator('moderate lists', 'moderator');
  return query
    select l.id, l.name, l.address, p.username::text, r.reasons, r.reported_at, r.decision
    from (
      select w.list_id, array_agg(w.reason order by w.reported_at) as reasons, min(w.reported_at) as reported_at,
        null as decision, null::timestamptz as decided_at
      from private.list_reports w where w.decision is null group by w.list_id
      union all
      select last.list_id, array[last.reason], last.reported_at, last.decision, last.decided_at
      from (
        select distinct on (d.list_id) d.list_id, d.reason, d.reported_at, d.decision, d.decided_at
        from (
          select * from private.list_reports n where n.decision is not null order by n.decided_at desc limit 200
        ) d
        order by d.list_id, d.decided_at desc
      ) last
      where not exists (
        select from private.list_reports w where w.list_id = last.list_id and w.decision is null)
    ) r
    join private.member_lists l on l.id = r.list_id
    join public.profiles p on p.id = l.member_id
    order by r.decision is not null, case when r.decision is null then r.reported_at end, r.decided_at desc, l.id
    limit 50;
end;
$$;
grant execute on function public.list_reported_lists() to authenticated;
comment on function public.list_reported_lists() is 'Nullable: decision.';

-- Decides about a reported list: hidden, kept, or undone, after which its last reports wait again. Its owner is told that
-- it is hidden, by nobody. In the audit log.
create function public.decide_list(list_id uuid, decision text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  list private.member_lists;
  hides constant boolean := decide_list.decision = 'hidden';
  cause text;
begin
  perform private.require_current_administrator('moderate lists', 'moderator');
  if coalesce(decide_list.decision, '') not in ('hidden', 'kept', 'undone') then
    raise exception 'The decision must be hidden, kept or undone' using errcode = 'invalid_parameter_value';
  end if;
  -- Profiles come before what follows from them (docs/decisions/050).
  perform from public.profiles p
    where p.id = (select l.member_id from private.member_lists l where l.id = decide_list.list_id) for key share;
  select * into list from private.member_lists l where l.id = decide_list.list_id for update;
  if not found then
    raise exception 'List not found' using errcode = 'PT404';
  end if;
  -- Somebody else may have revoked the role while this waited.
  perform private.require_current_administrator('moderate lists', 'moderator');
  if decide_list.decision = 'undone' then
    update private.list_reports r set decision = null, decided_at = null
      where r.list_id = list.id and r.decided_at = (
        select max(d.decided_at) from private.list_reports d where d.list_id = list.id);
  elsif exists (select from private.list_reports r where r.list_id = list.id and r.decision is null) then
    update private.list_reports r set decision = decide_list.decision, decided_at = now()
      where r.list_id = list.id and r.decision is null;
  else
    update private.list_reports r set decision = decide_list.decision
      where r.list_id = list.id and r.decided_at = (
        select max(d.decided_at) from private.list_reports d where d.list_id = list.id);
  end if;
  if not found then
    raise exception 'Nobody has reported this list' using errcode = 'check_violation';
  elsif hides = (list.hidden_at is not null) and decide_list.decision = 'hidden' then
    return;
  end if;
  update private.member_lists l set hidden_at = case when hides then now() end where l.id = list.id;
  cause := 'list:' || list.id;
  if hides then
    perform private.write_notice(list.member_id, 'list_hidden', cause, null, list.name);
  elsif list.hidden_at is not null and private.take_back_notices(array[cause]) = '{}' then
    perform private.write_notice(list.member_id, 'list_shown', cause, null, list.name);
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    select (select auth.uid()), 'update', 'member_lists', list.id,
      jsonb_build_object('list', list.name, 'address', list.address, 'member_id', list.member_id,
        'decision', case when list.hidden_at is not null then 'hidden' end),
      jsonb_build_object('list', list.name, 'address', list.address, 'member_id', list.member_id,
        'decision', decide_list.decision);
end;
$$;
grant execute on function public.decide_list(uuid, text) to authenticated;
