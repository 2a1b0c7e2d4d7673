-- What is kept of rows (counts, lists, trends, cases) follows their deletion. TRUNCATE deletes without saying of what: so
-- the rows are deleted first, and nothing is left for it to do. Slower, and right.
create function private.delete_before_truncate() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  execute format('delete from %s', tg_relid::regclass);
  return null;
end;
$$;
revoke execute on function private.delete_before_truncate() from public, anon, authenticated, service_role;

create trigger categories_delete before truncate on public.categories
  for each statement execute function private.delete_before_truncate();
create trigger tools_delete before truncate on public.tools
  for each statement execute function private.delete_before_truncate();
create trigger tool_categories_delete before truncate on public.tool_categories
  for each statement execute function private.delete_before_truncate();
create trigger tool_upvotes_delete before truncate on public.tool_upvotes
  for each statement execute function private.delete_before_truncate();
create trigger upvote_flags_delete before truncate on public.upvote_flags
  for each statement execute function private.delete_before_truncate();
