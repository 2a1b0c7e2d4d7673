-- The categories of a tool, the primary one first.
create function private.categories_of(tool_id uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select tc.category_id from public.tool_categories tc join public.tools t on t.id = tc.tool_id
    where tc.tool_id = categories_of.tool_id order by tc.category_id is distinct from t.category_id, tc.position)
$$;

-- Changes these columns of a tool, and facts of the owner's by their key: null means unknown, and what is missing keeps its
-- value, so that a client without facts removes none. False if there is no such tool, or it was changed since it was known.
create function private.change_tool(tool_id uuid, fields jsonb, known_updated_at timestamptz default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.tools t
    set own_facts = private.merge_own_facts(t.own_facts, fields),
      (name, slug, short_description, website_url, featured, logo, pricing, open_source, license, repository_url, platforms,
        long_description) = (
        select f.name, f.slug, f.short_description, f.website_url, coalesce(f.featured, false), f.logo, f.pricing,
          f.open_source, f.license, f.repository_url, coalesce(f.platforms, '{}'), f.long_description
        from jsonb_populate_record(t, fields) f)
    where t.id = change_tool.tool_id and t.updated_at = coalesce(known_updated_at, t.updated_at);
  return found;
end;
$$;

-- Creates a tool (tool_id null) or changes it, with its categories in the chosen order (null: they stay), in one transaction;
-- returns its id. Its callers ask who may.
create function private.write_tool(
  fields jsonb, category_ids uuid[], tool_id uuid, known_updated_at timestamptz default null, new_id uuid default null
) returns uuid
language plpgsql set search_path = ''
as $$
declare
  saved_id uuid;
  -- Each category once, at its first position.
  chosen uuid[] := array(
    select entry from unnest(write_tool.category_ids) with ordinality as list (entry, place)
    where entry is not null group by entry order by min(place));
begin
  if write_tool.tool_id is null then
    insert into public.tools as t (id, name, slug, short_description, website_url, featured, logo, pricing,
        open_source, license, repository_url, platforms, long_description, own_facts)
      select coalesce(write_tool.new_id, gen_random_uuid()), f.name, f.slug, f.short_description, f.website_url,
        coalesce(f.featured, false), f.logo, f.pricing, f.open_source, f.license, f.repository_url,
        coalesce(f.platforms, '{}'), f.long_description, private.merge_own_facts('{}', write_tool.fields)
      from jsonb_populate_record(null::public.tools, write_tool.fields) f
      on conflict (id) do nothing
      returning t.id into saved_id;
  end if;
  if saved_id is null then
    saved_id := coalesce(write_tool.tool_id, write_tool.new_id);
    -- The id exists: an earlier attempt succeeded and its answer was lost. Saved again unless somebody has changed the
    -- tool since.
    if not private.change_tool(saved_id, write_tool.fields, case when write_tool.tool_id is null
      then (select t.created_at from public.tools t where t.id = saved_id) else write_tool.known_updated_at end)
    then
      if exists (select from public.tools t where t.id = saved_id) then
        raise exception '%', private.in_words('This {item} was changed by someone else') using errcode = 'PT409';
      end if;
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
  end if;
  begin
    if write_tool.category_ids is not null and chosen is distinct from private.categories_of(saved_id) then
      delete from public.tool_categories tc where tc.tool_id = saved_id;
      insert into public.tool_categories (tool_id, category_id)
        select saved_id, entry from unnest(chosen) with ordinality as list (entry, place) order by place;
    end if;
  exception
    when foreign_key_violation then
      raise exception 'A chosen category no longer exists'
        using errcode = 'foreign_key_violation', detail = 'tool_categories';
    when others then
      raise exception '%', sqlerrm using errcode = sqlstate, detail = 'tool_categories';
  end;
  return saved_id;
end;
$$;

-- `facts` is an object by column names, and keys of the owner's facts.
create function public.save_tool(
  name text, slug text, short_description text, website_url text, category_ids uuid[] default '{}',
  featured boolean default false, logo text default null, tool_id uuid default null,
  known_updated_at timestamptz default null, new_id uuid default null, facts jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  saved_id uuid;
begin
  perform private.require_current_administrator('save {items}', 'editor');
  perform private.require_texts(facts, 'public.tools');
  saved_id := private.write_tool(
    coalesce(nullif(facts, 'null'), '{}') || jsonb_build_object('name', name, 'slug', slug,
      'short_description', short_description, 'website_url', website_url, 'featured', featured, 'logo', logo),
    coalesce(category_ids, '{}'), tool_id, known_updated_at, new_id);
  perform private.require_current_administrator('save {items}', 'editor');
  return saved_id;
end;
$$;
grant execute on function public.save_tool to authenticated;
