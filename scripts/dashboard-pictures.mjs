// Writes docs/images/*.png: the pages of the dashboard with the data of the demo, as if its pipeline had run for two weeks.
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, waitForBatch } from 'gantry/client';
import pg from 'pg';
import { chromium } from 'playwright-core';
import { demoTests, makeGroup } from '../demo/group.mjs';
import { createNarrator } from '../demo/narrator.mjs';
import { startPhone } from '../demo/phone.mjs';
import { makeProject, uploadBuild } from '../demo/project.mjs';
import { startReceiver } from '../demo/receiver.mjs';
import { startService } from '../demo/service.mjs';
import { openShop } from '../demo/shop/shop.mjs';
import { signInAddress } from '../demo/sign-in-address.mjs';
import { Interrupted, openStage } from '../demo/stage.mjs';
import { findBrowser } from '../dist/engine/browser/program/find-browser.js';
import { createLog } from '../dist/kernel/log.js';
import { startEmbedded } from '../dist/service/database/embedded/server.js';

const images = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** Whether the shop has its bug, for each batch from the oldest to the newest. */
const bugs = [...'..........x.......xxx'].map((sign) => sign === 'x');
const hoursBetween = 16;

const narrator = createNarrator(process.stdout, { isQuiet: false });
const stage = await openStage();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => stage.fail(new Interrupted(signal)));
try {
  const { service, client, connection } = await startAll();
  const { projectId, groupId, batchIds } = await runBatches(client);
  await moveToThePast(connection, batchIds);
  const project = `${service.url}/projects/${projectId}`;
  const failed = await failedRunOf(client, batchIds.at(-1));
  await photograph(client, {
    overview: project,
    runs: `${project}/runs`,
    run: `${project}/runs/${failed.id}`,
    builds: `${project}/builds?groupId=${groupId}`,
  });
} catch (error) {
  narrator.failure(stage.signal.aborted ? stage.signal.reason : error);
  process.exitCode = 1;
} finally {
  await stage.close();
}

/** The service of the demo, but with a database that this script can reach, too. */
async function startAll() {
  const embedded = await startEmbedded({ dataDir: stage.dataDir, log: createLog('warn') });
  stage.onClose(() => embedded.stop());
  const { connection } = embedded;
  const phone = await startPhone(stage);
  const service = await startService(stage, { appiumUrl: phone.url, databaseUrl: urlOf(connection) });
  const { isUp, why } = await phone.ready;
  if (!isUp) throw new Error(`The pretend phone does not start: ${why}`);
  narrator.done('Service', service.url);
  return { service, connection, client: createClient({ url: service.url, apiKey: service.apiKey }) };
}

function urlOf({ host, port, user, password, database }) {
  const [folder, secret] = [host, password].map(encodeURIComponent);
  return `postgresql://${user}:${secret}@${folder}:${port}/${database}`;
}

/** Two shops, with the bug and without it, stand for the builds that a pipeline has tested. */
async function runBatches(client) {
  const { signal } = stage;
  const [shop, shopWithBug] = [await openShop(stage, { hasBug: false }), await openShop(stage)];
  const receiver = await startReceiver(stage);
  const { id: projectId, webhookSecret } = await makeProject(
    client,
    { targetUrl: shop, webhookUrl: receiver.url },
    signal,
  );
  receiver.trust(webhookSecret);
  const place = { client, projectId, signal };
  const app = await uploadBuild(place, narrator);
  const { groupId } = await makeGroup(place, demoTests);
  const batchIds = [];
  for (const [index, hasBug] of bugs.entries()) {
    const { batchId } = await client.call('triggerGroup', {
      path: { id: groupId },
      body: {
        commitSha: createHash('sha1').update(`commit ${index}`).digest('hex'),
        targetUrl: hasBug ? shopWithBug : shop,
        mobile: { appId: app.id },
      },
      signal,
    });
    batchIds.push(batchId);
  }
  for (const [index, batchId] of batchIds.entries()) {
    const { result } = await waitForBatch(client, batchId, { signal });
    narrator.done('Batch', `${index + 1} of ${batchIds.length}: ${result}`);
  }
  return { projectId, groupId, batchIds };
}

async function failedRunOf(client, batchId) {
  const { batch } = await client.call('getBatch', { path: { id: batchId }, signal: stage.signal });
  const failed = batch.runs.find(({ result }) => result === 'FAILED');
  if (failed === undefined) throw new Error('No test has failed, though the shop has a bug.');
  return failed;
}

/** No call of the API can do that: two weeks of batches would take two weeks. */
async function moveToThePast(connection, batchIds) {
  const database = new pg.Client({ ...connection, ssl: false });
  await database.connect();
  try {
    for (const [index, batchId] of batchIds.entries()) {
      const hours = (batchIds.length - 1 - index) * hoursBetween;
      const values = [batchId, `${hours} hours`];
      await database.query(
        `update runs set created_at = created_at - $2::interval, started_at = started_at - $2::interval,
           completed_at = completed_at - $2::interval where batch_id = $1`,
        values,
      );
      await database.query('update batches set created_at = created_at - $2::interval where id = $1', values);
    }
  } finally {
    await database.end();
  }
}

async function photograph(client, pages) {
  const found = await findBrowser({
    path: process.env.GANTRY_BROWSER_PATH,
    searchPath: process.env.PATH ?? '',
    cacheDir: join(stage.folder, 'browsers'),
  });
  if (found === null) throw new Error('There is no browser; "gantry doctor" says what to do.');
  const browser = await chromium.launch({ ...(await found.program()), chromiumSandbox: false });
  stage.onClose(() => browser.close());
  const page = await browser.newPage({
    viewport: { width: 1_280, height: 800 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  await mkdir(images, { recursive: true });
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(await signInAddress(client, address, stage.signal));
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(isComplete);
    await page.screenshot({ path: join(images, `${name}.png`), animations: 'disabled' });
    narrator.done('Picture', `docs/images/${name}.png`);
  }
}

/** In the page. */
function isComplete() {
  const { document } = globalThis;
  return (
    document.querySelector('[class*="Skeleton"]') === null &&
    [...document.images].every(({ complete }) => complete)
  );
}
