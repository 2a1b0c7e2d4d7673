-- Writing, reading, restoring and listing versions of the site's settings.

-- Writes the given settings over the current ones as a new version and returns its number; writes nothing if nothing
-- changes. Raises if `known` is not the newest version (docs/decisions/020), unless it is null. For the server and the
-- command line.
create function private.write_site_settings(settings jsonb, known_version bigint, author uuid) returns bigint
language plpgsql set search_path = ''
as $$
declare
  before public.site_settings;
  unknown text;
  saved bigint;
begin
  if jsonb_typeof(settings) is distinct from 'object' then
    raise exception 'The settings must be an object' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_texts(settings, 'private.site_fields');
  perform pg_advisory_xact_lock(hashtextextended('public.site_settings', 0));
  before := private.site_version_before();
  if before.version <> known_version then
    raise exception 'The settings were changed by someone else' using errcode = 'PT409';
  end if;
  select key into unknown from jsonb_object_keys(settings) key
    where not private.check_settings('{}') ? key order by key limit 1;
  if found then
    raise exception 'There is no setting %', unknown using errcode = 'invalid_parameter_value';
  end if;
  insert into public.site_settings as s (created_by, settings) values (author, before.settings || settings)
    returning s.version into saved;
  return coalesce(saved, before.version);
end;
$$;

-- Public, because every page needs it. A caller that needs no long texts selects other columns. Without a language: the
-- first one's texts. The words of another and what greets visitors are its own or its default, null: those of the first would
-- stand in its sentences. What the owner states is never replaced by a default of ours.
create function public.get_site_settings(language text default null) returns table (
  version bigint, has_about boolean, name text, topic text, item text, items text, tagline text, heading text,
  subtitle text, logo_path text, icon_path text, accent_light text, accent_dark text, social_links jsonb, contact text,
  law text, terms text, terms_date date, privacy text,
  privacy_date date, about text, footer_links jsonb, sign_up text, sign_up_text text,
  vote_weights text, reports_to_hide integer, moderation_log text, decision_reasons text, facts jsonb,
  submissions text, claims text, link_checks text, numbers text, translations jsonb
)
language sql stable security definer set search_path = ''
as $$
  select v.version, f.about is not null, f.name, f.topic, f.item, f.items, f.tagline, f.heading, f.subtitle, f.logo_path,
    f.icon_path, f.accent_light, f.accent_dark, f.social_links, f.contact, f.law, f.terms, f.terms_date, f.privacy,
    f.privacy_date, f.about, f.footer_links, f.sign_up, f.sign_up_text, f.vote_weights, f.reports_to_hide, f.moderation_log,
    f.decision_reasons, f.facts, f.submissions, f.claims, f.link_checks, f.numbers, f.translations
  from private.site_version_before() v
  cross join lateral jsonb_populate_record(null::private.site_fields, private.with_defaults(
    case when language is null then v.settings else v.settings
      || '{"topic": null, "item": null, "items": null, "tagline": null, "heading": null, "subtitle": null}'
      || coalesce(v.settings -> 'translations' -> language, '{}') end)) f
$$;
grant execute on function public.get_site_settings to anon, authenticated, service_role;
comment on function public.get_site_settings is
  'Nullable: name, topic, item, items, tagline, heading, subtitle, logo_path, icon_path, accent_light, accent_dark, '
  'social_links, contact, law, terms, terms_date, privacy, privacy_date, about, footer_links, sign_up_text, '
  'decision_reasons, facts, translations.';

-- Settings that are not named keep their value; null restores the default. Returns the newest version.
create function public.save_site_settings(settings jsonb, expected_version bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  saved bigint;
begin
  perform private.require_current_administrator();
  saved := private.write_site_settings(settings, coalesce(expected_version, -1), (select auth.uid()));
  perform private.require_current_administrator();
  return saved;
end;
$$;

-- Writes an old version again as the newest. Version 0 is all defaults.
create function public.restore_site_settings(old_version bigint) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  old public.site_settings;
  saved bigint;
begin
  perform private.require_current_administrator();
  old := private.site_version_before(old_version + 1);
  if old.version is distinct from old_version then
    raise exception 'There is no such version' using errcode = 'PT404';
  end if;
  -- Also what the old version did not know.
  saved := private.write_site_settings(private.check_settings(old.settings), null, (select auth.uid()));
  perform private.require_current_administrator();
  return saved;
end;
$$;

-- Versions, newest first, with what each changed, before and after. The next page is requested with the last version.
create function public.list_site_versions(before_version bigint default null, max_results integer default 20)
returns table (
  version bigint, created_at timestamptz, created_by uuid, author text, changed text[], before jsonb, after jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_current_administrator();
  return query
    select s.version, s.created_at, s.created_by, '@' || p.username::text, differing.names,
      private.named_settings(was.settings, differing.names), private.named_settings(s.settings, differing.names)
    from public.site_settings s left join public.profiles p on p.id = s.created_by
    cross join lateral private.site_version_before(s.version) was
    cross join lateral (select private.changed_settings(was.settings, s.settings)) differing (names)
    where before_version is null or s.version < before_version
    order by s.version desc limit least(greatest(coalesce(max_results, 20), 1), 50);
end;
$$;
grant execute on function public.save_site_settings, public.restore_site_settings, public.list_site_versions to authenticated;
comment on function public.list_site_versions is 'Nullable: created_by, author.';
