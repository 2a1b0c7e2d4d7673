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
grant execute on function public.get_queue_status() to authenticated;
comment on function public.get_queue_status() is 'Nullable: waiting_since.';
