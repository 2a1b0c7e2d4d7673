-- Lists of tools that members make, beside what they saved: private, or public at an address of their own
-- (docs/decisions/178). 'Lists' alone are the catalogue's (61_tool_lists.sql). Read and written by functions only.
create table private.member_lists (
  id uuid primary key default gen_random_uuid(),
  member_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  -- Of its page: it stays when the list is renamed, and says nothing.
  address text not null default left(replace(gen_random_uuid()::text, '-', ''), 12),
  is_public boolean not null default false,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- When a moderator hid it from everybody else.
  hidden_at timestamptz,
  constraint member_lists_address_key unique (address),
  constraint member_lists_name_length check (char_length(name) between 1 and 80),
  constraint member_lists_name_shown check (private.is_readable('Name', name, false))
);

create index member_lists_member_oldest on private.member_lists (member_id, created_at, id);

create table private.member_list_tools (
  list_id uuid not null references private.member_lists (id) on delete cascade,
  -- No foreign key: deleting a tool waits for no list. One that is gone is not shown, and forgotten with the next change.
  tool_id uuid not null,
  place integer not null,
  -- Why it is here.
  note text,
  added_at timestamptz not null default now(),
  primary key (list_id, tool_id),
  constraint member_list_tools_note_length check (char_length(note) between 1 and 300),
  constraint member_list_tools_note_shown check (private.is_readable('Note', note, true))
);

create index member_list_tools_tool on private.member_list_tools (tool_id, list_id);

-- One of the caller's lists, locked. Raises if it is not theirs, or they changed lists too often today.
create function private.open_my_list(list_id uuid) returns private.member_lists
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  own private.member_lists;
begin
  perform private.require_session();
  perform private.limit_calls('lists:' || me, 1000, 'You can change your lists at most %s times a day');
  perform private.lock_caller();
  if open_my_list.list_id is not null then
    select * into own from private.member_lists l
      where l.id = open_my_list.list_id and l.member_id = me for update;
    if not found then
      raise exception 'List not found' using errcode = 'PT404';
    end if;
  end if;
  return own;
end;
$$;

