import { describe, expect, it } from 'vitest';
import { adminKey, apiOnly, startTestService, type TestService } from '../support/service.js';
import { operations } from './operations.js';
import { makePlace, type Place } from './place.js';
import { type Documented, documented, makeRequest, openApi, type Request, send } from './request.js';

describe('members that a call does not know', () => {
  it('move no test into another project and give it no other id', async () => {
    const service = await startTestService();
    const [own, foreign] = [await makePlace(service, 'own'), await makePlace(service, 'foreign')];
    const test = await own.idOf('test');
    const { body: before } = await service.call('GET', `/tests/${test}`);
    for (const member of ['project_id', 'projectId', 'id', 'created_at', 'nothing']) {
      const change = { [member]: member === 'created_at' ? '2001-01-01' : foreign.projectId };
      const { status, body } = await service.call('PATCH', `/tests/${test}`, change, { key: own.key });
      expect([member, status, { ...body.test, updatedAt: '' }]).toEqual([
        member,
        200,
        { ...before, updatedAt: '' },
      ]);
    }
    expect((await service.call('GET', `/tests/${test}`, undefined, { key: foreign.key })).status).toBe(404);
  });

  it('change nothing in any operation of openapi.json: not its answer, not what is stored', async () => {
    const service = await startTestService({ settings: apiOnly });
    const columns = await columnsOf(service);
    const bystander = await makePlace(service, 'bystander');
    for (const call of documented) {
      const operation = operations[call.operationId];
      if (operation === undefined) throw new Error(`${call.operationId} is not known`);
      const outcome = async (decorate: (request: Request) => Request) => {
        const place = await makePlace(service, 'subject');
        const request = await makeRequest(call, operation, place, ({ resource }) => place.idOf(resource));
        const { status, text } = await send(service.url, decorate(request), adminKey);
        return {
          operation: call.operationId,
          status,
          // A list of the whole service grows with every place.
          answer: call.path === '/api/v1/projects' || call.path === '/api/v1/keys' ? '' : normal(text),
          stored: await recordsOf(service, place),
        };
      };
      const plain = await outcome((request) => request);
      expect(plain).toMatchObject({ operation: call.operationId, status: operation.ok });
      const values = valuesFor(columns, bystander);
      expect(await outcome((request) => withExtras(request, call, values))).toEqual(plain);
    }
    expect((await service.call('GET', `/tests?projectId=${bystander.projectId}`)).body.tests).toEqual([]);
  });
});

type Extras = Record<string, unknown>;

/** Each column under its own name and in the form of the API, with a value that would do harm. */
function valuesFor(columns: Array<{ name: string; type: string }>, { projectId }: Place): Extras {
  const harm: Record<string, unknown> = {
    uuid: projectId,
    boolean: false,
    integer: 7,
    bigint: 7,
    jsonb: [{ type: 'act', title: 'injected' }],
    'timestamp with time zone': '2001-01-01T00:00:00.000Z',
    ARRAY: ['injected.example.com'],
  };
  const extras: Extras = {
    'x-vendor': { id: projectId },
    $where: '1=1',
    'updated_at"; drop table tests; --': 1,
    constructor: { name: 'injected' },
    prototype: { project_id: projectId },
    toString: 'injected',
  };
  for (const { name, type } of columns) {
    const value = harm[type] ?? 'injected';
    extras[name] = value;
    extras[name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())] = value;
  }
  return extras;
}

function withExtras(request: Request, { body: schema, parameters }: Documented, extras: Extras): Request {
  const url = new URL(request.url, 'http://localhost');
  const known = new Set(parameters.map(({ name }) => name));
  // Of a handful: a request line of all of them would be too long.
  for (const name of ['project_id', 'id', 'kind', '__proto__', 'constructor', 'x-vendor'])
    if (!known.has(name)) url.searchParams.set(name, String(extras.project_id));
  const body = decorated(request.body ?? {}, schema ?? {}, extras);
  return {
    ...request,
    url: url.pathname + url.search,
    body: request.method === 'GET' ? null : (body as Record<string, unknown>),
  };
}

/** At every level of a body; what a schema names there stays as it is. */
function decorated(value: unknown, given: object, extras: Extras): unknown {
  const schema = resolved(given);
  if (Array.isArray(value)) return value.map((item) => decorated(item, schema.items ?? {}, extras));
  if (typeof value !== 'object' || value === null) return value;
  const known = schema.properties ?? {};
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    decorated(member, known[name] ?? {}, extras),
  ]);
  const added = Object.entries(extras).filter(([name]) => !Object.hasOwn(known, name));
  // By its name in JSON it is a member like any other; an assignment would set the prototype.
  const proto: [string, unknown] = ['__proto__', { project_id: extras.project_id, isAdmin: true }];
  return Object.fromEntries([...added, proto, ...members]);
}

function resolved(schema: { $ref?: string; properties?: Record<string, object>; items?: object }) {
  const name = schema.$ref?.split('/').at(-1);
  const found: typeof schema = name === undefined ? schema : (openApi.components.schemas[name] ?? {});
  return found;
}

async function columnsOf({ query }: TestService): Promise<Array<{ name: string; type: string }>> {
  const { rows } = await query(
    `select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' order by column_name`,
  );
  expect(rows.length).toBeGreaterThan(50);
  return rows;
}

/** Everything that is stored of a project; what differs from one project to the next by nature is evened out. */
async function recordsOf({ query }: TestService, { projectId }: Place): Promise<Record<string, string[]>> {
  const { rows } = await query(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'project_id' order by table_name`,
  );
  const places = [
    ['projects', 'id = $1'],
    ['group_tests', 'group_id in (select id from groups where project_id = $1)'],
    ['group_webhooks', 'group_id in (select id from groups where project_id = $1)'],
    ...rows.map(({ table_name }) => [table_name, 'project_id = $1']),
  ];
  const records: Record<string, string[]> = {};
  for (const [table = '', condition] of places) {
    const { rows: found } = await query(
      `select (to_jsonb(record) - array['job_id', 'xid'])::text as record from ${table} as record where ${condition}`,
      [projectId],
    );
    records[table] = found.map(({ record }) => normal(record)).sort();
  }
  return records;
}

/** Ids, times and secrets are new in every place. */
function normal(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)?/g, '<time>')
    .replaceAll(/\\\\x[0-9a-f]+/g, '<bytes>')
    .replaceAll(/gk_\w+|whsec_[\w+/=]+/g, '<key>')
    .replaceAll(/"(id|keyId|public_id)": ?"[A-Za-z0-9]{12}"/g, '"$1":"<key>"')
    .replaceAll(/"(oldestWaitMs|durationMs)":\d+/g, '"$1":<ms>')
    .replaceAll(/"id": ?\d+/g, '"id":<number>')
    .replaceAll(/"code":"[A-Za-z0-9]{32}"|sign-in#\w{32}/g, '<code>')
    .replaceAll(/"secret":"[A-Za-z0-9]{43}"|webhook\/<id>\/\w{43}/g, '<secret>')
    .replaceAll(/([?&](?:expires|signature|sig|until)=)[\w-]+/g, '$1<signed>');
}
