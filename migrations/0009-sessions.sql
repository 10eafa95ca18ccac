-- A browser that signed in with an API key. It may do what the key may do, and ends with the key.
create table sessions (
  id uuid primary key,
  key_id text not null references api_keys on delete cascade,
  secret_hash bytea not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null
);

create index sessions_newest on sessions (key_id, created_at desc, id desc);
create index sessions_expiry on sessions (expires_at);

-- Each signs in once, with the key that it was made with.
create table sign_in_codes (
  code_hash bytea primary key,
  key_id text not null references api_keys on delete cascade,
  expires_at timestamptz not null
);

create index sign_in_codes_of_key on sign_in_codes (key_id);
create index sign_in_codes_expiry on sign_in_codes (expires_at);
