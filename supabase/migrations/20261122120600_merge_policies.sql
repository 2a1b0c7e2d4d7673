-- One policy for each action and role: several permissive ones are all asked for every row.
drop policy tool_upvotes_select_public on public.tool_upvotes;
drop policy tool_upvotes_select_own on public.tool_upvotes;
drop policy tool_upvotes_select_admin on public.tool_upvotes;
create policy tool_upvotes_select_visitor on public.tool_upvotes
  for select to anon
  using (not is_withheld and (not is_flagged or flag_status = 'approved'));
create policy tool_upvotes_select_member on public.tool_upvotes
  for select to authenticated
  using ((not is_withheld and (not is_flagged or flag_status = 'approved'))
    or user_id = (select auth.uid()) or (select public.is_admin()));

drop policy tool_upvotes_delete_own on public.tool_upvotes;
drop policy tool_upvotes_delete_admin on public.tool_upvotes;
create policy tool_upvotes_delete_own_or_admin on public.tool_upvotes
  for delete to authenticated using (user_id = (select auth.uid()) or (select public.is_admin()));

drop policy upvote_flags_select_own on public.upvote_flags;
drop policy upvote_flags_select_admin on public.upvote_flags;
create policy upvote_flags_select_own_or_admin on public.upvote_flags
  for select to authenticated using (flagged_by = (select auth.uid()) or (select public.is_admin()));

drop policy upvote_appeals_select_own on public.upvote_appeals;
drop policy upvote_appeals_select_admin on public.upvote_appeals;
create policy upvote_appeals_select_own_or_admin on public.upvote_appeals
  for select to authenticated
  using ((select public.is_admin()) or exists (
    select from public.tool_upvotes v where v.id = upvote_id and v.user_id = (select auth.uid())));

-- Each tool stands once in each list.
alter table private.listings drop constraint listings_tool_id_category_id_key;
alter table private.listings add constraint listings_pkey primary key (tool_id, category_id);

-- A logo is served by its name to everybody, because the bucket is public; which there are is for administrators.
do $$
begin
  if to_regclass('storage.buckets') is null or to_regclass('storage.objects') is null then
    return;
  end if;
  drop policy if exists tool_logos_select_public on storage.objects;
  create policy tool_logos_select_admin on storage.objects
    for select to authenticated using (bucket_id = 'tool-logos' and (select public.is_admin()));
end;
$$;
