-- All writers acquire locks in the order of docs/decisions/050, so that they do not deadlock.

-- Locks a partition until the transaction ends, exclusively (alone) or shared: 'administrators', 'catalogue' or
-- 'recommendations', in this order.
create function private.lock_partition(partition text, alone boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtextextended('plaudit ' || lock_partition.partition, 0));
  else
    perform pg_advisory_xact_lock_shared(hashtextextended('plaudit ' || lock_partition.partition, 0));
  end if;
end;
$$;

-- Arguments, repeated, if any: a partition and 'shared' or 'alone'. Fires before the statement, because a plain statement
-- locks its rows before its row triggers run. Nested statements are covered by the lock of the outer one. Refuses an ended
-- session first, so that its requests wait for nothing; not for nested ones: deleting an account deletes its sessions first.
create function private.lock_partitions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_session();
  end if;
  for place in 0 .. tg_nargs / 2 - 1 loop
    perform private.lock_partition(tg_argv[2 * place], tg_argv[2 * place + 1] = 'alone' and pg_trigger_depth() = 1);
  end loop;
  return null;
end;
$$;

-- Locks upvotes, then their tools: the first step of everything that changes several rows about them.
--
-- Here and wherever ids are joined with more: from unnest(), not '= any'. PostgreSQL may take '= any' as a further condition
-- of an index that begins with another column, and then sorts the whole array anew for each row of the join.
--
-- Its plan is made for each call, as that of every function which is given one id or thousands: one kept from calls with few
-- ids on small tables compares each row with each other.
create function private.lock_upvotes(upvote_ids uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_custom_plan
as $$
begin
  perform private.lock_partition('recommendations', false);
  perform from public.tool_upvotes v where v.id = any (upvote_ids) order by v.id for update;
  perform from public.tools t
    where t.id in (
      select v.tool_id from unnest(upvote_ids) given (id) join public.tool_upvotes v on v.id = given.id)
    order by t.id for no key update;
end;
$$;

-- Locks the upvotes of a member and those they reported, then their tools: the first step of a suspension and its end.
create function private.lock_upvotes_of(member_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_upvotes(array(
    select v.id from public.tool_upvotes v where v.user_id = member_id
    union
    select f.upvote_id from public.upvote_flags f where f.flagged_by = member_id and f.status = 'pending'));
end;
$$;
