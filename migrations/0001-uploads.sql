create table projects (
  id uuid primary key,
  name text not null,
  webhook_url text,
  target_url text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Hidden at once; the row goes when the sweep has removed the project's apps.
  deleted_at timestamptz
);

create index projects_newest on projects (created_at desc, id desc);
create index projects_deleted on projects (deleted_at) where deleted_at is not null;

create table api_keys (
  public_id text primary key,
  secret_hash bytea not null,
  kind text not null check (kind in ('admin', 'project')),
  project_id uuid references projects on delete cascade,
  name text,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  revoked_at timestamptz,
  check ((kind = 'project') = (project_id is not null))
);

create index api_keys_newest on api_keys (project_id, created_at desc, public_id desc);

-- No reference to projects: an upload may be asked for while its project is being deleted, and the
-- sweep finds every ticket by its time alone.
create table upload_tickets (
  id uuid primary key,
  project_id uuid not null,
  filename text not null,
  file_size bigint not null,
  extension text not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  swept_at timestamptz
);

create index upload_tickets_unswept on upload_tickets (expires_at) where swept_at is null;
create index upload_tickets_swept on upload_tickets (swept_at) where swept_at is not null;

create table apps (
  id uuid primary key,
  project_id uuid not null references projects,
  platform text not null check (platform in ('ios', 'android')),
  upload_filename text not null,
  bundle_id text,
  app_version text,
  build_version text,
  file_size bigint not null,
  source text not null check (source in ('api_upload', 'group_webhook_artifact')),
  object_key text not null,
  remove_after integer,
  expires_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Set only while holds keep a deleted app's bytes; otherwise the row is gone.
  deleted_at timestamptz,
  hold_count integer not null default 0 check (hold_count >= 0)
);

create index apps_newest on apps (project_id, created_at desc, id desc);
create index apps_newest_of_bundle on apps (project_id, bundle_id, created_at desc, id desc);
create index apps_newest_of_platform on apps (project_id, platform, created_at desc, id desc);
create index apps_due on apps (coalesce(deleted_at, expires_at)) where coalesce(deleted_at, expires_at) is not null;

-- Who keeps an app. apps.hold_count is its count and must change in the same statement: removal checks
-- the count under the row's lock, which a look at this table could not do. No reference to apps: a row
-- there goes only at a count of zero, and a reference would be checked for each of ten thousand.
create table app_holds (
  app_id uuid not null,
  holder_id uuid not null,
  primary key (holder_id, app_id)
);

create table jobs (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  -- For a claimed job this is the end of its lease: an unsettled one falls due again by itself.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  claim_token uuid
);

-- Payloads live for seconds; compressing them would cost more than it saves.
alter table jobs alter column payload set storage external;

create index jobs_due on jobs (due_at);
