alter table runs
  -- Of a completed run, as in its output; apart from it, so that lists and statistics need not read that.
  add column result text check (result in ('PASS', 'FAILED')),
  add column feature_name text,
  -- The worker that carries it out, or did so last.
  add column worker_id uuid;

update runs
set result = case when status = 'completed' then output->>'result' end, feature_name = output->>'featureName'
where output is not null;

create index runs_newest_failed on runs (project_id, created_at desc, id desc) where result = 'FAILED' or status = 'failed';
create index runs_newest_passed on runs (project_id, created_at desc, id desc) where result = 'PASS';
create index runs_newest_unfinished on runs (project_id, created_at desc, id desc) where completed_at is null;
create index runs_newest_of_platform on runs (project_id, platform, created_at desc, id desc);
create index runs_newest_of_test on runs (project_id, test_id, created_at desc, id desc) where test_id is not null;
create index runs_newest_of_app on runs (project_id, app_id, created_at desc, id desc) where app_id is not null;
create index runs_ended_of_project on runs (project_id, completed_at desc)
  include (status, result, test_id, started_at) where completed_at is not null;
create index runs_started on runs (platform, started_at desc) include (created_at) where started_at is not null;

create index batches_newest on batches (project_id, created_at desc, id desc);
create index batches_newest_of_app on batches (project_id, app_id, created_at desc, id desc) where app_id is not null;

alter table deliveries
  -- As runs.webhook_status, and written with it.
  add column status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Host and port of the address.
  add column receiver text,
  add column created_at timestamptz not null default date_trunc('milliseconds', now());

update deliveries
set status = runs.webhook_status, created_at = runs.completed_at,
  receiver = regexp_replace(
    substring(lower(url) from '^https?://(?:[^/?#@]*@)?([^/?#]+)'),
    case when lower(url) like 'https:%' then ':443$' else ':80$' end, ''
  )
from runs
where runs.id = deliveries.run_id;

create index deliveries_newest on deliveries (project_id, created_at desc, run_id desc);
create index deliveries_newest_of_receiver on deliveries (project_id, receiver, created_at desc, run_id desc);
create index deliveries_newest_failed on deliveries (project_id, created_at desc, run_id desc) where status = 'failed';
create index deliveries_newest_pending on deliveries (project_id, created_at desc, run_id desc) where status = 'pending';

alter table workers
  add column name text not null default '',
  -- How many runs of each platform it carries out at once.
  add column slots jsonb not null default '{}',
  add column started_at timestamptz not null default now();
