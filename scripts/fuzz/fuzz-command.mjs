import { fuzzApi } from './fuzz-api.mjs';

/** `npm run fuzz -- --api`: exit code 1 when an answer was not what the document says. */
export async function fuzzApiByHand({ count, seconds, seed, url, key }) {
  const { startFuzzedService } = await import('./api-service.mjs');
  const service = url === undefined ? await startFuzzedService() : { url, key, close: async () => undefined };
  let closing;
  const close = () => {
    closing ??= service.close();
    return closing;
  };
  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ]) {
    process.on(signal, () => void close().then(() => process.exit(exitCode)));
  }
  const startedMs = performance.now();
  const elapsed = () => Math.round((performance.now() - startedMs) / 1_000);
  console.log(`Sending ${count} requests to ${service.url} within ${seconds} s at most; seed ${seed}.`);
  const onProgress = ({ requests, faults }) =>
    console.log(`${String(elapsed()).padStart(5)} s  ${requests} requests, ${faults.length} faults`);
  try {
    const report = await fuzzApi({ url: service.url, key: service.key, count, seconds, seed, onProgress });
    tell(report, elapsed(), seed);
    return report.faults.length === 0 ? 0 : 1;
  } finally {
    await close();
  }
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
