-- The copy of what is held about a person also tells when and why they were suspended, not by whom.
alter function public.export_my_data() rename to export_account;
alter function public.export_account() set schema private;
alter function private.export_account() security invoker;
revoke execute on function private.export_account() from public, anon, authenticated, service_role;

create function public.export_my_data() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select private.export_account() || jsonb_build_object('suspensions', coalesce((
    select jsonb_agg(jsonb_build_object('reason', s.reason, 'upvotes_hidden', s.hides_upvotes,
      'suspended_at', s.suspended_at, 'lifted_at', s.lifted_at) order by s.suspended_at desc)
    from private.suspensions s where s.user_id = (select auth.uid())), '[]'))
$$;
revoke execute on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;
