create table tests (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  title text not null,
  platform text not null check (platform in ('web', 'mobile', 'ios', 'android')),
  enabled boolean not null default true,
  steps jsonb not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);

create index tests_newest on tests (project_id, created_at desc, id desc);

create table groups (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  run_mode text not null default 'concurrent' check (run_mode in ('concurrent', 'sequential')),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);

create index groups_newest on groups (project_id, created_at desc, id desc);

create table group_tests (
  group_id uuid not null references groups on delete cascade,
  test_id uuid not null references tests on delete cascade,
  position integer not null,
  enabled boolean not null default true,
  primary key (group_id, test_id)
);

create index group_tests_in_order on group_tests (group_id, position);
create index group_tests_of_test on group_tests (test_id);

-- The address that starts a group: its id and a secret, of which only the hash is kept.
create table group_webhooks (
  id uuid primary key,
  group_id uuid not null unique references groups on delete cascade,
  secret_hash bytea not null,
  enabled boolean not null default true,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

-- A batch outlives its group, and says what it was asked for, so that it can be run again.
create table batches (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  group_id uuid not null,
  group_name text not null,
  run_mode text not null,
  request jsonb not null,
  app_id uuid,
  import_id uuid,
  rerun_of uuid,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);

create index batches_newest_of_group on batches (group_id, created_at desc, id desc);
create index batches_oldest on batches (created_at);

-- The fetching of an app from an address. It takes one of its project's places while it is under way.
create table imports (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  url text not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'failed')),
  bytes_read bigint not null default 0,
  bytes_total bigint,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  ended_at timestamptz,
  check ((status in ('completed', 'failed')) = (ended_at is not null))
);

create index imports_ended on imports (ended_at) where ended_at is not null;

alter table runs
  -- Known only when the app is there.
  alter column platform drop not null,
  -- The test as it was when the run was made.
  add column title text,
  add column steps jsonb,
  -- Why it is not let in: its app is being imported, or the runs before it in its batch have not ended.
  add column waits_for text check (waits_for in ('import', 'turn')),
  add column import_id uuid,
  add check (platform is not null or waits_for is not null or completed_at is not null),
  add check (waits_for is null or job_id is null);

drop index runs_waiting;
create index runs_waiting on runs (project_id, id) where status = 'queued' and job_id is null and waits_for is null;
create index runs_of_import on runs (import_id, id) where import_id is not null;
create index runs_unfinished_of_batch on runs (batch_id, id) where batch_id is not null and completed_at is null;
