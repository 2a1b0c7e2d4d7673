-- How much a recommendation counts in orders and search, and from when (docs/ranking.md). upvote_count counts each as one.

-- Recommendations that a moderator set aside ('not counted'), by member and tool: withdrawing one and writing it again
-- changes nothing. The author is told the reason.
create table private.voided_upvotes (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null,
  voided_at timestamptz not null default now(),
  voided_by uuid references auth.users (id) on delete set null,
  primary key (tool_id, user_id),
  constraint voided_upvotes_reason_length check (char_length(reason) between 1 and 500),
  constraint voided_upvotes_reason_shown check (private.is_readable('Reason', reason, true))
);

create index voided_upvotes_user_id on private.voided_upvotes (user_id);
create index voided_upvotes_voided_by on private.voided_upvotes (voided_by);

comment on table private.voided_upvotes is
  'Not notified: what changes here follows from a change of tool_upvotes, which is notified.';

-- When members first wrote recommendations that were deleted since. Forgotten half a year after that.
create table private.upvote_dates (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  first_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);

create index upvote_dates_user_id on private.upvote_dates (user_id);

-- The rule, and the only place where it stands: what the recommendations of a member weigh who joined then and recommends
-- so many tools. 1, or while the member is new 2^-20: a power of two, so that sums are exact, and so small that they
-- decide among themselves, but not against a seasoned member's. 'normal': new for 7 days, for 28 with a single tool;
-- 'strict': for 28 days, for 84 with fewer than three tools.
create function private.vote_weight(joined_at timestamptz, tools bigint, strictness text) returns double precision
language sql stable set search_path = ''
as $$
  select case
    when strictness = 'off' then 1
    when joined_at > now() - case strictness when 'strict' then interval '28 days' else interval '7 days' end
      or tools < case strictness when 'strict' then 3 else 2 end
        and joined_at > now() - case strictness when 'strict' then interval '84 days' else interval '28 days' end
      then 2::double precision ^ -20
    else 1
  end
$$;

-- How many tools a member recommends, except this one; no more than `most`, for the rule needs few.
create function private.count_recommended(member_id uuid, except_tool uuid default null, most bigint default 3) returns bigint
language sql stable set search_path = ''
as $$
  select count(*) from (
    select from public.tool_upvotes v
    where v.user_id = member_id and v.tool_id is distinct from except_tool and private.is_counted(v) limit most
  ) counted
$$;

-- The recommendations of these members whose weight is not what it should be now, and what it should be.
create function private.wrong_weights(member_ids uuid[]) returns table (upvote_id uuid, weight double precision)
language plpgsql stable set search_path = ''
as $$
declare
  strictness constant text := private.setting('vote_weights');
begin
  return query
    with m as materialized (
      select p.id, p.created_at, private.count_recommended(p.id) as tools
      from unnest(member_ids) given (id) join public.profiles p on p.id = given.id
    )
    select due.id, due.weight
    from (
      select v.id, v.weight as kept, case when d.tool_id is null
        then private.vote_weight(m.created_at, m.tools, strictness) else 0 end as weight
      from m
      join public.tool_upvotes v on v.user_id = m.id
      left join private.voided_upvotes d on d.tool_id = v.tool_id and d.user_id = v.user_id
    ) due
    where due.kept <> due.weight;
end;
$$;

-- Weighs these recommendations anew, and returns how many had another weight.
create function private.weigh_upvotes(upvote_ids uuid[]) returns integer
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  member_ids constant uuid[] := array(select distinct v.user_id from public.tool_upvotes v where v.id = any (upvote_ids));
  wrong uuid[];
  weighed integer;
begin
  perform private.lock_partition('recommendations', false);
  wrong := array(select w.upvote_id from private.wrong_weights(member_ids) w where w.upvote_id = any (upvote_ids));
  perform private.lock_upvotes(wrong);
  update public.tool_upvotes v set weight = w.weight
    from private.wrong_weights(member_ids) w where w.upvote_id = v.id and w.upvote_id = any (wrong);
  get diagnostics weighed = row_count;
  return weighed;
end;
$$;

-- The job: weighs what has seasoned since the last run, at most so many. Returns how many it changed: again until 0.
-- A member is new for 84 days at most; whoever was missed is among the light ones.
create function private.season_upvotes(most integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  authors uuid[] := array(
    select p.id from public.profiles p where p.created_at > now() - interval '90 days'
    union
    select v.user_id from public.tool_upvotes v where v.weight < 1);
begin
  delete from private.upvote_dates d where d.deleted_at < now() - interval '180 days';
  delete from private.upvote_networks n where n.seen_at < now() - interval '30 days';
  return private.weigh_upvotes(array(select w.upvote_id from private.wrong_weights(authors) w order by 1 limit most));
end;
$$;
