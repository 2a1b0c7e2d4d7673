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
