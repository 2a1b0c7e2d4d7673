-- What waits for administrators and editors, and what was decided.

-- One of them as it is shown. `standing` is what stands in the proposed fields of a correction; `existing` are tools at the
-- address of a submission that waits.
create function private.contribution_card(contribution_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', c.id, 'kind', c.kind, 'state', c.state, 'version', c.version, 'subject', c.subject, 'created_at', c.created_at,
    'member', (
      select jsonb_build_object('username', p.username, 'since', p.created_at,
        'accepted', count(*) filter (where o.state = 'accepted'), 'declined', count(*) filter (where o.state = 'declined'))
      from public.profiles p left join private.contributions o on o.member_id = p.id where p.id = c.member_id group by p.id),
    'tool', case when t.id is not null then jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'logo', t.logo,
      'website_url', t.website_url, 'pricing', t.pricing, 'updated_at', t.updated_at) end,
    'proposed', c.proposed, 'base', c.base, 'standing', standing.fields,
    'category_names', private.category_names(c.proposed, c.base, standing.fields),
    'existing', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) order by o.created_at), '[]')
      from public.tools o
      where c.kind = 'submission' and c.state = 'waiting' and private.address_key(o.website_url) = c.address),
    'logo', private.picture_text(c.logo), 'problem', c.problem, 'note', c.note, 'is_named', c.is_named,
    'is_changed', c.is_changed, 'reason', c.reason,
    'decided_by', (select p.username from public.profiles p where p.id = c.decided_by), 'decided_at', c.decided_at,
    'undo_until', case when c.decided_by = (select auth.uid()) then c.decided_at + interval '5 minutes' end,
    'is_own', c.member_id = (select auth.uid()),
    'is_maker', c.kind = 'correction' and private.is_maker(c.member_id, c.tool_id))
  from private.contributions c
  left join public.tools t on t.id = c.tool_id
  cross join lateral (
    select case when c.kind = 'correction' and t.id is not null
      then private.standing_fields(t, c.proposed) else '{}' end as fields
  ) standing
  where c.id = contribution_id
$$;

-- One page: {cards, more, waiting}. What waits is listed oldest first, what was decided newest first. The next page is
-- requested with created_at, or decided_at, and id of the last card.
create function public.list_contributions(
  filter text default 'waiting', kind text default 'all', after_at timestamptz default null, after_id uuid default null,
  page_size integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = ''
-- The arguments decide which index is used.
set plan_cache_mode = force_custom_plan
as $$
declare
  room constant integer := least(greatest(coalesce(page_size, 20), 1), 100);
  found uuid[];
begin
  perform private.require_administrator('see what was sent in', 'editor');
  if filter is null or filter not in ('waiting', 'accepted', 'declined') then
    raise exception 'They are filtered by waiting, accepted or declined' using errcode = 'invalid_parameter_value';
  elsif kind is null or kind not in ('all', 'submission', 'correction', 'problem') then
    raise exception 'The kind must be all, submission, correction or problem' using errcode = 'invalid_parameter_value';
  end if;
  if filter = 'waiting' then
    found := array(
      select c.id from private.contributions c
      where c.state = 'waiting' and list_contributions.kind in ('all', c.kind)
        and (after_id is null or (c.created_at, c.id) > (after_at, after_id))
      order by c.created_at, c.id limit room + 1);
  else
    found := array(
      select c.id from private.contributions c
      where c.decided_at is not null and c.state = filter and list_contributions.kind in ('all', c.kind)
        and (after_id is null or (c.decided_at, c.id) < (after_at, after_id))
      order by c.decided_at desc, c.id desc limit room + 1);
  end if;
  return jsonb_build_object(
    'cards', coalesce((
      select jsonb_agg(private.contribution_card(f.id) order by f.place)
      from unnest(found[1:room]) with ordinality f (id, place)), '[]'),
    'more', cardinality(found) > room,
    'waiting', (select count(*) from private.contributions c where c.state = 'waiting'));
end;
$$;
grant execute on function public.list_contributions to authenticated;
