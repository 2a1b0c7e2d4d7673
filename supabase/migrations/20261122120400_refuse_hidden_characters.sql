-- What a person writes is shown to others: no control characters, nothing that turns the direction of what stands beside
-- it, nothing that hides in it (docs/decisions/051). src/lib/hidden-character-rules.ts holds the same rule, by a test.

-- The text without them. New lines and tabs stay where texts of several lines are. Joiners and zero-width spaces stay where
-- scripts and emoji use them, after anything but Latin, Greek and Cyrillic letters, digits and punctuation; tags stay where
-- they make a flag.
create function private.without_hidden_characters(value text, has_lines boolean) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(value,
    '(\U0001F3F4[\U000E0020-\U000E007E]{1,6}\U000E007F)'
    || case when has_lines then '|[\u0001-\u0008\u000B\u000C\u000E-\u001F' else '|[\u0001-\u001F\u2028\u2029' end
    || '\u007F-\u009F\u202A-\u202E\u2060-\u206F\u3164\uFDD0-\uFDEF\uFEFF\uFFA0\uFFF9-\uFFFB\uFFFE\uFFFF'
    || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E007F'
    || '\U0001FFFE\U0001FFFF\U0002FFFE\U0002FFFF\U0003FFFE\U0003FFFF\U0004FFFE\U0004FFFF\U0005FFFE\U0005FFFF'
    || '\U0006FFFE\U0006FFFF\U0007FFFE\U0007FFFF\U0008FFFE\U0008FFFF\U0009FFFE\U0009FFFF\U000AFFFE\U000AFFFF'
    || '\U000BFFFE\U000BFFFF\U000CFFFE\U000CFFFF\U000DFFFE\U000DFFFF\U000EFFFE\U000EFFFF\U000FFFFE\U000FFFFF'
    || '\U0010FFFE\U0010FFFF]'
    || '|(?<![\u0600-\u1FFF\u2190-\uD7FF\uF900-\uFFEF\U00010000-\U000DFFFF])[\u200B-\u200D]',
    '\1', 'g')
$$;
revoke execute on function private.without_hidden_characters(text, boolean) from public, anon, authenticated, service_role;
-- Asked by constraints, with the rights of whoever writes.
grant execute on function private.without_hidden_characters(text, boolean) to authenticated, service_role;

-- Says it in words, before the constraint would. Arguments: column, its name for people, 'line' or 'lines', repeatedly.
create function private.refuse_hidden_characters() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  written jsonb := to_jsonb(new);
begin
  for place in 0 .. tg_nargs / 3 - 1 loop
    if written ->> tg_argv[3 * place] is distinct from
       private.without_hidden_characters(written ->> tg_argv[3 * place], tg_argv[3 * place + 2] = 'lines') then
      raise exception '% contains control characters or hidden formatting. Please remove them.', tg_argv[3 * place + 1]
        using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end;
$$;
revoke execute on function private.refuse_hidden_characters() from public, anon, authenticated, service_role;

-- What is there already is cleaned; where nothing else was written, the row says so.
create function pg_temp.cleaned(value text, has_lines boolean) returns text
language plpgsql
as $$
declare
  -- A name of two lines becomes one of two words.
  cleaned text := case when has_lines then value else regexp_replace(value, '[\t\n\r\u2028\u2029]+', ' ', 'g') end;
begin
  loop
    value := cleaned;
    cleaned := private.trim_text(private.without_hidden_characters(value, has_lines));
    exit when cleaned is not distinct from value;
  end loop;
  return cleaned;
end;
$$;
update public.profiles set full_name = coalesce(nullif(pg_temp.cleaned(full_name, false), ''), username::text)
  where full_name <> private.without_hidden_characters(full_name, false);
update public.categories set name = coalesce(nullif(pg_temp.cleaned(name, false), ''), slug),
    description = nullif(pg_temp.cleaned(description, true), '')
  where name <> private.without_hidden_characters(name, false)
    or description <> private.without_hidden_characters(description, true);
