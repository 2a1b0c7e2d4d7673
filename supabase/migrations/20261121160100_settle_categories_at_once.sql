-- What follows from a change of tools is done once a statement, no more for each row: with a category of 20,000 tools its
-- deletion took 47 seconds, and was cut off after five.

-- Which tools changed is found without joining: the plan made for one row would be kept for 20,000.
create or replace function private.change_primary_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed uuid[] := array(
    select written.id from (
      select n.id, n.category_id from new_rows n except select o.id, o.category_id from old_rows o
    ) written);
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  insert into public.tool_categories (tool_id, category_id)
    select t.id, t.category_id from public.tools t
    where t.id = any (changed) and t.category_id is not null and not exists (
      select from public.tool_categories tc where tc.tool_id = t.id and tc.category_id = t.category_id)
    on conflict (tool_id, category_id) do nothing;
  perform private.settle_tool_categories(changed);
  return null;
end;
$$;
drop trigger tools_change_primary_category on public.tools;
create trigger tools_change_primary_category after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.change_primary_category();

create or replace function private.carry_to_listings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.listings l
    set listed_at = changed.created_at, upvote_count = changed.upvote_count, changed_at = now()
    from (
      select n.id, n.created_at, n.upvote_count, n.updated_at from new_rows n
      except
      select o.id, o.created_at, o.upvote_count, o.updated_at from old_rows o
    ) changed
    where l.tool_id = changed.id;
  return null;
end;
$$;
drop trigger tools_carry_to_listings on public.tools;
create trigger tools_carry_to_listings after update on public.tools
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.carry_to_listings();

-- What stays as it is was trimmed before.
create or replace function private.normalise_tool() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' or (new.name, new.short_description, new.website_url, new.logo)
     is distinct from (old.name, old.short_description, old.website_url, old.logo) then
    new.name := private.trim_text(new.name);
    new.short_description := private.trim_text(new.short_description);
    new.website_url := private.trim_text(new.website_url);
    new.logo := nullif(private.trim_text(new.logo), '');
  end if;
  if tg_op = 'UPDATE' and new is distinct from old then
    new.updated_at := now();
  end if;
  return new;
end;
$$;

-- The log is of what a person did, not of what follows from it (see create_audit_log): asked before the trigger is called.
drop trigger tools_audit on public.tools;
create trigger tools_audit
  after insert or update of name, slug, logo, short_description, website_url, featured, category_id or delete
  on public.tools for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');
drop trigger tool_categories_audit on public.tool_categories;
create trigger tool_categories_audit after insert or delete on public.tool_categories
  for each row when (pg_trigger_depth() = 0) execute function private.write_audit_log('id');

-- The places in a category go before the keys to it are emptied: each of its tools then goes straight to its next
-- category and is written once, not twice.
create function private.leave_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.tool_categories where category_id = old.id;
  return null;
end;
$$;
revoke execute on function private.leave_category() from public, anon, authenticated, service_role;
-- Triggers run by name: this one comes before those of the foreign keys, "RI_ConstraintTrigger_...".
create trigger "A_leave_category" after delete on public.categories
  for each row execute function private.leave_category();
