-- Everybody who writes takes their locks in one order, so that nobody waits in a circle (docs/decisions/050):
-- the part of the database, upvotes by id, tools by id, profiles, then what follows from them.

-- A part of the database, 'catalogue' or 'recommendations', until the transaction ends: with others, or alone. The
-- catalogue comes first.
create function private.lock_part(part text, alone boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('plaudit ' || part, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('plaudit ' || part, 0));
  end if;
end;
$$;

-- Arguments: a part and 'shared' or 'alone', as often as needed. Before a statement, because a plain statement locks its
-- rows before any trigger of theirs runs. What follows from another write is within that one's locks.
create function private.lock_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  for place in 0 .. tg_nargs / 2 - 1 loop
    perform private.lock_part(tg_argv[2 * place], tg_argv[2 * place + 1] = 'alone' and pg_trigger_depth() = 1);
  end loop;
  return null;
end;
$$;

-- The upvotes of a member and those they reported, then their tools: whoever changes a member begins with it.
create function private.lock_upvotes_of(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  upvote_ids uuid[] := array(
    select v.id from public.tool_upvotes v where v.user_id = member_id
    union
    select f.upvote_id from public.upvote_flags f where f.flagged_by = member_id and f.status = 'pending');
begin
  perform private.lock_part('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (select v.tool_id from public.tool_upvotes v where v.id = any (upvote_ids))
    order by t.id for no key update;
end;
$$;

create function private.lock_upvotes_of_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_upvotes_of(old.id);
  return old;
end;
$$;
