-- Merging tools and categories, and taking it back for a week.

-- Of these values of the owner's facts those that they still take.
create function private.usable_own_facts(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  own record;
  usable jsonb := '{}';
begin
  for own in select f.key, f.fact from private.own_facts() f where given ? f.key loop
    begin
      usable := usable || jsonb_strip_nulls(jsonb_build_object(own.key, private.check_own_fact(own.fact, given -> own.key)));
    exception when check_violation then
      -- It was another kind of fact.
    end;
  end loop;
  return usable;
end;
$$;

-- What one tool has and the other lacks: facts, the logo, the owner's facts.
create function private.gaps_filled(gone public.tools, kept public.tools) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(g.key, g.value), '{}')
  from jsonb_each(to_jsonb(gone)) g
  where g.key in ('logo', 'pricing', 'open_source', 'license', 'repository_url', 'platforms', 'long_description')
    and g.value not in ('null', '[]') and coalesce(to_jsonb(kept) -> g.key, 'null') in ('null', '[]')
$$;

-- Merges a tool into another, which keeps its name, address and texts; gaps of its facts are filled.
create function public.merge_tools(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old public.tools;
  new public.tools;
  upvotes uuid[];
  gaps jsonb;
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.begin_merge('tools', merge_tools.gone, merge_tools.kept);
  select * into old from public.tools t where t.id = merge_tools.gone;
  select * into new from public.tools t where t.id = merge_tools.kept;
  perform from private.member_lists l
    where l.id in (select i.list_id from private.member_list_tools i where i.tool_id = old.id) order by l.id for update;
  -- A note is worth more than none.
  update private.member_list_tools i set note = o.note
    from private.member_list_tools o
    where i.tool_id = new.id and i.note is null and o.list_id = i.list_id and o.tool_id = old.id;
  perform private.move_parts('tools', old.id, new.id, to_jsonb(old));
  -- Where a member recommended both, that of the tool that is kept stays, and the other is set aside for its author: out of
  -- every list and count, as one that is withheld.
  perform from public.tool_upvotes v where v.tool_id in (old.id, new.id) order by v.id for update;
  with changed as (
    update public.tool_upvotes v
      set tool_id = new.id, merged_from = case when twice.is_so then old.id else v.merged_from end,
        is_withheld = v.is_withheld or twice.is_so
      from public.tool_upvotes w
      cross join lateral (select w.merged_from is null and exists (
        select from public.tool_upvotes o where o.tool_id = new.id and o.user_id = w.user_id and o.merged_from is null)) twice (is_so)
      where w.tool_id = old.id and v.id = w.id
      returning v.id
  )
  select coalesce(array_agg(c.id), '{}') into upvotes from changed c;
  perform private.write_notice(c.member_id, 'claim_ended', 'claim:' || c.id, new.id, old.name)
    from private.claims c where c.tool_id = old.id and c.state = 'proved';
  gaps := private.gaps_filled(old, new)
    || jsonb_build_object('own_facts', private.usable_own_facts(old.own_facts - array(select jsonb_object_keys(new.own_facts))));
  perform private.change_tool(new.id, gaps || (gaps -> 'own_facts'));
  with added as (
    insert into public.tool_categories (tool_id, category_id)
      select new.id, c.id from unnest(private.categories_of(old.id)) with ordinality c (id, place)
      where not exists (select from public.tool_categories o where o.tool_id = new.id and o.category_id = c.id)
      order by c.place
      returning category_id
  )
  select gaps || jsonb_build_object('categories', coalesce(jsonb_agg(a.category_id), '[]'), 'primary', new.category_id)
    into gaps from added a;
  update private.merges m
    set filled = gaps, moved = m.moved || jsonb_build_object('public.tool_upvotes', upvotes)
    where m.gone = old.id;
  delete from public.tools t where t.id = old.id;
  insert into private.slug_redirects (kind, slug, target) values ('tools', old.slug, new.id);
  -- Whoever recommended both recommends one tool less.
  perform private.weigh_upvotes(array(
    select v.id from public.tool_upvotes v
    where v.user_id in (select s.user_id from public.tool_upvotes s where s.tool_id = new.id and s.merged_from = old.id)));
  perform private.log_merge(old.id, to_jsonb(old), new.id, 'tools', new.name, false);
  perform private.require_current_administrator('merge {items}', 'editor');
end;
$$;

-- Merges a category into another: its tools and followers move.
create function public.merge_categories(gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old public.categories;
  kept_name text;
  added uuid[];
  primaries uuid[];
begin
  perform private.require_current_administrator('merge categories', 'editor');
  perform private.begin_merge('categories', merge_categories.gone, merge_categories.kept);
  select * into old from public.categories c where c.id = merge_categories.gone;
  select c.name into kept_name from public.categories c where c.id = merge_categories.kept;
  perform private.move_parts('categories', old.id, kept, to_jsonb(old));
  primaries := array(select t.id from public.tools t where t.category_id = old.id order by t.id);
  with placed as (
    insert into public.tool_categories (tool_id, category_id)
      select o.tool_id, kept from public.tool_categories o where o.category_id = old.id order by o.tool_id
      on conflict (tool_id, category_id) do nothing
      returning tool_id
  )
  select coalesce(array_agg(p.tool_id), '{}') into added from placed p;
  update public.tools t set category_id = kept where t.id = any (primaries);
  delete from public.categories c where c.id = old.id;
  insert into private.slug_redirects (kind, slug, target) values ('categories', old.slug, kept);
  update private.merges m set filled = jsonb_build_object('added', added, 'primary', primaries) where m.gone = old.id;
  perform private.log_merge(old.id, to_jsonb(old), kept, 'categories', kept_name, false);
  perform private.require_current_administrator('merge categories', 'editor');
end;
$$;

create function private.bring_back_tool(merge private.merges) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  kept public.tools;
  twice uuid[];
begin
  select * into kept from public.tools t where t.id = merge.kept;
  insert into public.tools
    select r.* from jsonb_populate_record(null::public.tools, merge.entry || jsonb_build_object('upvote_count', 0,
      'updated_at', now(), 'own_facts', private.usable_own_facts(merge.entry -> 'own_facts'),
      'slug', case when exists (select from public.tools t where t.slug = merge.entry ->> 'slug')
        then private.free_slug(merge.entry ->> 'name', merge.entry ->> 'website_url') else merge.entry ->> 'slug' end,
      'category_id', (select c.id from public.categories c where c.id = (merge.entry ->> 'category_id')::uuid))) r;
  perform private.move_parts_back(merge);
  update private.contributions c set tool_id = merge.gone
    where c.tool_id is null and c.id in (
      select (r ->> 'id')::uuid from jsonb_array_elements(merge.rest -> 'private.contributions') r);
  twice := array(
    select v.user_id from public.tool_upvotes v where v.tool_id = kept.id and v.merged_from = merge.gone);
  update public.tool_upvotes v
    set tool_id = merge.gone, merged_from = nullif(v.merged_from, merge.gone),
      is_withheld = v.merged_from is distinct from merge.gone and v.is_withheld or exists (
        select from private.suspensions s where s.user_id = v.user_id and s.lifted_at is null and s.hides_upvotes)
    where v.tool_id = kept.id and v.id::text in (select jsonb_array_elements_text(merge.moved -> 'public.tool_upvotes'));
  perform private.weigh_upvotes(array(select v.id from public.tool_upvotes v where v.user_id = any (twice)));
  -- What was filled in, where nobody has changed it since.
  perform private.change_tool(kept.id, (
    select coalesce(jsonb_object_agg(f.key, null), '{}') from jsonb_each(merge.filled) f where to_jsonb(kept) -> f.key = f.value));
  update public.tools t set own_facts = t.own_facts - array(
      select f.key from jsonb_each(merge.filled -> 'own_facts') f where t.own_facts -> f.key = f.value)
    where t.id = kept.id;
  delete from public.tool_categories tc
    where tc.tool_id = kept.id and merge.filled -> 'categories' ? tc.category_id::text
      and (merge.filled ->> 'primary' is null or tc.category_id is distinct from kept.category_id);
  perform private.take_back_notices(array(
    select 'claim:' || (r ->> 'id') from jsonb_array_elements(merge.rest -> 'private.claims') r));
end;
$$;

create function private.bring_back_category(merge private.merges) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.categories
    select r.* from jsonb_populate_record(null::public.categories, merge.entry || jsonb_build_object('tool_count', 0,
      'slug', left(merge.entry ->> 'slug', 91) || case when exists (
          select from public.categories c where c.slug = merge.entry ->> 'slug')
        then '-' || left(merge.gone::text, 8) else substr(merge.entry ->> 'slug', 92) end)) r;
  perform private.move_parts_back(merge);
  update public.tools t set category_id = merge.gone
    where t.category_id = merge.kept and merge.filled -> 'primary' ? t.id::text;
  delete from public.tool_categories tc
    where tc.category_id = merge.kept and merge.filled -> 'added' ? tc.tool_id::text;
end;
$$;

-- Takes a merge back within a week: what is gone returns with its id and what moved from it. What has happened since stays.
create function public.undo_merge(gone uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  merge private.merges;
  kept_name text;
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.lock_partition('catalogue', true);
  perform private.lock_partition('recommendations', true);
  select * into merge from private.merges m
    where m.gone = undo_merge.gone and m.entry is not null and m.merged_at > now() - interval '7 days' for update;
  select k.name into kept_name from (
    select t.name from public.tools t where t.id = merge.kept
    union all select c.name from public.categories c where c.id = merge.kept) k;
  if merge.gone is null and exists (
    select from public.tools t where t.id = undo_merge.gone
    union all select from public.categories c where c.id = undo_merge.gone) then
    -- Undone already, by the same press or by somebody else.
    return;
  elsif exists (select from private.merges m where m.gone = merge.kept) then
    raise exception 'What it was merged into was merged itself: undo that first' using errcode = 'PT409', detail = 'later';
  elsif kept_name is null or exists (
    select from public.tools t where t.id = merge.gone union all select from public.categories c where c.id = merge.gone) then
    raise exception 'This can no longer be undone' using errcode = 'PT409', detail = 'over';
  end if;
  perform set_config('plaudit.is_merging', 'on', true);
  if merge.kind = 'tools' then
    perform private.bring_back_tool(merge);
  else
    perform private.bring_back_category(merge);
  end if;
  delete from private.merges m where m.gone = merge.gone;
  perform private.log_merge(merge.gone, merge.entry, merge.kept, merge.kind, kept_name, true);
  perform private.require_current_administrator('merge {items}', 'editor');
end;
$$;
grant execute on function public.merge_tools, public.merge_categories, public.undo_merge to authenticated;
