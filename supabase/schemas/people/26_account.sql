create function private.forget_member() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Deleted here instead of by a cascade: the foreign key sets flagged_by to null, which is not allowed for an
  -- undecided report.
  delete from public.upvote_flags where flagged_by = old.id and status = 'pending';
  update public.audit_log
    set person_id = null,
      before = private.without_member(table_name, before), after = private.without_member(table_name, after)
    where person_id = old.id and table_name in ('tool_upvotes', 'voided_upvotes', 'upvote_flags', 'suspensions', 'contributions',
      'member_lists', 'maker_answers', 'claims');
  update private.merges m
    set entry = replace(m.entry::text, quoted, 'null')::jsonb,
      moved = (select jsonb_object_agg(p.key, p.value - old.id::text) from jsonb_each(m.moved) p),
      rest = (
        select jsonb_object_agg(p.key, replace(coalesce((
          select jsonb_agg(r) from jsonb_array_elements(p.value) r
          where quoted not in (coalesce((r -> 'user_id')::text, ''), coalesce((r -> 'member_id')::text, ''))
        ), '[]')::text, quoted, 'null')::jsonb)
        from jsonb_each(m.rest) p)
    from (select to_json(old.id)::text) asked (quoted)
    where m.entry is not null and position(old.id::text in concat(m.moved, m.rest)) > 0;
  return old;
end;
$$;

-- Accounts are deleted while nobody writes recommendations, reports or decisions: what is deleted with them stands in
-- rows of many tools and members. Also those deleted by the authentication service.
create trigger users_lock_before_deletion before delete on auth.users
  for each statement execute function private.lock_partitions('administrators', 'alone', 'recommendations', 'alone');

create trigger profiles_forget_member before delete on public.profiles
  for each row execute function private.forget_member();

-- Addresses an account had until its address was changed; the link mailed to one takes the change back. Written by the
-- server, which deletes them after a week.
create table private.former_emails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  email text not null,
  token_hash text not null unique,
  changed_at timestamptz not null default now()
);
create index former_emails_user_id on private.former_emails (user_id);

