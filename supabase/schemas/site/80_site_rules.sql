-- The fields of the settings of the site, and their rules.

create type private.site_fields as (
  name text,
  -- An empty topic is none; null is the default.
  topic text,
  item text,
  items text,
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
  law text,
  -- Markdown.
  terms text,
  terms_date date,
  privacy text,
  privacy_date date,
  about text,
  footer_links jsonb,
  sign_up text,
  sign_up_text text,
  moderation_log text,
  -- How much recommendations of new members weigh (private.vote_weight), and how many reports hide one
  -- (private.flag_upvote).
  vote_weights text,
  reports_to_hide integer,
  -- What is known of a tool, in order (private.is_fact); null: the six of our own.
  facts jsonb,
  -- What moderators may choose from: one a line.
  decision_reasons text,
  -- Who may send in tools and changes of them.
  submissions text,
  -- What makers of a tool may do: nothing (nobody), suggest changes that wait (queue), or change it at once (at_once).
  claims text,
  -- Whether the websites of tools are checked (private.queue_link_checks).
  link_checks text,
  -- Whether visits are counted, and who sees the numbers of a tool: administrators alone (owner), its makers too, or everyone.
  numbers text,
  -- By language, other than the first: what the texts above are in it (private.check_translations).
  translations jsonb
);

-- At most twelve of {"label": …, "url": …}.
create function private.are_links(links jsonb, allow_paths boolean) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(links) <> 'array' or jsonb_array_length(links) > 12 then false else not exists (
    select from jsonb_array_elements(links) entry
    where case when jsonb_typeof(entry) <> 'object' then true else
      (select count(*) from jsonb_object_keys(entry)) <> 2
      or not private.is_label(entry -> 'label', 40)
      or jsonb_typeof(entry -> 'url') is distinct from 'string'
      or entry ->> 'url' <> private.without_hidden_characters(entry ->> 'url', false)
      or not private.is_link(entry ->> 'url', allow_paths)
    end) end
$$;

-- What applies where a setting says nothing; the others are null.
create function private.default_settings() returns jsonb
language sql immutable parallel safe
return '{"sign_up": "open", "moderation_log": "public", "vote_weights": "normal", "submissions": "members",
  "claims": "queue", "link_checks": "off", "numbers": "owner", "reports_to_hide": 1}'::jsonb;

