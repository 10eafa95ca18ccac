-- What the browser of a run shows right now, for as long as somebody looks at it. One picture a run, written over each second:
-- it need not outlive a crash.
create unlogged table run_screens (
  run_id uuid primary key,
  jpeg bytea not null check (octet_length(jpeg) <= 262144),
  at timestamptz not null
);

-- A JPEG does not get smaller.
alter table run_screens alter column jpeg set storage external;
