import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as yauzl from 'yauzl';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import { replayed } from '../../engine/scene/replayed.ts';
import { serveSite, sites } from '../../sites/index.mjs';
import { startReceiver } from '../../support/receiver.mjs';
import { adminKey, eventually } from '../../support/service.ts';
import { html, noBrowser, serve, sharedRealService, startRealService, verdictOf, whyNot } from './support.ts';

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
  `what is appended goes behind the whole text, and where an editor takes nothing the run is FAILED and skips the rest${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serve((request, response) => {
      const refusing = request.url === '/refusing' ? ' onbeforeinput="event.preventDefault()"' : '';
      response.end(
        html(`<textarea id=text rows=4${refusing}># Hours\nOpen from nine.\nAsk for Ada.</textarea>
          <button onclick="saved.innerText = text.value">Save</button><p id=saved></p>`),
      );
    });
    const steps =
      'Append " Rest on Sundays." to the text area. Click "Save". See "Ask for Ada. Rest on Sundays.". See "# Hours".';
    expect(verdictOf(await run(`Open ${site.url}/. ${steps}`))).toBe('completed PASS');
    const refused = await run(`Open ${site.url}/refusing. ${steps}`);
    expect(verdictOf(refused)).toBe('completed FAILED');
    expect(refused.output.steps.map(({ status }) => status).slice(0, 3)).toEqual([
      'passed',
      'failed',
      'skipped',
    ]);
    expect(refused.output.issues).toMatchObject([
      { description: expect.stringContaining('did not take " Rest on Sundays.": it still holds "# Hours') },
    ]);
  },
);

it.skipIf(noBrowser)(
  `a message that shows for a moment is seen, and one that is taken back by the answer is not${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serve((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://site');
      if (pathname === '/api') {
        response.writeHead(200, { 'cache-control': 'no-store', 'content-type': 'application/json' });
        return void setTimeout(() => response.end('{}'), request.url === '/api?slow' ? 1_500 : 150);
      }
      const script =
        pathname === '/toast'
          ? `fetch('/api').then((answer) => answer.ok && show(true)).then(() => setTimeout(show, 2500))`
          : `show(true); fetch('/api?slow').then((answer) => answer.ok && answer.text()).then(() => show())`;
      response.end(
        html(`<button onclick="${script}">Save</button><p id=message hidden>Settings saved</p>
          <script>const show = (isShown) => { message.hidden = isShown !== true }</script>`),
      );
    });
    const steps = 'Click "Save". See "Settings saved".';
    expect(verdictOf(await run(`Open ${site.url}/toast. ${steps}`))).toBe('completed PASS');
    const takenBack = await run(`Open ${site.url}/optimistic. ${steps}`);
    expect(verdictOf(takenBack)).toBe('completed FAILED');
    expect(takenBack.output.issues).toMatchObject([
      { description: expect.stringContaining('Expected to see "Settings saved"') },
    ]);
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

it.skipIf(noBrowser)(
  `console errors and missing parts of a page that works are warnings${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serve((request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.end(
        html('<h1>Welcome</h1><img src="/gone.png" alt=""><script>console.error("odd"); nowhere()</script>'),
      );
    });
    const ended = await run(`Open ${site.url}/. See "Welcome".`);
    expect(verdictOf(ended)).toBe('completed PASS');
    expect(ended.output.issues.map(({ type }) => type)).not.toContain('issue');
    const warnings = ended.output.issues.map(({ description }) => description).join('\n');
    expect(warnings).toMatch(/gone\.png.*404/);
    expect(warnings).toMatch(/odd/);
    expect(warnings).toMatch(/nowhere is not defined/);
  },
);

it.skipIf(noBrowser)(`after a failed check it goes on${whyNot}`, async () => {
  const { run } = await realService();
  const site = await serve((_request, response) => {
    response.end(html('<h1>Shop</h1><button>Buy</button>'));
  });
  const ended = await run(`Open ${site.url}/. See "Shopping". Click "Buy". See "Shop".`);
  expect(verdictOf(ended)).toBe('completed FAILED');
  expect(ended.output.steps.map(({ status }) => status)).toEqual([
    ...['passed', 'failed', 'passed', 'passed'],
  ]);
  expect(ended.output.issues).toMatchObject([
    {
      expectedBehavior: expect.stringContaining('Shopping'),
      actualBehavior: expect.stringContaining('Shop'),
    },
  ]);
});

it.skipIf(noBrowser)(
  `a FAILED run has a trace that Playwright can show, a PASS has none${whyNot}`,
  async () => {
    const { run } = await realService();
    const site = await serve((_request, response) => {
      response.end(html('<h1>Welcome</h1>'));
    });
    const [failed, passed] = await Promise.all([
      run(`Open ${site.url}/. See "Farewell".`),
      run(`Open ${site.url}/. See "Welcome".`),
    ]);
    expect(passed.output.traceUrl).toBeNull();
    const answer = await fetch(failed.output.traceUrl ?? '');
    expect(answer.status).toBe(200);
    const names = await namesIn(Buffer.from(await answer.arrayBuffer()));
    expect(names).toContain('trace.trace');
    expect(names).toContain('trace.network');
  },
);

it.skipIf(noBrowser)(`a run that checks nothing has no verdict${whyNot}`, async () => {
  const { run } = await realService();
  const site = await serve((_request, response) => {
    response.end(html('<button>Buy</button>'));
  });
  const ended = await run(`Open ${site.url}/. Click "Buy". Take a screenshot.`);
  expect(verdictOf(ended)).toBe('failed NOTHING_CHECKED');
  expect(ended.output.steps.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
});

it('a sentence that is not understood is named with three that are, before any browser is asked for', async () => {
  // A program that is no browser.
  const { run } = await startRealService({ GANTRY_BROWSER_PATH: process.execPath });
  const ended = await run('Open http://127.0.0.1/. Frobnicate the "Save" button thoroughly. See "Saved".');
  expect(verdictOf(ended)).toBe('failed STEP_NOT_UNDERSTOOD');
  expect(ended.error?.message).toContain('Frobnicate the "Save" button thoroughly');
  const [, nearest = ''] = /The nearest that are: (.*?)\. /.exec(ended.error?.message ?? '') ?? [];
  expect(nearest.split(' | ')).toHaveLength(3);
  expect(ended.output).toMatchObject({ steps: [], screenshots: [], result: null });
  expect(verdictOf(await run('Open http://127.0.0.1/. See "Saved".'))).toBe('failed NO_BROWSER');
});

async function serveNamed(name: string, bug: string | null = null) {
  const site = sites.find((candidate) => candidate.name === name);
  if (site === undefined) throw new Error(`no site ${name}`);
  const served = await serveSite(site, bug);
  onTestFinished(() => served.close());
  return served;
}

/** The names in a zip's directory. */
async function namesIn(zip: Buffer): Promise<string[]> {
  const archive = await yauzl.fromBufferPromise(zip);
  const names: string[] = [];
  for await (const entry of archive.eachEntry()) names.push(entry.fileName);
  return names;
}