-- Makes a list, or renames one of the caller's, and says whether it is public. Returns its id. At most 30 per member.
create function public.save_my_list(name text default null, is_public boolean default null, list_id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own private.member_lists := private.open_my_list(save_my_list.list_id);
  me constant uuid := (select auth.uid());
  called constant text := coalesce(private.trim_text(save_my_list.name), '');
begin
  if called = '' and (own.id is null or save_my_list.name is not null) then
    raise exception 'Name is required' using errcode = 'check_violation';
  elsif own.id is null then
    -- Counted while the count of the day is locked: one after the other.
    if (select count(*) from private.member_lists l where l.member_id = me) >= 30 then
      raise exception 'You can have at most 30 lists' using errcode = 'PT429', hint = 'own_lists 30';
    end if;
    insert into private.member_lists (member_id, name, is_public)
      values (me, called, coalesce(save_my_list.is_public, false)) returning id into own.id;
  else
    update private.member_lists l
      set name = coalesce(nullif(called, ''), l.name), is_public = coalesce(save_my_list.is_public, l.is_public), changed_at = now()
      where l.id = own.id;
  end if;
  return own.id;
end;
$$;

create function public.delete_my_list(list_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant private.member_lists := private.open_my_list(coalesce(delete_my_list.list_id, gen_random_uuid()));
begin
  delete from private.member_lists l where l.id = own.id;
end;
$$;

-- Puts a tool into one of the caller's lists, changes its note or its place there (the first is 1), or takes it out. What
-- is null stays as it is; a new tool comes last; an empty note is none. At most 100 tools in a list.
create function public.set_listed(
  list_id uuid, tool_id uuid, listed boolean default true, note text default null, place integer default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  own constant private.member_lists := private.open_my_list(coalesce(set_listed.list_id, gen_random_uuid()));
  order_before constant uuid[] := array(
    select i.tool_id from private.member_list_tools i join public.tools t on t.id = i.tool_id
    where i.list_id = own.id order by i.place, i.tool_id);
  others constant uuid[] := array_remove(order_before, set_listed.tool_id);
  last constant integer := cardinality(others) + 1;
  target constant integer := least(greatest(coalesce(
    set_listed.place, array_position(order_before, set_listed.tool_id), last), 1), last);
  in_order constant uuid[] := others[:target - 1] || set_listed.tool_id || others[target:];
begin
  delete from private.member_list_tools i
    where i.list_id = own.id
      and (i.tool_id <> all (order_before) or not coalesce(listed, true) and i.tool_id = set_listed.tool_id);
  if coalesce(listed, true) then
    if not exists (select from public.tools t where t.id = set_listed.tool_id) then
      raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
    elsif cardinality(in_order) > 100 then
      raise exception '%', private.in_words('A list can have at most 100 {items}')
        using errcode = 'PT429', hint = 'listed 100';
    end if;
    insert into private.member_list_tools as i (list_id, tool_id, place, note)
      select own.id, entry.tool_id, entry.place,
        case when entry.tool_id = set_listed.tool_id then nullif(private.trim_text(set_listed.note), '') end
      from unnest(in_order) with ordinality entry (tool_id, place)
      on conflict on constraint member_list_tools_pkey do update set place = excluded.place,
        note = case when i.tool_id = set_listed.tool_id and set_listed.note is not null then excluded.note else i.note end;
  end if;
  update private.member_lists l set changed_at = now() where l.id = own.id;
end;
$$;

-- The caller's lists, the oldest first, with the number of tools; and whether a tool is in them.
create function public.list_my_lists(tool_id uuid default null)
returns table (
  id uuid, name text, address text, is_public boolean, is_hidden boolean, tools integer, has_tool boolean,
  changed_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.name, l.address, l.is_public, l.hidden_at is not null, counted.tools, counted.has_tool, l.changed_at
  from private.member_lists l
  cross join lateral (
    select count(*)::integer as tools, coalesce(bool_or(t.id = list_my_lists.tool_id), false) as has_tool
    from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id
  ) counted
  where l.member_id = (select auth.uid()) and (select public.require_open_account())
  order by l.created_at, l.id
$$;
grant execute on function public.save_my_list, public.delete_my_list, public.set_listed, public.list_my_lists to authenticated;

-- Whether everybody may see a list.
create function private.is_open(list private.member_lists) returns boolean
language sql stable set search_path = ''
as $$
  select list.is_public and list.hidden_at is null and not private.is_suspended(list.member_id)
$$;

-- A list with its tools in order: a public one, one's own, and for moderators any that was made public.
create function public.get_list(address text)
returns table (
  id uuid, name text, is_public boolean, is_hidden boolean, is_own boolean, username text, has_page boolean,
  changed_at timestamptz, tools jsonb
)
language sql stable security definer set search_path = ''
as $$
  select l.id, l.name, l.is_public, l.hidden_at is not null, viewer.is_owner, p.username::text, p.has_page, l.changed_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'logo', t.logo,
        'short_description', t.short_description, 'note', i.note, 'added_at', i.added_at) order by i.place, t.id), '[]')
      from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id)
  from private.member_lists l
  join public.profiles p on p.id = l.member_id
  cross join lateral (
    select coalesce(l.member_id = (select auth.uid()), false) and not private.has_ended_session() as is_owner
  ) viewer
  where l.address = get_list.address
    and (private.is_open(l) or viewer.is_owner or l.is_public and private.can_moderate())
$$;

-- The public lists of a member that have tools, the last changed first.
create function public.list_public_lists(member_id uuid)
returns table (address text, name text, tools integer)
language sql stable security definer set search_path = ''
as $$
  select l.address, l.name, counted.tools
  from private.member_lists l
  cross join lateral (
    select count(*)::integer as tools
    from private.member_list_tools i join public.tools t on t.id = i.tool_id where i.list_id = l.id
  ) counted
  where l.member_id = list_public_lists.member_id and private.is_open(l) and counted.tools > 0
  order by l.changed_at desc, l.id
$$;
grant execute on function public.get_list, public.list_public_lists to anon, authenticated, service_role;
