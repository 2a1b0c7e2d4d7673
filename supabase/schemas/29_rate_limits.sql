-- The rate limit counters all processes share (docs/decisions/035). The limiter's store expects these columns in this
-- order; `key` is the limit's name and a keyed hash of the client, `expire` the end of its window in milliseconds.
-- Unlogged: losing them in a crash is harmless, and counting waits for no disk. The fill factor keeps updates off the
-- indexes.
create unlogged table private.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint not null
) with (fillfactor = 70);

create index rate_limits_expire on private.rate_limits (expire);

alter table private.rate_limits enable row level security;
comment on table private.rate_limits is 'Not notified: no answer from memory depends on it.';
