import type { Test } from '../../../client/index.ts';
import type { Connection } from '../connect.ts';
import type { FileFault } from '../errors.ts';
import { allGroups, allTests } from '../find-named.ts';
import { problemsIn, type ReadTest, readTests } from '../steps/sentences.ts';
import type { Declared } from './declaration.ts';
import { type ExistingGroup, type Plan, planChanges } from './plan.ts';

/** What applying files would do, and what a run would make of their sentences. */
export interface Review {
  existing: { tests: Test[]; groups: ExistingGroup[] };
  plan: Plan;
  read: ReadTest[];
  /** Sentences that a run would not understand. */
  problems: FileFault[];
}

/** Compares files with the project and asks the service about every sentence. It changes nothing. */
export async function review(
  connection: Connection,
  declared: Declared,
  { prune }: { prune: boolean },
): Promise<Review> {
  const existing = { tests: await allTests(connection), groups: await existingGroups(connection, declared) };
  const plan = planChanges(declared, existing, { prune });
  const read = await readTests(connection, declared.tests);
  return { existing, plan, read, problems: problemsIn(read) };
}

async function existingGroups(connection: Connection, { hasGroups }: Declared): Promise<ExistingGroup[]> {
  if (!hasGroups) return [];
  const groups: ExistingGroup[] = [];
  for (const group of await allGroups(connection)) {
    const { tests } = await connection.client.call('listTestsOfGroup', { path: { id: group.id } });
    groups.push({ ...group, titles: tests.map(({ test }) => test.title) });
  }
  return groups;
}