-- Everything stored about a member as one document. It does not reveal who reported a recommendation, the text of one
-- the member reported, or who suspended them.
create function private.export_member(me uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  document jsonb;
begin
  select jsonb_build_object(
    'exported_at', now(),
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at,
      'last_sign_in_at', u.last_sign_in_at, 'given_at_sign_up', u.raw_user_meta_data,
      'verified', (
        select jsonb_build_object('email', v.email, 'verified_at', v.verified_at)
        from private.verified_emails v where v.user_id = me),
      'email_change', case when u.email_change <> '' then
        jsonb_build_object('email', u.email_change, 'requested_at', u.email_change_sent_at) end,
      'former_emails', (
        select coalesce(jsonb_agg(jsonb_build_object('email', f.email, 'changed_at', f.changed_at) order by f.changed_at), '[]')
        from private.former_emails f where f.user_id = me),
      'invited', (
        select jsonb_build_object('invited_at', i.created_at, 'mailed_at', i.mailed_at)
        from public.sign_up_invitations i where i.address = lower(u.email)),
      'administrator_since', (select granted_at from private.administrators where user_id = me),
      'role', (select role from private.administrators where user_id = me)),
    'profile', (
      select jsonb_build_object('full_name', p.full_name, 'username', p.username, 'created_at', p.created_at,
        'updated_at', p.updated_at, 'has_page', p.has_page or exists (
          select from private.suspensions s where s.user_id = me and s.lifted_at is null and s.had_page))
      from public.profiles p where p.id = me),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('started_at', s.created_at, 'last_used_at', s.updated_at,
        'ip_address', host(s.ip), 'browser', s.user_agent) order by s.created_at desc)
      from auth.sessions s where s.user_id = me), '[]'),
    'known_places', coalesce((
      select jsonb_agg(jsonb_build_object('kind', split_part(k.place, ':', 1), 'hash', split_part(k.place, ':', 2),
        'seen_at', k.seen_at) order by k.seen_at desc, k.place)
      from private.known_places k where k.user_id = me), '[]'),
    'upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'tool', t.name, 'tool_slug', t.slug, 'reason', v.reason,
        'created_at', v.created_at, 'hidden', v.is_flagged and v.flag_status <> 'approved',
        'flag_status', v.flag_status, 'decided_at', v.decided_at, 'decision_reason', (
          select d.reason from private.moderation_decisions d
          where d.upvote_id = v.id and d.undone_at is null order by d.id desc limit 1),
        'reports', reports.list, 'weight', v.weight,
        'first_written_at', v.first_at, 'role', v.author_role, 'used_for', v.used_for, 'edited_at', v.edited_at,
        'helpful', v.helpful_count, 'set_aside', v.merged_from is not null,
        'former_texts', private.list_former_texts(v.id, null), 'network', (
          select n.network from private.upvote_networks n where n.upvote_id = v.id),
        'not_counted', (
          select jsonb_build_object('reason', d.reason, 'at', d.voided_at)
          from private.voided_upvotes d where d.tool_id = v.tool_id and d.user_id = me),
        'appeal', (
          select jsonb_build_object('about', a.about, 'reason', a.reason, 'status', a.status, 'appealed_at', a.created_at,
            'decided_at', a.resolved_at)
          from public.upvote_appeals a where a.upvote_id = v.id)) order by v.created_at desc, v.id desc)
      from public.tool_upvotes v
      join public.tools t on t.id = v.tool_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('status', f.status, 'reported_at', f.flagged_at,
          'decided_at', f.resolved_at) order by f.flagged_at), '[]') as list
        from public.upvote_flags f where f.upvote_id = v.id
      ) reports
      where v.user_id = me), '[]'),
    'deleted_upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('id', d.upvote_id, 'tool', t.name, 'tool_slug', t.slug,
        'reason', d.reason, 'role', d.author_role, 'used_for', d.used_for, 'created_at', d.created_at,
        'edited_at', d.edited_at,
        'former_texts', private.list_former_texts(d.upvote_id, null), 'deleted_at', d.removed_at,
        'flag_status', d.flag_status, 'decision_reason', d.decision_reason, 'appeal', d.appeal_reason) order by d.removed_at desc)
      from private.removed_upvotes d join public.tools t on t.id = d.tool_id where d.user_id = me), '[]'),
    'former_upvotes', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'first_written_at', d.first_at, 'deleted_at', d.deleted_at)
        order by d.deleted_at desc)
      from private.upvote_dates d join public.tools t on t.id = d.tool_id where d.user_id = me), '[]'),
    'reports', coalesce((
      select jsonb_agg(jsonb_build_object('id', r.id, 'tool', t.name, 'reason', r.reason, 'status', r.status,
        'reported_at', r.flagged_at, 'decided_at', r.decided_at) order by r.flagged_at desc)
      from (
        select f.id, v.tool_id, f.reason, f.status, f.flagged_at, f.resolved_at as decided_at
        from public.upvote_flags f join public.tool_upvotes v on v.id = f.upvote_id where f.flagged_by = me
        union all
        select c.id, c.tool_id, c.reason, c.outcome, c.flagged_at, c.closed_at
        from private.closed_reports c where c.reported_by = me
      ) r left join public.tools t on t.id = r.tool_id), '[]'),
    'contributions', coalesce((
      select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'tool', t.name, 'tool_slug', t.slug,
        'proposed', c.proposed, 'logo', private.picture_text(c.logo), 'problem', c.problem, 'note', c.note,
        'named', c.is_named, 'state', c.state,
        'sent_at', c.created_at, 'decided_at', c.decided_at, 'decision_reason', c.reason) order by c.created_at desc, c.id desc)
      from private.contributions c left join public.tools t on t.id = c.tool_id where c.member_id = me), '[]'),
    'claims', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'method', c.method, 'host', c.host,
        'email', c.email, 'state', c.state, 'started_at', c.created_at, 'checked_at', c.checked_at,
        'proved_at', c.proved_at, 'ended_at', c.ended_at) order by c.created_at desc, c.id desc)
      from private.claims c join public.tools t on t.id = c.tool_id where c.member_id = me), '[]'),
    'decisions', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'reason', coalesce(l.after, l.before) ->> 'reason',
        'decision', case when l.action = 'delete' then 'deleted'
          when l.action = 'insert' or l.after ->> 'flag_status' = 'pending' then 'undone' else l.after ->> 'flag_status' end,
        'decided_at', l.created_at) order by l.created_at desc)
      from public.audit_log l
      left join public.tools t on t.id = (coalesce(l.after, l.before) ->> 'tool_id')::uuid
      where l.person_id = me and l.table_name = 'tool_upvotes'), '[]'),
    'found_helpful', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'marked_at', m.marked_at)
        order by m.marked_at desc)
      from private.helpful_marks m
      left join private.removed_upvotes r on r.upvote_id = m.kept_for
      left join public.tool_upvotes v on v.id = m.upvote_id
      join public.tools t on t.id = coalesce(v.tool_id, r.tool_id)
      where m.member_id = me), '[]'),
    'saved', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'saved_at', s.saved_at)
        order by s.saved_at desc)
      from private.saved_tools s join public.tools t on t.id = s.tool_id where s.member_id = me), '[]'),
    'lists', coalesce((
      select jsonb_agg(jsonb_build_object('name', l.name, 'address', l.address, 'public', l.is_public,
        'created_at', l.created_at, 'changed_at', l.changed_at, 'hidden_at', l.hidden_at, 'tools', (
          select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'note', i.note,
            'added_at', i.added_at) order by i.place), '[]')
          from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id))
        order by l.created_at, l.id)
      from private.member_lists l where l.member_id = me), '[]'),
    'follows', coalesce((
      select jsonb_agg(jsonb_build_object('category', c.name, 'list', l.name, 'told_at', f.told_at) order by f.id)
      from private.follows f
      left join public.categories c on c.id = f.category_id left join private.member_lists l on l.id = f.list_id
      where f.member_id = me), '[]'),
    'answers', coalesce((
      select jsonb_agg(jsonb_build_object('tool', t.name, 'tool_slug', t.slug, 'answer', a.answer,
        'answered_at', a.answered_at, 'edited_at', a.edited_at, 'hidden_at', a.hidden_at) order by a.answered_at desc)
      from private.maker_answers a
      left join private.removed_upvotes r on r.upvote_id = a.kept_for
      left join public.tool_upvotes v on v.id = a.upvote_id
      join public.tools t on t.id = coalesce(v.tool_id, r.tool_id)
      where a.member_id = me), '[]'),
    'reported_content', coalesce((
      select jsonb_agg(jsonb_build_object('list', l.name, 'answer_about', t.name, 'reason', r.reason,
        'reported_at', r.reported_at, 'decision', r.decision, 'decided_at', r.decided_at) order by r.reported_at desc)
      from private.content_reports r
      left join private.member_lists l on l.id = r.list_id
      left join private.maker_answers a on a.id = r.answer_id
      left join public.tool_upvotes v on v.id = a.upvote_id
      left join public.tools t on t.id = v.tool_id
      where r.reported_by = me), '[]'),
    'notices', coalesce((
      select jsonb_agg(jsonb_build_object('kind', n.kind, 'tool', n.tool_name, 'reason', n.reason, 'details', n.details,
        'told_at', n.created_at, 'read_at', n.read_at) order by n.id desc)
      from private.notices n where n.member_id = me), '[]'),
    'notice_mails', (
      select m.wishes || jsonb_build_object('mailed_at', m.mailed_at)
      from private.notice_mails m where m.member_id = me),
    'suspensions', coalesce((
      select jsonb_agg(jsonb_build_object('reason', s.reason, 'upvotes_hidden', s.hides_upvotes,
        'suspended_at', s.suspended_at, 'lifted_at', s.lifted_at) order by s.suspended_at desc)
      from private.suspensions s where s.user_id = me), '[]')
  ) into document
  from auth.users u where u.id = me;
  if document is null then
    raise exception 'There is no account to export' using errcode = 'insufficient_privilege';
  end if;
  return document;
