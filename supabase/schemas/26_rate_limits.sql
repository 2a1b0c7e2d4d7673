-- What the processes on this database have counted against their rate limits (docs/decisions/035). The columns are those
-- the limiter's store expects, in this order; `key` is the limit's name and a keyed hash of whom it counts, `expire` the
-- end of its window in milliseconds. Unlogged: losing the counts in a crash costs nothing, and a count then waits for no
-- disk. Room is left in each page, so that counting on changes no index.
create unlogged table private.rate_limits (
  key text primary key,
  points integer not null,
  expire bigint not null
) with (fillfactor = 70);

create index rate_limits_expire on private.rate_limits (expire);

alter table private.rate_limits enable row level security;
comment on table private.rate_limits is 'Unannounced: no answer from memory depends on it.';
