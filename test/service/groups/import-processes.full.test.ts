import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { createDiskStore } from '../../../src/service/storage/disk.ts';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';
import type { Member } from '../../support/fleet.mjs';
import { objectsIn } from '../../support/objects.js';
import type { TestService } from '../../support/service.js';
import { uploaded } from '../../support/uploads.js';
import { openPlace, type Place, until, usePostgres } from '../processes/place.ts';
import { makeGroup, nothingLeft, serve, smallBuild } from './support.js';

/** 30 s are promised; a machine that runs all tests at once gets some more. */
const takeoverMs = 60_000;
const phones = { platforms: 'web,ios', slots: 8 };

describe('workers that are frozen, killed and stopped', () => {
  const postgres = usePostgres();

  it('in the middle of imports, and of runs on apps whose time is up: each is taken over, lost twice is WORKER_LOST, silent is ARTIFACT_TIMEOUT, and neither app nor byte stays', async (context) => {
    const place = await openPlace(context, postgres());
    const artifacts = await serveArtifacts(context);
    const gate = await serveGate(context);
    // Two imports are all that one process fetches at once, and it has no device for the runs of the others.
    const zombie = await place.fleet.start('worker', { platforms: 'android', slots: 1 });
    const frozen = await importRun(place, artifacts.url('frozen'));
    const beside = await importRun(place, artifacts.url('beside'));
    await fetching(place, 2);

    const first = await place.fleet.start('worker', phones);
    const batchId = await importBatch(place, artifacts.url('lucky'));
    const unlucky = await importRun(place, artifacts.url('unlucky'));
    await fetching(place, 4);
    const completing = await runOnDoomedApp(place, `see one\nwait ${gate.url}\nsee two`);
    const losing = await runOnDoomedApp(place, 'see one\nhang');
    expect(await ended(place, await place.submit('see one'))).toMatchObject({ status: 'completed' });
    expect(await listed(place)).toHaveLength(2);
    zombie.child.kill('SIGSTOP');
    await kill(first);

    const second = await place.fleet.start('worker', phones);
    gate.open();
    artifacts.finishEach('beside', 'lucky');
    await artifacts.asked('unlucky', 2);
    await artifacts.asked('frozen', 2);
    // What the frozen one was fetching breaks off: it must not end the run that another fetches for now.
    artifacts.cut('frozen', 1);
    zombie.child.kill('SIGCONT');
    await until('the frozen one is awake', async () => (await fetch(`${zombie.url}/healthz`)).ok);
    artifacts.finishEach('frozen');
    for (const id of [frozen, beside]) {
      expect(await ended(place, id)).toMatchObject({ status: 'completed', error: null });
    }
    const batch = await until('the batch has ended', async () => {
      const { batch: now } = (await place.call('GET', `/batches/${batchId}`)).body;
      return now.completedAt !== null && now;
    });
    expect(batch).toMatchObject({ result: 'PASS', import: { status: 'completed' } });
    expect(await ended(place, completing.runId)).toMatchObject({
      status: 'completed',
      appId: completing.appId,
    });
    await until('the app of the completed run is gone', async () => {
      const left = await listed(place);
      return left.length === 1 && left[0] === losing.appId;
    });
    await until('the run is taken over', () => hasStarted(place, losing.runId, 2), takeoverMs);
    await isUnderWay(place, losing.runId);
    // What stays is of `lucky` and `unlucky` alone.
    await until('the frozen one has dropped what it had', async () => (await halfOf(place)).length <= 3);
    await Promise.all([kill(second), kill(zombie)]);

    const third = await place.fleet.start('worker', phones);
    // Longer than the lease that is waited for meanwhile.
    const silent = await importRun(place, artifacts.url('silent'));
    for (const id of [unlucky, losing.runId]) {
      expect(await ended(place, id)).toMatchObject({ status: 'failed', error: { code: 'WORKER_LOST' } });
    }
    expect(await ended(place, silent)).toMatchObject({
      status: 'failed',
      error: { code: 'ARTIFACT_TIMEOUT' },
    });
    await until('the app of the lost run is gone', async () => (await listed(place)).length === 0);

    const handedBack = await importRun(place, artifacts.url('handed-back'));
    await artifacts.asked('handed-back', 1);
    await place.fleet.start('worker', phones);
    third.child.kill('SIGTERM');
    await artifacts.asked('handed-back', 2);
    // Neither after its lease, which would count as a start, nor after the 30 s of grace.
    const { rows } = await place.query(
      `select attempts from jobs join runs on import_id::text = payload->>'importId' where runs.id = $1`,
      [handedBack],
    );
    expect(rows).toEqual([{ attempts: 1 }]);
    expect((await third.exited).code).toBe(0);
    artifacts.finishEach('handed-back');
    expect(await ended(place, handedBack)).toMatchObject({ status: 'completed' });
    await leavesNothing(place);
  }, 480_000);
});

