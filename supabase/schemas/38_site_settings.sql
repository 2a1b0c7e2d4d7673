-- The settings of the site (docs/decisions/111). One row per version, append-only; the newest applies. Null means the
-- default of shared/site.ts; without rows everything is default, which is version 0.

-- At most twelve of {"label": …, "url": …}.
create function private.are_links(links jsonb, allow_paths boolean) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if jsonb_typeof(links) <> 'array' or jsonb_array_length(links) > 12 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(links) entry
    where case when jsonb_typeof(entry) <> 'object' then true else
      (select count(*) from jsonb_object_keys(entry)) <> 2
      or jsonb_typeof(entry -> 'label') is distinct from 'string'
      or jsonb_typeof(entry -> 'url') is distinct from 'string'
      or char_length(entry ->> 'label') not between 1 and 40
      or entry ->> 'label' <> private.trim_text(entry ->> 'label')
      or entry ->> 'label' <> private.without_hidden_characters(entry ->> 'label', false)
      or entry ->> 'url' <> private.without_hidden_characters(entry ->> 'url', false)
      or not private.is_link(entry ->> 'url', allow_paths)
    end);
end;
$$;

-- The contrast of two colours `#rrggbb`, 1 to 21, as WCAG 2.2 defines it. Null of anything else.
create function private.contrast(one text, other text) returns double precision
language sql immutable parallel safe set search_path = ''
as $$
  select (max(luminance) + 0.05) / (min(luminance) + 0.05)
  from (
    select (
      select sum(share * case when part <= 0.04045 then part / 12.92 else ((part + 0.055) / 1.055) ^ 2.4 end)
      from unnest(array[0.2126, 0.7152, 0.0722]::double precision[]) with ordinality shares (share, place)
      cross join lateral (select get_byte(decode(substr(color, 2), 'hex'), place::integer - 1) / 255.0::double precision)
        parts (part)
    ) as luminance
    from unnest(array[one, other]) color
    where one ~ '^#[0-9a-f]{6}$' and other ~ '^#[0-9a-f]{6}$'
  ) measured
$$;

