import { openAsBlob } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createClient, uploadApp, waitForBatch, waitForRun } from 'gantry/client';
import { demoTests, makeGroup, password } from './group.mjs';
import { linksTo, summarize, surprisesIn, tellLinks, tellOutcome } from './outcome.mjs';
import { forge } from './receiver.mjs';
import { setUp } from './set-up.mjs';
import { Interrupted } from './stage.mjs';

/** The whole demo, from an empty folder to a verdict; returns what has come of it. */
export async function perform(stage, narrator, { withPhone, isHeld }) {
  const { signal } = stage;
  const beganMs = performance.now();
  narrator.title('Gantry, from an upload to a verdict');
  const { service, shopUrl, receiver, phone } = await setUp(stage, narrator, { withPhone });
  const client = createClient({ url: service.url, apiKey: service.apiKey });
  const project = await makeProject(client, { targetUrl: shopUrl, webhookUrl: receiver.url }, signal);
  receiver.trust(project.webhookSecret);
  const place = { client, projectId: project.id, signal };

  narrator.heading('A build is uploaded');
  const app = await upload(place, narrator);

  narrator.heading('A group of tests is made, and started by its webhook as a pipeline would do it');
  const tests = demoTests.filter(({ platform }) => platform === 'web' || phone.isUp);
  const { groupId, webhook } = await makeGroup(place, tests);
  const { batchId, runIds } = await client.call('triggerGroupByWebhook', {
    path: webhook,
    body: { commitSha: 'c0ffee5', ...(phone.isUp && { mobile: { appId: app.id } }) },
    signal,
  });
  narrator.done('Batch', `${batchId}, ${tests.length} tests`);

  const runs = [];
  for (const [index, { title, platform }] of tests.entries()) {
    narrator.test(index + 1, title, platform === 'web' ? 'in the browser' : 'on the pretend phone');
    runs.push(await follow(place, narrator, runIds[index]));
  }
  const batch = await waitForBatch(client, batchId, { signal });
  const junit = await client.call('getBatchAsJUnit', { path: { id: batchId }, signal });

  narrator.heading('The results were delivered, each with a signature');
  const deliveries = await receive(runs, receiver, narrator);
  const forgery = await tryForgery(deliveries, receiver, narrator);

  const surprises = surprisesIn({ tests, runs, batch, forgery });
  const links = linksTo({ service, shopUrl, batch, runs, groupId });
  const durationMs = Math.round(performance.now() - beganMs);
  tellOutcome(narrator, { surprises, durationMs });
  if (isHeld) await holdForALook(place, links, narrator);
  else
    narrator.plain(
      'On a terminal, without --no-wait, everything stays up, with an address that opens the dashboard.',
    );
  return summarize({
    surprises,
    durationMs,
    links,
    phone,
    app,
    batch,
    tests,
    runs,
    junit,
    deliveries,
    forgery,
  });
}

async function makeProject(client, addresses, signal) {
  const made = await client.call('createProject', { body: { name: 'Tea shop', ...addresses }, signal });
  const projectId = made.project.id;
  await client.call('setVariable', {
    path: { projectId, name: 'password' },
    body: { value: password, secret: true },
    signal,
  });
  return (await client.call('getProject', { path: { projectId }, signal })).project;
}

async function upload({ client, projectId, signal }, narrator) {
  const manifest = createRequire(import.meta.url).resolve('android-apidemos/package.json');
  const path = join(dirname(manifest), 'apks', 'ApiDemos-debug.apk');
  const filename = basename(path);
  const file = await openAsBlob(path);
  const beganMs = performance.now();
  const { app } = await uploadApp(client, {
    projectId,
    filename,
    size: file.size,
    open: () => file,
    removeAfter: 86_400,
    onProgress: ({ sentBytes, totalBytes }) =>
      narrator.working(`${filename}: ${Math.floor((100 * sentBytes) / totalBytes)} %`),
    signal,
  });
  const size = `${(app.fileSize / 1e6).toFixed(1)} MB`;
  const readFromIt = `${app.platform}, ${app.bundleId} ${app.appVersion}`;
  narrator.done('Build', `${filename}, ${size}: ${readFromIt}`, beganMs);
  return app;
}

/** Tells of each step as it ends. */
async function follow({ client, signal }, narrator, runId) {
  let told = 0;
  const run = await waitForRun(client, runId, {
    signal,
    onChange({ completedAt, output: { steps } }) {
      for (const step of steps.slice(told)) narrator.step(step);
      told = steps.length;
      if (completedAt === null) narrator.working('waiting for the next step');
    },
  });
  const { result, issues } = run.output;
  for (const issue of issues.filter(({ type }) => type === 'issue')) narrator.issue(issue);
  narrator.verdict(result ?? `${run.status}: ${run.error?.message}`, result === 'PASS', run.durationMs);
  return run;
}

async function receive(runs, receiver, narrator) {
  const deliveries = [];
  for (const { id } of runs) {
    const delivery = await receiver.delivered(id);
    narrator.done('Verified', `run ${id}, ${delivery.run.output.result ?? delivery.run.status}`);
    deliveries.push(delivery);
  }
  return deliveries;
}

/** What the signature is for. */
async function tryForgery(deliveries, receiver, narrator) {
  const failed = deliveries.find(({ run }) => run.output.result === 'FAILED');
  if (failed === undefined) throw new Error('No test has failed, though the shop has a bug.');
  const forgery = await forge(failed, receiver.url);
  if (forgery.status === 400)
    narrator.done('Refused', `the same with PASS instead of FAILED: ${forgery.reason}`);
  return forgery;
}

/** Who ends it by Ctrl-C has seen enough, too. */
async function holdForALook({ client, signal }, links, narrator) {
  tellLinks(narrator, links, await signInAddress(client, links.dashboard, signal));
  narrator.plain();
  narrator.plain('Everything stays up until you press Enter.');
  await new Promise((resolve) => {
    process.stdin.once('data', resolve).once('end', resolve);
    signal.addEventListener('abort', resolve, { once: true });
    if (signal.aborted) resolve();
  });
  process.stdin.destroy();
  if (signal.aborted && !(signal.reason instanceof Interrupted)) throw signal.reason;
}

/** Signs a browser in and shows that page of the dashboard to it. */
async function signInAddress(client, page, signal) {
  const { pathname, search } = new URL(page);
  const { url } = await client.call('issueSignInCode', { signal });
  const address = new URL(url);
  address.searchParams.set('to', pathname + search);
  return address.href;
}
