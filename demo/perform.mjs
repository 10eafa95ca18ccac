import { createClient, waitForBatch, waitForRun } from 'gantry/client';
import { demoTests, makeGroup } from './group.mjs';
import { linksTo, summarize, surprisesIn, tellLinks, tellOutcome } from './outcome.mjs';
import { makeProject, uploadBuild } from './project.mjs';
import { forge } from './receiver.mjs';
import { setUp } from './set-up.mjs';
import { signInAddress } from './sign-in-address.mjs';
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
  const app = await uploadBuild(place, narrator);

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
