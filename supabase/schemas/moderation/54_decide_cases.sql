-- The first step of every decision: who may decide, what and why, and the locks. The triggers that record the decisions
-- read the reason.
create function private.begin_deciding(upvote_ids uuid[], decision text, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  words constant text := nullif(private.trim_text(reason), '');
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if decision is null or decision <> all (private.decided_states() || 'deleted'::text) then
    raise exception 'The decision must be % or deleted', array_to_string(private.decided_states(), ', ')
      using errcode = 'invalid_parameter_value';
  elsif char_length(words) > 300 then
    raise exception 'The reason must be 300 characters or less' using errcode = 'check_violation';
  end if;
  perform private.is_readable('Reason', words, true);
  perform private.lock_upvotes(upvote_ids);
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  perform set_config('plaudit.decision_reason', coalesce(words, ''), true);
end;
$$;

-- Decides those that are locked and wait, by one statement. Returns the ids to undo them by.
create function private.decide_cases(upvote_ids uuid[], decision text) returns bigint[]
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_conflict(private.find_conflict(entry)) from unnest(upvote_ids) entry;
  if decision <> 'deleted' then
    update public.tool_upvotes v set flag_status = decision where v.id = any (upvote_ids);
    return array(
      select max(d.id) from private.moderation_decisions d
      where d.upvote_id = any (upvote_ids) and d.undone_at is null group by d.upvote_id order by 1);
  end if;
  -- Somebody else's is kept by the trigger; of one's own it would keep no text.
  perform private.keep_removed_upvote(v, v.user_id) from public.tool_upvotes v
    where v.id = any (upvote_ids) and v.user_id = (select auth.uid());
  delete from public.tool_upvotes v where v.id = any (upvote_ids);
  return array(
    select r.decision_id from private.removed_upvotes r where r.upvote_id = any (upvote_ids) order by r.decision_id);
end;
$$;

-- Decides one that is locked, if it is as its moderator saw it: `seen` is the version of the card. Nothing is overwritten if
-- it has changed since.
-- {outcome: 'done', card} or, deleted, {outcome: 'done', card: null, gone} |
-- {outcome: 'changed' (still to decide) or 'decided', card} |
-- {outcome: 'gone', gone: {id, why: deleted | withdrawn | unreported, by, at, undo}}
create function private.decide_case(upvote_id uuid, decision text, seen integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  standing record;
begin
  select c.state, c.version into standing
    from private.moderation_cases c where c.upvote_id = decide_case.upvote_id;
  if not found then
    return jsonb_build_object('outcome', 'gone', 'gone', private.removal_reason(decide_case.upvote_id));
  elsif standing.version is distinct from seen then
    return jsonb_build_object(
      'outcome', case standing.state when 'pending' then 'changed' else 'decided' end,
      'card', private.flagged_card(decide_case.upvote_id));
  elsif standing.state <> 'pending' then
    raise exception 'This recommendation has no report to decide';
  end if;
  perform private.decide_cases(array[decide_case.upvote_id], decision);
  return jsonb_build_object('outcome', 'done', 'card', private.flagged_card(decide_case.upvote_id))
    || case when decision = 'deleted'
      then jsonb_build_object('gone', private.removal_reason(decide_case.upvote_id)) else '{}' end;
end;
$$;

-- Undoes a decision about one that is locked: restores the previous status, and its reports and appeal are pending again.
-- Only for the administrator who decided, within five minutes, while nothing depends on it. Returns the card, or null if
-- nobody reports the restored recommendation any more.
create function private.undo_case(decision_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken private.moderation_decisions;
  undone record;
begin
  select u.* into undone from (
    select v.user_id, v.id as upvote_id, d.decided_by, false as is_removed
    from private.moderation_decisions d join public.tool_upvotes v on v.id = d.upvote_id
    where d.id = undo_case.decision_id
    union all
    select r.user_id, r.upvote_id, r.deleted_by, true
    from private.removed_upvotes r where r.decision_id = undo_case.decision_id
  ) u;
  if undone.decided_by is distinct from (select auth.uid()) and undone.upvote_id is not null then
    raise exception 'Only the administrator who decided may undo it' using errcode = 'insufficient_privilege';
  end if;
  perform private.refuse_conflict(case when private.must_leave_own(undone.user_id) then 'own' end);
  if undone.is_removed then
    perform private.restore_upvote(undo_case.decision_id);
  else
    select * into taken from private.moderation_decisions d where d.id = undo_case.decision_id;
    if taken.id is null or not private.can_undo(taken) then
      raise exception 'This decision can no longer be undone';
    end if;
    update public.tool_upvotes v set flag_status = taken.previous_status, decided_at = taken.previous_decided_at,
        moderation_version = v.moderation_version + 1
      where v.id = taken.upvote_id;
  end if;
  return private.flagged_card(undone.upvote_id);
end;
$$;
