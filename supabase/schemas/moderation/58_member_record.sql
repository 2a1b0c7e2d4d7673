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
