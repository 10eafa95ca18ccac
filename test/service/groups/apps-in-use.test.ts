import { describe, expect, it } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { eventually, type TestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';
import { listed, openPlace, read, sweepTurn } from './apps-in-use.ts';
import { nothingLeft, smallBuild } from './support.js';

// Those whose worker is killed are in import-processes.full.test.ts.
describe('an app whose time is up', () => {
  it('stays for the runs that use it, takes no new one, and goes with its bytes when the last has ended, however that ended', async () => {
    const { service, release } = await openPlace({ isGated: true });
    const uses: Use[] = [
      await use(service, 'see one', 'completed'),
      await use(service, 'see one\nfailure no phone', 'failed'),
      await use(service, 'see one\nthrow it away', 'failed'),
      await use(service, 'hang', 'cancelled'),
      // No worker has an Android device: it stays queued.
      await use(service, 'see one', 'cancelled', builds.android),
    ];
    const appIds = uses.map(({ appId }) => appId);
    await service.query('update apps set expires_at = now()');
    for (const { former } of uses) await cancel(service, former);
    await sweepTurn(service);
    expect((await listed(service)).sort()).toEqual(appIds.sort());
    const { rows } = await service.query(
      `select object_key as key from apps
       union all select object_key || '.icon' from apps where icon_name is not null`,
    );
    const objectKeys = rows.map(({ key }) => key).sort();
    await eventually(async () => expect((await objectsIn(service.dataDir)).sort()).toEqual(objectKeys));
    for (const appId of appIds) {
      const mobile = { appId };
      expect((await service.call('POST', '/runs', { prompt: 'see a', mobile })).status).toBe(404);
    }

    release();
    for (const { last, status } of uses) if (status === 'cancelled') await cancel(service, last);
    await eventually(async () => {
      const runs = await Promise.all(uses.map(({ last }) => read(service, last)));
      expect(runs.map((run) => run.status)).toEqual(uses.map(({ status }) => status));
    });
    await nothingLeft(service);
  });
});

interface Use {
  appId: string;
  former: string;
  last: string;
  /** How the last one ends. */
  status: string;
}

/** Two runs on an app that has its time. */
async function use(
  service: TestService,
  prompt: string,
  status: string,
  build: { filename: string; bytes(): Promise<Buffer> } = smallBuild,
): Promise<Use> {
  const { id: appId } = await uploaded(service, build, { removeAfter: 600 });
  const submit = async (text: string) =>
    (await service.call('POST', '/runs', { prompt: text, mobile: { appId } })).body.id;
  return { appId, former: await submit('see one'), last: await submit(prompt), status };
}

async function cancel(service: TestService, runId: string): Promise<void> {
  expect((await service.call('POST', `/runs/${runId}/cancel`)).status).toBe(200);
}
