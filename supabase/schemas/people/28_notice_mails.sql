-- The notices that a member wants by mail too, by what they are about (docs/decisions/171). Without a row: none.
create table private.notice_mails (
  member_id uuid primary key references public.profiles (id) on delete cascade,
  recommendations text not null default 'off',
  reports text not null default 'off',
  contributions text not null default 'off',
  saved text not null default 'off',
  -- When the last mail was sent, and up to which notice it told.
  mailed_at timestamptz,
  mailed_up_to bigint not null default 0,
  constraint notice_mails_wishes_known check (
    recommendations in ('off', 'now', 'daily') and reports in ('off', 'now', 'daily')
    and contributions in ('off', 'now', 'daily') and saved in ('off', 'now', 'daily'))
);

alter table private.notice_mails enable row level security;
comment on table private.notice_mails is 'Not notified: no answer from memory depends on it.';

create index notices_unread_newest on private.notices (created_at) where read_at is null;

-- What the member wants of a kind: off, now or daily.
create function private.notice_wish(wishes private.notice_mails, kind text) returns text
language sql immutable set search_path = ''
as $$
  select case split_part(kind, '_', 1)
    when 'recommendation' then wishes.recommendations when 'appeal' then wishes.recommendations
    when 'list' then wishes.recommendations
    when 'report' then wishes.reports when 'tool' then wishes.saved when 'followed' then wishes.saved else wishes.contributions end
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
      select distinct m.member_id
      from private.notices n join private.notice_mails m on m.member_id = n.member_id
      where n.created_at > now() - interval '3 days' and n.read_at is null and n.id > m.mailed_up_to
        and coalesce(m.mailed_at < now() - interval '1 hour', true)
        and case private.notice_wish(m, n.kind)
          when 'now' then n.created_at < now() - interval '6 minutes'
          when 'daily' then n.created_at < morning and coalesce(m.mailed_at < morning, true)
          else false end
    ) due
    join auth.users u on u.id = due.member_id
    where u.email_confirmed_at is not null and not coalesce(u.banned_until > now(), false)
      and not exists (select from pgboss.job j where j.name = 'mails' and j.id = u.id);
end;
$$;

-- What such a mail tells: the first twenty notices, and how many there are. No row where nothing is left to tell.
create function private.list_unmailed_notices(member_id uuid)
returns table (email text, language text, last_id bigint, count integer, notices jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    select u.email::text, u.raw_user_meta_data ->> 'language', max(n.id), count(*)::integer,
      jsonb_agg(jsonb_build_object('kind', n.kind, 'name', coalesce(t.name, n.tool_name), 'reason', n.reason) order by n.id)
        filter (where n.place <= 20)
    from private.notice_mails m
    join auth.users u on u.id = m.member_id
    cross join lateral (
      select own.*, row_number() over (order by own.id) as place from private.notices own
      where own.member_id = m.member_id and own.id > m.mailed_up_to and own.read_at is null
        and private.notice_wish(m, own.kind) <> 'off'
    ) n
    left join public.tools t on t.id = n.tool_id
    where m.member_id = list_unmailed_notices.member_id and not coalesce(u.banned_until > now(), false)
    group by u.id;
end;
$$;

-- What the caller wants by mail.
create function public.get_my_notice_mails() returns table (
  recommendations text, reports text, contributions text, saved text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return query
    select coalesce(m.recommendations, 'off'), coalesce(m.reports, 'off'), coalesce(m.contributions, 'off'),
      coalesce(m.saved, 'off')
    from (values ((select auth.uid()))) me (id) left join private.notice_mails m on m.member_id = me.id;
end;
$$;
grant execute on function public.get_my_notice_mails() to authenticated;

-- From now on: what the member has been told already is not mailed.
create function public.save_my_notice_mails(recommendations text, reports text, contributions text, saved text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  insert into private.notice_mails as m (member_id, recommendations, reports, contributions, saved, mailed_up_to)
    values (me, save_my_notice_mails.recommendations, save_my_notice_mails.reports, save_my_notice_mails.contributions,
      save_my_notice_mails.saved,
      coalesce((select max(n.id) from private.notices n where n.member_id = me), 0))
    on conflict (member_id) do update set recommendations = excluded.recommendations, reports = excluded.reports,
      contributions = excluded.contributions, saved = excluded.saved,
      mailed_up_to = case when 'off' = all (array[m.recommendations, m.reports, m.contributions, m.saved])
        then excluded.mailed_up_to else m.mailed_up_to end;
end;
$$;
grant execute on function public.save_my_notice_mails(text, text, text, text) to authenticated;
