import { notFound, PublicError } from '../../kernel/errors.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { type EnvironmentSelector, findEnvironment, listEnvironments } from './environment-store.ts';

const namesTold = 20;

/** What an environment stands for at this moment. A caller without a key does not learn which ones exist. */
export async function addressOfEnvironment(
  db: Database | DatabaseTransaction,
  projectId: string,
  selector: EnvironmentSelector,
  { isKeyless }: { isKeyless: boolean },
): Promise<string> {
  const environment = await findEnvironment(db, projectId, selector);
  if (environment !== null) return environment.url;
  if (isKeyless) throw notFound('environment');
  throw new PublicError('NotFound', `There is no such environment. ${told(await namesOf(db, projectId))}`);
}

async function namesOf(db: Database | DatabaseTransaction, projectId: string): Promise<string[]> {
  return (await listEnvironments(db, projectId)).map(({ name }) => name);
}

function told(names: readonly string[]): string {
  if (names.length === 0) return 'The project has none yet.';
  const listed = names.slice(0, namesTold).map((name) => `"${name}"`);
  const others = names.length - listed.length;
  return `The project has ${listed.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`;
}
