-- An import beyond its project's share waits without a job; it gets one when an earlier import of the project ends.
alter table imports
  add column is_waiting boolean not null default false,
  add check (not is_waiting or status = 'queued');

create index imports_waiting on imports (project_id, id) where is_waiting;
create index imports_with_job on imports (project_id) where ended_at is null and not is_waiting;
