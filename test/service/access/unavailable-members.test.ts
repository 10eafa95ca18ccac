import { describe, expect, it } from 'vitest';
import { unavailableMembers } from '../../../src/service/http/unavailable-members.ts';
import { adminKey, apiOnly, startTestService } from '../../support/service.js';
import { operations } from './operations.js';
import { makePlace, type Place } from './place.js';
import { documented, makeRequest, send } from './request.js';
import { recordsOf } from './stored.js';

type Body = Record<string, unknown>;

describe('a member that callers know and that has no effect here', () => {
  it('is refused with the reason, or answered with a warning where it is a mere note; null is no wish', async () => {
    const service = await startTestService({ settings: apiOnly });
    for (const { path, operations: ids, isRefused, message } of unavailableMembers) {
      for (const id of ids) {
        const call = documented.find(({ operationId }) => operationId === id);
        const operation = operations[id];
        if (call === undefined || operation === undefined) throw new Error(`${id} is no operation`);
        const sent = async (place: Place, value: unknown, headers: Record<string, string> = {}) => {
          const request = await makeRequest(call, operation, place, ({ resource }) => place.idOf(resource));
          const before = await recordsOf(service, place);
          const body = withMember(request.body ?? {}, path, value);
          const { status, text } = await send(service.url, { ...request, body, headers }, adminKey);
          const isUnchanged = JSON.stringify(await recordsOf(service, place)) === JSON.stringify(before);
          const answer = JSON.parse(text) as { warnings?: unknown };
          return { ...answer, status, isUnchanged };
        };
        const where = path.replace(/^steps\./, 'steps.0.');
        const refusal = {
          status: 400,
          error: 'ValidationError',
          message: `${where}: ${message}`,
          isUnchanged: true,
        };
        const warned = { status: operation.ok, warnings: [{ path: where, message }] };
        const place = await makePlace(service, 'subject');
        expect(await sent(place, 'secret-value', { prefer: 'handling=strict' })).toMatchObject(refusal);
        const given = await sent(place, 'secret-value');
        expect(given, `${id} ${path}`).toMatchObject(isRefused ? refusal : warned);
        // A refusal has changed nothing of it.
        const next = isRefused ? place : await makePlace(service, 'subject');
        const omitted = await sent(next, null, { prefer: 'handling=strict' });
        expect([id, path, omitted.status, omitted.warnings]).toEqual([id, path, operation.ok, undefined]);
      }
    }
  });

  it.each([
    ['mode', 'deep'],
    ['deviceModel', 'ipad'],
    ['prepTestId', '0197f000-0000-7000-8000-000000000000'],
    ['credentials', [{ label: 'Admin' }]],
    ['appId', '0197f000-0000-7000-8000-000000000000'],
  ])('such as %s of a run starts nothing', async (name, value) => {
    const { call, query } = await startTestService();
    const { status, body } = await call('POST', '/runs', { prompt: 'see a', [name]: value });
    expect([status, body.error, body.message]).toEqual([
      400,
      'ValidationError',
      expect.stringMatching(new RegExp(`^${name}: (can't|must) `)),
    ]);
    expect((await query('select id from runs')).rows).toEqual([]);
  });
});

function withMember(given: Body, path: string, value: unknown): Body {
  const body = structuredClone(given);
  const [first = '', second] = path.split('.');
  if (second === undefined) body[first] = value;
  else if (first === 'steps') {
    // Reading takes sentences either as steps or as a prompt.
    delete body.prompt;
    body.steps = [{ type: 'act', title: 'Click "Save"', [second]: value }];
  } else body[first] = { ...(body[first] as Body | undefined), [second]: value };
  return body;
}
