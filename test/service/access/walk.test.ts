import { describe, expect, it } from 'vitest';
import { adminKey, apiOnly, startTestService, type TestService } from '../../support/service.js';
import { type Operation, operationOf, operations } from './operations.js';
import { makePlace, type Place, unknownId } from './place.js';
import {
  type Documented,
  documented,
  makeRequest,
  type Position,
  positionsOf,
  type Reply,
  send,
} from './request.js';
import { fingerprint } from './stored.js';

type Caller = 'no key' | 'forged key' | 'revoked key' | 'foreign key' | 'own key' | 'admin key';
/** Whose ids a call names: all of its own project, or at one position those of another one or of nobody. */
type Naming = { whose: 'own' } | { whose: 'foreign' | 'unknown'; at: Position } | { whose: 'implied' };

interface Cell {
  call: Documented;
  operation: Operation;
  caller: Caller;
  naming: Naming;
  expected: number;
}

const callers: Caller[] = ['no key', 'forged key', 'revoked key', 'foreign key', 'own key', 'admin key'];

describe('access to every operation of openapi.json', () => {
  it('is known to this test, and nothing else is', () => {
    expect(Object.keys(operations).sort()).toEqual(documented.map(({ operationId }) => operationId).sort());
  });

  it('is refused to each caller that may not, wherever the foreign id stands; a refusal changes nothing', async () => {
    const scene = await openScene();
    const { service, own, foreign } = scene;
    for (const place of [own, foreign])
      for (const { operation } of allCells()) await makeAll(place, operation);
    const before = await fingerprint(service);
    const faults = await check(
      allCells().filter(({ expected }) => expected >= 400),
      async () => scene,
    );
    expect(faults).toEqual([]);
    expect(await fingerprint(service)).toEqual(before);
  });

  it('is given to each caller that may, and shows nothing of another project', async () => {
    const scene = await openScene();
    const cells = allCells().filter(({ expected }) => expected < 400);
    const faults = await check(
      cells.filter(({ call }) => call.method === 'GET'),
      async () => scene,
    );
    // A scene for each call that changes something: many of them end what they name.
    const others = await check(
      cells.filter(({ call }) => call.method !== 'GET'),
      () => openScene(scene.service),
    );
    expect([...faults, ...others]).toEqual([]);
  });

  it('is not wider by HEAD than by GET', async () => {
    const scene = await openScene();
    for (const call of documented.filter(({ method }) => method === 'GET')) {
      const request = await makeRequest(call, operationOf(call), scene.own, ({ resource }) =>
        scene.own.idOf(resource),
      );
      const { status } = await send(scene.service.url, { ...request, method: 'HEAD' }, null);
      expect([call.operationId, status]).toEqual([call.operationId, 401]);
    }
  });

  it('finds nothing of a project that is deleted, also while no sweep runs', async () => {
    const { service, own } = await openScene();
    for (const call of documented) await makeAll(own, operationOf(call));
    await service.query('update projects set deleted_at = now() where id = $1', [own.projectId]);
    const faults: string[] = [];
    // Its keys and sessions are dead: no key of it signs in, and they may still be revoked.
    const ofKeys = ['signIn', 'revokeProjectKey', 'revokeSession'];
    for (const call of documented.filter(({ operationId }) => !ofKeys.includes(operationId))) {
      const operation = operationOf(call);
      const request = await makeRequest(call, operation, own, ({ resource }) => own.idOf(resource));
      const { status, text } = await send(service.url, request, adminKey);
      const isOfProject = positionsOf(operation).some(({ resource }) => resource !== 'adminKey');
      if (status !== (isOfProject ? 404 : operation.ok)) faults.push(`${call.operationId}: ${status}`);
      if (call.method === 'GET' && text.includes(own.projectId)) faults.push(`${call.operationId} shows it`);
    }
    expect(faults).toEqual([]);
  });

  it('finds nothing by a filter that names what another project has', async () => {
    const { service, own, foreign } = await openScene();
    for (const call of documented) {
      const { filter } = operationOf(call);
      if (filter === undefined) continue;
      const ask = async (whose: Place) => {
        const path = call.path.replace('{projectId}', own.projectId);
        const url = `${path}?${filter.name}=${await whose.idOf(filter.resource)}`;
        const { text } = await send(service.url, { method: call.method, url, body: null }, own.key);
        return JSON.parse(text)[filter.member].length;
      };
      expect([await ask(own), await ask(foreign)]).toEqual([expect.any(Number), 0]);
      expect(await ask(own)).toBeGreaterThan(0);
    }
  });
});

