-- What the administrators' queue lists: one case a reported recommendation, kept by the database. `pending` as long as
-- there is a report or an answer nobody decided, else what the recommendation is. `version` grows with every change, so
-- that a decision can name what its moderator saw.
create table private.moderation_cases (
  upvote_id uuid primary key references public.tool_upvotes (id) on delete cascade,
  state text not null check (state in ('pending', 'approved', 'rejected')),
  -- The newest report or answer.
  activity_at timestamptz not null,
  version integer not null default 1
);
alter table private.moderation_cases enable row level security;
revoke all on private.moderation_cases from public, anon, authenticated, service_role;

create function private.refresh_case(upvote_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.moderation_cases (upvote_id, state, activity_at)
    select v.id,
      case when coalesce(flags.undecided, false) or a.status = 'pending' then 'pending' else v.flag_status end,
      greatest(flags.newest, case when a.status <> 'withdrawn' then a.created_at end,
        case when flags.newest is null then v.created_at end)
    from public.tool_upvotes v
    left join public.upvote_appeals a on a.upvote_id = v.id
    cross join lateral (
      select bool_or(f.status = 'pending') as undecided, max(f.flagged_at) as newest
      from public.upvote_flags f where f.upvote_id = v.id
    ) flags
    where v.id = refresh_case.upvote_id and v.is_flagged
    on conflict on constraint moderation_cases_pkey do update
      set state = excluded.state, activity_at = excluded.activity_at, version = moderation_cases.version + 1;
  if not found then
    delete from private.moderation_cases c where c.upvote_id = refresh_case.upvote_id;
  end if;
end;
$$;

-- Argument: the column that names the recommendation.
create function private.keep_case() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refresh_case((to_jsonb(coalesce(new, old)) ->> tg_argv[0])::uuid);
  return null;
end;
$$;
revoke execute on function private.refresh_case(uuid), private.keep_case()
  from public, anon, authenticated, service_role;

create trigger tool_upvotes_keep_case_insert after insert on public.tool_upvotes
  for each row when (new.is_flagged) execute function private.keep_case('id');
create trigger tool_upvotes_keep_case_update after update of flag_status on public.tool_upvotes
  for each row execute function private.keep_case('id');
create trigger upvote_flags_keep_case after insert or update of status or delete on public.upvote_flags
  for each row execute function private.keep_case('upvote_id');
create trigger upvote_appeals_keep_case after insert or update on public.upvote_appeals
  for each row execute function private.keep_case('upvote_id');

select private.refresh_case(id) from public.tool_upvotes where is_flagged;
