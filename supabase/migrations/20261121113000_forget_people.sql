-- What becomes of the traces of an account when it goes, however it goes. Its profile, recommendations and undecided
-- reports go with it. Reports that were decided stay as the reason of the decision, without the reporter; the audit log
-- keeps what was decided, without whom and whose words it was about.

alter table public.upvote_flags
  alter column flagged_by drop not null,
  drop constraint upvote_flags_flagged_by_fkey,
  add constraint upvote_flags_flagged_by_fkey foreign key (flagged_by) references public.profiles (id)
    on delete set null,
  add constraint upvote_flags_nobodys_once_decided check (flagged_by is not null or status <> 'pending');

-- A recommendation or a report as the log kept it, without the person. Other rows have none of these fields filled by
-- a member, and are left alone.
create function private.without_person(table_name text, entry jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when entry is null then null
    when table_name = 'tool_upvotes' then entry || '{"user_id": null, "reason": null}'
    when table_name = 'upvote_flags' then entry || '{"flagged_by": null}'
    else entry
  end
$$;
revoke execute on function private.without_person(text, jsonb) from public, anon, authenticated, service_role;

create index audit_log_recommender on public.audit_log ((coalesce(after, before) ->> 'user_id'))
  where table_name = 'tool_upvotes';
create index audit_log_reporter on public.audit_log ((coalesce(after, before) ->> 'flagged_by'))
  where table_name = 'upvote_flags';

-- Still append-only: the one change that passes takes a person out and leaves everything else as it was.
create or replace function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (new.id, new.actor_id, new.action, new.table_name, new.row_id, new.created_at)
       is not distinct from (old.id, old.actor_id, old.action, old.table_name, old.row_id, old.created_at)
     and new.before is not distinct from private.without_person(old.table_name, old.before)
     and new.after is not distinct from private.without_person(old.table_name, old.after) then
    return new;
  end if;
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end;
$$;

create function private.forget_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Now and not by a cascade: a report nobody decided must not outlive its reporter.
  delete from public.upvote_flags where flagged_by = old.id and status = 'pending';
  update public.audit_log
    set before = private.without_person(table_name, before), after = private.without_person(table_name, after)
    where (table_name = 'tool_upvotes' and coalesce(after, before) ->> 'user_id' = old.id::text)
      or (table_name = 'upvote_flags' and coalesce(after, before) ->> 'flagged_by' = old.id::text);
  return old;
end;
$$;

create trigger profiles_forget_person before delete on public.profiles
  for each row execute function private.forget_person();
