-- The categories of a tool, the primary one first.
create function private.categories_of(tool_id uuid) returns uuid[]
language sql stable set search_path = ''
as $$
  select array(
    select tc.category_id from public.tool_categories tc join public.tools t on t.id = tc.tool_id
    where tc.tool_id = categories_of.tool_id order by tc.category_id is distinct from t.category_id, tc.position)
$$;

-- Creates a tool (tool_id null) or saves it with its categories in the chosen order, in one transaction; returns its
-- id. `facts` is an object by column names, and keys of the owner's facts: null means unknown, and a missing fact keeps its
-- value, so that a client without facts removes none. Its callers ask who may.
create function private.write_tool(
  name text,
  slug text,
  short_description text,
  website_url text,
  category_ids uuid[] default '{}',
  featured boolean default false,
  logo text default null,
  tool_id uuid default null,
  known_updated_at timestamptz default null,
  new_id uuid default null,
  facts jsonb default '{}'
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
  perform private.require_texts(write_tool.facts, 'public.tools');
  if write_tool.tool_id is null then
    insert into public.tools as t (id, name, slug, short_description, website_url, featured, logo, pricing,
        open_source, license, repository_url, platforms, long_description, own_facts)
      select coalesce(write_tool.new_id, gen_random_uuid()), write_tool.name, write_tool.slug,
        write_tool.short_description, write_tool.website_url, coalesce(write_tool.featured, false), write_tool.logo,
        f.pricing, f.open_source, f.license, f.repository_url, coalesce(f.platforms, '{}'), f.long_description,
        private.merge_own_facts('{}', write_tool.facts)
      from jsonb_populate_record(null::public.tools, write_tool.facts) f
      on conflict (id) do nothing
      returning t.id into saved_id;
  end if;
  if saved_id is null then
    -- The id exists: an earlier attempt succeeded and its answer was lost. Saved again unless somebody has changed the
    -- tool since.
    update public.tools t
      set name = write_tool.name, slug = write_tool.slug, short_description = write_tool.short_description,
        website_url = write_tool.website_url, featured = coalesce(write_tool.featured, false), logo = write_tool.logo,
        own_facts = private.merge_own_facts(t.own_facts, write_tool.facts),
        (pricing, open_source, license, repository_url, platforms, long_description) = (
          select f.pricing, f.open_source, f.license, f.repository_url, coalesce(f.platforms, '{}'), f.long_description
          from jsonb_populate_record(t, write_tool.facts) f)
      where t.id = coalesce(write_tool.tool_id, write_tool.new_id)
        and t.updated_at = case
          when write_tool.tool_id is null then t.created_at
          else coalesce(write_tool.known_updated_at, t.updated_at)
        end
      returning t.id into saved_id;
    if not found then
      if exists (select from public.tools t where t.id = coalesce(write_tool.tool_id, write_tool.new_id)) then
        raise exception '%', private.in_words('This {item} was changed by someone else') using errcode = 'PT409';
      end if;
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
  end if;
  begin
    if chosen is distinct from private.categories_of(saved_id) then
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

create function public.save_tool(
  name text,
  slug text,
  short_description text,
  website_url text,
  category_ids uuid[] default '{}',
  featured boolean default false,
  logo text default null,
  tool_id uuid default null,
  known_updated_at timestamptz default null,
  new_id uuid default null,
  facts jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  saved_id uuid;
begin
  perform private.require_current_administrator('save {items}', 'editor');
  saved_id := private.write_tool(name, slug, short_description, website_url, category_ids, featured, logo, tool_id,
    known_updated_at, new_id, facts);
  perform private.require_current_administrator('save {items}', 'editor');
  return saved_id;
end;
$$;
grant execute on function public.save_tool(text, text, text, text, uuid[], boolean, text, uuid, timestamptz, uuid, jsonb)
  to authenticated;
