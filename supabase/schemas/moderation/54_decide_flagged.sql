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
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if decision is null or decision not in ('approved', 'rejected', 'deleted') then
    raise exception 'The decision must be approved, rejected or deleted' using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = decide_flagged.upvote_id for update;
  perform from public.tools t
    where t.id = (select v.tool_id from public.tool_upvotes v where v.id = decide_flagged.upvote_id) for no key update;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
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
    -- Somebody else's is kept by the trigger; of one's own it would keep no text.
    perform private.keep_removed_upvote(v, v.user_id) from public.tool_upvotes v
      where v.id = decide_flagged.upvote_id and v.user_id = (select auth.uid());
    delete from public.tool_upvotes v where v.id = decide_flagged.upvote_id;
  else
    update public.tool_upvotes v set flag_status = decision where v.id = decide_flagged.upvote_id;
  end if;
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
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
  undone record;
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform private.lock_partition('recommendations', false);
  -- The recommendation is locked first, as by every other change of it, then the tool and the author, whose deletion
  -- would also delete what was removed.
  perform from public.tool_upvotes v
    join private.moderation_decisions d on d.upvote_id = v.id
    where d.id = undo_decision.decision_id for update of v;
  select u.* into undone from (
    select v.tool_id, v.user_id, v.id as upvote_id, d.decided_by, false as is_removed
    from private.moderation_decisions d join public.tool_upvotes v on v.id = d.upvote_id
    where d.id = undo_decision.decision_id
    union all
    select r.tool_id, r.user_id, r.upvote_id, r.deleted_by, true
    from private.removed_upvotes r where r.decision_id = undo_decision.decision_id
  ) u;
  perform from public.tools t where t.id = undone.tool_id for no key update;
  perform from public.profiles p where p.id = undone.user_id for key share;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if undone.decided_by is distinct from (select auth.uid()) and undone.upvote_id is not null then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  end if;
  perform private.refuse_conflict(case when private.must_leave_own(undone.user_id) then 'own' end);
  if undone.is_removed then
    perform private.restore_upvote(undo_decision.decision_id);
  else
    select * into taken from private.moderation_decisions d where d.id = undo_decision.decision_id;
    if taken.id is null or not private.can_undo(taken) then
      raise exception 'This decision can no longer be undone';
    end if;
    update public.tool_upvotes v set flag_status = taken.previous_status, decided_at = taken.previous_decided_at,
        moderation_version = v.moderation_version + 1
      where v.id = taken.upvote_id;
  end if;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return private.flagged_card(undone.upvote_id);
end;
$$;
grant execute on function public.undo_decision(bigint) to authenticated;
