create index deliveries_newest_failed_of_receiver on deliveries (project_id, receiver, created_at desc, run_id desc)
  where status = 'failed';