/** Each artifact is begun when it is asked for, goes on byte by byte, and ends when the test says so. */
async function serveArtifacts(context: TestContext) {
  const bytes = await smallBuild.bytes();
  const answers = new Map<string, Array<{ response: ServerResponse; end(): void }>>();
  const finished = new Set<string>();
  const base = await serve((request, response) => {
    const name = /^\/([^/]+)\//.exec(request.url ?? '')?.[1] ?? '';
    let sent = 100;
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, sent));
    const drip = setInterval(() => {
      if (name !== 'silent') response.write(bytes.subarray(sent, ++sent));
    }, 2_000);
    response.on('close', () => clearInterval(drip));
    const end = () => {
      clearInterval(drip);
      response.end(bytes.subarray(sent));
    };
    answers.set(name, [...(answers.get(name) ?? []), { response, end }]);
    if (finished.has(name)) end();
  }, context);
  const answer = (name: string, time: number) => answers.get(name)?.[time - 1];
  return {
    url: (name: string) => `${base}/${name}/${smallBuild.filename}`,
    asked: (name: string, times: number) =>
      until(`${name} is asked for ${times} times`, () => answer(name, times) !== undefined, takeoverMs),
    cut: (name: string, time: number) => answer(name, time)?.response.destroy(),
    /** Those that came and those that come. */
    finishEach(...names: string[]) {
      for (const name of names) {
        finished.add(name);
        for (const { end } of answers.get(name) ?? []) end();
      }
    },
  };
}

/** Answers whoever asks as soon as it is open. */
async function serveGate(context: TestContext) {
  const waiting: ServerResponse[] = [];
  let isOpen = false;
  const url = await serve((_request, response) => {
    if (isOpen) response.end();
    else waiting.push(response);
  }, context);
  return {
    url,
    open() {
      isOpen = true;
      for (const response of waiting) response.end();
    },
  };
}

async function importRun(place: Place, artifactUrl: string): Promise<string> {
  return place.submit('see one', { mobile: { artifactUrl } });
}

async function importBatch(place: Place, artifactUrl: string): Promise<string> {
  const { groupId } = await makeGroup(place, ['mobile', 'mobile'], { runMode: 'sequential' });
  const { status, body } = await place.call('POST', `/groups/${groupId}/runs`, { mobile: { artifactUrl } });
  expect(status).toBe(202);
  return body.batchId;
}

/** A run that is under way on an app whose time is up. */
async function runOnDoomedApp(place: Place, prompt: string): Promise<{ runId: string; appId: string }> {
  const service = { ...place, url: place.api.url } as unknown as TestService;
  const { id: appId } = await uploaded(service, smallBuild, { removeAfter: 600 });
  const runId = await place.submit(prompt, { mobile: { appId } });
  await isUnderWay(place, runId);
  await place.query('update apps set expires_at = now() where id = $1', [appId]);
  return { runId, appId };
}

async function isUnderWay(place: Place, runId: string): Promise<void> {
  await until('the run is under way', async () => {
    const { status, output } = await place.run(runId);
    return status === 'running' && output.steps.length === 1;
  });
}

async function hasStarted({ query }: Place, runId: string, times: number): Promise<boolean> {
  const started = 'select from runs join jobs on jobs.id = job_id where runs.id = $1 and attempts = $2';
  return (await query(started, [runId, times])).rowCount === 1;
}

async function fetching({ query }: Place, count: number): Promise<void> {
  const underWay = 'select from imports where bytes_read > 0 and ended_at is null';
  await until(`${count} are being fetched`, async () => (await query(underWay)).rowCount === count);
}

async function ended(place: Place, runId: string) {
  return until(
    'the run has ended',
    async () => {
      const run = await place.run(runId);
      return run.completedAt !== null && run;
    },
    takeoverMs,
  );
}

/** Apps that were uploaded. */
async function listed({ call, projectId }: Place): Promise<string[]> {
  const { apps } = (await call('GET', `/projects/${projectId}/mobile`)).body;
  return apps
    .filter(({ source }: { source: string }) => source === 'api_upload')
    .map(({ id }: { id: string }) => id);
}

async function kill({ child, exited }: Member): Promise<void> {
  child.kill('SIGKILL');
  await exited;
}

/** What is half received. */
async function halfOf({ dataDir }: Pick<Place, 'dataDir'>): Promise<string[]> {
  return (await objectsIn(dataDir)).filter((key) => key.startsWith('tmp/'));
}

/**
 * What a killed process had half received goes an hour later, and what it might have stored after two: that time is
 * made to pass here.
 */
async function leavesNothing({ dataDir, query }: Place): Promise<void> {
  expect((await halfOf({ dataDir })).length).toBeLessThanOrEqual(4);
  const clock = { now: () => Date.now() + 3_600_000 };
  const signer = createUrlSigner(Buffer.alloc(32), () => '', clock);
  const store = createDiskStore({ root: join(dataDir, 'objects'), signer, log: createLog('silent'), clock });
  await store.sweep();
  await query(`update jobs set due_at = now() where queue = 'cleanup' and claim_token is null`);
  await nothingLeft({ dataDir, query });
}
