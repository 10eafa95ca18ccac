import pg from 'pg';
import { createLog } from '../src/kernel/log.ts';
import { loadConfig } from '../src/service/config.ts';
import { benchImport } from './import.ts';
import { startBatchRival } from './support/batch-rival.ts';
import { type Figure, figureOfPairs, measureInTurns, percentile } from './support/figure.ts';
import { type BenchService, newProject, projectWithApps } from './support/service.ts';

const tests = 50;
const samples = 40;
const rounds = 5;
const most = { triggerRatio: 3, statements: 12, bundleRatio: 1.2 };

export async function benchGroups(service: BenchService): Promise<Figure[]> {
  return [...(await benchTrigger(service)), await benchBundle(service), ...(await benchImport(service))];
}

/** A webhook call that starts fifty runs, against the least that writes as many rows and jobs. */
async function benchTrigger(service: BenchService): Promise<Figure[]> {
  const projectId = await crowdedProject(service);
  const trigger = await newGroup(service, projectId, tests, 'web');
  const rival = await startBatchRival(service.connection);
  try {
    const ours = () => trigger({});
    await several(samples, ours);
    await several(samples, () => rival.addBatch(tests));
    const pairs = await measureInTurns(
      rounds,
      () => several(samples, ours),
      () => several(samples, () => rival.addBatch(tests)),
    );
    const statements = await statementsOf(service, trigger);
    return [
      figureOfPairs(
        `trigger of a group of ${tests} tests, p50 ms`,
        pairs,
        (ms) => `${tests} inserts and ${tests} add_job in one bare transaction ${ms.toFixed(2)} ms`,
        { most: most.triggerRatio },
      ),
      {
        name: 'SQL statements of that call',
        value: statements,
        baseline: 'the call as a whole, its transaction included',
        ratio: statements / most.statements,
        target: `≤ ${most.statements}`,
        met: statements <= most.statements,
      },
    ];
  } finally {
    await rival.stop();
  }
}

/** The call that names a bundle, in a project of a million apps against one of a thousand. */
async function benchBundle(service: BenchService): Promise<Figure> {
  const small = await bundleTrigger(service, 1_000);
  const large = await bundleTrigger(service, 1_000_000);
  await service.query('vacuum analyze apps');
  for (const trigger of [small, large]) await several(samples, trigger);
  return figureOfPairs(
    'trigger by bundleId, 1,000,000 apps, 10,000 of the bundle, p50 ms',
    await measureInTurns(
      rounds,
      () => several(samples, large),
      () => several(samples, small),
    ),
    (ms) => `1,000 apps, 10 of the bundle ${ms.toFixed(2)} ms`,
    { most: most.bundleRatio },
  );
}

async function bundleTrigger(service: BenchService, apps: number): Promise<() => Promise<number>> {
  const projectId = await projectWithApps(service, apps, 100);
  await crowd(service, projectId);
  const trigger = await newGroup(service, projectId, 1, 'mobile');
  return () => trigger({ mobile: { bundleId: 'com.example.app7' } });
}

/** One call to the same service in this process, whose connections are counted on. */
async function statementsOf(
  service: BenchService,
  trigger: (body: object, origin?: string) => Promise<number>,
): Promise<number> {
  const config = loadConfig(
    {},
    {
      GANTRY_ROLE: 'api',
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: service.dataDir,
      GANTRY_DATA_DIR_SHARED: 'true',
      GANTRY_DATABASE_URL: service.databaseUrl,
      GANTRY_PUBLIC_URL: service.url,
      GANTRY_SECRET_KEY: 'x'.repeat(32),
      GANTRY_RATE_LIMIT: '0',
    },
  );
  // The service as it is built: the copy below `bench/dist` has no migrations beside it.
  const built = new URL('../../../dist/service/service.js', import.meta.url).href;
  const { startService } = (await import(built)) as typeof import('../src/service/service.ts');
  const api = await startService(config, {
    log: createLog('warn'),
    onFatal: (error) => {
      throw error;
    },
  });
  let statements = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return Reflect.apply(query, this, args);
  };
  try {
    await trigger({}, api.localUrl);
    return statements;
  } finally {
    pg.Client.prototype.query = query;
    await api.close();
  }
}

/** Its one place is taken, so that what is started waits and the calls alone are measured. */
async function crowdedProject(service: BenchService): Promise<string> {
  const projectId = await newProject(service, 'Crowded');
  await crowd(service, projectId);
  return projectId;
}

async function crowd(service: BenchService, projectId: string): Promise<void> {
  await service.call('PATCH', `/projects/${projectId}`, { concurrency: 1 });
  await service.call('POST', '/runs', { projectId, prompt: 'hang' });
}

/** The call that starts it, which answers with the milliseconds that it took. */
async function newGroup(service: BenchService, projectId: string, count: number, platform: string) {
  const post = async (path: string, body: object) => (await service.call('POST', path, body)).json();
  const { group } = (await post('/groups', { projectId, name: 'Group' })) as { group: { id: string } };
  for (let at = 0; at < count; at += 1) {
    const steps = [{ type: 'assert', title: 'see one' }];
    const made = await post('/tests', { projectId, title: `Test ${at}`, platform, steps });
    const { test } = made as { test: { id: string } };
    await post(`/groups/${group.id}/tests`, { testId: test.id });
  }
  const { webhook } = (await post(`/groups/${group.id}/webhook`, {})) as { webhook: { url: string } };
  return async (body: object, origin = service.url): Promise<number> => {
    const startedMs = performance.now();
    const answer = await fetch(origin + new URL(webhook.url).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 202) throw new Error(`the trigger answered ${answer.status}: ${text}`);
    return performance.now() - startedMs;
  };
}

async function several(times: number, measure: () => Promise<number>): Promise<number> {
  const tookMs: number[] = [];
  for (let at = 0; at < times; at += 1) tookMs.push(await measure());
  return percentile(tookMs, 0.5);
}
