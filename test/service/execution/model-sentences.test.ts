import { expect, it, onTestFinished } from 'vitest';
import { type SeenRequest, startModelServer } from '../../engine/model/model-server.ts';
import { call, done, key, providers, verdict } from '../../engine/model/support.ts';
import { eventually } from '../../support/service.ts';
import { html, noBrowser, type RealService, serve, startRealService, verdictOf, whyNot } from './support.ts';

const password = 'correct-horse-battery';
const people = ['Ann', 'Ben', 'Cid'];

it.skipIf(noBrowser)(
  `what a model did is stored as a test that needs none, and finds the fault of a wrong page${whyNot}`,
  { timeout: 300_000 },
  async () => {
    const shop = await serveShop();
    const provider = providers[0];
    const model = await startModelServer([
      call('plan', {
        parts: [
          { part: 1, steps: [{ type: 'act', title: 'Sign in as ada with {{password}} and invite Ben' }] },
        ],
        check: 'Ben has been invited',
      }),
      (seen) => ({
        calls: [
          { name: 'type', input: { target: { ref: refOf(seen, 'textbox \\"User\\"') }, text: 'ada' } },
          {
            name: 'type',
            input: { target: { ref: refOf(seen, 'textbox \\"Password\\"') }, text: '{{password}}' },
          },
          { name: 'do_step', input: { sentence: 'Frobnicate the terms' } },
        ],
      }),
      call('do_step', { sentence: 'Check "I agree"' }),
      (seen) => call('click', { target: { ref: refOf(seen, 'button \\"Sign in\\"') } }),
      (seen) => call('click', { target: { ref: refOf(seen, 'button \\"Invite\\"', 'Ben') } }),
      done,
      verdict(true, 'Ben was invited', 'Ben was invited.', 'See "Ben was invited"'),
    ]);
    onTestFinished(() => model.close());
    const withModel = await startRealService({
      GANTRY_MODEL: provider.model,
      GANTRY_MODEL_BASE_URL: `${model.url}${provider.prefix}`,
      GANTRY_MODEL_API_KEY: key,
    });
    await keepPassword(withModel);
    const run = await withModel.run(`Open ${shop.url}/. Sign in as ada with {{password}} and invite Ben.`);
    expect(verdictOf(run), JSON.stringify(run)).toBe('completed PASS');
    expect(model.left()).toBe(0);
    expect(model.requests[2]?.text.includes('Understood would be')).toBe(true);
    const steps = run.output.steps as Array<{ type: string; sentences: string[] }>;
    expect(steps.map(({ type, sentences }) => ({ type, sentences }))).toEqual([
      { type: 'act', sentences: [`Open ${shop.url}/`] },
      {
        type: 'act',
        sentences: [
          'Type "ada" into "User"',
          'Type "{{password}}" into "Password"',
          'Check "I agree"',
          'Click "Sign in"',
          'Click "Invite" in the row "Ben"',
        ],
      },
      { type: 'assert', sentences: ['See "Ben was invited"'] },
    ]);

    const alone = await startRealService();
    await keepPassword(alone);
    const stored = await storeTest(
      alone,
      steps.flatMap(({ type, sentences }) => sentences.map((title) => ({ type, title }))),
    );
    expect(stored.problems).toEqual([]);
    expect(await runTest(alone, stored.id)).toBe('completed PASS');
    expect(shop.invited).toEqual(['Ben', 'Ben']);
    shop.isWrong = true;
    expect(await runTest(alone, stored.id)).toBe('completed FAILED');
  },
);

interface Shop {
  url: string;
  invited: string[];
  /** Invites nobody. */
  isWrong: boolean;
}

async function serveShop(): Promise<Shop> {
  const shop: Shop = { url: '', invited: [], isWrong: false };
  const site = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.test');
    const name = searchParams.get('name') ?? '';
    if (pathname === '/invite' && !shop.isWrong) shop.invited.push(name);
    if (pathname === '/') response.end(signIn);
    else if (pathname === '/people') response.end(list(searchParams.get('user') ?? ''));
    else response.end(html(`<h1>Invitations</h1><p>${shop.isWrong ? 'Nobody' : name} was invited</p>`));
  });
  onTestFinished(() => site.close());
  shop.url = site.url;
  return shop;
}

const signIn = html(`<h1>Sign in</h1><form action="/people"><label>User <input name="user"></label>
  <label>Password <input type="password"></label><label><input type="checkbox" required> I agree</label>
  <button>Sign in</button></form>`);

function list(user: string): string {
  const rows = people.map(
    (name) =>
      `<tr><td>${name}</td><td><form action="/invite"><button name="name" value="${name}">Invite</button></form></td></tr>`,
  );
  return html(`<h1>Hello, ${user}</h1><table><tr><th>Name</th><th></th></tr>${rows.join('')}</table>`);
}

/** The reference of the first such line behind a word. */
function refOf({ text }: SeenRequest, line: string, behind = ''): string {
  const last = text.slice(text.lastIndexOf('<screen>'));
  const from = last.slice(last.indexOf(behind));
  return /\[ref=(\w+)\]/.exec(from.slice(from.indexOf(line)))?.[1] ?? 'none';
}

async function keepPassword({ call: ask, projectId }: RealService): Promise<void> {
  await ask('PUT', `/projects/${projectId}/variables/password`, { value: password, secret: true });
}

async function storeTest({ call: ask }: RealService, steps: Array<{ type: string; title: string }>) {
  const { body } = await ask('POST', '/tests', { title: 'Invite', platform: 'web', steps });
  return body.test as { id: string; problems: unknown[] };
}

async function runTest({ call: ask }: RealService, testId: string): Promise<string> {
  const { group } = (await ask('POST', '/groups', { name: `All ${Math.random()}` })).body;
  await ask('POST', `/groups/${group.id}/tests`, { testId });
  const { runIds } = (await ask('POST', `/groups/${group.id}/runs`, {})).body;
  let verdictNow = '';
  await eventually(async () => {
    const { body } = await ask('GET', `/runs/${runIds[0]}`);
    expect(body.completedAt, JSON.stringify(body)).not.toBeNull();
    verdictNow = verdictOf(body);
  });
  return verdictNow;
}
