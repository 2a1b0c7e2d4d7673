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
