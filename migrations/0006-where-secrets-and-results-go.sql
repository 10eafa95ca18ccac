alter table projects
  -- Where a caller without a key may have results sent, beside the origin of the project's own receiver.
  add column allowed_receivers text[];

alter table project_variables
  -- The pages that a secret may be filled in on; null: those that the run may go to.
  add column hosts text[],
  add check (hosts is null or sealed is not null);

alter table runs
  -- Where the browser may go if the project names no hosts; null: the host that it goes to first.
  add column confined_to text[];