update public.tools set name = coalesce(nullif(pg_temp.cleaned(name, false), ''), slug),
    short_description = coalesce(nullif(pg_temp.cleaned(short_description, true), ''), slug)
  where name <> private.without_hidden_characters(name, false)
    or short_description <> private.without_hidden_characters(short_description, true);
update public.tool_upvotes set reason = coalesce(nullif(pg_temp.cleaned(reason, true), ''), '…')
  where reason <> private.without_hidden_characters(reason, true);
update public.upvote_flags set reason = coalesce(nullif(pg_temp.cleaned(reason, true), ''), '…')
  where reason <> private.without_hidden_characters(reason, true);
update public.upvote_appeals set reason = coalesce(nullif(pg_temp.cleaned(reason, true), ''), '…')
  where reason <> private.without_hidden_characters(reason, true);
update private.closed_reports set reason = coalesce(nullif(pg_temp.cleaned(reason, true), ''), '…')
  where reason <> private.without_hidden_characters(reason, true);
update private.suspensions set reason = coalesce(nullif(pg_temp.cleaned(reason, true), ''), '…')
  where reason <> private.without_hidden_characters(reason, true);
-- Reports of withdrawn upvotes come back with them.
update private.withdrawn_upvotes w
  set reports = (
    select jsonb_agg(report || jsonb_build_object('reason',
      coalesce(nullif(pg_temp.cleaned(report ->> 'reason', true), ''), '…')))
    from jsonb_array_elements(w.reports) report)
  where exists (
    select from jsonb_array_elements(w.reports) report
    where report ->> 'reason' <> private.without_hidden_characters(report ->> 'reason', true));
drop function pg_temp.cleaned(text, boolean);

alter table public.profiles add constraint profiles_full_name_shown
  check (full_name = private.without_hidden_characters(full_name, false));
alter table public.categories
  add constraint categories_name_shown check (name = private.without_hidden_characters(name, false)),
  add constraint categories_description_shown check (description = private.without_hidden_characters(description, true));
alter table public.tools
  add constraint tools_name_shown check (name = private.without_hidden_characters(name, false)),
  add constraint tools_short_description_shown
    check (short_description = private.without_hidden_characters(short_description, true));
alter table public.tool_upvotes add constraint tool_upvotes_reason_shown
  check (reason = private.without_hidden_characters(reason, true));
alter table public.upvote_flags add constraint upvote_flags_reason_shown
  check (reason = private.without_hidden_characters(reason, true));
alter table public.upvote_appeals add constraint upvote_appeals_reason_shown
  check (reason = private.without_hidden_characters(reason, true));
alter table private.suspensions add constraint suspensions_reason_shown
  check (reason = private.without_hidden_characters(reason, true));

-- After the triggers that trim: they run by name.
create trigger profiles_refuse_hidden_characters before insert or update of full_name on public.profiles
  for each row execute function private.refuse_hidden_characters('full_name', 'Full name', 'line');
create trigger categories_refuse_hidden_characters before insert or update of name, description on public.categories
  for each row execute function private.refuse_hidden_characters(
    'name', 'Name', 'line', 'description', 'Description', 'lines');
create trigger tools_refuse_hidden_characters before insert or update of name, short_description on public.tools
  for each row execute function private.refuse_hidden_characters(
    'name', 'Name', 'line', 'short_description', 'Description', 'lines');
create trigger tool_upvotes_refuse_hidden_characters before insert or update of reason on public.tool_upvotes
  for each row execute function private.refuse_hidden_characters('reason', 'Reason', 'lines');
create trigger upvote_flags_refuse_hidden_characters before insert or update of reason on public.upvote_flags
  for each row execute function private.refuse_hidden_characters('reason', 'Reason', 'lines');
create trigger upvote_appeals_refuse_hidden_characters before insert or update of reason on public.upvote_appeals
  for each row execute function private.refuse_hidden_characters('reason', 'Answer', 'lines');
create trigger suspensions_refuse_hidden_characters before insert or update of reason on private.suspensions
  for each row execute function private.refuse_hidden_characters('reason', 'Reason', 'lines');
