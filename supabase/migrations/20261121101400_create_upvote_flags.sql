-- A report of a recommendation: one a person and recommendation, for its reporter and the administrators to see.
create table public.upvote_flags (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid not null references public.tool_upvotes (id) on delete cascade,
  reason text not null,
  flagged_by uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  flagged_at timestamptz not null default now(),
  resolved_at timestamptz,
  -- Of auth.users, so that `upvote_flags?select=*,profiles(...)` can mean the reporter only.
  resolved_by uuid references auth.users (id) on delete set null,
  constraint upvote_flags_upvote_id_flagged_by_key unique (upvote_id, flagged_by),
  constraint upvote_flags_reason_length check (char_length(reason) between 1 and 1000),
  constraint upvote_flags_status_known check (status in ('pending', 'approved', 'rejected')),
  constraint upvote_flags_resolved_once_decided check ((status = 'pending') = (resolved_at is null))
);

create index upvote_flags_newest on public.upvote_flags (flagged_at desc, id desc);
create index upvote_flags_pending on public.upvote_flags (flagged_at desc, id desc) where status = 'pending';
create index upvote_flags_flagged_by on public.upvote_flags (flagged_by);
create index upvote_flags_resolved_by on public.upvote_flags (resolved_by);

alter table public.upvote_flags enable row level security;
revoke all on public.upvote_flags from public, anon, authenticated, service_role;
grant select on public.upvote_flags to authenticated;
grant insert (upvote_id, reason, flagged_by), update (status, resolved_at) on public.upvote_flags to authenticated;
grant select, insert, update, delete on public.upvote_flags to service_role;

create policy upvote_flags_select_own on public.upvote_flags
  for select to authenticated using (flagged_by = (select auth.uid()));
create policy upvote_flags_select_admin on public.upvote_flags
  for select to authenticated using ((select public.is_admin()));
create policy upvote_flags_insert_own on public.upvote_flags
  for insert to authenticated with check (flagged_by = (select auth.uid()));
create policy upvote_flags_update_admin on public.upvote_flags
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
