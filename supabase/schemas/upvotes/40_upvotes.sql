-- The states of a recommendation that was decided. Without their own search path the functions can be inlined.
create function private.decided_states() returns text[]
language sql immutable parallel safe
return array['approved', 'rejected'];

create function private.is_decided(status text) returns boolean
language sql immutable parallel safe
return status = any (private.decided_states());
-- Constraints are checked as the one who writes.
grant execute on function private.decided_states(), private.is_decided(text) to authenticated, service_role;

-- Whether a decision hides what it is about, and takes it out of every count.
create function private.takes_down(status text) returns boolean
language sql immutable parallel safe
return status = 'rejected';

-- A recommendation: one per member and tool, with a written reason.
--
-- Its triggers in firing order, which is that of their names (in brackets the file, where it is another):
--   before the statement  lock_partitions (locks), which also refuses ended sessions; refuse_truncate (every_table)
--   before a row          insert: a_limit (rate_limits), check
--                         update: a_unseen (conflicts), check, check_decision (decisions)
--                         delete: a_unseen, remove (removed_upvotes)
--   after a row           insert: restore_removed (removed_upvotes)
--                         update: audit (audit_log), follow_edit (edits), record_decision (decisions); delete: audit
--   after the statement   each: follow (follow_writes)
--                         update, delete: write_notices (decision_notices)
create table public.tool_upvotes (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  is_flagged boolean not null default false,
  flag_status text,
  flag_count integer not null default 0,
  -- When a moderator last decided.
  decided_at timestamptz,
  -- Hidden because its author is suspended, or it is set aside (merged_from): in no list and no count. Its own status is
  -- untouched, so lifting the suspension restores it.
  is_withheld boolean not null default false,
  -- Grows with every report, appeal and decision, so that a decision can name what its moderator saw.
  moderation_version integer not null default 0,
  -- The newest report or appeal.
  activity_at timestamptz,
  -- How much it counts in orders and search (docs/ranking.md): see private.vote_weight. 0: set aside by a moderator.
  weight double precision not null default 1,
  -- When its author first recommended the tool, if they withdrew it and wrote it again: its age in 'Trending'.
  first_at timestamptz,
  -- When its author last changed it (private.former_texts).
  edited_at timestamptz,
  -- Who says so: the author's occupation, and how long they have used it.
  author_role text,
  used_for text,
  -- How many members found it helpful (private.helpful_marks). It orders a tool's recommendations.
  helpful_count integer not null default 0,
  -- The tool it was about, if that was merged into one its author recommends too (public.merge_tools): set aside, as if
  -- withheld, and shown to its author.
  merged_from uuid,
  -- Of one tool, a member has one that is not set aside.
  constraint tool_upvotes_tool_id_user_id_key unique nulls not distinct (tool_id, user_id, merged_from),
  -- char_length counts code points; the trigger has trimmed.
  constraint tool_upvotes_reason_length check (char_length(reason) between 1 and 200),
  constraint tool_upvotes_reason_shown check (private.is_readable('Reason', reason, true)),
  constraint tool_upvotes_author_role_length check (char_length(author_role) between 1 and 40),
  constraint tool_upvotes_author_role_shown check (private.is_readable('Role', author_role, false)),
  constraint tool_upvotes_used_for_known check (used_for in ('month', 'year', 'years')),
  constraint tool_upvotes_helpful_count_positive check (helpful_count >= 0),
  constraint tool_upvotes_flag_status_known check (flag_status = 'pending' or private.is_decided(flag_status)),
  constraint tool_upvotes_flag_status_flagged check (is_flagged = (flag_status is not null)),
  constraint tool_upvotes_flag_count_positive check (flag_count >= 0)
);

create index tool_upvotes_tool_newest on public.tool_upvotes (tool_id, created_at desc, id desc);
create index tool_upvotes_user_newest on public.tool_upvotes (user_id, created_at desc, id desc);
-- The rest of a tool's recommendations follows in the order of tool_newest.
create index tool_upvotes_tool_helpful on public.tool_upvotes (tool_id, helpful_count desc, created_at desc, id desc)
  where helpful_count > 0;
-- For clients that read what was reported by flag_count.
create index tool_upvotes_flagged on public.tool_upvotes (created_at desc) where flag_count > 0;
-- Those whose weight may rise, and bursts of new members.
create index tool_upvotes_light on public.tool_upvotes (coalesce(edited_at, created_at)) where weight < 1;
-- The administrators' queue, and how many there are of each state.
create index tool_upvotes_moderated on public.tool_upvotes (activity_at desc, id desc) include (flag_status) where is_flagged;
-- The cases of one tool.
create index tool_upvotes_tool_flagged on public.tool_upvotes (tool_id) where is_flagged;

alter table public.tool_upvotes enable row level security;
grant select on public.tool_upvotes to anon, authenticated;
grant insert (tool_id, user_id, reason, author_role, used_for), update (flag_status), delete on public.tool_upvotes to authenticated;
grant select, insert, update, delete on public.tool_upvotes to service_role;