create table public.site_settings (
  -- 1, 2, …, without gaps.
  version bigint primary key,
  created_at timestamptz not null default now(),
  -- No foreign key: a version outlives the account. Null: the command line.
  created_by uuid,
  name text,
  tagline text,
  heading text,
  subtitle text,
  -- Files of our own storage.
  logo_path text,
  icon_path text,
  -- No colour is readable on both light and dark backgrounds.
  accent_light text,
  accent_dark text,
  social_links jsonb,
  contact text,
  -- Markdown.
  terms text,
  terms_date date,
  privacy text,
  privacy_date date,
  about text,
  footer_links jsonb,
  sign_up text not null default 'open',
  sign_up_text text,
  constraint site_settings_name_length check (char_length(name) between 1 and 40),
  constraint site_settings_name_shown check (private.is_readable('Name', name, false)),
  constraint site_settings_tagline_length check (char_length(tagline) between 1 and 120),
  constraint site_settings_tagline_shown check (private.is_readable('Tagline', tagline, false)),
  constraint site_settings_heading_length check (char_length(heading) between 1 and 80),
  constraint site_settings_heading_shown check (private.is_readable('Heading', heading, false)),
  constraint site_settings_subtitle_length check (char_length(subtitle) between 1 and 200),
  constraint site_settings_subtitle_shown check (private.is_readable('Subtitle', subtitle, false)),
  constraint site_settings_logo_path_valid
    check (logo_path ~ '^/storage/v1/object/public/tool-logos/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'),
  constraint site_settings_icon_path_valid
    check (icon_path ~ '^/storage/v1/object/public/tool-logos/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$'),
  constraint site_settings_accent_light_format check (accent_light ~ '^#[0-9a-f]{6}$'),
  constraint site_settings_accent_dark_format check (accent_dark ~ '^#[0-9a-f]{6}$'),
  -- On the background of each theme with the lowest contrast (ACCENT_GROUNDS of shared/accent.ts, which measures
  -- more).
  constraint site_settings_accent_light_contrast check (private.contrast(accent_light, '#f5f3ef') >= 4.5),
  constraint site_settings_accent_dark_contrast check (private.contrast(accent_dark, '#25211d') >= 4.5),
  constraint site_settings_social_links_valid check (private.are_links(social_links, false)),
  constraint site_settings_contact_valid check (
    char_length(contact) <= 254
    and (contact ~ '^[^\s@<>"\\,;:()\[\]]+@[^\s@<>"\\,;:()\[\]]+\.[^\s@<>"\\,;:()\[\]]+$'
      or contact ~* '^https://' and private.is_link(contact, false))),
  constraint site_settings_contact_shown check (private.is_readable('Contact', contact, false)),
  constraint site_settings_terms_length check (char_length(terms) between 1 and 50000),
  constraint site_settings_terms_shown check (private.is_readable('Terms', terms, true)),
  constraint site_settings_privacy_length check (char_length(privacy) between 1 and 50000),
  constraint site_settings_privacy_shown check (private.is_readable('Privacy policy', privacy, true)),
  constraint site_settings_about_length check (char_length(about) between 1 and 50000),
  constraint site_settings_about_shown check (private.is_readable('About', about, true)),
  constraint site_settings_dates_sane
    check (least(terms_date, privacy_date) >= date '1900-01-01' and greatest(terms_date, privacy_date) < date '3000-01-01'),
  constraint site_settings_footer_links_valid check (private.are_links(footer_links, true)),
  constraint site_settings_sign_up_known check (sign_up in ('open', 'invited', 'closed')),
  constraint site_settings_sign_up_text_length check (char_length(sign_up_text) between 1 and 500),
  constraint site_settings_sign_up_text_shown check (private.is_readable('Text for sign-up', sign_up_text, true))
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
    found_version.sign_up := 'open';
  end if;
  return found_version;
end;
$$;

-- The settings of a version, without its time and author.
create function private.settings_of(entry public.site_settings) returns jsonb
language sql immutable set search_path = ''
as $$
  select to_jsonb(entry) - '{version,created_at,created_by}'::text[]
$$;

-- The names of the settings that differ.
create function private.changed_settings(before jsonb, after jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select field from jsonb_object_keys(after) field where before ->> field is distinct from after ->> field order by field)
$$;

-- A version without changes is not written.
create function private.normalise_site_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  before public.site_settings := private.site_version_before(new.version);
begin
  new.version := coalesce(new.version, before.version + 1);
  new.name := nullif(private.trim_text(new.name), '');
  new.tagline := nullif(private.trim_text(new.tagline), '');
  new.heading := nullif(private.trim_text(new.heading), '');
  new.subtitle := nullif(private.trim_text(new.subtitle), '');
  new.logo_path := nullif(new.logo_path, '');
  new.icon_path := nullif(new.icon_path, '');
  new.accent_light := nullif(lower(private.trim_text(new.accent_light)), '');
  new.accent_dark := nullif(lower(private.trim_text(new.accent_dark)), '');
  new.contact := nullif(private.trim_text(new.contact), '');
  new.terms := nullif(private.trim_text(replace(new.terms, E'\r\n', E'\n')), '');
  new.privacy := nullif(private.trim_text(replace(new.privacy, E'\r\n', E'\n')), '');
  new.about := nullif(private.trim_text(replace(new.about, E'\r\n', E'\n')), '');
  new.sign_up := coalesce(new.sign_up, 'open');
  new.sign_up_text := nullif(private.trim_text(replace(new.sign_up_text, E'\r\n', E'\n')), '');
  if private.settings_of(new) = private.settings_of(before) then
    return null;
  end if;
  return new;
end;
$$;

create trigger site_settings_normalise before insert on public.site_settings
  for each row execute function private.normalise_site_settings();

create function private.refuse_version_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Versions of the site settings are append-only' using errcode = 'insufficient_privilege';
end;
$$;

create trigger site_settings_append_only before update or delete on public.site_settings
  for each row execute function private.refuse_version_change();
create trigger site_settings_refuse_truncate before truncate on public.site_settings
  for each statement execute function private.refuse_version_change();

-- These settings; long texts are cut.
create function private.shortened_settings(settings jsonb, names text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field,
    case when char_length(settings ->> field) > 500 and jsonb_typeof(settings -> field) = 'string'
      then to_jsonb(left(settings ->> field, 500) || '…') else settings -> field end), '{}')
  from unnest(names) field
$$;

-- The log shows what changed. The beginning of a long text is enough, because the versions keep it whole.
create function private.log_site_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb := private.settings_of(private.site_version_before(new.version));
  becomes jsonb := private.settings_of(new);
  changed text[] := private.changed_settings(was, becomes);
begin
  insert into public.audit_log (actor_id, action, table_name, row_id, before, after)
    values (new.created_by, 'update', 'site_settings', '00000000-0000-0000-0000-000000000000',
      private.shortened_settings(was, changed),
      private.shortened_settings(becomes, changed) || jsonb_build_object('version', new.version));
  return null;
end;
$$;

create trigger site_settings_audit after insert on public.site_settings
  for each row execute function private.log_site_version();
