-- Phones, and places on grids and device clouds, that workers have. Nobody uses one without its claim.
create table devices (
  id uuid primary key,
  -- All places on one grid or cloud have the same.
  phone uuid not null,
  name text not null,
  kind text not null,
  platforms text[] not null,
  version text,
  model text,
  labels text[] not null,
  is_real boolean,
  -- The worker that named it last.
  worker_id uuid not null,
  seen_at timestamptz not null default now(),
  -- That of its run's job. It outlives the job until the phone is free again.
  claim_token uuid,
  run_id uuid,
  claimed_until timestamptz,
  -- Sessions in a row that it did not give.
  failures integer not null default 0,
  rests_until timestamptz,
  rest_reason text
) with (fillfactor = 70);

create index devices_phone on devices (phone);

-- What was asked for: {platform, version, labels, …}.
alter table runs add column device jsonb;
alter table tests add column device jsonb;
alter table groups add column device jsonb;

-- Workers of earlier versions list none.
alter table workers add column lists_devices boolean not null default false;
