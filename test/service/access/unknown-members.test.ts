import { describe, expect, it } from 'vitest';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';
import { makePlace, type Place } from './place.js';
import { type Documented, documented, type Request, send } from './request.js';
import { normal, recordsOf } from './stored.js';
import { requestTo } from './unknown-members.ts';

interface Warning {
  path: string;
  message: string;
}

/** Where a body is given a member that nobody knows: the path of it, and how it gets there. */
interface Addition {
  path: string;
  add(body: Record<string, unknown>): void;
}

describe('a member that a call does not know', () => {
  it('is named in the answer to every operation of openapi.json that takes a body, and refused in strict calls', async () => {
    const service = await startTestService({ settings: apiOnly });
    const refusing = await makePlace(service, 'subject');
    let nested = 0;
    for (const call of documented.filter(({ body }) => body !== null)) {
      const plain = await outcomeOf(service, call, (request) => request);
      expect(plain.warnings).toBeUndefined();
      for (const { path, add } of additionsTo(await requestTo(service, call))) {
        const where = `${call.operationId} ${path}`;
        const lenient = await outcomeOf(service, call, changed(add));
        expect({ where, ...lenient, warnings: undefined }).toEqual({ where, ...plain });
        expect({ where, warnings: lenient.warnings }).toEqual({
          where,
          warnings: [{ path, message: "isn't known" }],
        });
        if (path.includes('.')) nested += 1;
        for (const strictly of [byHeader, byMember]) {
          const { status, error, message, applied } = await outcomeOf(
            service,
            call,
            (request) => strictly(changed(add)(request)),
            refusing,
          );
          expect({ where, status, error, message, applied }).toEqual({
            where,
            status: 400,
            error: 'ValidationError',
            message: `${path}: isn't known`,
            applied: 'handling=strict',
          });
        }
      }
      const strict = await outcomeOf(service, call, byMember);
      expect(strict).toEqual({ ...plain, applied: 'handling=strict' });
    }
    expect(nested).toBeGreaterThan(4);
  });

  it('is answered with the nearest name, or the place where that name belongs', async () => {
    const { call } = await startTestService();
    const { status, body } = await call('POST', '/runs', {
      prompt: 'see a',
      webhook_url: 'https://example.com/secret',
      targeturl: 'x',
      locale: 'de-DE',
      somethingElse: 1,
    });
    expect([status, body.warnings]).toEqual([
      202,
      [
        { path: 'webhook_url', message: 'isn\'t known; did you mean "webhookUrl"?' },
        { path: 'targeturl', message: 'isn\'t known; did you mean "targetUrl"?' },
        { path: 'locale', message: 'isn\'t known; did you mean "device.locale"?' },
        { path: 'somethingElse', message: "isn't known" },
      ],
    ]);
  });

  it('is named in a list, and a misspelt filter is no silent list of everything', async () => {
    const { call } = await startTestService();
    const lenient = await call('GET', '/runs?staus=failed');
    expect(lenient.body.warnings).toEqual([
      { path: 'staus', message: 'isn\'t known; did you mean "status"?' },
    ]);
    const headers = { prefer: 'respond-async, Handling="strict"; wait=1' };
    const strict = await call('GET', '/runs?staus=failed', undefined, { headers });
    expect(strict).toMatchObject({ status: 400, body: { error: 'ValidationError' } });
    expect(strict.headers.get('preference-applied')).toBe('handling=strict');
    const right = await call('GET', '/runs?status=failed', undefined, { headers });
    expect([right.status, right.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  it('is listed with twenty others at most, by a short name that is safe to show and without its value', async () => {
    const { call } = await startTestService();
    const names = [`${'x'.repeat(5_000)}`, 'red\u001b[31m\u202e\u0000name', '', '__proto_'];
    const many = Array.from({ length: 3_000 }, (_, at): [string, unknown] => [`m${at}`, 'secret-value']);
    const members = [...names.map((name): [string, unknown] => [name, 'secret-value']), ...many];
    const started = await call('POST', '/runs', { prompt: 'see a', ...Object.fromEntries(members) });
    expect(started.status).toBe(202);
    const { warnings } = started.body as { warnings: Warning[] };
    expect(warnings.map(({ path }) => path)).toEqual([
      `${'x'.repeat(59)}…`,
      'red [31m name',
      '""',
      '__proto_',
      ...Array.from({ length: 16 }, (_, at) => `m${at}`),
      'body',
    ]);
    expect(warnings.at(-1)?.message).toBe("2984 more members aren't known");
    expect(JSON.stringify(started.body)).not.toContain('secret-value');
    expect(JSON.stringify(warnings).length).toBeLessThan(4_000);
  });

  it('gets the same word when a call is repeated under its Idempotency-Key', async () => {
    const { call } = await startTestService();
    const again = () =>
      call('POST', '/runs', { prompt: 'see a', note: 1 }, { headers: { 'idempotency-key': 'one' } });
    const [first, second] = [await again(), await again()];
    expect(first.body.warnings).toEqual([{ path: 'note', message: "isn't known" }]);
    expect([second.body.id, second.body.warnings]).toEqual([first.body.id, first.body.warnings]);
  });

  it('of a wish for a device is refused, since the run would take any phone', async () => {
    const { call } = await startTestService();
    const device = { lables: ['lab'] };
    expect(await call('POST', '/groups', { name: 'Smoke', device })).toMatchObject({
      status: 400,
      body: { message: 'device.lables: isn\'t known; did you mean "labels"?' },
    });
  });

  it('is not looked for in what is no boolean: strict itself has a type', async () => {
    const { call } = await startTestService();
    const answer = await call('POST', '/groups', { name: 'Smoke', strict: 'yes' });
    expect(answer).toMatchObject({ status: 400, body: { message: 'strict: must be a boolean' } });
    expect(await call('POST', '/groups', { name: 'Smoke', strict: null })).toMatchObject({ status: 201 });
  });
});

/** In a place of its own, or in one where nothing but refusals happens: what the call answers, and what is stored afterwards. */
async function outcomeOf(
  service: TestService,
  call: Documented,
  change: (request: Request) => Request,
  given: Place | null = null,
) {
  const place = given ?? (await makePlace(service, 'subject'));
  const request = await requestTo(service, call, place);
  const { status, text, headers } = await send(service.url, change(request), adminKey);
  const { warnings, error, message, requestId: _another, ...answer } = JSON.parse(text);
  return {
    status,
    error,
    message,
    applied: headers.get('preference-applied'),
    warnings: warnings as Warning[] | undefined,
    answer: normal(JSON.stringify(answer)),
    stored: await recordsOf(service, place),
  };
}

const byHeader = (request: Request): Request => ({ ...request, headers: { prefer: 'handling=strict' } });
const byMember = (request: Request): Request => ({ ...request, body: { ...request.body, strict: true } });

function changed(add: Addition['add']): (request: Request) => Request {
  return (request) => {
    const body = structuredClone(request.body ?? {});
    add(body);
    return { ...request, body };
  };
}

/** At the top, and in each object and array of objects that the body holds. */
function additionsTo({ body }: Request): Addition[] {
  const top: Addition = {
    path: 'nobodyKnows',
    add(target) {
      target.nobodyKnows = { secret: 'value' };
    },
  };
  const below = Object.entries(body ?? {}).flatMap(([name, value]): Addition[] => {
    const [first] = Array.isArray(value) ? value : [value];
    if (typeof first !== 'object' || first === null) return [];
    const isArray = Array.isArray(value);
    return [
      {
        path: `${name}${isArray ? '.0' : ''}.nobodyKnows`,
        add(target) {
          const member = target[name] as Record<string, unknown> & Array<Record<string, unknown>>;
          Object.assign(isArray ? (member[0] ?? {}) : member, { nobodyKnows: 'value' });
        },
      },
    ];
  });
  return [top, ...below];
}
