-- The author's appeal against a rejection, or against not being counted: one per recommendation, but one against not being
-- counted that was answered makes room for one against a rejection. It returns the recommendation to the administrators'
-- queue, or to the alerts; it stays hidden, or not counted, until they decide. Visible to its author and the administrators.
create table public.upvote_appeals (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  -- 'rejected' or 'uncounted': what stood when it was sent. A rejection that comes later is none of it.
  about text not null default 'rejected',
  reason text,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint upvote_appeals_upvote_id_key unique (upvote_id),
  constraint upvote_appeals_about_known check (about in ('rejected', 'uncounted')),
  constraint upvote_appeals_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_appeals_reason_shown check (private.is_readable('Appeal', reason, true)),
  constraint upvote_appeals_status_known check (status in ('pending', 'withdrawn') or private.is_decided(status)),
  -- 'withdrawn' marks the one appeal as used on a recommendation its author deleted and wrote again.
  constraint upvote_appeals_reason_given check ((reason is null) = (status = 'withdrawn')),
  constraint upvote_appeals_resolved_once_decided check ((status = 'pending') = (resolved_at is null))
);

create index upvote_appeals_pending on public.upvote_appeals (upvote_id) where status = 'pending';

alter table public.upvote_appeals enable row level security;
grant select on public.upvote_appeals to authenticated, service_role;
grant insert (upvote_id, reason) on public.upvote_appeals to authenticated;

create policy upvote_appeals_insert_own on public.upvote_appeals
  for insert to authenticated with check (
    exists (select from public.tool_upvotes v where v.id = upvote_id and v.user_id = (select auth.uid()))
  );
-- Suspended members read neither their appeals nor their reports.
create policy upvote_appeals_select_own_or_admin on public.upvote_appeals
  for select to authenticated
  using ((select public.require_open_account()) and ((select private.can_moderate()) or exists (
    select from public.tool_upvotes v where v.id = upvote_id and v.user_id = (select auth.uid()))));

-- Appeals against a rejection that wait; those against not being counted are among the alerts.
create view private.waiting_appeals with (security_invoker = true) as
select a.upvote_id, a.created_at from public.upvote_appeals a where a.status = 'pending' and a.about = 'rejected';

-- Returns the recommendation to the queue. The update also serialises reports, appeals and decisions about it.
create function private.check_appeal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  weight double precision;
begin
  new.reason := private.trim_text(new.reason);
  update public.tool_upvotes v set moderation_version = v.moderation_version + 1, activity_at = new.created_at
    where v.id = new.upvote_id and v.user_id = (select auth.uid())
    returning case when private.takes_down(v.flag_status) then 'rejected' else 'uncounted' end, v.weight
    into new.about, weight;
  -- The same error whether it is somebody else's or does not exist, so that the answer reveals neither.
  if not found then
    raise exception 'Only its author may appeal for a recommendation' using errcode = 'insufficient_privilege';
  elsif new.about = 'uncounted' and weight > 0 then
    raise exception 'Only what a moderator has hidden can be appealed' using errcode = 'check_violation';
  elsif new.about = 'rejected' then
    -- Who was answered about not being counted may still appeal against the rejection.
    delete from public.upvote_appeals a
      where a.upvote_id = new.upvote_id and a.about = 'uncounted' and a.status <> 'pending';
  end if;
  return new;
end;
$$;

create trigger upvote_appeals_a_limit before insert on public.upvote_appeals
  for each row when (pg_trigger_depth() = 0)
  execute function private.limit_writes('You can appeal at most %s decisions a day', '20', '20');

-- For members' appeals, not for those a trigger inserts.
create trigger upvote_appeals_check before insert on public.upvote_appeals
  for each row when (pg_trigger_depth() = 0) execute function private.check_appeal();

create trigger upvote_appeals_lock_partitions before insert or update or delete on public.upvote_appeals
  for each statement execute function private.lock_partitions('recommendations', 'shared');
