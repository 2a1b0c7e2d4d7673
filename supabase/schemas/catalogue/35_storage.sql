-- The public bucket for logos, where the database belongs to a Supabase project; elsewhere the app stores the files.
-- Files are public by name; listing them is for who may change the catalogue.
do $$
begin
  if to_regclass('storage.buckets') is null or to_regclass('storage.objects') is null then
    return;
  end if;
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
    values ('tool-logos', 'tool-logos', true, 2 * 1024 * 1024, array['image/*'])
    on conflict (id) do nothing;
  create policy tool_logos_select_admin on storage.objects
    for select to authenticated using (bucket_id = 'tool-logos' and (select private.can_edit()));
  create policy tool_logos_insert_admin on storage.objects
    for insert to authenticated with check (bucket_id = 'tool-logos' and (select private.can_edit()));
  create policy tool_logos_delete_admin on storage.objects
    for delete to authenticated using (bucket_id = 'tool-logos' and (select private.can_edit()));
end;
$$;

-- Names this site's folder in a bucket (server/supabase/storage/site-folder.ts). One row, written by the first process that
-- needs it; a moved or restored database keeps it.
create table private.site_folder (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);

