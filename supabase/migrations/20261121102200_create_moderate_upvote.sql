-- Decides about a reported recommendation: 'approved' makes it visible again, 'rejected' keeps it hidden. Its pending
-- reports are decided with it, in the same transaction (see the triggers of tool_upvotes).
create function public.moderate_upvote(upvote_id uuid, decision text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'Only administrators may moderate recommendations' using errcode = 'insufficient_privilege';
  end if;
  if decision is null or decision not in ('approved', 'rejected') then
    raise exception 'The decision must be approved or rejected' using errcode = 'invalid_parameter_value';
  end if;
  perform from public.tool_upvotes u where u.id = moderate_upvote.upvote_id;
  if not found then
    raise exception 'Recommendation not found';
  end if;
  update public.tool_upvotes u set flag_status = decision
    where u.id = moderate_upvote.upvote_id and exists (
      select from public.upvote_flags f where f.upvote_id = moderate_upvote.upvote_id and f.status = 'pending');
  if not found then
    raise exception 'This recommendation has no report to decide';
  end if;
end;
$$;
revoke execute on function public.moderate_upvote(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.moderate_upvote(uuid, text) to authenticated;
