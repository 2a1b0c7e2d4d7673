-- What a case is searched by stands in one text beside it: looking into recommendations, tools, people and reports for
-- each search took a second with 10,000 reports. Its parts are divided by a character nobody can type.
alter table private.moderation_cases add column search text not null default '';

create function private.describe_case(upvote_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(chr(1), v.reason, t.name, '@' || p.username::text, (
    select string_agg(concat_ws(chr(1), f.reason, '@' || r.username::text), chr(1) order by f.id)
    from public.upvote_flags f left join public.profiles r on r.id = f.flagged_by
    where f.upvote_id = v.id))
  from public.tool_upvotes v
  join public.tools t on t.id = v.tool_id
  join public.profiles p on p.id = v.user_id
  where v.id = describe_case.upvote_id
$$;

create or replace function private.refresh_case(upvote_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.moderation_cases (upvote_id, state, activity_at, search)
    select v.id,
      case when coalesce(flags.undecided, false) or a.status = 'pending' then 'pending' else v.flag_status end,
      greatest(flags.newest, case when a.status <> 'withdrawn' then a.created_at end,
        case when flags.newest is null then v.created_at end),
      coalesce(private.describe_case(v.id), '')
    from public.tool_upvotes v
    left join public.upvote_appeals a on a.upvote_id = v.id
    cross join lateral (
      select bool_or(f.status = 'pending') as undecided, max(f.flagged_at) as newest
      from public.upvote_flags f where f.upvote_id = v.id
    ) flags
    where v.id = refresh_case.upvote_id and v.is_flagged
    on conflict on constraint moderation_cases_pkey do update
      set state = excluded.state, activity_at = excluded.activity_at, search = excluded.search,
        version = moderation_cases.version + 1;
  if not found then
    delete from private.moderation_cases c where c.upvote_id = refresh_case.upvote_id;
  end if;
end;
$$;

-- Names and texts that change do not make another case of it: only what it is searched by follows. Argument: what the
-- row is of the case.
create function private.describe_cases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.moderation_cases c set search = coalesce(private.describe_case(c.upvote_id), '')
    where c.upvote_id in (
      select new.id where tg_argv[0] = 'upvote'
      union all
      select (to_jsonb(new) ->> 'upvote_id')::uuid where tg_argv[0] = 'report'
      union all
      select v.id from public.tool_upvotes v where tg_argv[0] = 'tool' and v.tool_id = new.id and v.is_flagged
      union all
      select v.id from public.tool_upvotes v where tg_argv[0] = 'person' and v.user_id = new.id and v.is_flagged
      union all
      select f.upvote_id from public.upvote_flags f where tg_argv[0] = 'person' and f.flagged_by = new.id);
  return null;
end;
$$;
revoke execute on function private.describe_case(uuid), private.describe_cases()
  from public, anon, authenticated, service_role;

create trigger tool_upvotes_describe_case after update of reason on public.tool_upvotes
  for each row when (new.is_flagged) execute function private.describe_cases('upvote');
-- Also when its reporter leaves: their name goes from here too.
create trigger upvote_flags_describe_case after update of reason, flagged_by on public.upvote_flags
  for each row execute function private.describe_cases('report');
create trigger tools_describe_cases after update of name on public.tools
  for each row when (old.name is distinct from new.name) execute function private.describe_cases('tool');
create trigger profiles_describe_cases after update of username on public.profiles
  for each row when (old.username::text is distinct from new.username::text)
  execute function private.describe_cases('person');

update private.moderation_cases c set search = coalesce(private.describe_case(c.upvote_id), '');
create index moderation_cases_search_trigrams on private.moderation_cases using gin (search extensions.gin_trgm_ops);

create or replace function private.match_cases(query text)
returns table (upvote_id uuid, state text, activity_at timestamptz)
language plpgsql stable security definer set search_path = ''
-- How much a pattern finds is in the pattern.
set plan_cache_mode = force_custom_plan
as $$
declare
  wanted text := left(private.trim_text(coalesce(match_cases.query, '')), 100);
  pattern text := '%' || regexp_replace(wanted, '([\\%_])', '\\\1', 'g') || '%';
begin
  return query
    select c.upvote_id, c.state, c.activity_at from private.moderation_cases c where c.search ilike pattern;
end;
$$;
