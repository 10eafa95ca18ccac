import { gatherClosers } from '../../support/database.js';
import { connectHolder, type Holder } from '../../support/held-rows.js';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';
import { type Operation, operations } from './operations.js';
import { makePlace, type Place, type Resource } from './place.js';
import { type Documented, documented, makeRequest, positionsOf, send } from './request.js';

/** The row that is a resource; `$1` is its id, `$2` the project. */
const rows: Partial<Record<Resource, string>> = {
  project: 'projects where id::text = $1 and id = $2::uuid',
  projectKey: 'api_keys where public_id = $1 and project_id = $2::uuid',
  adminKey: 'api_keys where public_id = $1 and $2::uuid is not null',
  session: 'sessions where id::text = $1 and $2::uuid is not null',
  variable: 'project_variables where name = $1 and project_id = $2::uuid',
  environment: 'environments where id::text = $1 and project_id = $2::uuid',
  app: 'apps where id::text = $1 and project_id = $2::uuid',
  test: 'tests where id::text = $1 and project_id = $2::uuid',
  comparedTest: 'tests where id::text = $1 and project_id = $2::uuid',
  member: 'tests where id::text = $1 and project_id = $2::uuid',
  baseline: 'baselines where id::text = $1 and project_id = $2::uuid',
  group: 'groups where id::text = $1 and project_id = $2::uuid',
  groupOfBatch: 'groups where id::text = $1 and project_id = $2::uuid',
  groupWithWebhook: 'groups where id::text = $1 and project_id = $2::uuid',
};
/** What a deletion ends besides the row that its path names last. */
const partsOf: Record<string, string> = {
  removeTestFromGroup: 'group_tests where test_id::text = $1 and $2::uuid is not null',
  deleteGroupWebhook: 'group_webhooks where group_id::text = $1 and $2::uuid is not null',
};

interface Call {
  documented: Documented;
  operation: Operation;
}

/** A deletion of what the other call names, or of what it names itself. */
export interface Pair {
  write: Call;
  deletion: Call;
  deleted: Resource;
}

const lanes = 2;
/** No limit that a busy machine could reach while calls wait for each other. */
const callerLimits = { connectionMs: 120_000, statementMs: 120_000, answerMs: 120_000 };

/** Has the two calls of each pair meet; the pairs of which one was answered with a fault of the service. */
export async function faultsWhereTheyMeet(pairs: Pair[], isDeletionFirst: boolean): Promise<string[]> {
  const service = await startTestService({
    settings: { ...apiOnly, GANTRY_TRUST_PROXY: 'true', GANTRY_DATABASE_POOL_SIZE: String(4 * lanes) },
    callerLimits,
  });
  const queue = pairs.values();
  const faults: string[] = [];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const { atEnd, close } = gatherClosers();
      const holder = await connectHolder(service, atEnd);
      try {
        for (const pair of queue) faults.push(...(await meet(service, holder, pair, isDeletionFirst)));
      } finally {
        await close();
      }
    }),
  );
  return faults;
}

export function allPairs(): Pair[] {
  const calls = documented.flatMap((one): Call[] => {
    const operation = operations[one.operationId];
    return operation === undefined || one.method === 'GET' ? [] : [{ documented: one, operation }];
  });
  const deletions = calls.filter((call) => call.documented.method === 'DELETE' && deletedBy(call) !== null);
  return deletions.flatMap((deletion) =>
    calls.flatMap((write) => {
      const own = deletedBy(deletion);
      if (own === null) return [];
      const named = positionsOf(write.operation).map(({ resource }) => resource);
      const isPart = partsOf[deletion.documented.operationId] !== undefined;
      const alike = isPart ? [] : named.filter((resource) => rows[resource] === rows[own]);
      return [...new Set(alike.length > 0 ? alike : [own])].map((deleted) => ({ write, deletion, deleted }));
    }),
  );
}

function deletedBy({ operation }: Call): Resource | null {
  return Object.values(operation.path ?? {}).at(-1) ?? null;
}

/** Both wait for the row that is to be deleted, in this order, and then go on. */
async function meet(
  service: TestService,
  holder: Holder,
  { write, deletion, deleted }: Pair,
  isDeletionFirst: boolean,
): Promise<string[]> {
  const place = await makePlace(service, 'race');
  // What is of the same kind is the same one.
  const named = (resource: Resource) => (rows[resource] === rows[deleted] ? deleted : resource);
  const requests = [await requestOf(deletion, place, named), await requestOf(write, place, named)];
  if (!isDeletionFirst) requests.reverse();
  const row = partsOf[deletion.documented.operationId] ?? rows[deleted] ?? '';
  const what = `${deletion.documented.operationId} of ${deleted} and ${write.documented.operationId}`;
  await holder.hold(row, [await place.idOf(deleted), place.projectId]);
  const replies = await holder.meet(requests.map((request) => () => send(service.url, request, adminKey)));
  return replies.some(({ status }) => status >= 500)
    ? [`${what}: ${replies.map(({ status, text }) => `${status} ${status < 400 ? '' : text}`).join(' | ')}`]
    : [];
}

async function requestOf(
  { documented, operation }: Call,
  place: Place,
  named: (resource: Resource) => Resource,
) {
  return makeRequest(documented, operation, place, ({ resource }) => place.idOf(named(resource)));
}
