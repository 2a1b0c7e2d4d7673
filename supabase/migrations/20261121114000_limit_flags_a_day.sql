-- A member reports at most 20 recommendations in 24 hours: one person alone must not be able to hide a whole catalogue
-- of opinions before a moderator looks. Counted after the row is in, so that a second report of the same recommendation
-- is told that it is one, and a refused report does not count.
create function private.limit_flags() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- One after the other for each person: two sent at once must not both be the twentieth.
  perform pg_advisory_xact_lock(hashtextextended('upvote_flags ' || new.flagged_by::text, 0));
  if (select count(*) from public.upvote_flags
      where flagged_by = new.flagged_by and flagged_at > now() - interval '24 hours') > 20 then
    raise exception 'You can report at most 20 recommendations a day. Please try again tomorrow.';
  end if;
  return null;
end;
$$;

create trigger upvote_flags_limit_flags after insert on public.upvote_flags
  for each row execute function private.limit_flags();

-- Also serves the foreign key, as the index it replaces did.
create index upvote_flags_reporter_newest on public.upvote_flags (flagged_by, flagged_at desc);
drop index public.upvote_flags_flagged_by;
