alter table projects
  -- How many of its runs are admitted at once, over all workers.
  add column concurrency integer not null default 5 check (concurrency between 1 and 1000),
  -- Runs that have a job. Changes only under this row's lock, together with the run and the job. A run waits without
  -- a job only while this has reached the concurrency, so zero means that the project has no unfinished run.
  add column active_runs integer not null default 0 check (active_runs >= 0);

-- Sealed; the newest signs, and those that are being retired sign beside it until their time.
create table signing_secrets (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  secret bytea not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  retires_at timestamptz
);

create unique index signing_secrets_current on signing_secrets (project_id) where retires_at is null;
create index signing_secrets_of_project on signing_secrets (project_id);

create table runs (
  id uuid primary key,
  project_id uuid not null references projects,
  type text not null check (type in ('chat', 'test')),
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed', 'cancelled')),
  platform text not null check (platform in ('web', 'ios', 'android')),
  prompt text,
  target_url text,
  app_id uuid,
  test_id uuid,
  batch_id uuid,
  -- What was gathered so far; addresses in it are kept as paths.
  output jsonb,
  error_code text,
  error_message text,
  webhook_url text,
  webhook_status text check (webhook_status in ('pending', 'delivered', 'failed')),
  -- The job that carries it out. Null while it waits for its project's concurrency, and after its end.
  job_id bigint,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  started_at timestamptz,
  completed_at timestamptz,
  check ((status in ('completed', 'failed', 'cancelled')) = (completed_at is not null)),
  check (job_id is null or status in ('queued', 'running')),
  check ((webhook_url is null) = (webhook_status is null))
) with (fillfactor = 80);

create index runs_newest on runs (project_id, created_at desc, id desc);
create index runs_newest_of_status on runs (project_id, status, created_at desc, id desc);
create index runs_newest_of_batch on runs (batch_id, created_at desc, id desc) where batch_id is not null;
create index runs_newest_of_all on runs (created_at desc, id desc);
create index runs_waiting on runs (project_id, id) where status = 'queued' and job_id is null;
create index runs_queued on runs (platform, created_at) where status = 'queued';
create index runs_newest_of_any_project on runs (status, created_at desc, id desc);
create index runs_ended on runs (completed_at) where completed_at is not null;

-- Screenshots and traces. The name is unguessable and stands in an address that needs no key. Written down before its bytes are
-- stored, so that none are left behind.
create table run_files (
  run_id uuid not null,
  name text not null,
  content_type text not null,
  object_key text not null,
  primary key (run_id, name)
);

-- What a run's end is told to its caller: written once, sent as it stands. Like its files and attempts it goes in the
-- statement that removes the run; no reference, since its check would be planned once, for a table that was small then.
create table deliveries (
  run_id uuid primary key,
  project_id uuid not null,
  url text not null,
  body text not null,
  -- Attempts over all rounds, each redelivery being a new round.
  attempts integer not null default 0,
  -- When the schedule wants the next attempt; null when there is none.
  next_attempt_at timestamptz
);

alter table deliveries alter column body set compression pglz;

create table delivery_attempts (
  run_id uuid not null,
  number integer not null,
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Time between the schedule's wish and the start; more than a moment means that the receiver was at its cap.
  waited_ms integer not null,
  status_code integer,
  failure text,
  answer text,
  primary key (run_id, number)
);

-- Changes as they were committed, for those who follow them. Numbers are given before the commit, so a reader orders by
-- transaction and stays behind the oldest one that is still under way.
create table events (
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  project_id uuid not null,
  type text not null,
  data jsonb not null,
  at timestamptz not null default now(),
  primary key (xid, id)
);

create index events_of_project on events (project_id, xid, id);
create index events_oldest on events (at);

create table idempotency_keys (
  -- The project, or later the webhook, that the key belongs to.
  scope uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  result jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, route, key)
);

create index idempotency_keys_oldest on idempotency_keys (created_at);

-- Who carries out runs, and on which platforms; a row that is not refreshed is a worker that is gone.
create table workers (
  id uuid primary key,
  platforms text[] not null,
  seen_at timestamptz not null default now()
);

alter table jobs add column queue text not null default 'short';
alter table jobs alter column queue drop default;

drop index jobs_due;
create index jobs_due on jobs (queue, due_at);

alter table jobs set (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
