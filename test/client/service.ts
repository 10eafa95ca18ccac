import { createClient, type Retry } from '../../src/client/index.ts';
import type { Execution } from '../../src/service/worker/worker.ts';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { adminKey, startTestService, type TestService } from '../support/service.js';
import { startHttpWay } from '../support/way.js';

export async function openPlace(execution: Execution = scriptedExecution({ slots: 2 })) {
  const service: TestService = await startTestService({ execution });
  const way = await startHttpWay(service.url);
  const retries: Retry[] = [];
  const client = createClient({ url: way.url, apiKey: adminKey, onRetry: (retry) => retries.push(retry) });
  return { service, way, client, retries };
}
