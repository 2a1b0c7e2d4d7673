-- What administrators changed, and who they are. Written by triggers only, never changed, read by administrators.
create table public.audit_log (
  id bigint generated always as identity primary key,
  -- No foreign key: an entry outlives the account and the row it tells of.
  actor_id uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);

create index audit_log_row on public.audit_log (table_name, row_id);
create index audit_log_actor on public.audit_log (actor_id);

alter table public.audit_log enable row level security;
revoke all on public.audit_log from public, anon, authenticated, service_role;
grant select on public.audit_log to authenticated, service_role;

create policy audit_log_select_admin on public.audit_log
  for select to authenticated using ((select public.is_admin()));

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_keep before truncate on public.audit_log
  for each statement execute function private.refuse_change();

-- Argument: the column that identifies the row.
create function private.write_audit_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_table_schema = 'public' then
    -- What the person did, not what follows from it by triggers and cascades.
    if pg_trigger_depth() > 1 or before is not distinct from after then
      return null;
    end if;
    if not public.is_admin() and auth.role() is distinct from 'service_role' then
      return null;
    end if;
    -- Taking back one's own recommendation is nothing an administrator does.
    if tg_table_name = 'tool_upvotes' and tg_op = 'DELETE' and before ->> 'user_id' = (select auth.uid())::text then
      return null;
    end if;
  end if;
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (
      (select auth.uid()), lower(tg_op), tg_table_name, (coalesce(after, before) ->> tg_argv[0])::uuid, before, after
    );
  return null;
end;
$$;

create trigger categories_audit
  after insert or update of name, slug, description or delete on public.categories
  for each row execute function private.write_audit_log('id');
create trigger tools_audit
  after insert or update of name, slug, logo, short_description, website_url, featured, category_id or delete
  on public.tools for each row execute function private.write_audit_log('id');
create trigger tool_categories_audit after insert or delete on public.tool_categories
  for each row execute function private.write_audit_log('id');
create trigger tool_upvotes_audit after update of flag_status or delete on public.tool_upvotes
  for each row execute function private.write_audit_log('id');
create trigger upvote_flags_audit after update of status on public.upvote_flags
  for each row execute function private.write_audit_log('id');
-- Who administers is logged whoever changes it, also by hand on the server.
create trigger administrators_audit after insert or update or delete on private.administrators
  for each row execute function private.write_audit_log('user_id');