function allCells(): Cell[] {
  return documented.flatMap((call) => {
    const operation = operationOf(call);
    const namings: Naming[] = [
      { whose: 'own' },
      ...positionsOf(operation).flatMap((at) => [
        { whose: 'foreign' as const, at },
        { whose: 'unknown' as const, at },
      ]),
      ...(operation.adminWithoutProject === undefined ? [] : [{ whose: 'implied' as const }]),
    ];
    return callers.flatMap((caller) =>
      namings.map((naming) => ({
        call,
        operation,
        caller,
        naming,
        expected: expectedOf(operation, caller, naming),
      })),
    );
  });
}

/** The whole rule, in the words of the documentation. */
function expectedOf(operation: Operation, caller: Caller, naming: Naming): number {
  const { access, ok } = operation;
  const positions = positionsOf(operation);
  const hasKey = !['no key', 'forged key', 'revoked key'].includes(caller);
  if (access !== 'public' && !hasKey) return 401;
  const mayEverywhere = access === 'public' || caller === 'admin key';
  if (access === 'admin' && !mayEverywhere) return 403;
  if (naming.whose === 'unknown') return 404;
  if (naming.whose === 'implied') {
    if (mayEverywhere) return operation.adminWithoutProject ?? ok;
    // What else the call names is of the own project: nobody else's key finds it.
    return caller === 'own key' || positions.length === 1 ? ok : 404;
  }
  // What a call names must be of one project: a mixture finds nothing, whoever calls.
  const isOfOneProject = naming.whose === 'own' || positions.length === 1;
  if (!isOfOneProject) return 404;
  if (mayEverywhere || positions.length === 0) return ok;
  const owner: Caller = naming.whose === 'own' ? 'own key' : 'foreign key';
  return caller === owner ? ok : 404;
}

interface Scene {
  service: TestService;
  own: Place;
  foreign: Place;
  keys: Record<Caller, string | null>;
}

async function openScene(running?: TestService): Promise<Scene> {
  // No worker: nothing changes by itself. Behind a proxy: each call can come from an address of its own.
  const service =
    running ?? (await startTestService({ settings: { ...apiOnly, GANTRY_TRUST_PROXY: 'true' } }));
  const [own, foreign] = [await makePlace(service, 'own'), await makePlace(service, 'foreign')];
  const { key: revoked, id } = (await service.call('POST', `/projects/${own.projectId}/keys`)).body.key;
  await service.call('DELETE', `/projects/${own.projectId}/keys/${id}`);
  return {
    service,
    own,
    foreign,
    keys: {
      'no key': null,
      'forged key': own.key.replace(/.{20}$/, 'A'.repeat(20)),
      'revoked key': revoked,
      'foreign key': foreign.key,
      'own key': own.key,
      'admin key': adminKey,
    },
  };
}

async function makeAll(place: Place, operation: Operation): Promise<void> {
  for (const { resource } of positionsOf(operation)) await place.idOf(resource);
  if (typeof operation.rest === 'function') await operation.rest(place);
}

const lanes = 4;

/** The cells that answer otherwise than expected, in words. */
async function check(cells: Cell[], sceneOf: () => Promise<Scene>): Promise<string[]> {
  const faults: string[] = [];
  const queue = cells.values();
  const work = async () => {
    for (const cell of queue) faults.push(...(await checkCell(cell, await sceneOf())));
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return faults;
}

async function checkCell(cell: Cell, scene: Scene): Promise<string[]> {
  const { naming, caller, expected, call } = cell;
  const reply = await ask(cell, scene);
  const what = `${call.operationId} with ${caller}, ${naming.whose} ids${'at' in naming ? ` at ${naming.at.part} ${naming.at.name}` : ''}`;
  if (reply.status !== expected)
    return [`${what}: ${reply.status} instead of ${expected} ${reply.text.slice(0, 200)}`];
  if (expected === 404 && naming.whose === 'foreign' && caller === 'own key') {
    const unknown = await ask({ ...cell, naming: { ...naming, whose: 'unknown' } }, scene);
    if (withoutRequestId(unknown) !== withoutRequestId(reply))
      return [`${what}: differs from an unknown one`];
  }
  const hidden = caller === 'own key' ? scene.foreign : caller === 'foreign key' ? scene.own : null;
  if (hidden !== null && expected < 400 && reply.text.includes(hidden.projectId))
    return [`${what}: shows what is of another project`];
  return [];
}

async function ask(
  { call, operation, caller, naming }: Cell,
  { service, own, foreign, keys }: Scene,
): Promise<Reply> {
  const request = await makeRequest(call, operation, own, async (position) => {
    const { part, name, resource } = position;
    if (naming.whose === 'implied' && name === 'projectId') return undefined;
    const isElsewhere = 'at' in naming && naming.at.part === part && naming.at.name === name;
    if (!isElsewhere) return own.idOf(resource);
    return naming.whose === 'foreign' ? foreign.idOf(resource) : unknownId(resource);
  });
  return send(service.url, request, keys[caller]);
}

function withoutRequestId({ status, text }: Reply): string {
  return `${status} ${text.replace(/"requestId":"[^"]*"/, '')}`;
}
