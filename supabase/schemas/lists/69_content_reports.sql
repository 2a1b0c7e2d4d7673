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
