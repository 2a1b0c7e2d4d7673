-- Notifies every process, on commit, what a transaction changed, so that their caches are never older than the database
-- (docs/decisions/032). On the channel `plaudit_changes` a notice names
--   `tools`               rows of this table may have changed in any way (`private.x` for a table of private)
--   `tools#<id>`          only the upvote count of this tool
--   `tool_upvotes#<id>`   recommendations of this tool
--   `responses#<id>`      only what is said about recommendations of this tool: how many find them helpful, answers
--   `link_checks#<id>`    only whether this tool's website answers, and the month in which it was checked
--   `*`                   anything
-- Triggers are per statement; PostgreSQL merges equal notices of one transaction, and one that changes many rows
-- notifies the whole table: an import of 100,000 rows sends a handful.

-- Counts the rows notified one by one in this transaction; from 100 on whole tables are notified.
create function private.may_notify_rows(more bigint) returns boolean
language plpgsql set search_path = ''
as $$
declare
  notified bigint := coalesce(nullif(current_setting('plaudit.notified_rows', true), ''), '0')::bigint + more;
begin
  if notified > 100 then
    return false;
  end if;
  perform set_config('plaudit.notified_rows', notified::text, true);
  return true;
end;
$$;

create function private.notify_table() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('plaudit_changes', case tg_table_schema when 'public' then '' else tg_table_schema || '.' end
    || tg_table_name);
  return null;
end;
$$;

create trigger tools_notify after insert or delete on public.tools
  for each statement execute function private.notify_table();

-- An upvote changes only a tool's count. Compared as JSON without it, so that columns added later are covered.
create function private.notify_tools_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed bigint;
  ids text;
begin
  select count(*) into changed from new_rows;
  if changed <= 100 and not exists (
    select from new_rows n full join old_rows o on o.id = n.id
    where to_jsonb(n) - 'upvote_count' is distinct from to_jsonb(o) - 'upvote_count'
  ) then
    select string_agg('tools#' || n.id, ' '), count(*) into ids, changed
      from new_rows n join old_rows o on o.id = n.id where n.upvote_count is distinct from o.upvote_count;
    if changed = 0 then
      return null;
    elsif private.may_notify_rows(changed) then
      perform pg_notify('plaudit_changes', ids);
      return null;
    end if;
  end if;
  perform pg_notify('plaudit_changes', 'tools');
  return null;
end;
$$;

create trigger tools_notify_update after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.notify_tools_update();

-- Of recommendations of these tools, when they follow a write of them (89_follow_writes.sql).
create function private.notify_upvotes(tool_ids uuid[], is_response boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.may_notify_rows(cardinality(tool_ids)) then
    perform pg_notify('plaudit_changes',
        string_agg(case when is_response then 'responses#' else 'tool_upvotes#' end || tool_id, ' '))
      from unnest(tool_ids) tool_id having count(*) > 0;
  else
    perform pg_notify('plaudit_changes', 'tool_upvotes');
  end if;
end;
$$;

comment on table public.tool_upvotes is 'Not notified by a trigger of its own: what follows from a write tells of which tools.';

-- The other tables that visitors' answers depend on are notified as a whole. Tables of private whose rows follow from those
-- of another say so in their comment (a test looks for every table that is read).
do $$
declare
  place text;
begin
  foreach place in array array['public.categories', 'public.profiles', 'public.site_settings', 'public.tool_categories',
    'public.tool_makers', 'public.tool_submitters', 'private.chosen_recommendations', 'private.member_list_tools',
    'private.member_lists', 'private.moderation_log', 'private.suspensions']
  loop
    execute format('create trigger %s after insert or update or delete or truncate on %s
      for each statement execute function private.notify_table()', split_part(place, '.', 2) || '_notify', place);
  end loop;
end;
$$;
