-- What the page of a test looked like when somebody said that it was right, for each size of the window and each browser.
create table baselines (
  id uuid primary key,
  project_id uuid not null references projects,
  -- Null once the test is deleted: the row waits for the sweep, which deletes the picture too.
  test_id uuid references tests on delete set null,
  name text not null,
  width integer not null,
  height integer not null,
  browser text not null,
  -- The approved picture; null while there is none.
  object_key text,
  file_name text,
  approved_at timestamptz,
  -- A picture that waits for approval, among the files of its run.
  candidate_run_id uuid,
  candidate_file text,
  difference_file text,
  different_pixels integer,
  candidate_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (test_id, name, width, height, browser),
  check ((object_key is null) = (file_name is null) and (object_key is null) = (approved_at is null)),
  check ((candidate_run_id is null) = (candidate_file is null) and (candidate_run_id is null) = (candidate_at is null)),
  check (object_key is not null or candidate_run_id is not null)
);

create index baselines_newest_first on baselines (project_id, created_at desc, id desc);
create index baselines_waiting on baselines (project_id, created_at desc, id desc) where candidate_run_id is not null;
create index baselines_of_run on baselines (candidate_run_id) where candidate_run_id is not null;
create index baselines_without_test on baselines (id) where test_id is null;
