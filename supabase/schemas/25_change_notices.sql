-- Tells every listening process, on commit, what a transaction changed, so that what they keep in memory is never older
-- than the database (docs/decisions/032). On the channel `plaudit_changes` a notice names
--   `tools`               rows of this table may have changed in any way (`private.x` for a table of private)
--   `tools#<id>`          only the number of upvotes of this tool
--   `tool_upvotes#<id>`   recommendations of this tool
--   `*`                   anything
-- Statement triggers; equal notices of one transaction are one, and a transaction that changes many rows says so for
-- the whole table: an import of 100,000 rows is a handful of notices.

-- Rows told one by one in one transaction; from then on whole tables are told.
create function private.may_announce_rows(more bigint) returns boolean
language plpgsql set search_path = ''
as $$
declare
  told bigint := coalesce(nullif(current_setting('plaudit.announced_rows', true), ''), '0')::bigint + more;
begin
  if told > 100 then
    return false;
  end if;
  perform set_config('plaudit.announced_rows', told::text, true);
  return true;
end;
$$;

create function private.announce_table() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('plaudit_changes', case tg_table_schema when 'public' then '' else tg_table_schema || '.' end
    || tg_table_name);
  return null;
end;
$$;

create trigger tools_announce after insert or delete on public.tools
  for each statement execute function private.announce_table();

-- An upvote moves a tool's count and nothing else of it. Compared without the count, so that a later column counts too.
create function private.announce_tools_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
  ids text;
begin
  select count(*) into changed from new_rows;
  if changed = 0 then
    return null;
  end if;
  if changed <= 100 and not exists (
    select from new_rows n full join old_rows o on o.id = n.id
    where to_jsonb(n) - 'upvote_count' is distinct from to_jsonb(o) - 'upvote_count'
  ) then
    select string_agg('tools#' || n.id, ' '), count(*) into ids, changed
      from new_rows n join old_rows o on o.id = n.id where n.upvote_count is distinct from o.upvote_count;
    if changed = 0 then
      return null;
    elsif private.may_announce_rows(changed) then
      perform pg_notify('plaudit_changes', ids);
      return null;
    end if;
  end if;
  perform pg_notify('plaudit_changes', 'tools');
  return null;
end;
$$;

create trigger tools_announce_update after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.announce_tools_update();

create function private.announce_upvotes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tools uuid[];
begin
  if tg_op = 'INSERT' then
    tools := array(select distinct tool_id from new_rows limit 101);
  elsif tg_op = 'DELETE' then
    tools := array(select distinct tool_id from old_rows limit 101);
  else
    tools := array(select tool_id from old_rows union select tool_id from new_rows limit 101);
  end if;
  if cardinality(tools) = 0 then
    return null;
  elsif private.may_announce_rows(cardinality(tools)) then
    perform pg_notify('plaudit_changes',
      (select string_agg('tool_upvotes#' || tool_id, ' ') from unnest(tools) as changed (tool_id)));
  else
    perform pg_notify('plaudit_changes', 'tool_upvotes');
  end if;
  return null;
end;
$$;

create trigger tool_upvotes_announce_insert after insert on public.tool_upvotes
  referencing new table as new_rows for each statement execute function private.announce_upvotes();
create trigger tool_upvotes_announce_update after update on public.tool_upvotes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.announce_upvotes();
create trigger tool_upvotes_announce_delete after delete on public.tool_upvotes
  referencing old table as old_rows for each statement execute function private.announce_upvotes();

-- Every other table tells as a whole. Called by the server after its migrations, so that tables yet to come are covered
-- without a word of theirs. One whose comment begins with 'Unannounced' is left out: nothing a visitor reads may depend
-- on it (a test looks).
--
-- Ours are the tables of private and these of public, where others may keep theirs: extensions do, and a trigger on what
-- belongs to somebody else stops the start. A test fails for a table of public that is neither named nor another's.
create function private.announce_every_table() returns void
language plpgsql set search_path = ''
as $$
declare
  entry record;
begin
  for entry in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_class c
    where c.relkind = 'r'
      and (c.relnamespace = 'private'::regnamespace
        or c.relnamespace = 'public'::regnamespace and c.relname in (
          'audit_log', 'categories', 'profiles', 'tool_categories', 'tool_upvotes', 'tools', 'upvote_appeals',
          'upvote_flags'))
      and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'Unannounced%'
      and not exists (
        select from pg_catalog.pg_trigger t
        where t.tgrelid = c.oid and t.tgname like c.relname || '\_announce%'
      )
  loop
    execute format('create trigger %I after insert or update or delete or truncate on %s
      for each statement execute function private.announce_table()', entry.relname || '_announce', entry.name);
  end loop;
end;
$$;

select private.announce_every_table();
