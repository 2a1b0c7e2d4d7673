-- Creates a tool (tool_id null) or saves it, with its categories in the order chosen, in one transaction; returns its id.
-- Runs with the caller's rights, under the policies of the tables.
create function public.save_tool(
  name text,
  slug text,
  short_description text,
  website_url text,
  category_ids uuid[] default '{}',
  featured boolean default false,
  logo text default null,
  tool_id uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  saved_id uuid;
  -- Each category once, where it was chosen first.
  chosen uuid[] := array(
    select entry from unnest(save_tool.category_ids) with ordinality as list (entry, place)
    where entry is not null group by entry order by min(place));
begin
  if not public.is_admin() then
    raise exception 'Only administrators may save tools' using errcode = 'insufficient_privilege';
  end if;
  if save_tool.tool_id is null then
    insert into public.tools as t (name, slug, short_description, website_url, featured, logo)
      values (save_tool.name, save_tool.slug, save_tool.short_description, save_tool.website_url,
        coalesce(save_tool.featured, false), save_tool.logo)
      returning t.id into saved_id;
  else
    update public.tools t
      set name = save_tool.name, slug = save_tool.slug, short_description = save_tool.short_description,
        website_url = save_tool.website_url, featured = coalesce(save_tool.featured, false), logo = save_tool.logo
      where t.id = save_tool.tool_id
      returning t.id into saved_id;
    if not found then
      raise exception 'Tool not found';
    end if;
  end if;
  if chosen is distinct from array(
    select tc.category_id from public.tool_categories tc where tc.tool_id = saved_id order by tc.position
  ) then
    delete from public.tool_categories tc where tc.tool_id = saved_id;
    insert into public.tool_categories (tool_id, category_id, position)
      select saved_id, entry, place - 1 from unnest(chosen) with ordinality as list (entry, place);
  end if;
  return saved_id;
end;
$$;
revoke execute on function public.save_tool(text, text, text, text, uuid[], boolean, text, uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.save_tool(text, text, text, text, uuid[], boolean, text, uuid) to authenticated;
