import type { RequestedDevice } from '../../engine/requested-device.ts';
import { notFound, orNotFound } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { type App, findListedApp, findNewestUpload } from '../apps/app-store.ts';
import { takeHolds } from '../apps/holds.ts';
import type { DatabaseTransaction } from '../database/database.ts';
import { buildsThatFit } from '../fleet/device-store.ts';
import type { AppSelector } from './run-request.ts';

/**
 * Between choice and hold a build may go; then the next newest is the one that was meant, as often as that happens. Each
 * choice sees what is committed by then: none means that there was a moment without any.
 */
export async function holdApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: AppSelector,
  device: RequestedDevice | null,
  holderIds: string[],
): Promise<App> {
  for (;;) {
    const app = orNotFound(await findApp(trx, projectId, selector, device), 'app');
    if (await takeHolds(trx, { projectId, appId: app.id, holderIds })) return app;
    if ('appId' in selector) throw notFound('app');
  }
}

async function findApp(
  trx: DatabaseTransaction,
  projectId: string,
  selector: AppSelector,
  device: RequestedDevice | null,
): Promise<App | null> {
  if ('bundleId' in selector) return findNewestThatFits(trx, projectId, selector.bundleId, device);
  return isUuid(selector.appId) ? findListedApp(trx, projectId, selector.appId) : null;
}

/** For the simulator and for real iPhones there are builds of their own: the newest that a phone can take. */
async function findNewestThatFits(
  trx: DatabaseTransaction,
  projectId: string,
  bundleId: string,
  device: RequestedDevice | null,
): Promise<App | null> {
  const newest = await findNewestUpload(trx, projectId, bundleId, { platform: device?.platform });
  if (newest === null || newest.built_for === null) return newest;
  const builtFor = await buildsThatFit(trx, newest.platform, device);
  if (builtFor.length === 0 || builtFor.includes(newest.built_for)) return newest;
  return (
    (await findNewestUpload(trx, projectId, bundleId, { platform: newest.platform, builtFor })) ?? newest
  );
}
