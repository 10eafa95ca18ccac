-- What device clouds call the builds that were uploaded to them: a build is sent to each account once. `account` is a hash of who it is
-- and where it uploads to; no key is kept.
create table cloud_uploads (
  cloud text not null,
  account text not null,
  sha256 text not null,
  form text not null,
  reference text not null,
  uploaded_at timestamptz not null,
  primary key (cloud, account, sha256, form)
);

create index cloud_uploads_due on cloud_uploads (uploaded_at);
