-- A recommendation: one a person and tool, with a written reason.
create table public.tool_upvotes (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  is_flagged boolean not null default false,
  flag_status text,
  flag_count integer not null default 0,
  constraint tool_upvotes_tool_id_user_id_key unique (tool_id, user_id),
  -- char_length counts code points; the trigger has trimmed.
  constraint tool_upvotes_reason_length check (char_length(reason) between 1 and 200),
  constraint tool_upvotes_flag_status_known check (flag_status in ('pending', 'approved', 'rejected')),
  constraint tool_upvotes_flag_status_flagged check (is_flagged = (flag_status is not null)),
  constraint tool_upvotes_flag_count_positive check (flag_count >= 0)
);

create index tool_upvotes_tool_newest on public.tool_upvotes (tool_id, created_at desc, id desc);
create index tool_upvotes_user_newest on public.tool_upvotes (user_id, created_at desc, id desc);
create index tool_upvotes_flagged on public.tool_upvotes (created_at desc) where flag_count > 0;

create function private.normalise_upvote() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.reason := private.trim_text(new.reason);
  return new;
end;
$$;

create trigger tool_upvotes_normalise before insert or update of reason on public.tool_upvotes
  for each row execute function private.normalise_upvote();

alter table public.tool_upvotes enable row level security;
revoke all on public.tool_upvotes from public, anon, authenticated, service_role;
grant select on public.tool_upvotes to anon, authenticated;
grant insert (tool_id, user_id, reason), update (flag_status), delete on public.tool_upvotes to authenticated;
grant select, insert, update, delete on public.tool_upvotes to service_role;

create policy tool_upvotes_select_public on public.tool_upvotes
  for select to anon, authenticated using (not is_flagged or flag_status = 'approved');
create policy tool_upvotes_select_own on public.tool_upvotes
  for select to authenticated using (user_id = (select auth.uid()));
create policy tool_upvotes_select_admin on public.tool_upvotes
  for select to authenticated using ((select public.is_admin()));
create policy tool_upvotes_insert_own on public.tool_upvotes
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy tool_upvotes_update_admin on public.tool_upvotes
  for update to authenticated using ((select public.is_admin())) with check ((select public.is_admin()));
create policy tool_upvotes_delete_own on public.tool_upvotes
  for delete to authenticated using (user_id = (select auth.uid()));
create policy tool_upvotes_delete_admin on public.tool_upvotes
  for delete to authenticated using ((select public.is_admin()));
