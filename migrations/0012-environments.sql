create table environments (
  id uuid primary key,
  project_id uuid not null references projects on delete cascade,
  name text not null,
  url text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);

create unique index environments_name on environments (project_id, lower(name));
