import { mergeRequests } from '../../engine/requested-device.ts';
import { PublicError } from '../../kernel/errors.ts';
import { isMobile, wantedDevice } from '../runs/run-request.ts';
import type { RunPlan, RunTask } from '../runs/start-runs.ts';
import type { BatchRequest, NewBatch } from './batch.ts';
import { insertBatch } from './batch-store.ts';
import { requireAskedPlatform } from './test.ts';

/** The runs of a batch; throws where its tests do not go with what was asked for. */
export function planBatch(batch: NewBatch): RunPlan {
  const { projectId, tests, request, source, input } = batch;
  for (const test of tests) requireAskedPlatform(test, request);
  requireFitting(tests, request);
  const wanted = wantedDevice(request);
  return {
    projectId,
    request,
    source,
    input,
    tasks: tests.map((test) => ({
      ...test,
      device: isMobile(test.platform) ? mergeRequests(wanted, test.device) : null,
    })),
    batch: {
      inTurns: batch.group.runMode === 'sequential',
      insert: (trx, app) => insertBatch(trx, { ...batch, ...app }),
    },
  };
}

function requireFitting(tests: readonly RunTask[], { app, device }: BatchRequest): void {
  if (tests.length === 0) throw new PublicError('Conflict', 'The group has no enabled test to run.');
  const mobile = tests.find(({ platform }) => isMobile(platform));
  if (mobile !== undefined && app === null) {
    throw new PublicError(
      'ValidationError',
      `mobile: is required, since the group has mobile tests such as "${mobile.title}".`,
    );
  }
  const unused = app !== null ? 'mobile' : device != null ? 'device' : null;
  if (mobile === undefined && unused !== null)
    throw new PublicError(
      'ValidationError',
      `${unused}: must be left out, since the group has only web tests.`,
    );
}
