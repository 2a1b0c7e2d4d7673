-- What members do: look an address up, send in, change, withdraw, and see what became of it.

-- The tools at an address, however it is written, at most three.
create function public.find_tools_at(address text) returns table (
  id uuid, name text, slug text, logo text, short_description text
)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, t.short_description from public.tools t
  where private.address_key(t.website_url) = private.address_key(private.trim_text(find_tools_at.address))
    and (select public.require_open_account())
  order by t.created_at, t.id limit 3
$$;
comment on function public.find_tools_at is 'Nullable: logo.';

create function private.refuse_known_address(url text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from public.tools t where private.address_key(t.website_url) = private.address_key(url)) then
    raise exception 'This address is listed already' using errcode = 'PT409', detail = 'known';
  end if;
end;
$$;

-- Raises unless it is the caller's; locks it after its tool and member, as their deletion does. Somebody else's is not
-- found.
create function private.lock_own_contribution(contribution_id uuid, needs_waiting boolean default false)
returns private.contributions
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.contributions;
begin
  perform from public.tools t
    where t.id = (select c.tool_id from private.contributions c where c.id = contribution_id and c.member_id = me)
    for key share;
  perform private.lock_caller();
  select * into own from private.contributions c
    where c.id = contribution_id and c.member_id = me for update;
  if not found then
    raise exception 'Suggestion not found' using errcode = 'PT404';
  elsif needs_waiting and own.state <> 'waiting' then
    raise exception 'This was decided or withdrawn already' using errcode = 'PT409', detail = 'decided';
  end if;
  return own;
end;
$$;

