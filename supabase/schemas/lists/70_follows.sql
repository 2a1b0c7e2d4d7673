-- Categories and public lists that members follow: what is new in them is told once a day at most (docs/decisions/176).
create table private.follows (
  id bigint generated always as identity primary key,
  member_id uuid not null references public.profiles (id) on delete cascade,
  category_id uuid references public.categories (id) on delete cascade,
  list_id uuid references private.member_lists (id) on delete cascade,
  -- What is newer has not been told.
  told_at timestamptz not null default now(),
  constraint follows_one_thing check (num_nonnulls(category_id, list_id) = 1),
  constraint follows_category_once unique (member_id, category_id),
  constraint follows_list_once unique (member_id, list_id)
);

create index follows_category on private.follows (category_id);
create index follows_list on private.follows (list_id);
create index follows_due on private.follows (told_at, member_id);

-- Follows a category or a public list, or no longer: at most 100, and 300 changes a day. Returns whether it is followed.
create function public.set_followed(
  category_id uuid default null, list_id uuid default null, followed boolean default true
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  perform private.require_session();
  if num_nonnulls(set_followed.category_id, set_followed.list_id) <> 1 then
    raise exception 'A category or a list is needed' using errcode = 'invalid_parameter_value';
  elsif not coalesce(followed, true) then
    delete from private.follows f
      where f.member_id = me and (f.category_id = set_followed.category_id or f.list_id = set_followed.list_id);
    return false;
  end if;
  perform private.limit_calls('follows:' || me, 300, 'You can follow something at most %s times a day');
  -- Counted while the count of the day is locked: one after the other.
  if (select count(*) from private.follows f where f.member_id = me) >= 100 then
    raise exception 'You can follow at most 100 categories and lists' using errcode = 'PT429', hint = 'followed 100';
  end if;
  perform private.lock_caller();
  perform from public.categories c where c.id = set_followed.category_id for key share;
  if not found then
    perform from private.member_lists l where l.id = set_followed.list_id and private.is_open(l) for key share;
  end if;
  if not found then
    raise exception 'There is nothing to follow' using errcode = 'PT404';
  end if;
  insert into private.follows (member_id, category_id, list_id)
    values (me, set_followed.category_id, set_followed.list_id) on conflict do nothing;
  return true;
end;
$$;

-- What the caller follows and can still see, by name.
create function public.list_my_follows()
returns table (category_id uuid, list_id uuid, name text, path text)
language sql stable security definer set search_path = ''
as $$
  select f.category_id, f.list_id, coalesce(c.name, l.name), coalesce('/categories/' || c.slug, '/lists/' || l.address)
  from private.follows f
  left join public.categories c on c.id = f.category_id
  left join private.member_lists l on l.id = f.list_id
  where f.member_id = (select auth.uid()) and (select public.require_open_account())
    and (c.id is not null or private.is_open(l))
  order by 3, f.id
$$;
grant execute on function public.set_followed, public.list_my_follows to authenticated;
comment on function public.list_my_follows is 'Nullable: category_id, list_id.';

-- The job, from six in the morning of UTC, before the mails: tells the next members what is new since they were told last,
-- of a week at most. Returns false when nobody waits. A member has one unread notice about what they follow.
create function private.tell_follows(
  most integer default 1000,
  up_to timestamptz default date_trunc('day', now() - interval '6 hours', 'UTC') + interval '6 hours'
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  due uuid[];
  readers uuid[];
begin
  if not pg_try_advisory_xact_lock(hashtextextended('plaudit follows', 0)) then
    return false;
  end if;
  due := array(
    select f.member_id from private.follows f where f.told_at < up_to order by f.told_at, f.member_id limit most);
  if due = '{}' then
    return false;
  end if;
  -- Without those whose account is being deleted.
  readers := array(select p.id from public.profiles p where p.id = any (due) order by p.id for key share);
  with waiting as materialized (
    select f.*, greatest(f.told_at, up_to - interval '7 days') as since from private.follows f
    where f.member_id = any (readers) and f.told_at < up_to
  ), added as materialized (
    select t.id, t.created_at from public.tools t
    where t.created_at > (select min(w.since) from waiting w where w.category_id is not null) and t.created_at <= up_to
  ), news as (
    select w.member_id, c.name, '/categories/' || c.slug as path, count(*)::integer as tools
    from waiting w
    join public.tool_categories tc on tc.category_id = w.category_id
    join added a on a.id = tc.tool_id and a.created_at > w.since
    join public.categories c on c.id = w.category_id
    group by w.member_id, c.id
    union all
    select w.member_id, l.name, '/lists/' || l.address, count(*)::integer
    from waiting w
    join private.member_lists l on l.id = w.list_id
    join private.member_list_tools i on i.list_id = l.id and i.added_at > w.since and i.added_at <= up_to
    join public.tools t on t.id = i.tool_id
    where l.member_id <> w.member_id and private.is_open(l)
    group by w.member_id, l.id
  ), earlier as (
    delete from private.notices n
      where n.cause = 'follows' and n.read_at is null and n.member_id in (select member_id from news)
      returning n.member_id, n.details
  ), merged as (
    select m.member_id, m.path, max(m.name) as name, sum(m.tools)::integer as tools
    from (
      select * from news
      union all
      select e.member_id, place ->> 'name', place ->> 'path', (place ->> 'tools')::integer
      from earlier e, jsonb_array_elements(e.details -> 'places') place
    ) m
    group by m.member_id, m.path
  )
  insert into private.notices (member_id, kind, cause, tool_name, details)
    select m.member_id, 'followed_news', 'follows', string_agg(m.name, ', ' order by m.tools desc, m.path),
      jsonb_build_object('places', jsonb_agg(
        jsonb_build_object('name', m.name, 'path', m.path, 'tools', m.tools) order by m.tools desc, m.path))
    from (
      select r.*, row_number() over (partition by r.member_id order by r.tools desc, r.path) as place from merged r
    ) m
    where m.place <= 20
    group by m.member_id;
  update private.follows f set told_at = up_to where f.member_id = any (due) and f.told_at < up_to;
  return true;
end;
$$;
