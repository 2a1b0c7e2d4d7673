-- A PNG of at most 512 pixels a side and 100 kB: whoever opens it needs little memory.
create function private.is_small_png(picture bytea) returns boolean
language sql immutable parallel safe strict
return case
  when octet_length(picture) not between 33 and 100 * 1024
    or substring(picture from 1 for 16) <> '\x89504e470d0a1a0a0000000d49484452'
    or substring(picture from 17 for 2) || substring(picture from 21 for 2) <> '\x00000000' then false
  else get_byte(picture, 18) * 256 + get_byte(picture, 19) between 1 and 512
    and get_byte(picture, 22) * 256 + get_byte(picture, 23) between 1 and 512 end;

-- What members send in (docs/decisions/180): a tool, a change of one, or a problem with one. It waits for an administrator
-- or editor. Read and written by functions only.
create table private.contributions (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- The tool it is about, or that was made of it. Null once that is deleted.
  tool_id uuid references public.tools (id) on delete set null,
  -- The name proposed, or that of the tool when it was sent.
  subject text not null,
  -- Of a submission: private.address_key.
  address text,
  -- Of a submission every field, of a correction what is to change: by column, by key of the owner's facts, and
  -- category_ids. As private.check_proposed keeps it.
  proposed jsonb not null default '{}',
  -- Of a correction: what stood in these fields when it was sent.
  base jsonb not null default '{}',
  problem text,
  note text,
  -- A picture sent with it, as the page draws it, until what is decided is final. Nobody but its member and editors reads it.
  logo bytea,
  -- Whether the tool may name its submitter.
  is_named boolean not null default true,
  state text not null default 'waiting',
  -- Accepted, but not as proposed.
  is_changed boolean not null default false,
  -- Raised by every change: a decision names the one it is about.
  version integer not null default 1,
  reason text,
  -- No foreign key: the decision outlives the account.
  decided_by uuid,
  decided_at timestamptz,
  -- Of an accepted one: when the tool was changed by it, and what stood there before.
  undo jsonb,
  created_at timestamptz not null default now(),
  constraint contributions_kind_known check (kind in ('submission', 'correction', 'problem')),
  constraint contributions_state_known check (state in ('waiting', 'accepted', 'declined', 'withdrawn')),
  constraint contributions_problem_known
    check (problem in ('dead_link', 'wrong_price', 'duplicate', 'gone') and kind = 'problem'
      or problem is null and kind <> 'problem'),
  constraint contributions_address_of_submission check ((address is null) = (kind <> 'submission')),
  constraint contributions_note_length check (char_length(note) between 1 and 1000),
  constraint contributions_note_shown check (private.is_readable('Note', note, true)),
  constraint contributions_logo_small check (private.is_small_png(logo)),
  constraint contributions_decided check ((state in ('accepted', 'declined')) = (decided_at is not null))
);

-- One waits per member and address, or tool.
create unique index contributions_one_submission on private.contributions (member_id, md5(address))
  where kind = 'submission' and state = 'waiting';
create unique index contributions_one_of_tool on private.contributions (member_id, tool_id, kind)
  where kind <> 'submission' and state = 'waiting';

create index contributions_waiting on private.contributions (created_at, id) where state = 'waiting';
create index contributions_decided_newest on private.contributions (decided_at desc, id desc)
  where decided_at is not null;
create index contributions_member_newest on private.contributions (member_id, created_at desc, id desc);
create index contributions_logo_over on private.contributions (decided_at) where logo is not null and state <> 'waiting';
create index contributions_tool on private.contributions (tool_id);

create trigger contributions_a_limit before insert on private.contributions
  for each row execute function private.limit_writes('You can send in at most %s suggestions a day', '20', '10');

-- Who sent in a tool, where they are named.
create table public.tool_submitters (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  constraint tool_submitters_tool_id_key unique (tool_id)
);

create index tool_submitters_user on public.tool_submitters (user_id);

alter table public.tool_submitters enable row level security;
grant select on public.tool_submitters to anon, authenticated, service_role;

