-- Accepting and declining what was sent in, and undoing that for five minutes.

-- A slug that no tool has or had: of the name, or of the host where the name has no Latin letter.
create function private.free_slug(name text, website_url text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  base constant text := coalesce((
    select made.slug
    from unnest(array[name, private.host_of(website_url)]) with ordinality given (words, place)
    cross join lateral (select left(btrim(regexp_replace(
      lower(extensions.unaccent('extensions.unaccent', given.words)), '[^a-z0-9]+', '-', 'g'), '-'), 180)) made (slug)
    where made.slug <> '' order by given.place limit 1), 'tool');
  candidate text := base;
begin
  for place in 2 .. 50 loop
    exit when not exists (
      select from public.tools t where t.slug = candidate
      union all select from private.slug_redirects r where r.kind = 'tools' and r.slug = candidate);
    candidate := base || '-' || case when place < 50 then place::text else left(gen_random_uuid()::text, 8) end;
  end loop;
  return candidate;
end;
$$;

-- Writes what was accepted; the entry as it then is. `given` are its own values, or the editor's; `picture` is where the editor's
-- page has stored the logo that was sent with it. Raises what saving raises.
create function private.apply_contribution(entry private.contributions, given jsonb, picture text default null)
returns private.contributions
language plpgsql set search_path = ''
as $$
declare
  about public.tools;
  saved jsonb;
begin
  if entry.kind = 'problem' then
    return entry;
  end if;
  select * into about from public.tools t where t.id = entry.tool_id;
  if entry.kind = 'submission' then
    saved := jsonb_strip_nulls(private.check_proposed(given - 'slug', null));
    perform private.refuse_known_address(saved ->> 'website_url');
    entry.is_changed := saved is distinct from entry.proposed;
  else
    if about.id is null then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    end if;
    saved := private.check_proposed(given, about);
    entry.is_changed := saved is distinct from entry.proposed;
    saved := private.changed_fields(saved, private.standing_fields(about, saved));
    entry.undo := jsonb_build_object('before', private.standing_fields(about, saved), 'logo', about.logo);
  end if;
  entry.tool_id := private.write_tool(
    (saved - 'category_ids') || jsonb_build_object('logo', coalesce(picture, about.logo),
      'slug', coalesce(about.slug, given ->> 'slug', private.free_slug(saved ->> 'name', saved ->> 'website_url'))),
    case when saved ? 'category_ids' then array(select jsonb_array_elements_text(saved -> 'category_ids')::uuid) end,
    about.id, about.updated_at);
  entry.is_changed := entry.is_changed or entry.logo is not null and picture is null;
  entry.undo := coalesce(entry.undo, '{}') || jsonb_build_object('updated_at', (
    select t.updated_at from public.tools t where t.id = entry.tool_id));
  return entry;
end;
$$;

-- With the member who sent it in, whose name is forgotten with the account.
create function private.log_contribution(entry private.contributions, before text) returns void
language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values ((select auth.uid()), 'update', 'contributions', entry.id, jsonb_build_object('state', before),
      jsonb_build_object('state', entry.state, 'kind', entry.kind, 'name', entry.subject, 'tool_id', entry.tool_id,
        'member_id', entry.member_id, 'problem', entry.problem, 'reason', entry.reason, 'is_changed', entry.is_changed));
$$;

-- The first step: locks tools, then contributions. Accounts are deleted while nobody decides.
create function private.begin_contributions(contribution_ids uuid[], what text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.require_current_administrator('decide about suggestions', 'editor');
  if cardinality(contribution_ids) not between 1 and 100 then
    raise exception 'Name 1 to 100 suggestions' using errcode = 'invalid_parameter_value';
  end if;
  -- Accepting and undoing update a tool's slug, whose trigger locks both partitions exclusively: too late after its row.
  if what <> 'declined' then
    perform private.lock_partition('catalogue', true);
  end if;
  perform private.lock_partition('recommendations', what <> 'declined');
  perform from public.tools t
    where t.id in (select c.tool_id from private.contributions c where c.id = any (contribution_ids))
    order by t.id for no key update;
  perform from private.contributions c where c.id = any (contribution_ids) order by c.id for update;
  perform private.require_current_administrator('decide about suggestions', 'editor');
end;
$$;

-- Decides one that is locked, if it is as its editor saw it.
create function private.decide_contribution(wanted jsonb, decision text, why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry private.contributions;
  about public.tools;
begin
  select * into entry from private.contributions c where c.id = (wanted ->> 'id')::uuid;
  if not found then
    return jsonb_build_object('outcome', 'gone');
  elsif entry.state <> 'waiting' then
    return jsonb_build_object('outcome', 'decided', 'card', private.contribution_card(entry.id));
  elsif entry.member_id = (select auth.uid()) then
    raise exception 'Another administrator or editor decides about what you sent in' using errcode = 'insufficient_privilege';
  end if;
  select * into about from public.tools t where t.id = entry.tool_id;
  if entry.version is distinct from (wanted ->> 'seen')::integer
    or decision = 'accepted' and entry.kind = 'correction'
      and about.updated_at is distinct from (wanted ->> 'tool_seen')::timestamptz then
    return jsonb_build_object('outcome', 'changed', 'card', private.contribution_card(entry.id));
  end if;
  if decision = 'accepted' then
    entry := private.apply_contribution(entry, coalesce(nullif(wanted -> 'values', 'null'), entry.proposed),
      case when entry.logo is not null then wanted ->> 'logo' end);
  end if;
  entry.state := decision;
  entry.reason := why;
  update private.contributions c set (state, reason, decided_by, decided_at, version, tool_id, is_changed, undo) =
      (entry.state, entry.reason, (select auth.uid()), now(), entry.version + 1, entry.tool_id, entry.is_changed, entry.undo)
    where c.id = entry.id;
  perform private.name_submitter(entry);
  perform private.log_contribution(entry, 'waiting');
  -- A problem is told of as a correction; the details name it.
  perform private.write_notice(entry.member_id,
    case entry.kind when 'submission' then 'submission_' else 'correction_' end
      || case when decision = 'accepted' and entry.is_changed then 'changed' else decision end,
    'contribution:' || entry.id, entry.tool_id, entry.subject, why,
    jsonb_strip_nulls(jsonb_build_object('problem', entry.problem)));
  return jsonb_build_object('outcome', 'done', 'card', private.contribution_card(entry.id));
end;
$$;

-- Decides 1 to 100, [{id, seen, tool_seen, values, logo}]: `seen` is the version of the card, `tool_seen` the updated_at of its
-- tool, `values` what is accepted instead of what was proposed, `logo` where the picture sent with it is stored. Tells of each in
-- the given order [{id, outcome, card, message}]; outcome is done, changed (since it was seen), decided, gone, or refused with
-- the message. What is refused for one stops none of the others.
create function public.decide_contributions(cases jsonb, decision text, reason text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  why constant text := nullif(private.trim_text(reason), '');
  wanted jsonb;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.require_current_administrator('decide about suggestions', 'editor');
  if decision is null or decision not in ('accepted', 'declined') then
    raise exception 'The decision must be accepted or declined' using errcode = 'invalid_parameter_value';
  elsif char_length(why) > 300 then
    raise exception 'The reason must be 300 characters or less' using errcode = 'check_violation';
  elsif jsonb_typeof(cases) is distinct from 'array' then
    raise exception 'Name 1 to 100 suggestions' using errcode = 'invalid_parameter_value';
  end if;
  perform private.is_readable('Reason', why, true);
  perform private.begin_contributions(array(select (entry ->> 'id')::uuid from jsonb_array_elements(cases) entry), decision);
  for wanted in select entry from jsonb_array_elements(cases) entry loop
    begin
      answer := private.decide_contribution(wanted, decision, why);
    exception
      when insufficient_privilege or check_violation or raise_exception or foreign_key_violation or unique_violation
        or invalid_parameter_value or data_exception or sqlstate 'PT404' or sqlstate 'PT409' then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.contribution_card((wanted ->> 'id')::uuid),
        'code', sqlstate, 'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', wanted -> 'id') || answer);
  end loop;
  perform private.require_current_administrator('decide about suggestions', 'editor');
  return answers;
end;
$$;

-- Undoes one that is locked: what was accepted is taken back while nothing was built on it.
create function private.undo_contribution(contribution_id uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  entry private.contributions;
  about public.tools;
  before jsonb;
begin
  select * into entry from private.contributions c where c.id = contribution_id;
  select * into about from public.tools t where t.id = entry.tool_id;
  before := entry.undo -> 'before';
  if entry.decided_by is distinct from (select auth.uid()) then
    raise exception 'Only who decided may undo it' using errcode = 'insufficient_privilege';
  elsif entry.decided_at < now() - interval '5 minutes'
    or entry.undo is not null and about.updated_at is distinct from (entry.undo ->> 'updated_at')::timestamptz
    or entry.kind = 'submission' and exists (select from public.tool_upvotes v where v.tool_id = about.id) then
    raise exception 'This decision can no longer be undone';
  end if;
  if entry.state = 'accepted' and entry.kind = 'submission' then
    delete from public.tools t where t.id = about.id;
    entry.tool_id := null;
  elsif entry.state = 'accepted' and entry.kind = 'correction' then
    perform private.write_tool(
      (before - 'category_ids') || jsonb_build_object('logo', entry.undo ->> 'logo'),
      case when before ? 'category_ids' then array(select jsonb_array_elements_text(before -> 'category_ids')::uuid) end,
      about.id);
  end if;
  perform private.log_contribution(
    jsonb_populate_record(entry, jsonb_build_object('state', 'waiting', 'reason', null, 'is_changed', false)), entry.state);
  perform private.take_back_notices(array['contribution:' || entry.id]);
  update private.contributions c set (state, reason, decided_by, decided_at, version, tool_id, is_changed, undo) =
      ('waiting', null, null, null, entry.version + 1, entry.tool_id, false, null)
    where c.id = entry.id;
  return private.contribution_card(entry.id);
end;
$$;

-- Undoes 1 to 100 decisions of the caller's, within five minutes: [{id, outcome: undone | refused, card, message}].
create function public.undo_contributions(contribution_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  one uuid;
  answer jsonb;
  answers jsonb := '[]';
begin
  perform private.begin_contributions(contribution_ids, 'undone');
  for one in select distinct entry from unnest(contribution_ids) entry loop
    begin
      answer := jsonb_build_object('outcome', 'undone', 'card', private.undo_contribution(one));
    exception
      when insufficient_privilege or raise_exception or check_violation or foreign_key_violation or unique_violation
        or sqlstate 'PT404' or sqlstate 'PT409' then
      answer := jsonb_build_object('outcome', 'refused', 'card', private.contribution_card(one), 'code', sqlstate,
        'message', sqlerrm);
    end;
    answers := answers || (jsonb_build_object('id', one) || answer);
  end loop;
  perform private.require_current_administrator('decide about suggestions', 'editor');
  return answers;
end;
$$;
grant execute on function public.decide_contributions, public.undo_contributions to authenticated;
