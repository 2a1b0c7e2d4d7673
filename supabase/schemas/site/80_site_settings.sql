-- The settings of the site (docs/decisions/111). One row per version, append-only; the newest applies. Null means the
-- default of shared/site.ts; without rows everything is default, which is version 0.
create table public.site_settings (
  -- 1, 2, …, without gaps.
  version bigint primary key,
  created_at timestamptz not null default now(),
  -- No foreign key: a version outlives the account. Null: the command line.
  created_by uuid,
  -- private.site_fields.
  settings jsonb not null
);

alter table public.site_settings enable row level security;

-- The version before this one, or the newest; else nothing but defaults, which is version 0.
create function private.site_version_before(later bigint default null) returns public.site_settings
language plpgsql stable set search_path = ''
as $$
declare
  found_version public.site_settings;
begin
  select * into found_version from public.site_settings s
    where later is null or s.version < later order by s.version desc limit 1;
  if not found then
    found_version.version := 0;
    found_version.settings := to_jsonb(jsonb_populate_record(null::private.site_fields, private.default_settings()));
  end if;
  return found_version;
end;
$$;

-- A message in the words of the site, the English ones if it has them: {item} and {items}, {Item} and {Items} at its
-- beginning.
create function private.in_words(message text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  settings jsonb := (private.site_version_before()).settings;
  word record;
begin
  settings := settings || coalesce(settings #> '{translations,en}', '{}');
  for word in
    select * from (values
      ('item', coalesce(settings ->> 'item', 'tool')), ('items', coalesce(settings ->> 'items', 'tools'))) words (key, value)
  loop
    message := replace(message, '{' || word.key || '}', word.value);
    message := replace(message, '{' || initcap(word.key) || '}', upper(left(word.value, 1)) || substr(word.value, 2));
  end loop;
  return message;
end;
$$;

-- Settings with each translated text by itself: 'translations.de.tagline'.
create function private.flat_settings(settings jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select settings - 'translations' || coalesce((
    select jsonb_object_agg(concat_ws('.', 'translations', by_language.key, texts.key), texts.value)
    from jsonb_each(coalesce(nullif(settings -> 'translations', 'null'), '{}')) by_language
    cross join lateral jsonb_each(by_language.value) texts), '{}')
$$;

-- The names of the settings that differ.
create function private.changed_settings(before jsonb, after jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select field
    from (values (private.flat_settings(before), private.flat_settings(after))) compared (was, becomes)
    cross join lateral jsonb_object_keys(was || becomes) field
    where was ->> field is distinct from becomes ->> field order by field)
$$;

-- A version without changes is not written.
create function private.normalise_site_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  before public.site_settings := private.site_version_before(new.version);
begin
  new.version := coalesce(new.version, before.version + 1);
  new.settings := private.check_settings(new.settings);
  if new.settings = before.settings then
    return null;
  end if;
  return new;
end;
$$;

create trigger site_settings_normalise before insert on public.site_settings
  for each row execute function private.normalise_site_settings();

create trigger site_settings_append_only before update or delete or truncate on public.site_settings for each statement
  execute function private.refuse_statement('Versions of the site settings are append-only', 'insufficient_privilege');

-- These settings, flat; texts longer than that are cut.
create function private.named_settings(settings jsonb, names text[], longest integer default null) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field, case
    when char_length(flat ->> field) > longest and jsonb_typeof(flat -> field) = 'string'
    then to_jsonb(left(flat ->> field, longest) || '…') else flat -> field end), '{}')
  from private.flat_settings(settings) flat cross join unnest(names) field
$$;

-- What follows from a version. The log shows what changed: the beginning of a long text is enough, because the versions keep
-- it whole.
create function private.follow_site_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant jsonb := (private.site_version_before(new.version)).settings;
  changed constant text[] := private.changed_settings(was, new.settings);
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (new.created_by, 'update', 'site_settings', '00000000-0000-0000-0000-000000000000',
      private.named_settings(was, changed, 500),
      private.named_settings(new.settings, changed, 500) || jsonb_build_object('version', new.version));
  -- Tools are not deleted meanwhile, which deletes rows of what follows in another order, and none are added.
  if changed && array['link_checks', 'facts'] then
    perform private.lock_partition('catalogue', true);
  end if;
  -- Switched off, nothing is kept of earlier checks.
  if 'link_checks' = any (changed) then
    delete from public.link_checks;
  end if;
  -- The codes of tools follow: a filter that is new counts what tools have already.
  if 'facts' = any (changed) then
    perform private.refresh_tool_codes(null);
  end if;
  -- What was asked for while it was closed is mailed.
  if was ->> 'sign_up' = 'closed' then
    perform private.queue_invitations();
  end if;
  return null;
end;
$$;

create trigger site_settings_follow after insert on public.site_settings
  for each row execute function private.follow_site_version();