create policy tool_submitters_select_public on public.tool_submitters
  for select to anon, authenticated using (true);

-- For a page: base64 without line breaks.
create function private.picture_text(picture bytea) returns text
language sql immutable parallel safe strict
return replace(encode(picture, 'base64'), E'\n', '');

-- The fields of a tool that members may propose, beside category_ids and the owner's facts.
create function private.proposable_fields() returns text[]
language sql immutable parallel safe
return array['name', 'short_description', 'website_url', 'pricing', 'open_source', 'license', 'repository_url',
  'platforms', 'long_description'];

-- What stands in these fields of a tool.
create function private.standing_fields(tool public.tools, fields jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field, case
    when field = 'category_ids' then to_jsonb(private.categories_of(tool.id))
    when field = any (private.proposable_fields()) then to_jsonb(tool) -> field
    else coalesce(tool.own_facts -> field, 'null') end), '{}')
  from jsonb_object_keys(fields) field
$$;

-- Proposed values as they are stored, by the rules of tools. Raises what saving them would raise. `standing` is null for a
-- submission, which needs the fields that every tool has.
create function private.check_proposed(proposed jsonb, standing public.tools) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  fields constant text[] := private.proposable_fields();
  entry public.tools := standing;
  unknown text;
  categories constant jsonb := coalesce(nullif(proposed -> 'category_ids', 'null'), '[]');
  -- Each once.
  chosen uuid[];
begin
  perform private.require_texts(proposed, 'public.tools');
  if jsonb_typeof(proposed) <> 'object' then
    raise exception 'An object is needed, not nothing' using errcode = 'invalid_parameter_value';
  end if;
  select key into unknown from jsonb_object_keys(proposed) key
    where key <> all (fields) and key <> 'category_ids' and key not in (select own.key from private.own_facts() own)
    order by key limit 1;
  if found then
    raise exception 'There is no field %', unknown using errcode = 'invalid_parameter_value';
  end if;
  if jsonb_typeof(categories) <> 'array' or exists (
    select from jsonb_array_elements(categories) given where jsonb_typeof(given) <> 'string') then
    raise exception 'category_ids must be a list of texts' using errcode = 'invalid_parameter_value';
  end if;
  chosen := array(
    select given::uuid from jsonb_array_elements_text(categories) with ordinality list (given, place)
    group by given::uuid order by min(place));
  if (select count(*) from public.categories c where c.id = any (chosen)) < cardinality(chosen) then
    raise exception 'A chosen category no longer exists' using errcode = 'foreign_key_violation';
  end if;
  if standing.id is null then
    entry.slug := 'x';
    entry.own_facts := '{}';
  end if;
  entry := jsonb_populate_record(entry, (
    select coalesce(jsonb_object_agg(field.key, field.value), '{}')
    from jsonb_each(proposed) field where field.key = any (fields)));
  entry.platforms := coalesce(entry.platforms, '{}');
  entry.own_facts := private.check_own_facts(
    private.merge_own_facts(entry.own_facts, proposed), coalesce(standing.own_facts, '{}'));
  entry := private.trimmed_tool(entry);
  unknown := case when entry.name is null then 'Name' when entry.short_description is null then 'Description'
    when entry.website_url is null then 'Website' end;
  if unknown is not null then
    raise exception '% is required', unknown using errcode = 'check_violation';
  end if;
  perform private.check_tool(entry);
  return (
    select coalesce(jsonb_object_agg(field, case
      when field = 'category_ids' then to_jsonb(chosen)
      when field = any (fields) then to_jsonb(entry) -> field
      else coalesce(entry.own_facts -> field, 'null') end), '{}')
    from jsonb_object_keys(proposed) field);
end;
$$;

-- Of proposed values those that differ from what stands.
create function private.changed_fields(proposed jsonb, standing jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(jsonb_object_agg(field.key, field.value), '{}')
  from jsonb_each(proposed) field where field.value is distinct from standing -> field.key
$$;
