-- What a build is for, and where in its archive an iOS app lies. Null in all three: uploaded before they were looked for.
alter table apps
  add column built_for text check (built_for in ('simulator', 'device')),
  add column architectures text[],
  add column app_folder text;
