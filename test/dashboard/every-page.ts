import { createServer } from 'node:http';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { insertApp } from '../service/groups/support.js';
import { insertPastRuns } from '../service/runs/history.js';
import { listening } from '../support/listening.ts';
import { executionBy, onePixel } from '../support/scripted-execution.mjs';
import { eventually, startTestService, type TestService } from '../support/service.js';
import type { useDashboard } from './support.js';

/** Each sets `hacked` if it is anything but text. */
const attacks = [
  '<img src=x onerror="hacked=1">',
  '<script>hacked=2</script>',
  '"><svg/onload=hacked=3>',
  `javascript:hacked=4//'"></a>`,
  '<iframe srcdoc="<script>parent.hacked=5</script>">',
  '{{constructor.constructor("hacked=6")()}}',
  '</title></style></textarea><script>hacked=7</script>',
];
const hostile = attacks.join(' ');

const looks = [
  { look: 'in light on a wide screen', colorScheme: 'light', width: 1280 },
  { look: 'in dark on a phone', colorScheme: 'dark', width: 390 },
] as const;

/** What is wrong with the pages of a hostile place that are chosen for each look. */
export async function faultsOfPages(
  openDashboard: ReturnType<typeof useDashboard>,
  isChosen: (path: number, look: number) => boolean,
): Promise<object[]> {
  const { service, paths, runPath } = await makeHostilePlace();
  const pages = await Promise.all(
    looks.map(async ({ look, colorScheme, width }) => {
      const context = { colorScheme, viewport: { width, height: 844 } };
      return { look, page: (await openDashboard(service, { context })).page };
    }),
  );
  const found: object[] = [];
  for (const [at, { look, page }] of pages.entries()) {
    for (const path of paths.filter((_, index) => isChosen(index, at))) {
      await open(page, service, path);
      found.push(...(await faultsOf(page)).map((fault) => ({ look, path, fault })));
    }
    await open(page, service, runPath);
    for (const attack of attacks) expect(await page.locator('main').textContent()).toContain(attack);
  }
  return found;
}

async function faultsOf(page: Page): Promise<unknown[]> {
  const { hacked, links, scrolls } = (await page.evaluate(`({
    hacked: globalThis.hacked,
    links: [...document.querySelectorAll('a[href]')].map((link) => link.href),
    scrolls: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  })`)) as { hacked: unknown; links: string[]; scrolls: boolean };
  return [
    ...(hacked === undefined ? [] : [{ hacked }]),
    ...links.filter((href) => /^\s*(?:javascript|data|vbscript):/i.test(href)),
    ...(scrolls ? ['scrolls sideways'] : []),
    ...(await seriousIssues(page)),
  ];
}

async function open(page: Page, service: TestService, path: string): Promise<void> {
  await page.goto(service.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.getByLabel('Loading').count()).toBe(0);
}

async function seriousIssues(page: Page): Promise<Array<{ id: string; targets: string[] }>> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    'axe.run(document, { resultTypes: ["violations"] })',
  )) as axe.AxeResults;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({
      id,
      targets: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
    }));
}

interface HostilePlace {
  service: TestService;
  runPath: string;
  paths: string[];
}

/** A project in which everything that somebody else names is named by an attack. */
async function makeHostilePlace(): Promise<HostilePlace> {
  const service = await startTestService({ execution: executionBy(runHostilely) });
  const { projectId, call } = service;
  const receiver = await startHostileReceiver();
  const name = hostile.slice(0, 200);
  const appId = await insertApp(service, { bundleId: hostile });
  await service.query('update apps set upload_filename = $1, app_version = $1, build_version = $1', [
    hostile,
  ]);
  await call('PUT', `/projects/${projectId}/variables/token`, { value: hostile });
  await call('POST', `/projects/${projectId}/keys`, { name });
  await call('PATCH', `/projects/${projectId}`, {
    name,
    webhookUrl: `${receiver}?${encodeURIComponent(hostile)}`,
  });
  const steps = [{ type: 'assert', title: hostile.slice(0, 500) }];
  const testId = (await call('POST', '/tests', { projectId, title: name, platform: 'web', steps })).body.test
    .id;
  const groupId = (await call('POST', '/groups', { projectId, name })).body.group.id;
  await call('POST', `/groups/${groupId}/tests`, { testId });
  const batch = await call('POST', `/groups/${groupId}/runs`, { commitSha: 'abc1234' });
  const [inBatch] = batch.body.runIds;
  const prompted = (await call('POST', '/runs', { projectId, prompt: hostile })).body.id;
  await eventually(async () => {
    for (const id of [inBatch, prompted])
      expect((await call('GET', `/runs/${id}`)).body).toMatchObject({ webhookStatus: 'failed' });
  });
  await insertPastRuns(service, [
    { title: name },
    { title: name, status: 'failed', result: null, errorCode: 'NO_DEVICE' },
    { title: name, status: 'cancelled', result: null },
    { title: name, status: 'queued', result: null },
    { title: name, status: 'running', result: null },
  ]);
  const project = `/projects/${projectId}`;
  const runPath = `${project}/runs/${prompted}`;
  return {
    service,
    runPath,
    paths: [
      project,
      `${project}/runs`,
      `${project}/runs?search=${encodeURIComponent(hostile.slice(0, 200))}`,
      runPath,
      `${project}/runs/${inBatch}`,
      `${runPath}?step=0`,
      `${project}/builds?groupId=${groupId}`,
      `${project}/compare?left=${inBatch}&right=${prompted}`,
      `${project}/groups`,
      `${project}/groups/${groupId}`,
      `${project}/tests`,
      `${project}/tests/new`,
      `${project}/tests/${testId}`,
      `${project}/apps`,
      `${project}/apps/${appId}`,
      `${project}/deliveries`,
      `${project}/deliveries?status=failed`,
      `${project}/workers`,
      `${project}/settings`,
      ...['hosts', 'webhook', 'keys', 'variables'].map((section) => `${project}/settings?section=${section}`),
      '/new-project',
      '/sign-in',
    ],
  };
}

type Report = Parameters<Parameters<typeof executionBy>[0]>[1];

async function runHostilely(_assignment: unknown, report: Report): Promise<void> {
  report.describe({ featureName: hostile, description: hostile });
  const screenshotUrl = await report.screenshot(onePixel);
  report.step({
    title: hostile,
    type: 'assert',
    status: 'failed',
    summary: hostile,
    error: hostile,
    startedAtMs: 0,
    completedAtMs: 1,
    screenshotUrl,
    sceneUrl: null,
    hierarchyUrl: null,
    sentences: [hostile],
  });
  for (const type of ['issue', 'warning'] as const) {
    report.finding({
      type,
      name: hostile,
      description: hostile,
      url: `javascript:hacked=8//${hostile}`,
      severity: 3,
      expectedBehavior: hostile,
      actualBehavior: hostile,
      screenshotUrl,
      stepIndex: 0,
      stepsToReproduce: hostile,
      rect: { x: 0, y: 0, width: 1, height: 1 },
    });
  }
}

async function startHostileReceiver(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(400, { 'content-type': 'text/html' }).end(hostile);
  });
  return `${await listening(server)}/`;
}
