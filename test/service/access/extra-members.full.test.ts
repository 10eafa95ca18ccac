import { describe, expect, it } from 'vitest';
import { unavailableMembers } from '../../../src/service/http/unavailable-members.ts';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';
import { operationOf } from './operations.js';
import { makePlace, type Place } from './place.js';
import { type Documented, documented, makeRequest, openApi, type Request, send } from './request.js';
import { normal, recordsOf } from './stored.js';

describe('members that a call does not know', () => {
  it('change nothing in any operation of openapi.json: not its answer, not what is stored', async () => {
    const service = await startTestService({ settings: apiOnly });
    const columns = await columnsOf(service);
    const bystander = await makePlace(service, 'bystander');
    for (const call of documented) {
      const operation = operationOf(call);
      const outcome = async (decorate: (request: Request) => Request) => {
        const place = await makePlace(service, 'subject');
        const request = await makeRequest(call, operation, place, ({ resource }) => place.idOf(resource));
        const { status, text } = await send(service.url, decorate(request), adminKey);
        return {
          operation: call.operationId,
          status,
          // A list of the whole service grows with every place.
          answer: call.path === '/api/v1/projects' || call.path === '/api/v1/keys' ? '' : unwarned(text),
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

/** The answer but for the word on what it does not know. */
function unwarned(text: string): string {
  return normal(text.replace(/,"warnings":\[.*\]\}$/, '}'));
}

const unavailable = new Set(unavailableMembers.map(({ path }) => path.split('.').at(-1)));

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
    const inApi = name.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
    // Those that are known to have no effect are refused; they have a test of their own.
    for (const member of [name, inApi]) if (!unavailable.has(member)) extras[member] = value;
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

interface Given {
  $ref?: string;
  /** A record or null. */
  anyOf?: Given[];
  properties?: Record<string, object>;
  items?: object;
}

function resolved(schema: Given): Given {
  const name = (schema.anyOf?.[0] ?? schema).$ref?.split('/').at(-1);
  return name === undefined ? schema : (openApi.components.schemas[name] ?? {});
}

async function columnsOf({ query }: TestService): Promise<Array<{ name: string; type: string }>> {
  const { rows } = await query(
    `select distinct on (column_name) column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' order by column_name`,
  );
  expect(rows.length).toBeGreaterThan(50);
  return rows;
}
