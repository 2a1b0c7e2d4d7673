-- Work that waits (docs/decisions/170): the tables of pg-boss, which the server makes before the migrations. A hosted
-- project has none: nothing is written there, and nothing is sent.

-- Writes a job into a queue; it is worked when the transaction has been committed, after earlier ones of its group. `cause` is
-- the id of what may ask for it several times: while that job waits no second one is written, and one that was given up is
-- tried again.
create function private.queue_job(queue text, job jsonb, cause uuid, job_group text) returns void
language plpgsql set search_path = ''
as $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;
  insert into pgboss.job as j (id, name, data, group_id, created_on, retry_limit, retry_delay, retry_backoff,
      retry_delay_max, expire_seconds, deletion_seconds, keep_until, policy)
    select cause, q.name, job, job_group, clock_timestamp(), q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.expire_seconds, q.deletion_seconds, now() + make_interval(secs => q.retention_seconds), q.policy
    from pgboss.queue q
    where q.name = queue_job.queue
      -- Looked for first: a conflict with one that is being worked would wait until it has been.
      and not exists (select from pgboss.job w where w.name = q.name and w.id = cause and w.state <> 'failed')
    on conflict (name, id) do update set data = excluded.data, state = 'created', retry_count = 0,
      retry_limit = excluded.retry_limit, start_after = now(), created_on = excluded.created_on, completed_on = null,
      keep_until = excluded.keep_until, output = null
    where j.state = 'failed';
end;
$$;

-- Asks a queue to look for what is due there. One job, whoever asks and however often.
create function private.queue_due(queue text, sought text) returns void
language sql set search_path = ''
as $$
  select private.queue_job(queue, jsonb_build_object('ask', queue, 'to', sought), md5(queue)::uuid, queue)
$$;

-- A mail, to `to`.
create function private.queue_mail(mail jsonb, cause uuid default gen_random_uuid()) returns void
language sql set search_path = ''
as $$
  select private.queue_job('mails', mail, cause, mail ->> 'to')
$$;

-- What waits and what was given up, by queue; no row on a hosted project.
create function private.queue_status() returns table (
  queue text, waiting integer, failed integer, waiting_since timestamptz
)
language plpgsql stable set search_path = ''
as $$
begin
  if to_regclass('pgboss.job') is not null then
    return query
      select q.name, count(*) filter (where j.state <> 'failed')::integer,
        count(*) filter (where j.state = 'failed')::integer,
        min(j.created_on) filter (where j.state <> 'failed')
      from pgboss.queue q left join pgboss.job j on j.name = q.name group by q.name;
  end if;
end;
$$;

-- For the dashboard: the mails that wait and those that were given up; no row on a hosted project, which has no queue.
create function public.get_queue_status() returns table (
  waiting integer, failed integer, waiting_since timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_administrator('see what waits in the queue');
  return query select s.waiting, s.failed, s.waiting_since from private.queue_status() s where s.queue = 'mails';
end;
$$;
grant execute on function public.get_queue_status to authenticated;
comment on function public.get_queue_status is 'Nullable: waiting_since.';
