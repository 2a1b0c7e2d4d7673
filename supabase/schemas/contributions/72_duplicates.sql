-- Tools that may be the same (docs/decisions/194): those at one address, or of one name.

-- With the column beside the expression each group is read from the index alone, in its order.
create index tools_same_address on public.tools (hashtextextended(private.address_key(website_url), 0), id) include (website_url);
create index tools_same_name on public.tools (hashtextextended(private.squeeze(name), 0), id) include (name);

-- What there is to a tool, to compare it with another.
create function private.tool_beside(tool public.tools) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', tool.id, 'name', tool.name, 'slug', tool.slug, 'logo', tool.logo,
    'website_url', tool.website_url, 'short_description', tool.short_description, 'upvote_count', tool.upvote_count,
    'created_at', tool.created_at)
$$;

-- The tool before this one of its group that is not said to be another one: of three, the first and the last are a pair when
-- both are said to differ from the second. Two queries, for an index each.
create function private.duplicate_before(id uuid, place bigint, by_address boolean) returns uuid
language sql stable set search_path = ''
as $$
  select case when by_address then (
    select t.id from public.tools t
    where hashtextextended(private.address_key(t.website_url), 0) = place and t.id < duplicate_before.id
      and not exists (select from private.not_duplicates d where d.one = t.id and d.other = duplicate_before.id)
    order by t.id desc limit 1
  ) else (
    select t.id from public.tools t
    where hashtextextended(private.squeeze(t.name), 0) = place and t.id < duplicate_before.id
      and not exists (select from private.not_duplicates d where d.one = t.id and d.other = duplicate_before.id)
    order by t.id desc limit 1
  ) end
$$;

-- A page of pairs by name, each with the next of its group: what both are, and whether address or name or both are the same.
-- Without those that are said to be two. A page after the last one is the last one.
create function public.list_duplicates(page integer default 1, page_size integer default 25)
returns table (one jsonb, other jsonb, same_address boolean, same_name boolean, total integer)
language plpgsql stable security definer set search_path = ''
-- Starting workers takes longer than reading two indexes: seven times on a busy machine.
set max_parallel_workers_per_gather = 0
as $$
declare
  size constant integer := least(greatest(coalesce(page_size, 25), 1), 100);
begin
  perform private.require_administrator('merge {items}', 'editor');
  return query
    with pairs as (
      select p.one, p.other, bool_or(p.by_address) as by_address, bool_or(not p.by_address) as by_name
      from (
        select private.duplicate_before(a.id, a.place, true) as one, a.id as other, true as by_address
        from (
          select k.*, lag(k.id) over (partition by k.place order by k.id) as before
          from (select hashtextextended(private.address_key(t.website_url), 0) as place, t.id from public.tools t) k
        ) a where a.before is not null
        union all
        select private.duplicate_before(n.id, n.place, false), n.id, false
        from (
          select k.*, lag(k.id) over (partition by k.place order by k.id) as before
          from (select hashtextextended(private.squeeze(t.name), 0) as place, t.id from public.tools t) k
        ) n where n.before is not null
      ) p
      where p.one is not null
      group by p.one, p.other
    ), counted as (
      select count(*)::integer as total from pairs
    ), listed as (
      -- Single reads: joined with a number of pairs nobody can estimate, the whole table would be read twice.
      select p.*, (select t.name from public.tools t where t.id = p.one) as name from pairs p
      order by name, p.one, p.other
      limit size offset (
        select least(greatest(coalesce(page, 1), 1) - 1, greatest(c.total - 1, 0) / size) * size from counted c)
    )
    select (select private.tool_beside(t) from public.tools t where t.id = l.one),
      (select private.tool_beside(t) from public.tools t where t.id = l.other), l.by_address, l.by_name, counted.total
    from listed l cross join counted
    order by l.name, l.one, l.other;
end;
$$;

-- Says that two tools are two, or no longer.
create function public.set_not_duplicates(one uuid, other uuid, are_two boolean default true) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  low constant uuid := least(set_not_duplicates.one, set_not_duplicates.other);
  high constant uuid := greatest(set_not_duplicates.one, set_not_duplicates.other);
begin
  perform private.require_current_administrator('merge {items}', 'editor');
  perform private.lock_partition('catalogue', false);
  perform private.require_current_administrator('merge {items}', 'editor');
  if not coalesce(are_two, true) then
    delete from private.not_duplicates d where d.one = low and d.other = high;
  elsif (select count(*) from public.tools t where t.id in (low, high)) < 2 then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  else
    insert into private.not_duplicates (one, other) values (low, high) on conflict do nothing;
  end if;
end;
$$;

-- What merging one tool into another would do: both, each with its numbers, and what would move.
create function public.preview_merge(gone uuid, kept uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  sides jsonb;
  old public.tools;
  new public.tools;
begin
  perform private.require_administrator('merge {items}', 'editor');
  select * into old from public.tools t where t.id = preview_merge.gone;
  select * into new from public.tools t where t.id = preview_merge.kept;
  if old.id is null or new.id is null or old.id = new.id then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  select jsonb_agg(private.tool_beside(t) || jsonb_build_object(
      'saved', (select count(*) from private.saved_tools s where s.tool_id = t.id),
      'lists', (select count(*) from private.member_list_tools i where i.tool_id = t.id),
      'makers', (select count(*) from public.tool_makers m where m.tool_id = t.id),
      'categories', (
        select coalesce(jsonb_agg(c.name order by tc.position), '[]')
        from public.tool_categories tc join public.categories c on c.id = tc.category_id where tc.tool_id = t.id),
      'facts', (
        select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(private.gaps_filled(t, null)) f
        where f.key <> 'logo')) order by t.id = new.id)
    into sides from public.tools t where t.id in (old.id, new.id);
  return jsonb_build_object('gone', sides -> 0, 'kept', sides -> 1,
    'recommendations', (select count(*) from public.tool_upvotes v where v.tool_id = old.id and v.merged_from is null),
    'twice', (
      select count(*) from public.tool_upvotes v join public.tool_upvotes o
        on o.tool_id = new.id and o.user_id = v.user_id and o.merged_from is null
      where v.tool_id = old.id and v.merged_from is null),
    'filled', (select coalesce(jsonb_agg(f.key order by f.key), '[]') from jsonb_each(private.gaps_filled(old, new)) f));
end;
$$;
grant execute on function public.list_duplicates, public.set_not_duplicates, public.preview_merge to authenticated;