-- Sends something in, or changes what waits (`contribution_id`); returns its id. `proposed` is by column, by key of the
-- owner's facts, and category_ids. A correction names with known_updated_at the tool its sender saw. With new_id a retry
-- after a lost answer sends nothing twice. A maker's correction needs nobody's leave, and changes the tool at once where the
-- owner wants it, unless a logo comes with it. `logo` is a small PNG in base64; an empty one is removed.
create function public.save_contribution(
  kind text, proposed jsonb default '{}', tool_id uuid default null, problem text default null, note text default null,
  is_named boolean default true, contribution_id uuid default null, known_updated_at timestamptz default null,
  new_id uuid default null, logo text default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.contributions;
  about public.tools;
  waiting constant private.contributions := (
    select c from private.contributions c where c.id = contribution_id and c.member_id = me);
  -- What waits keeps its tool, whatever is named: a maker of another tool has no rights here.
  about_id constant uuid := case when contribution_id is null then save_contribution.tool_id else waiting.tool_id end;
  of_maker constant boolean := coalesce(kind = 'correction', false) and private.is_maker(me, about_id);
  is_at_once constant boolean := of_maker and private.setting('claims') = 'at_once'
    and (logo = '' or logo is null and waiting.logo is null);
  -- From whom suggestions are taken; null for editors and makers, who always may.
  taken_from constant text := case when not of_maker and not private.can_edit() then private.setting('submissions') end;
begin
  perform private.require_session();
  if taken_from = 'nobody' then
    raise exception 'This site takes no suggestions' using errcode = 'insufficient_privilege', detail = 'nobody';
  elsif taken_from = 'week' and exists (
    select from public.profiles p where p.id = me and p.created_at > now() - interval '7 days') then
    raise exception 'You can send in suggestions a week after you joined'
      using errcode = 'insufficient_privilege', detail = 'week';
  end if;
  -- As an editor's decision locks.
  if is_at_once then
    perform private.lock_partition('catalogue', true);
    perform private.lock_partition('recommendations', true);
  end if;
  own.kind := save_contribution.kind;
  own.tool_id := case when own.kind <> 'submission' then about_id end;
  if contribution_id is not null then
    perform private.limit_calls('contribution_edits:' || me, 100, 'You can change suggestions at most %s times a day');
    own := private.lock_own_contribution(contribution_id, true);
    if own.kind is distinct from save_contribution.kind then
      raise exception 'What it is about cannot be changed' using errcode = 'invalid_parameter_value';
    elsif (own.tool_id, own.logo) is distinct from (waiting.tool_id, waiting.logo) then
      -- While this call waited for the lock, by a merge or from another tab.
      raise exception '%', private.in_words('This {item} was changed by someone else')
        using errcode = 'PT409', detail = 'changed';
    end if;
  end if;
  if own.kind is null or own.kind not in ('submission', 'correction', 'problem') then
    raise exception 'It must be a submission, a correction or a problem' using errcode = 'invalid_parameter_value';
  end if;
  own.note := nullif(private.trim_text(save_contribution.note), '');
  own.problem := save_contribution.problem;
  if char_length(save_contribution.logo) > 150000 then
    raise exception 'The picture is too large' using errcode = 'check_violation', detail = 'logo';
  elsif save_contribution.logo is not null then
    own.logo := case when save_contribution.logo <> '' then decode(save_contribution.logo, 'base64') end;
  end if;
  own.is_named := coalesce(save_contribution.is_named, true);
  if own.kind <> 'submission' then
    perform from public.tools t where t.id = own.tool_id and is_at_once for no key update;
    select * into about from public.tools t where t.id = own.tool_id for key share;
    if about.id is null then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
    own.subject := about.name;
  end if;
  if own.kind = 'submission' then
    own.proposed := jsonb_strip_nulls(private.check_proposed(save_contribution.proposed, null));
    own.subject := own.proposed ->> 'name';
    own.address := private.address_key(own.proposed ->> 'website_url');
    perform private.refuse_known_address(own.proposed ->> 'website_url');
  elsif own.kind = 'correction' then
    if about.updated_at <> known_updated_at then
      raise exception '%', private.in_words('This {item} was changed by someone else')
        using errcode = 'PT409', detail = 'changed';
    end if;
    own.proposed := private.check_proposed(save_contribution.proposed, about);
    own.proposed := private.changed_fields(own.proposed, private.standing_fields(about, own.proposed));
    own.base := private.standing_fields(about, own.proposed);
    if own.proposed = '{}' and own.logo is null then
      raise exception 'Nothing was changed' using errcode = 'check_violation';
    end if;
  elsif own.problem is null then
    raise exception 'Say what the problem is' using errcode = 'check_violation';
  end if;
  if contribution_id is not null then
    update private.contributions c set (subject, address, proposed, base, problem, note, logo, is_named, version) =
        (own.subject, own.address, coalesce(own.proposed, '{}'), coalesce(own.base, '{}'), own.problem, own.note,
          own.logo, own.is_named, own.version + 1)
      where c.id = own.id;
  else
    perform private.lock_caller();
    insert into private.contributions as c
        (id, kind, member_id, tool_id, subject, address, proposed, base, problem, note, logo, is_named)
      values (coalesce(new_id, gen_random_uuid()), own.kind, me, own.tool_id, own.subject, own.address,
        coalesce(own.proposed, '{}'), coalesce(own.base, '{}'), own.problem, own.note, own.logo, own.is_named)
      on conflict (id) do nothing
      returning c.id into own.id;
  end if;
  -- Accepted by themselves; what it needs is locked.
  if is_at_once and own.id is not null then
    select * into own from private.contributions c where c.id = own.id;
    own := private.apply_contribution(own, own.proposed);
    own.state := 'accepted';
    update private.contributions c set (state, decided_by, decided_at, undo) = (own.state, me, now(), own.undo)
      where c.id = own.id;
    perform private.log_contribution(own, 'waiting');
  end if;
  -- An earlier attempt succeeded and its answer was lost.
  return coalesce(own.id, (private.lock_own_contribution(new_id)).id);
exception when unique_violation then
  raise exception 'You have sent this in already, and it waits' using errcode = 'PT409', detail = 'waiting';
end;
$$;

create function public.withdraw_contribution(contribution_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  perform private.lock_own_contribution(contribution_id, true);
  update private.contributions c set state = 'withdrawn', logo = null, version = c.version + 1 where c.id = contribution_id;
end;
$$;

-- Has the tool name its submitter, where it was accepted and the member wants it.
create function private.name_submitter(entry private.contributions) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.tool_submitters s
    where entry.kind = 'submission' and s.tool_id = entry.tool_id and s.user_id = entry.member_id;
  insert into public.tool_submitters (tool_id, user_id)
    select entry.tool_id, entry.member_id
    where entry.kind = 'submission' and entry.state = 'accepted' and entry.is_named and entry.tool_id is not null
    on conflict (tool_id) do nothing;
end;
$$;

-- Whether the tool of one's own submission names one, also after it was accepted.
create function public.set_submitter_named(contribution_id uuid, is_named boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own private.contributions;
begin
  perform private.require_session();
  own := private.lock_own_contribution(contribution_id);
  own.is_named := coalesce(set_submitter_named.is_named, true);
  update private.contributions c set is_named = own.is_named where c.id = own.id and c.is_named <> own.is_named;
  if found then
    perform private.name_submitter(own);
  end if;
end;
$$;

-- The names of the categories in these values, by id.
create function private.category_names(variadic fields jsonb[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.id, c.name), '{}') from public.categories c
  where c.id in (
    select entry::uuid from unnest(fields) field, jsonb_array_elements_text(coalesce(field -> 'category_ids', '[]')) entry)
$$;

-- What the caller sent in, newest first, or one of it. Says why something was declined, never who decided.
create function public.list_my_contributions(
  contribution_id uuid default null, before_at timestamptz default null, before_id uuid default null, page_size integer default 20
) returns table (
  id uuid, kind text, state text, subject text, tool_id uuid, tool_name text, tool_slug text, proposed jsonb, base jsonb,
  category_names jsonb, problem text, note text, is_named boolean, is_changed boolean, reason text,
  created_at timestamptz, decided_at timestamptz, logo text
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.kind, c.state, c.subject, c.tool_id, t.name, t.slug, c.proposed, c.base,
    private.category_names(c.proposed, c.base), c.problem, c.note, c.is_named, c.is_changed, c.reason, c.created_at,
    c.decided_at, case when contribution_id is not null then private.picture_text(c.logo) end
  from private.contributions c left join public.tools t on t.id = c.tool_id
  where c.member_id = (select auth.uid()) and (contribution_id is null or c.id = contribution_id)
    and (before_id is null or (c.created_at, c.id) < (before_at, before_id))
    and (select public.require_open_account())
  order by c.created_at desc, c.id desc limit least(greatest(coalesce(page_size, 20), 1), 100)
$$;
grant execute on function public.find_tools_at, public.save_contribution, public.withdraw_contribution,
  public.set_submitter_named, public.list_my_contributions to authenticated;
comment on function public.list_my_contributions is
  'Nullable: tool_id, tool_name, tool_slug, problem, note, reason, decided_at, logo.';
