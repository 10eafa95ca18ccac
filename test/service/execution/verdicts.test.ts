import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import { replayed } from '../../engine/scene/replayed.ts';
import { serveSite, sites } from '../../sites/index.mjs';
import { startReceiver } from '../../support/receiver.mjs';
import { adminKey, eventually } from '../../support/service.ts';
import { html, noBrowser, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const realService = sharedRealService();

it.skipIf(noBrowser)(
  `the call of the introduction gives a PASS that its webhook hears of too${whyNot}`,
  async () => {
    const { url, call } = await realService();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const site = await serveNamed('login');
    // Word for word what the documentation says, but for the port and the addresses.
    const body =
      String.raw`{"prompt": "Open http://127.0.0.1:3000/login. Type \"alice\" into \"Username\". Type \"secret\" into \"Password\". Click \"Sign in\". See \"Welcome, alice\".", "webhookUrl": "RECEIVER"}`
        .replace('http://127.0.0.1:3000', site.url)
        .replace('RECEIVER', `${receiver.url}/results`);
    const { stdout } = await promisify(execFile)('curl', [
      ...['-sS', '-X', 'POST', `${url}/api/v1/runs`, '-d', body],
      ...['-H', `Authorization: Bearer ${adminKey}`, '-H', 'Content-Type: application/json'],
    ]);
    const { id } = JSON.parse(stdout);
    await eventually(async () => {
      const { body: run } = await call('GET', `/runs/${id}`);
      expect(run.webhookStatus).toBe('delivered');
    });

    const { body: run } = await call('GET', `/runs/${id}`);
    expect(run).toMatchObject({
      type: 'chat',
      status: 'completed',
      error: null,
      output: { result: 'PASS', issues: [] },
    });
    expect(run.output.featureName).toMatch(/sign in|log ?in/i);
    expect(run.output.description).toContain('Welcome, alice');
    expect(run.output.steps.map(({ title }: { title: string }) => title)).toEqual([
      `Open ${site.url}/login`,
      'Type "alice" into "Username"',
      'Type "secret" into "Password"',
      'Click "Sign in"',
      'See "Welcome, alice"',
    ]);
    expect(receiver.got.map((delivery) => JSON.parse(delivery.body))).toEqual([
      { ...run, webhookStatus: 'pending' },
    ]);
    for (const address of run.output.screenshots) {
      const answer = await fetch(address);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  },
);

it.skipIf(noBrowser)(
  `"Saved" with an answer of 500 is FAILED with the request as evidence${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serveNamed(
      'saved',
      'the server answers 500 after the page has said that it has saved',
    );
    const ended = await run(`Open ${site.url}/profile. Click "Save". See "Saved".`);
    expect(verdictOf(ended)).toBe('completed FAILED');
    expect(ended.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
    expect(ended.output.issues.filter(({ type }) => type === 'issue')).toMatchObject([
      {
        name: expect.stringMatching(/POST \/api\/profile.*500/),
        url: `${site.url}/api/profile`,
        screenshotUrl: ended.output.screenshots.at(-1),
      },
    ]);
  },
);

it.skipIf(noBrowser)(
  `an issue leads to its step, its place in the picture, and the scene of that moment${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serve((_request, response) =>
      response.end(
        html(`<h1>Shop</h1><button onclick="total.textContent = 'Total: 12 €'">Add</button>
          <p id=total style="position:absolute;left:200px;top:300px;width:100px;height:20px;margin:0">Total: 0 €</p>`),
      ),
    );
    const ended = await run(`Open ${site.url}/. Click "Add". See "Total: 15 €". See the "Pay" button.`);
    expect(verdictOf(ended)).toBe('completed FAILED');
    const [total, pay] = ended.output.issues;
    expect(total).toMatchObject({
      stepIndex: 2,
      stepsToReproduce: `Open ${site.url}/ → Click "Add"`,
      actualBehavior: 'The page says "Total: 12 €"',
    });
    const { x, y, width, height } = total?.rect ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([x >= 200, y >= 300, x + width <= 301, y + height <= 321, width > 40]).not.toContain(false);
    expect(pay).toMatchObject({ stepIndex: 3 });
    expect(ended.output.description).toBe(
      `Open ${site.url}/ → Click "Add". See "Total: 15 €": ${total?.description} See the "Pay" button: ${pay?.description} 2 of 4 steps passed, 2 failed.`,
    );
    const scenes = ended.output.steps.map(({ sceneUrl }) => sceneUrl);
    expect(scenes.map((address) => address !== null)).toEqual([false, false, true, true]);
    const answer = await fetch(scenes[2] ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    const scene = replayed(await answer.text());
    expect(find(scene, { name: 'Add', role: 'button' }).matches).toHaveLength(1);
    expect(screenLines(scene).map(({ text }) => text)).toEqual(['Shop', 'Add', 'Total: 12 €']);
  },
);

it.skipIf(noBrowser)(`a page that is itself an error of the server is FAILED${whyNot}`, async () => {
  const { run } = await realService();
  const site = await serve((_request, response) => {
    response.writeHead(503).end(html('<h1>Welcome</h1>'));
  });
  const ended = await run(`Open ${site.url}/. See "Welcome".`);
  expect(verdictOf(ended)).toBe('completed FAILED');
  expect(ended.output.issues[0]?.name).toMatch(/503/);
});

async function serveNamed(name: string, bug: string | null = null) {
  const site = sites.find((candidate) => candidate.name === name);
  if (site === undefined) throw new Error(`no site ${name}`);
  const served = await serveSite(site, bug);
  onTestFinished(() => served.close());
  return served;
}
