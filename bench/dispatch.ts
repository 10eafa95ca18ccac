import { createLog } from '../src/kernel/log.ts';
import { openDatabase } from '../src/service/database/database.ts';
import { openNotifications } from '../src/service/database/notifications.ts';
import { submitPrompt } from '../src/service/runs/submit-run.ts';
import { startDispatchRival } from './support/dispatch-rival.ts';
import { type Figure, median, percentile } from './support/figure.ts';
import { type BenchService, newProject } from './support/service.ts';

const warmUp = 50;
const samples = 400;
const rounds = 3;
const queued = 10_000;

/** From just before the call that asks for work to the first line of the work itself, in another process. */
export async function benchDispatch(service: BenchService): Promise<Figure[]> {
  const rival = await startDispatchRival(service.connection);
  const log = createLog('warn');
  const { db, close } = openDatabase({ connection: service.connection, poolSize: 1, log });
  const notifications = await openNotifications(service.connection, log);
  const measures = {
    http: () => submitToStart(service, () => post(service, service.projectId)),
    bare: () => submitToStart(service, () => submit({ db, notifications }, service.projectId)),
    rival: () => rival.addToStart(),
  };
  const times: Record<keyof typeof measures, number[][]> = { http: [], bare: [], rival: [] };
  try {
    for (const measure of Object.values(measures)) await several(warmUp, measure);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of ['http', 'bare', 'rival'] as const) {
        times[name].push(await several(samples, measures[name]));
      }
    }
    const byUseCase = 'submit to start on an idle service';
    const byHttp = 'the same with its HTTP request and key';
    return [
      compare(`${byUseCase}, p50, ms`, 0.5, times.bare, times.rival),
      compare(`${byUseCase}, p99, ms`, 0.99, times.bare, times.rival),
      compare(`${byHttp}, p50, ms`, 0.5, times.http, times.rival),
      compare(`${byHttp}, p99, ms`, 0.99, times.http, times.rival),
      await firstOfAnother(service),
    ];
  } finally {
    await rival.stop();
    await notifications.close();
    await close();
  }
}

function compare(name: string, share: number, ours: number[][], theirs: number[][]): Figure {
  const value = median(ours.map((round) => percentile(round, share)));
  const baseline = median(theirs.map((round) => percentile(round, share)));
  return {
    name,
    value,
    baseline: `add to start of a bare graphile-worker job ${baseline.toFixed(2)} ms`,
    ratio: value / baseline,
    target: '≤ 1.0 ×',
    met: value <= baseline,
    note: `${rounds} rounds of ${samples}, one at a time, asked for by another process`,
  };
}

/** While project A has its full concurrency under way and thousands behind it. */
async function firstOfAnother(service: BenchService): Promise<Figure> {
  const other = await newProject(service, 'B');
  const crowded = await newProject(service, 'A');
  const first = () => submitToStart(service, () => post(service, other));
  const alone = await several(samples, first);
  await service.query(
    `with run as (
       insert into runs (id, project_id, type, platform, prompt)
       select gen_random_uuid(), $1, 'chat', 'web', 'sleep 2000' || chr(10) || 'see a' from generate_series(1, $2::int)
     ) select 1`,
    [crowded, queued],
  );
  // A submission lets in as many as the project's concurrency allows; the sweep does so for those made by SQL.
  await service.query(`select pg_notify('gantry', 'bench sweep')`);
  await untilRunning(service, crowded);
  const beside = await several(samples, first);
  await service.query(`delete from jobs where name = 'run.execute'`);
  const ratio = percentile(beside, 0.5) / percentile(alone, 0.5);
  return {
    name: `first run of project B while A has ${queued} queued, p50, ms`,
    value: percentile(beside, 0.5),
    baseline: `with none queued ${percentile(alone, 0.5).toFixed(2)} ms`,
    ratio,
    target: '≤ 1.5 ×',
    met: ratio <= 1.5,
    note: `p99 ${percentile(beside, 0.99).toFixed(2)} against ${percentile(alone, 0.99).toFixed(2)} ms`,
  };
}

async function untilRunning(service: BenchService, projectId: string): Promise<void> {
  for (;;) {
    const { rows } = await service.query(
      `select count(*)::int as running from runs where project_id = $1 and status = 'running'`,
      [projectId],
    );
    if (rows[0].running > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The scripted pilot writes the moment of its start into the description. */
async function submitToStart(service: BenchService, ask: () => Promise<string>): Promise<number> {
  const askedAtMs = performance.timeOrigin + performance.now();
  const id = await ask();
  for (;;) {
    const { rows } = await service.query(
      `select (output->>'description')::float8 as started from runs where id = $1 and status = 'completed'`,
      [id],
    );
    if (rows[0]) return rows[0].started - askedAtMs;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function post(service: BenchService, projectId: string): Promise<string> {
  const answer = await service.call('POST', '/runs', { prompt: 'see a', projectId });
  return ((await answer.json()) as { id: string }).id;
}

/** What an API process does, without the HTTP around it: as bare as adding a job is. */
async function submit(parts: Parameters<typeof submitPrompt>[0], projectId: string): Promise<string> {
  const { id } = await submitPrompt(parts, {
    projectId,
    prompt: 'see a',
    targetUrl: null,
    webhookUrl: null,
    app: null,
    idempotencyKey: null,
  });
  return id;
}

async function several(times: number, measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let i = 0; i < times; i += 1) values.push(await measure());
  return values;
}
