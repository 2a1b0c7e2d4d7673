-- Makers answer recommendations of their tool, each once and in public (docs/decisions/187).

-- Those of a removed recommendation that can be restored are kept for it.
create table private.maker_answers (
  id uuid primary key default gen_random_uuid(),
  upvote_id uuid references public.tool_upvotes (id) on delete cascade,
  kept_for uuid references private.removed_upvotes (upvote_id) on delete cascade,
  member_id uuid not null references public.profiles (id) on delete cascade,
  answer text not null,
  answered_at timestamptz not null default now(),
  edited_at timestamptz,
  -- When a moderator removed it from the page.
  hidden_at timestamptz,
  constraint maker_answers_upvote_id_key unique (upvote_id),
  constraint maker_answers_answer_length check (char_length(answer) between 1 and 200),
  constraint maker_answers_answer_shown check (private.is_readable('Answer', answer, true))
);

create index maker_answers_kept_for on private.maker_answers (kept_for);
create index maker_answers_member_id on private.maker_answers (member_id);

comment on table private.maker_answers is
  'Not notified as a whole: a trigger per row names the tool, so that nothing is called for each recommendation that is deleted.';

create trigger maker_answers_a_limit before insert or update of answer on private.maker_answers
  for each row execute function private.limit_writes('You can write and edit at most %s answers a day', '30', '10');

-- Only the tool's page shows them.
create function private.notify_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('plaudit_changes', 'responses#' || v.tool_id)
    from public.tool_upvotes v where v.id in (old.upvote_id, new.upvote_id);
  return null;
end;
$$;

create trigger maker_answers_notify after insert or update or delete on private.maker_answers
  for each row execute function private.notify_answer();

-- Answers somebody else's recommendation of a tool that the caller makes, or changes their answer. The same again changes
-- nothing.
create function public.save_answer(upvote_id uuid, answer text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  words constant text := private.trim_text(save_answer.answer);
  cause constant text := 'answered:' || save_answer.upvote_id;
  about public.tool_upvotes;
  standing private.maker_answers;
begin
  perform private.require_session();
  perform private.lock_partition('recommendations', false);
  select * into about from public.tool_upvotes v where v.id = save_answer.upvote_id for key share;
  -- The same for one that is hidden, so that the answer does not reveal it.
  if about.id is null or not private.is_shown(about) then
    raise exception 'Recommendation not found' using errcode = 'PT404';
  elsif about.user_id = me then
    raise exception 'You cannot answer your own recommendation' using errcode = 'insufficient_privilege', detail = 'own';
  end if;
  perform private.lock_caller();
  if not private.is_maker(me, about.tool_id) then
    raise exception 'Only who makes it can answer' using errcode = 'insufficient_privilege', detail = 'maker';
  end if;
  -- One whose writer is no maker any more is shown to nobody.
  delete from private.maker_answers a
    where a.upvote_id = about.id and not exists (
      select from private.claims c where c.member_id = a.member_id and c.tool_id = about.tool_id and c.state = 'proved');
  select * into standing from private.maker_answers a where a.upvote_id = about.id for update;
  if standing.member_id <> me then
    raise exception 'Another maker has answered this' using errcode = 'PT409', detail = 'taken';
  elsif standing.hidden_at is not null then
    raise exception 'A moderator removed your answer' using errcode = 'PT409', detail = 'removed';
  elsif standing.id is null then
    insert into private.maker_answers (upvote_id, member_id, answer) values (about.id, me, words);
    perform private.take_back_notices(array[cause]);
    perform private.write_notice(about.user_id, 'recommendation_answered', cause, t.id, t.name)
      from public.tools t where t.id = about.tool_id;
  elsif standing.answer is distinct from words then
    update private.maker_answers a set answer = words, edited_at = now() where a.id = standing.id;
  end if;
exception when unique_violation then
  raise exception 'Another maker has answered this' using errcode = 'PT409', detail = 'taken';
end;
$$;

-- Removes the caller's answer, also when they are no maker any more; but not one that a moderator removed, which stays the
-- one answer.
create function public.remove_answer(upvote_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_session();
  delete from private.maker_answers a
    where a.upvote_id = remove_answer.upvote_id and a.member_id = (select auth.uid()) and a.hidden_at is null;
  if not found then
    raise exception 'Answer not found' using errcode = 'PT404';
  end if;
  perform private.take_back_notices(array['answered:' || remove_answer.upvote_id]);
end;
$$;
grant execute on function public.save_answer, public.remove_answer to authenticated;
