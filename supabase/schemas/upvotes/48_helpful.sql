-- Members say which recommendations helped them (docs/decisions/150), and read a tool's, newest or most helpful first.

-- One per member and recommendation. Those of a removed recommendation that can be restored are kept for it.
create table private.helpful_marks (
  id bigint generated always as identity primary key,
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  marked_at timestamptz not null default now(),
  constraint helpful_marks_upvote_id_member_id_key unique (upvote_id, member_id)
);

create index helpful_marks_kept_for on private.helpful_marks (kept_for);
create index helpful_marks_member_id on private.helpful_marks (member_id);

comment on table private.helpful_marks is
  'Not notified: what changes here follows from a change of tool_upvotes, which is notified.';

-- Per row: nothing is called for each of the recommendations that are deleted with their tool.
create function private.count_helpful() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tool_upvotes v set helpful_count = v.helpful_count + case tg_op when 'INSERT' then 1 else -1 end
    where v.id = case tg_op when 'INSERT' then new.upvote_id else old.upvote_id end;
  return null;
end;
$$;

create trigger helpful_marks_count after insert or delete on private.helpful_marks
  for each row execute function private.count_helpful();

-- Marks somebody else's recommendation for the caller, or takes that back: 100 a day. Returns how many find it helpful.
create function public.set_helpful(upvote_id uuid, helpful boolean default true) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  marked public.tool_upvotes;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  if coalesce(helpful, true) then
    perform private.limit_calls('helpful:' || me, 100, 'You can find at most %s recommendations helpful a day');
  end if;
  select * into marked from public.tool_upvotes v where v.id = set_helpful.upvote_id for no key update;
  -- The same for one that is hidden, so that the answer does not reveal it.
  if marked.user_id = me then
    raise exception 'You cannot mark your own recommendation' using errcode = 'insufficient_privilege';
  elsif marked.id is null or not private.is_shown(marked) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  end if;
  perform private.lock_caller();
  if coalesce(helpful, true) then
    insert into private.helpful_marks (upvote_id, member_id) values (marked.id, me) on conflict do nothing;
  else
    delete from private.helpful_marks m where m.upvote_id = marked.id and m.member_id = me;
  end if;
  return (select v.helpful_count from public.tool_upvotes v where v.id = marked.id);
end;
$$;

-- Which of these recommendations, at most 200, the caller finds helpful.
create function public.list_my_helpful(upvote_ids uuid[]) returns table (upvote_id uuid)
language sql stable security definer set search_path = ''
as $$
  select m.upvote_id from unnest(upvote_ids[1:200]) asked (id)
  join private.helpful_marks m on m.upvote_id = asked.id and m.member_id = (select auth.uid())
  where (select public.require_open_account())
$$;
grant execute on function public.set_helpful, public.list_my_helpful to authenticated;

-- A page of a tool's recommendations, 'newest' or most 'helpful' first, after the one with this position. Those that nobody
-- marked follow newest first, each with the answer of its maker, if there is one and whoever wrote it makes the tool still.
-- The first page also says how many are counted and hidden until a moderator decides.
create function public.list_recommendations(
  tool_id uuid, sort text default 'newest', after_helpful integer default null, after_at timestamptz default null,
  after_id uuid default null, max_results integer default 15
) returns table (
  id uuid, user_id uuid, username text, has_page boolean, reason text, created_at timestamptz, edited_at timestamptz,
  author_role text, used_for text, helpful_count integer, hidden integer, answer_id uuid, answer text,
  answered_at timestamptz, answer_edited_at timestamptz, maker_id uuid, maker_username text, maker_has_page boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  is_helpful constant boolean := coalesce(sort, 'newest') = 'helpful';
  room constant integer := least(greatest(coalesce(max_results, 15), 1), 100);
  last_count constant integer := coalesce(after_helpful, 2147483647);
  last_at constant timestamptz := coalesce(after_at, 'infinity');
  last_id constant uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  -- Of those that nobody marked: all, unless it was one of them.
  rest_at constant timestamptz := case when is_helpful and last_count > 0 then 'infinity' else last_at end;
begin
  if coalesce(sort, 'newest') not in ('newest', 'helpful') then
    raise exception 'The order must be newest or helpful' using errcode = 'invalid_parameter_value';
  end if;
  return query
    select v.id, v.user_id, p.username::text, p.has_page, v.reason, v.created_at, v.edited_at, v.author_role, v.used_for,
      v.helpful_count, case when after_at is null then (
        select count(*)::integer from public.tool_upvotes h
        where h.tool_id = list_recommendations.tool_id and h.is_flagged and h.flag_status = 'pending'
          and not h.is_withheld) end,
      a.id, a.answer, a.answered_at, a.edited_at, a.member_id, m.username::text, m.has_page
    from (
      (select * from public.tool_upvotes u
      where is_helpful and u.tool_id = list_recommendations.tool_id and u.helpful_count > 0 and private.is_shown(u)
        and (u.helpful_count, u.created_at, u.id) < (last_count, last_at, last_id)
      order by u.helpful_count desc, u.created_at desc, u.id desc limit room)
      union all
      (select * from public.tool_upvotes u
      where u.tool_id = list_recommendations.tool_id and (not is_helpful or u.helpful_count = 0) and private.is_shown(u)
        and (u.created_at, u.id) < (rest_at, last_id)
      order by u.created_at desc, u.id desc limit room)
    ) v
    left join public.profiles p on p.id = v.user_id
    left join private.maker_answers a
      on a.upvote_id = v.id and a.hidden_at is null and private.is_maker(a.member_id, v.tool_id)
    left join public.profiles m on m.id = a.member_id
    order by case when is_helpful then v.helpful_count else 0 end desc, v.created_at desc, v.id desc
    limit room;
end;
$$;
grant execute on function public.list_recommendations to anon, authenticated, service_role;
comment on function public.list_recommendations is
  'Nullable: username, has_page, edited_at, author_role, used_for, hidden, answer_id, answer, answered_at, answer_edited_at, maker_id, maker_username, maker_has_page.';
