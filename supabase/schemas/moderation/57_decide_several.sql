-- Deciding cases, one or several at once, and undoing that, in one transaction. What is refused for one stops none of the
-- others.

-- Decides 1 to 100 cases, [{id, seen}]: 'approved', 'rejected' or 'deleted'. Tells of each in the given order what
-- private.decide_case says, with its id, or outcome 'refused' with the message.
create function public.decide_several(cases jsonb, decision text, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted record;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if (case when jsonb_typeof(cases) = 'array' then jsonb_array_length(cases) between 1 and 100 end) is not true then
    raise exception 'Name 1 to 100 recommendations' using errcode = 'invalid_parameter_value';
  end if;
  perform private.begin_deciding(
    array(select c.id from jsonb_to_recordset(cases) c (id uuid)), decision, reason);
  for wanted in select c.id, c.seen from jsonb_to_recordset(cases) c (id uuid, seen integer) loop
    begin
      answer := private.decide_case(wanted.id, decision, wanted.seen);
    exception when insufficient_privilege or check_violation or raise_exception then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.flagged_card(wanted.id), 'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', wanted.id) || answer);
  end loop;
  perform set_config('plaudit.decision_reason', '', true);
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return answers;
end;
$$;

-- Decides what waits of this member's recommendations, the 200 that waited longest, without those that are left to another
-- administrator; and suspends the member if that is wanted. {decided: the ids to undo them by, left: how many still wait,
-- suspended}
create function public.decide_all_of(
  username text, decision text, reason text default null, suspend boolean default false, suspension_reason text default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  member_id uuid;
  waiting uuid[];
  decided bigint[];
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  select p.id into member_id from public.profiles p
    where p.username operator(extensions.=) decide_all_of.username::extensions.citext;
  perform private.require_member(member_id);
  if suspend then
    perform private.suspend(member_id, suspension_reason, false);
  end if;
  waiting := array(
    select c.upvote_id from private.moderation_cases c
    where c.user_id = member_id and c.state = 'pending' and private.find_conflict(c.upvote_id) is null
    order by c.activity_at, c.upvote_id limit 200);
  perform private.begin_deciding(waiting, decision, reason);
  -- Without what somebody else decided while this waited.
  decided := private.decide_cases(array(
    select c.upvote_id from private.moderation_cases c
    where c.upvote_id = any (waiting) and c.state = 'pending' and private.find_conflict(c.upvote_id) is null), decision);
  perform set_config('plaudit.decision_reason', '', true);
  perform private.purge_removed_upvotes();
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return jsonb_build_object('decided', to_jsonb(decided), 'suspended', coalesce(suspend, false), 'left', (
    select count(*) from private.moderation_cases c where c.user_id = member_id and c.state = 'pending'));
end;
$$;

-- Undoes 1 to 200 decisions, later ones first: [{id, outcome: undone | refused, card, message}] in the given order.
create function public.undo_decisions(decision_ids bigint[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted constant bigint[] := array(select distinct entry from unnest(decision_ids) entry where entry is not null);
  upvote_ids uuid[];
  one bigint;
  answer jsonb;
  answers jsonb := '{}';
begin
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  if cardinality(wanted) not between 1 and 200 then
    raise exception 'Name 1 to 200 decisions' using errcode = 'invalid_parameter_value';
  end if;
  upvote_ids := array(select d.upvote_id from private.moderation_decisions d where d.id = any (wanted));
  -- What these decisions were about: recommendations and tools, and the authors, whose deletion would also delete what was
  -- removed.
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (
      select v.tool_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id
      union select r.tool_id from private.removed_upvotes r where r.decision_id = any (wanted))
    order by t.id for no key update;
  perform from public.profiles p
    where p.id in (
      select v.user_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id
      union select r.user_id from private.removed_upvotes r where r.decision_id = any (wanted))
    order by p.id for key share;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  for one in select entry from unnest(wanted) entry order by entry desc loop
    begin
      answer := jsonb_build_object('outcome', 'undone', 'card', private.undo_case(one));
    exception when insufficient_privilege or check_violation or raise_exception then
      answer := jsonb_build_object('outcome', 'refused', 'card', null, 'message', sqlerrm);
    end;
    answers := answers || jsonb_build_object(one::text, jsonb_build_object('id', one) || answer);
  end loop;
  perform private.require_current_administrator('moderate recommendations', 'moderator');
  return (
    select jsonb_agg(answers -> entry::text order by place)
    from unnest(decision_ids) with ordinality given (entry, place) where entry is not null);
end;
$$;
grant execute on function public.decide_several, public.decide_all_of, public.undo_decisions to authenticated;
