-- How a run was started, and the members of the call that started it, without its prompt. Both are null for runs of earlier versions.
-- Without a check: it would read the whole table while nobody else can write to it.
alter table runs
  add column source text,
  add column input jsonb;

alter table projects add column description text;
alter table tests add column description text;