-- Settings with the default of each that is missing or null.
create function private.with_defaults(settings jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select settings || coalesce((
    select jsonb_object_agg(d.key, d.value) from jsonb_each(private.default_settings()) d
    where settings ->> d.key is null), '{}')
$$;

-- All settings, trimmed, with null for those that are not given. Raises, naming the field, what breaks a rule.
create function private.check_settings(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  file constant text := '^/storage/v1/object/public/tool-logos/[A-Za-z0-9][A-Za-z0-9._-]{0,199}$';
  field record;
  value text;
  kept private.site_fields;
  texts jsonb := '{}';
  wrong text;
begin
  if given ->> 'reports_to_hide' !~ '^([1-9]|10)$' then
    raise exception 'A recommendation can be hidden by 1 to 10 reports' using errcode = 'check_violation';
  end if;
  kept := jsonb_populate_record(null::private.site_fields, given);
  for field in
    select * from (values
      ('name', 'Name', 40, false), ('topic', 'Topic', 40, false), ('item', 'Item', 40, false),
      ('items', 'Items', 40, false), ('tagline', 'Tagline', 120, false), ('heading', 'Home page heading', 80, false),
      ('subtitle', 'Home page subheading', 200, false), ('contact', 'Contact', 254, false),
      ('law', 'Governing law', 120, false), ('terms', 'Terms', 50000, true), ('privacy', 'Privacy policy', 50000, true),
      ('about', 'About', 50000, true), ('sign_up_text', 'Text for sign-up', 500, true),
      ('decision_reasons', 'Reasons for decisions', 2100, true)) listed (key, called, longest, has_lines)
  loop
    value := private.trim_text(replace(given ->> field.key, E'\r\n', E'\n'));
    if field.key <> 'topic' then
      value := nullif(value, '');
    end if;
    if char_length(value) > field.longest then
      raise exception '% must be % characters or less', field.called, field.longest using errcode = 'check_violation';
    end if;
    perform private.is_readable(field.called, value, field.has_lines);
    texts := texts || jsonb_build_object(field.key, value);
  end loop;
  kept := jsonb_populate_record(kept, texts);
  kept.logo_path := nullif(kept.logo_path, '');
  kept.icon_path := nullif(kept.icon_path, '');
  kept.accent_light := nullif(lower(private.trim_text(kept.accent_light)), '');
  kept.accent_dark := nullif(lower(private.trim_text(kept.accent_dark)), '');
  kept := jsonb_populate_record(kept, private.with_defaults(to_jsonb(kept)));
  kept.translations := private.check_translations(given -> 'translations');
  wrong := case
    when kept.logo_path !~ file then 'The logo is no picture of this site'
    when kept.icon_path !~ file then 'The icon is no picture of this site'
    -- Whether it can be read is measured by form and command line (docs/decisions/113).
    when kept.accent_light !~ '^#[0-9a-f]{6}$' or kept.accent_dark !~ '^#[0-9a-f]{6}$'
      then 'An accent must be a colour as #1d4ed8'
    when not private.are_links(kept.social_links, false) then 'The social links are not valid'
    when not private.are_links(kept.footer_links, true) then 'The footer links are not valid'
    when kept.contact !~ '^[^\s@<>"\\,;:()\[\]]+@[^\s@<>"\\,;:()\[\]]+\.[^\s@<>"\\,;:()\[\]]+$'
      and not (kept.contact ~* '^https://' and private.is_link(kept.contact, false))
      then 'The contact must be an email address or an address that begins with https://'
    when kept.terms_date not between date '1900-01-01' and date '2999-12-31' then 'The date of the terms is not valid'
    when kept.privacy_date not between date '1900-01-01' and date '2999-12-31'
      then 'The date of the privacy policy is not valid'
    when kept.sign_up not in ('open', 'invited', 'closed') then 'Sign-up must be open, invited or closed'
    when kept.submissions not in ('nobody', 'members', 'week')
      then 'Suggestions must be taken from nobody, members or members of a week'
    when kept.claims not in ('nobody', 'queue', 'at_once') then 'Claims must be for nobody, through the queue or at once'
    when kept.link_checks not in ('off', 'weekly') then 'Checks of links must be off or weekly'
    when kept.numbers not in ('off', 'owner', 'makers', 'everyone')
      then 'Numbers must be off or for owner, makers or everyone'
    when kept.moderation_log not in ('public', 'off') then 'The moderation log must be public or off'
    when (
      select count(*) > 20 or max(char_length(private.trim_text(line))) > 100
      from regexp_split_to_table(kept.decision_reasons, '\n') line)
      then 'There can be 20 reasons for decisions of 100 characters each'
    when kept.vote_weights not in ('off', 'normal', 'strict') then 'The weights must be off, normal or strict'
    when jsonb_typeof(kept.facts) <> 'array' or jsonb_array_length(kept.facts) > 40
      then 'The facts must be a list of at most 40'
    else coalesce((
      select 'Fact ' || place || ' is not valid' from jsonb_array_elements(kept.facts) with ordinality list (fact, place)
      where not private.is_fact(fact) order by place limit 1
    ), (
      select 'A fact is listed twice' from jsonb_array_elements(kept.facts) fact
      having count(distinct fact ->> 'key') < count(*)))
  end;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation';
  end if;
  return to_jsonb(kept);
end;
$$;

-- Texts of further languages, {"de": {"tagline": …}, …}, by the rules of the first; null if there are none. Raises, naming
-- language and field, what breaks a rule.
create function private.check_translations(given jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  translatable constant text[] := array['topic', 'item', 'items', 'tagline', 'heading', 'subtitle', 'law', 'terms',
    'terms_date', 'privacy', 'privacy_date', 'about', 'sign_up_text', 'decision_reasons'];
  entry record;
  wrong text;
  texts jsonb;
  kept jsonb := '{}';
begin
  if jsonb_typeof(given) = 'null' then
    return null;
  elsif jsonb_typeof(given) <> 'object' or (select count(*) from jsonb_object_keys(given)) > 20 then
    raise exception 'The translations are not valid' using errcode = 'check_violation';
  end if;
  for entry in select key as language, value from jsonb_each(given) loop
    if entry.language !~ '^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$' or jsonb_typeof(entry.value) <> 'object' then
      raise exception 'The translations are not valid' using errcode = 'check_violation';
    end if;
    select key into wrong from jsonb_object_keys(entry.value) key where key <> all (translatable) order by key limit 1;
    if found then
      raise exception '%: There is no translation of %', entry.language, wrong using errcode = 'check_violation';
    end if;
    perform private.require_texts(entry.value, 'private.site_fields');
    begin
      select jsonb_object_agg(key, value) into texts from jsonb_each(private.check_settings(entry.value))
        where key = any (translatable) and value <> 'null';
    exception when check_violation then
      raise exception '%: %', entry.language, sqlerrm using errcode = 'check_violation';
    end;
    if texts is not null then
      kept := kept || jsonb_build_object(entry.language, texts);
    end if;
  end loop;
  return nullif(kept, '{}');
end;
$$;
