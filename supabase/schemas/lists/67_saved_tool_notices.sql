-- Telling members that a tool they saved was changed or removed. Who changes a tool that 100,000 saved writes one row; a job
-- tells them some at a time, when nobody has changed it for ten minutes: what was put back meanwhile was never changed.
create table private.tool_changes (
  -- No foreign key: it may be gone.
  tool_id uuid primary key,
  tool_name text not null,
  -- What of it is told, as it was before.
  before jsonb not null,
  changed_at timestamptz not null default now(),
  changed_by uuid,
  -- The last member who was told.
  told_to uuid
);

create index tool_changes_oldest on private.tool_changes (changed_at);

create function private.told_fields(tool public.tools) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('name', tool.name, 'short_description', tool.short_description, 'website_url', tool.website_url,
    'pricing', tool.pricing, 'open_source', tool.open_source, 'license', tool.license, 'repository_url', tool.repository_url,
    'platforms', tool.platforms)
$$;

create function private.record_tool_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  same uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    same := array(
      select o.id from old_rows o join new_rows n on n.id = o.id where private.told_fields(o) = private.told_fields(n));
  end if;
  insert into private.tool_changes as c (tool_id, tool_name, before, changed_by)
    select o.id, o.name, private.told_fields(o), (select auth.uid())
    from old_rows o
    where not exists (select from unnest(same) s (id) where s.id = o.id)
      and exists (select from private.saved_tools s where s.tool_id = o.id)
    order by o.id
    on conflict (tool_id) do update
      set changed_at = excluded.changed_at, changed_by = excluded.changed_by, told_to = null;
  return null;
end;
$$;

-- Not for what other triggers write: figures.
create trigger tools_record_changes after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_tool_changes();
create trigger tools_record_deletions after delete on public.tools
  referencing old table as old_rows
  for each statement when (pg_trigger_depth() = 0) execute function private.record_tool_changes();

-- The job: tells the next members of the change that has waited longest. Returns false when none waits. A tool has one
-- unread notice, about all that is different since the last one that was read.
create function private.tell_tool_changes(most integer default 1000, quiet interval default interval '10 minutes')
returns boolean
language plpgsql set search_path = ''
as $$
declare
  change private.tool_changes;
  tool public.tools;
  fields jsonb;
  told_kind text;
  next_ones uuid[];
  readers uuid[];
begin
  select * into change from private.tool_changes c where c.changed_at <= now() - quiet
    order by c.changed_at limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select * into tool from public.tools t where t.id = change.tool_id;
  told_kind := case when found then 'tool_changed' else 'tool_removed' end;
  if found then
    select coalesce(jsonb_agg(b.key order by b.key), '[]') into fields
      from jsonb_each(change.before) b where b.value <> private.told_fields(tool) -> b.key;
  end if;
  next_ones := array(
    select s.member_id from private.saved_tools s
    where s.tool_id = change.tool_id and s.member_id > coalesce(change.told_to, '00000000-0000-0000-0000-000000000000')
    order by s.member_id limit most);
  if cardinality(next_ones) = 0 or fields = '[]' then
    delete from private.tool_changes c where c.tool_id = change.tool_id;
    return true;
  end if;
  update private.tool_changes c set told_to = next_ones[cardinality(next_ones)] where c.tool_id = change.tool_id;
  -- Without those whose account is being deleted, and who changed it.
  readers := array(
    select p.id from public.profiles p where p.id = any (next_ones) and p.id is distinct from change.changed_by
    order by p.id for key share);
  with earlier as (
    delete from private.notices n
      where n.member_id = any (readers) and n.cause = 'tool:' || change.tool_id and n.read_at is null
      returning n.member_id, n.details
  )
  insert into private.notices (member_id, kind, cause, tool_id, tool_name, details)
    select r.id, told_kind, 'tool:' || change.tool_id, change.tool_id, coalesce(tool.name, change.tool_name),
      case told_kind when 'tool_changed' then jsonb_build_object('fields', fields || coalesce((
        select jsonb_agg(f) from jsonb_array_elements(e.details -> 'fields') f where not fields @> f), '[]')) else '{}' end
    from unnest(readers) r (id) left join earlier e on e.member_id = r.id
    order by r.id;
  if told_kind = 'tool_removed' then
    delete from private.saved_tools s where s.tool_id = change.tool_id and s.member_id = any (next_ones);
  end if;
  return true;
end;
$$;
