-- The phone that a run was carried out on, as its server names it.
alter table runs
  add column device_name text,
  add column device_model text,
  add column device_version text,
  add column device_session_url text;