end;
$$;

-- Deletes a member's account, confirmed by its exact username. What is deleted and what stays: see forget_member.
create function private.delete_member(me uuid, confirm_username text) returns void
language plpgsql set search_path = ''
as $$
declare
  known_as text;
begin
  perform private.lock_partition('administrators', true);
  perform private.lock_partition('recommendations', true);
  -- Locked, so that the member's concurrent writes are refused instead of left behind.
  select p.username::text into known_as from public.profiles p where p.id = me for update;
  if not found then
    raise exception 'There is no account to delete' using errcode = 'insufficient_privilege';
  elsif confirm_username is distinct from known_as then
    raise exception 'The username does not match';
  end if;
  if exists (select from private.administrators where user_id = me and role = 'administrator')
    and not exists (select from private.administrators where user_id <> me and role = 'administrator') then
    raise exception 'You are the only administrator. Make someone else one before you delete your account.'
      using detail = 'last_administrator';
  end if;
  -- The authentication service's own log contains ids and addresses.
  delete from auth.audit_log_entries where position(me::text in payload::text) > 0;
  delete from auth.users where id = me;
end;
$$;

-- The caller's own, with the rights of the owner because accounts and sessions belong to the authentication service. No
-- argument names the account: it is always auth.uid(). For a suspended member, who has no session, the server calls the
-- private functions after it has checked the password (docs/decisions/025).
create function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_session();
  return private.export_member((select auth.uid()));
end;
$$;

create function public.delete_my_account(confirm_username text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.delete_member((select auth.uid()), confirm_username);
end;
$$;
grant execute on function public.export_my_data, public.delete_my_account to authenticated;
