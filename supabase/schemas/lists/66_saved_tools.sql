-- Tools that members saved. Nobody else sees them, and they count nowhere (docs/decisions/176).
create table private.saved_tools (
  member_id uuid not null references public.profiles (id) on delete cascade,
  -- No foreign key: deleting a tool that many saved waits for none of them. Forgotten when they are told.
  tool_id uuid not null,
  saved_at timestamptz not null default now(),
  primary key (member_id, tool_id)
);

create index saved_tools_newest on private.saved_tools (member_id, saved_at desc, tool_id desc);
create index saved_tools_tool on private.saved_tools (tool_id, member_id);

-- Saves a tool for the caller, or forgets it: at most 1,000, and 300 a day. Returns whether it is saved.
create function public.set_saved(tool_id uuid, saved boolean default true) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  if not coalesce(saved, true) then
    delete from private.saved_tools s where s.member_id = me and s.tool_id = set_saved.tool_id;
    return false;
  elsif exists (select from private.saved_tools s where s.member_id = me and s.tool_id = set_saved.tool_id) then
    return true;
  elsif not exists (select from public.tools t where t.id = set_saved.tool_id) then
    raise exception '%', private.in_words('{Item} not found') using errcode = 'PT404';
  end if;
  perform private.limit_calls('saves:' || me, 300, 'You can save at most %s {items} a day');
  -- Counted while the count of the day is locked: one after the other.
  if (select count(*) from private.saved_tools s where s.member_id = me) >= 1000 then
    raise exception '%', private.in_words('You can save at most 1000 {items}')
      using errcode = 'PT429', hint = 'saved 1000';
  end if;
  perform private.lock_caller();
  insert into private.saved_tools (member_id, tool_id) values (me, set_saved.tool_id) on conflict do nothing;
  return true;
end;
$$;

-- Which of these tools, at most 100, the caller has upvoted or saved, or makes: what cards and pages mark as theirs.
create function public.list_my_marks(tool_ids uuid[])
returns table (tool_id uuid, is_upvoted boolean, is_saved boolean, is_made boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform public.require_open_account();
  return query
    select m.* from (
      select asked.id as tool_id,
        exists (
          select from public.tool_upvotes v
          where v.tool_id = asked.id and v.user_id = me and v.merged_from is null) as is_upvoted,
        exists (select from private.saved_tools s where s.tool_id = asked.id and s.member_id = me) as is_saved,
        private.is_maker(me, asked.id) as is_made
      from unnest(tool_ids[1:100]) asked (id)
    ) m
    where m.is_upvoted or m.is_saved or m.is_made;
end;
$$;

-- The tools the caller saved, the last one first, at most 16, those before (before_at, before_id).
create function public.list_my_saved(before_at timestamptz default null, before_id uuid default null)
returns table (id uuid, name text, slug text, logo text, short_description text, saved_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select t.id, t.name, t.slug, t.logo, t.short_description, s.saved_at
  from private.saved_tools s join public.tools t on t.id = s.tool_id
  where s.member_id = (select auth.uid()) and (select public.require_open_account())
    and (s.saved_at, s.tool_id) < (
      coalesce(before_at, 'infinity'), coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  order by s.saved_at desc, s.tool_id desc limit 16
$$;
grant execute on function public.set_saved, public.list_my_marks, public.list_my_saved to authenticated;
comment on function public.list_my_saved is 'Nullable: logo.';
