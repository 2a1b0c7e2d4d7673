-- Everything held about the person who asks, as one document. It runs with its owner's rights because the account and
-- its sessions are the authentication service's; every part is bound to auth.uid().
-- Of others it gives away nothing: neither who reported a recommendation, nor the text of one that was reported.
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := (select auth.uid());
  document jsonb;
begin
  perform private.require_session();
  select jsonb_build_object(
    'exported_at', now(),
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'given_at_sign_up', u.raw_user_meta_data,
      'administrator_since', (select granted_at from private.administrators where user_id = me)),
    'profile', (
      select jsonb_build_object('full_name', p.full_name, 'username', p.username, 'created_at', p.created_at,
        'updated_at', p.updated_at)
      from public.profiles p where p.id = me),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('started_at', s.created_at, 'last_used_at', s.updated_at,
        'ip_address', host(s.ip), 'browser', s.user_agent) order by s.created_at desc)
      from auth.sessions s where s.user_id = me), '[]'),
    'upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'tool', t.name, 'tool_slug', t.slug, 'reason', v.reason,
        'created_at', v.created_at, 'hidden', v.is_flagged and v.flag_status <> 'approved',
        'flag_status', v.flag_status, 'reports', reports.list) order by v.created_at desc, v.id desc)
      from public.tool_upvotes v
      join public.tools t on t.id = v.tool_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('status', f.status, 'reported_at', f.flagged_at,
          'decided_at', f.resolved_at) order by f.flagged_at), '[]') as list
        from public.upvote_flags f where f.upvote_id = v.id
      ) reports
      where v.user_id = me), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', f.id, 'tool', t.name, 'reason', f.reason, 'status', f.status,
        'reported_at', f.flagged_at, 'decided_at', f.resolved_at) order by f.flagged_at desc)
      from public.upvote_flags f
      join public.tool_upvotes v on v.id = f.upvote_id
      join public.tools t on t.id = v.tool_id
      where f.flagged_by = me), '[]'),
    'decisions', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'reason', coalesce(l.after, l.before) ->> 'reason',
        'decision', case l.action when 'delete' then 'deleted' else l.after ->> 'flag_status' end,
        'decided_at', l.created_at) order by l.created_at desc)
      from public.audit_log l
      left join public.tools t on t.id::text = coalesce(l.after, l.before) ->> 'tool_id'
      where l.table_name = 'tool_upvotes' and coalesce(l.after, l.before) ->> 'user_id' = me::text), '[]')
  ) into document
  from auth.users u where u.id = me;
  if document is null then
    raise exception 'There is no account to export' using errcode = 'insufficient_privilege';
  end if;
  return document;
end;
$$;
revoke execute on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;