create policy tool_upvotes_insert_own on public.tool_upvotes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy tool_upvotes_update_admin on public.tool_upvotes
  for update to authenticated using ((select private.can_moderate())) with check ((select private.can_moderate()));
create policy tool_upvotes_select_visitor on public.tool_upvotes
  for select to anon
  using (not is_withheld and (not is_flagged or flag_status = 'approved'));
create policy tool_upvotes_select_member on public.tool_upvotes
  for select to authenticated
  using ((select public.require_open_account()) and (not is_withheld and (not is_flagged or flag_status = 'approved')
    or user_id = (select auth.uid()) or (select private.can_moderate())));
create policy tool_upvotes_delete_own_or_admin on public.tool_upvotes
  for delete to authenticated using (user_id = (select auth.uid()) or (select private.can_moderate()));

-- Whether visitors are shown it, and whether it counts: reported ones count until a decision takes them down. Their bodies are
-- parsed at creation: without their own search path they can be inlined.
create function private.is_shown(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return (not upvote.is_flagged or upvote.flag_status is not distinct from 'approved') and not upvote.is_withheld;

create function private.is_counted(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return private.takes_down(upvote.flag_status) is not true and not upvote.is_withheld;

-- Whether it is reported and shown nevertheless until a moderator decides, because too few members agree. It has the status
-- 'approved' without a decision: shown, and in the queue.
create function private.is_waiting(upvote public.tool_upvotes) returns boolean
language sql immutable parallel safe
return upvote.flag_status is not distinct from 'approved' and upvote.decided_at is null;

-- Not for one that an undo restores: only that has a version.
create trigger tool_upvotes_a_limit before insert on public.tool_upvotes
  for each row when (new.moderation_version = 0)
  execute function private.limit_writes('You can recommend at most %s {items} a day', '30', '10');

-- The upvotes of a member, written or edited in the last 30 days, that have one of these texts. Upper and lower case,
-- accents, white space and punctuation make no difference.
create function private.find_equal_texts(member_id uuid, reasons text[]) returns setof public.tool_upvotes
language sql stable set search_path = ''
as $$
  select v.* from public.tool_upvotes v
  where v.user_id = member_id and v.merged_from is null
    and coalesce(v.edited_at, v.created_at) > now() - interval '30 days'
    and private.squeeze(v.reason) in (select private.squeeze(reason) from unnest(reasons) reason)
    and private.squeeze(v.reason) <> ''
$$;

-- Locks in the order of docs/decisions/050. An upvote that was in progress when its author was suspended waits for the
-- profile. What a report or a moderator hid is hidden again when its author writes it again (docs/decisions/023); a
-- moderator's deletion can then no longer be undone.
create function private.check_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_own boolean := new.user_id is not distinct from (select auth.uid());
  removed record;
  joined_at timestamptz;
begin
  new.reason := private.trim_text(new.reason);
  new.author_role := nullif(private.trim_text(new.author_role), '');
  if tg_op = 'UPDATE' then
    return new;
  elsif is_own then
    -- What report_equal_texts may change.
    perform from public.tool_upvotes v
      where v.id in (select e.id from private.find_equal_texts(new.user_id, array[new.reason]) e)
      order by v.id for update;
  end if;
  -- Not yet for an update: of several rows the tools are locked by id, after the statement.
  perform from public.tools t where t.id = new.tool_id for key share;
  if not found then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  select p.created_at into joined_at from public.profiles p where p.id = new.user_id for key share;
  if is_own and (not found or private.is_suspended(new.user_id)) then
    raise exception 'Your session has ended' using errcode = 'PT401';
  end if;
  select r.upvote_id, r.is_withdrawn, r.flag_status into removed
    from private.removed_upvotes r
    where r.tool_id = new.tool_id and r.user_id = new.user_id and r.merged_from is not distinct from new.merged_from for update;
  if removed.upvote_id = new.id then
    new.is_withheld := new.merged_from is not null or exists (
      select from private.suspensions s where s.user_id = new.user_id and s.lifted_at is null and s.hides_upvotes);
  elsif not removed.is_withdrawn then
    delete from private.removed_upvotes r where r.upvote_id = removed.upvote_id;
  elsif private.takes_down(removed.flag_status) then
    new.is_flagged := true;
    new.flag_status := removed.flag_status;
    new.activity_at := now();
  end if;
  new.weight := case
    when exists (select from private.voided_upvotes d where d.tool_id = new.tool_id and d.user_id = new.user_id) then 0
    else private.vote_weight(joined_at, private.count_recommended(new.user_id, new.tool_id) + 1,
      private.setting('vote_weights'))
  end;
  new.first_at := (
    select d.first_at from private.upvote_dates d
    where d.tool_id = new.tool_id and d.user_id = new.user_id and d.first_at < new.created_at);
  return new;
end;
$$;

create trigger tool_upvotes_check before insert or update of reason, author_role on public.tool_upvotes
  for each row execute function private.check_upvote();

create trigger tool_upvotes_lock_partitions before insert or update or delete on public.tool_upvotes
  for each statement execute function private.lock_partitions('recommendations', 'shared');
