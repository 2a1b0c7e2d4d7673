-- Decides about a reported recommendation as its moderator saw it: 'approved', 'rejected', or 'deleted' for good. `seen` is
-- the version of their card. Nothing is overwritten: whoever comes second, or did not see the newest report, is told.
-- {outcome: 'done', card (null when deleted)} | {outcome: 'changed' (still to decide) or 'decided', card} |
-- {outcome: 'gone', gone: {id, why: deleted | withdrawn | unreported, by, at}}
create function public.decide_flagged(upvote_id uuid, decision text, seen integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  standing record;
begin
  perform private.require_session();
  perform private.require_administrator();
  if decision is null or decision not in ('approved', 'rejected', 'deleted') then
    raise exception 'The decision must be approved, rejected or deleted' using errcode = 'invalid_parameter_value';
  end if;
  perform from public.tool_upvotes v where v.id = decide_flagged.upvote_id for update;
  select c.state, c.version into standing
    from private.moderation_cases c where c.upvote_id = decide_flagged.upvote_id;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'gone', private.why_gone(decide_flagged.upvote_id));
  elsif standing.version is distinct from seen then
    return jsonb_build_object(
      'outcome', case standing.state when 'pending' then 'changed' else 'decided' end,
      'card', private.flagged_card(decide_flagged.upvote_id));
  elsif standing.state <> 'pending' then
    raise exception 'This recommendation has no report to decide';
  end if;
  if decision = 'deleted' then
    delete from public.tool_upvotes v where v.id = decide_flagged.upvote_id;
  else
    update public.tool_upvotes v set flag_status = decision where v.id = decide_flagged.upvote_id;
  end if;
  return jsonb_build_object('outcome', 'done', 'card', private.flagged_card(decide_flagged.upvote_id));
end;
$$;

-- Takes a decision back: the recommendation is what it was before, its reports and its author's answer wait again. For
-- the administrator who decided, within five minutes, while nothing rests on it. Gives the card.
create function public.undo_decision(decision_id bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken private.moderation_decisions;
begin
  perform private.require_session();
  perform private.require_administrator();
  -- The recommendation first, as every other change of it does.
  perform from public.tool_upvotes v
    join private.moderation_decisions d on d.upvote_id = v.id
    where d.id = undo_decision.decision_id for update of v;
  select * into taken from private.moderation_decisions d where d.id = undo_decision.decision_id;
  if taken.decided_by is distinct from (select auth.uid()) and taken.id is not null then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  elsif taken.id is null or not private.can_undo(taken) then
    raise exception 'This decision can no longer be undone';
  end if;
  update private.moderation_decisions d set undone_at = now() where d.id = taken.id;
  update public.tool_upvotes v
    set flag_status = taken.previous_status, decided_at = taken.previous_decided_at where v.id = taken.upvote_id;
  return private.flagged_card(taken.upvote_id);
end;
$$;

revoke execute on function public.decide_flagged(uuid, text, integer), public.undo_decision(bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.decide_flagged(uuid, text, integer), public.undo_decision(bigint) to authenticated;
