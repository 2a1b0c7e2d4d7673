-- Why a case no longer exists: an administrator deleted the recommendation, its author withdrew it, or nobody reports
-- it any more. `undo` is the decision id while the caller can undo their deletion.
create function private.removal_reason(upvote_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', removal_reason.upvote_id, 'by', p.username, 'at', l.created_at,
    'why', case when l.id is not null then 'deleted' when there.still then 'unreported' else 'withdrawn' end,
    'undo', (
      select r.decision_id from private.removed_upvotes r
      where r.upvote_id = removal_reason.upvote_id and r.deleted_by = (select auth.uid())
        and r.removed_at > now() - interval '5 minutes'))
  from (select exists (select from public.tool_upvotes v where v.id = removal_reason.upvote_id)) there (still)
  left join lateral (
    select * from (
      select * from public.audit_log l
      where l.table_name = 'tool_upvotes' and l.action in ('delete', 'insert') and l.row_id = removal_reason.upvote_id
      order by l.id desc limit 1
    ) last where last.action = 'delete' and not there.still
  ) l on true
  left join public.profiles p on p.id = l.actor_id
$$;

-- Decides a reported recommendation: 'approved', 'rejected' or 'deleted'. `seen` is the version of the card the
-- moderator saw; nothing is overwritten if it has changed since.
-- {outcome: 'done', card} or, deleted, {outcome: 'done', card: null, gone} |
-- {outcome: 'changed' (still to decide) or 'decided', card} |
-- {outcome: 'gone', gone: {id, why: deleted | withdrawn | unreported, by, at, undo}}
create function public.decide_flagged(upvote_id uuid, decision text, seen integer) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  standing record;
begin
  perform private.require_current_administrator('moderate recommendations');
  if decision is null or decision not in ('approved', 'rejected', 'deleted') then
    raise exception 'The decision must be approved, rejected or deleted' using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = decide_flagged.upvote_id for update;
  perform private.require_current_administrator('moderate recommendations');
  select c.state, c.version into standing
    from private.moderation_cases c where c.upvote_id = decide_flagged.upvote_id;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'gone', private.removal_reason(decide_flagged.upvote_id));
  elsif standing.version is distinct from seen then
    return jsonb_build_object(
      'outcome', case standing.state when 'pending' then 'changed' else 'decided' end,
      'card', private.flagged_card(decide_flagged.upvote_id));
  elsif standing.state <> 'pending' then
    raise exception 'This recommendation has no report to decide';
  end if;
  perform private.refuse_conflict(private.find_conflict(decide_flagged.upvote_id));
  if decision = 'deleted' then
    -- Somebody else's is archived by the trigger; of one's own it would keep no text.
    perform private.archive_upvote(v, v.user_id) from public.tool_upvotes v
      where v.id = decide_flagged.upvote_id and v.user_id = (select auth.uid());
    delete from public.tool_upvotes v where v.id = decide_flagged.upvote_id;
  else
    update public.tool_upvotes v set flag_status = decision where v.id = decide_flagged.upvote_id;
  end if;
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations');
  return jsonb_build_object('outcome', 'done', 'card', private.flagged_card(decide_flagged.upvote_id))
    || case when decision = 'deleted'
      then jsonb_build_object('gone', private.removal_reason(decide_flagged.upvote_id)) else '{}' end;
end;
$$;
grant execute on function public.decide_flagged(uuid, text, integer) to authenticated;

-- Undoes a decision: restores the previous status, and its reports and appeal are pending again. Only for the
-- administrator who decided, within five minutes, while nothing depends on it. Returns the card, or null if nobody
-- reports the restored recommendation any more.
create function public.undo_decision(decision_id bigint) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  taken private.moderation_decisions;
  removed private.removed_upvotes;
begin
  perform private.require_current_administrator('moderate recommendations');
  perform private.lock_partition('recommendations', false);
  -- The recommendation is locked first, as by every other change of it; for a deleted one the tool and the author,
  -- whose deletion would also delete the archive.
  perform from public.tool_upvotes v
    join private.moderation_decisions d on d.upvote_id = v.id
    where d.id = undo_decision.decision_id for update of v;
  perform from public.tools t
    where t.id = (select r.tool_id from private.removed_upvotes r where r.decision_id = undo_decision.decision_id)
    for no key update;
  perform from public.profiles p join private.removed_upvotes r on r.user_id = p.id
    where r.decision_id = undo_decision.decision_id for key share of p;
  select * into removed from private.removed_upvotes r where r.decision_id = undo_decision.decision_id for update;
  perform private.require_current_administrator('moderate recommendations');
  select * into taken from private.moderation_decisions d where d.id = undo_decision.decision_id;
  if coalesce(removed.deleted_by, taken.decided_by) is distinct from (select auth.uid())
     and (removed.decision_id is not null or taken.id is not null) then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  end if;
  perform private.refuse_conflict(case when private.must_leave_own(
    coalesce(removed.user_id, (select v.user_id from public.tool_upvotes v where v.id = taken.upvote_id))) then 'own' end);
  if removed.removed_at > now() - interval '5 minutes' then
    update private.removed_upvotes r set restored_as = r.upvote_id where r.decision_id = removed.decision_id;
    perform private.require_current_administrator('moderate recommendations');
    return private.flagged_card(removed.upvote_id);
  elsif taken.id is null or not private.can_undo(taken) then
    raise exception 'This decision can no longer be undone';
  end if;
  update private.moderation_decisions d set is_being_undone = true where d.id = taken.id;
  update public.tool_upvotes v
    set flag_status = taken.previous_status, decided_at = taken.previous_decided_at where v.id = taken.upvote_id;
  update private.moderation_decisions d set is_being_undone = false, undone_at = now() where d.id = taken.id;
  perform private.require_current_administrator('moderate recommendations');
  return private.flagged_card(taken.upvote_id);
end;
$$;
grant execute on function public.undo_decision(bigint) to authenticated;
