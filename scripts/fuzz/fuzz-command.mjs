import { createClosers } from '../soak/frame.mjs';
import { startGantry } from '../soak/gantry.mjs';
import { fuzzApi } from './fuzz-api.mjs';

/** `npm run fuzz -- --api`: exit code 1 when an answer was not what the document says. */
export async function fuzzApiByHand({ count, seconds, seed, url, key }) {
  const { closers, close } = createClosers();
  try {
    const service = url === undefined ? await startOwnService(closers) : { url, key };
    return await fuzzService(service, { count, seconds, seed });
  } finally {
    await close();
  }
}

/** Without a browser: every run that is made ends for want of a device. */
function startOwnService(closers) {
  const onLog = (text) => process.stderr.write(text);
  return startGantry({ atOnce: 0, closers, settings: { GANTRY_LOG_LEVEL: 'error' }, onLog });
}

async function fuzzService(service, { count, seconds, seed }) {
  const startedMs = performance.now();
  const elapsed = () => Math.round((performance.now() - startedMs) / 1_000);
  console.log(`Sending ${count} requests to ${service.url} within ${seconds} s at most; seed ${seed}.`);
  const onProgress = ({ requests, faults }) =>
    console.log(`${String(elapsed()).padStart(5)} s  ${requests} requests, ${faults.length} faults`);
  const report = await fuzzApi({ url: service.url, key: service.key, count, seconds, seed, onProgress });
  tell(report, elapsed(), seed);
  return report.faults.length === 0 ? 0 : 1;
}

function tell({ requests, statuses, neverSucceeded, faults }, seconds, seed) {
  const counts = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
  console.log(`${requests} requests in ${seconds} s (${counts.join(', ')})`);
  if (neverSucceeded.length > 0) console.log(`Never answered with success: ${neverSucceeded.join(', ')}`);
  for (const { operationId, lane, number, fault, curl } of faults)
    console.log(`\n✗ ${operationId} (seed ${seed}, lane ${lane}, request ${number}) ${fault}\n  ${curl}`);
  console.log(
    faults.length === 0
      ? 'Every answer was one that openapi.json documents.'
      : `\n${faults.length} faults; seed ${seed}`,
  );
}
