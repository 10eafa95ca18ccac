alter table projects
  -- Where the browser of a run may go; null: the host that it goes to first.
  add column allowed_hosts text[];

-- What steps write as {{name}}. A secret one is sealed.
create table project_variables (
  project_id uuid not null references projects on delete cascade,
  name text not null,
  value text,
  sealed bytea,
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (project_id, name),
  check ((value is null) <> (sealed is null))
);
