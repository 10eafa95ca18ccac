// Writes openapi.json from the routes, or with --check compares and lints it.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { systemClock } from '../dist/kernel/clock.js';
import { createLog } from '../dist/kernel/log.js';
import { createMetrics } from '../dist/kernel/metrics.js';
import { openDatabase } from '../dist/service/database/database.js';
import { createServer } from '../dist/service/http/server.js';
import { createInspector } from '../dist/service/inspect/inspector.js';
import { createAuthenticator } from '../dist/service/projects/authenticate.js';

const path = new URL('../openapi.json', import.meta.url);
const text = `${JSON.stringify(await describe(), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed !== text)
    fail('openapi.json is not what the routes say: run "npm run openapi" and commit it.');
  const tests = new URL('../test/package.json', import.meta.url);
  const linter = createRequire(tests)('@redocly/openapi-core');
  const config = await linter.createConfig({
    extends: ['recommended'],
    // `/groups/webhook/{id}/{secret}` is what callers know; no group has the id "webhook".
    rules: { 'no-server-example.com': 'off', 'no-ambiguous-paths': 'off' },
  });
  const problems = await linter.lintFromString({ source: text, config, absoluteRef: path.pathname });
  linter.formatProblems(problems, { totals: linter.getTotals(problems), format: 'stylish' });
  if (problems.length > 0) fail(`openapi.json has ${problems.length} faults by the recommended rules.`);
} else {
  await writeFile(path, text);
}

/** The parts are real but idle: nothing connects before a request comes. */
async function describe() {
  const log = createLog('silent');
  const { db, pool, close } = openDatabase({ connection: {}, poolSize: 1, log });
  const inspector = createInspector({ threads: 1, timeoutMs: 1, memoryMb: 64 });
  const server = await createServer({
    db,
    inspector,
    log,
    clock: systemClock,
    metrics: createMetrics([pool]),
    authenticate: createAuthenticator(db, 1_000),
    uploads: null,
    publicUrl: () => '',
    filesUrl: () => '',
    requestSweep: () => undefined,
    maxUploadBytes: 1,
    requestsPerSecond: 0,
    trustProxy: false,
    servesApi: true,
  });
  await server.ready();
  const document = server.swagger();
  await server.close();
  await inspector.close();
  await close();
  return document;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
