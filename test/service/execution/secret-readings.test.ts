import { describe, expect, it } from 'vitest';
import { html, noBrowser, type RealService, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const realService = sharedRealService();

const password = 'correct-horse-battery';

/** A page that gets the secret, and copies it, and one of another host that tells its server of what it gets. */
async function twoHosts() {
  const own = await serve((request, response) => {
    const key =
      request.url === '/key'
        ? `<p>Key: <span style="text-transform: uppercase">${password}</span></p>`
        : '<p>Hello</p>';
    response.end(
      html(`<label>Password <input></label><label>Short <input maxlength=9></label>
        <label>Again <input></label><label>Amount <input></label>
        <div role=textbox contenteditable aria-label=Draft></div>
        ${key}<button>Copy key</button>
        <script>document.querySelector('button').onclick = () => {
          getSelection().selectAllChildren(document.querySelector('span'));
          document.execCommand('copy');
        }</script>`),
    );
  });
  const heard: string[] = [];
  const other = await serve(async (request, response) => {
    if (request.url === '/heard') for await (const chunk of request) heard.push(String(chunk));
    response.end(
      html(
        `<label>Name <input oninput="fetch('/heard', { method: 'POST', body: this.value })"></label><p>Welcome</p>`,
      ),
    );
  });
  return { own, other, host: new URL(own.url).host, heard };
}

async function projectWithSecret(service: RealService, hosts: string[] | null) {
  const projectId = (await service.call('POST', '/projects', { name: 'Shop' })).body.project.id;
  await service.call('PATCH', `/projects/${projectId}`, { allowedHosts: ['127.0.0.1'] });
  await service.call('PUT', `/projects/${projectId}/variables/password`, {
    value: password,
    secret: true,
    hosts,
  });
  return projectId;
}

describe.skipIf(noBrowser)(`a secret that was typed${whyNot}`, () => {
  const typed = 'Type "{{password}}" into "Password".';

  it.each([
    ['copied out of its field', `${typed} Copy the text in the "Password" field.`, 'SECRET_PROTECTED'],
    ['copied by keys', `${typed} Press Control+A. Press Control+C.`, 'SECRET_PROTECTED'],
    ['cut by keys', `${typed} Press Control+A. Press Shift+Delete.`, 'SECRET_PROTECTED'],
    ['copied by its page and pasted', 'Click "Copy key".', 'SECRET_NOT_FOR_HOST'],
    ['remembered', `${typed} Remember "Password" as {{kept}}.`, 'SECRET_NOT_FOR_HOST'],
    ['remembered as its page shows it', 'Remember "Key" as {{kept}}.', 'SECRET_NOT_FOR_HOST'],
    [
      'remembered in part',
      'Type "{{password}}" into "Short". Remember "Short" as {{kept}}.',
      'SECRET_PROTECTED',
    ],
  ])('is not %s for a page of another host', async (_way, prompt, code) => {
    const service = await realService();
    const { own, other, host, heard } = await twoHosts();
    const projectId = await projectWithSecret(service, [host]);
    const isKept = prompt.includes('{{kept}}');
    const there = isKept ? 'Type {{kept}} into "Name".' : 'Click "Name". Press Control+V.';
    const run = await service.run(
      `Open ${own.url}/key. ${prompt} Open ${other.url}. ${there} See "Welcome".`,
      {
        projectId,
      },
    );
    expect(verdictOf(run)).toBe(`failed ${code}`);
    expect(heard).toEqual([]);
    expect(JSON.stringify(run.output)).not.toMatch(/correct-/);
  });

  const asked = [
    'the "Password" field starts with "corr"',
    'the "Password" field does not start with "x"',
    'the "Password" field contains "horse"',
    'the "Password" field ends with "y"',
    'the value of "Password" is more than 3',
    'the "Short" field starts with "corr"',
  ];

  it.each(asked)('is compared as a whole and not by parts: %s', async (claim) => {
    const service = await realService();
    const { own, host } = await twoHosts();
    const projectId = await projectWithSecret(service, [host]);
    const prompt = `Open ${own.url}. ${typed} Type "{{password}}" into "Short". Verify that ${claim}.`;
    const run = await service.run(prompt, { projectId });
    expect(verdictOf(run)).toBe('failed SECRET_PROTECTED');
    expect(run.error?.message).toContain('as a whole');
  });

  it.each([
    'See "horse" in the "Password" field',
    'See "correct" in the "Draft" field',
    'See "horse"',
    'Verify that the "Password" field has the value "correct"',
    'Verify that the "Short" field has the value "correct"',
  ])('tells nothing of itself where a part of it is sought: %s', async (claim) => {
    const service = await realService();
    const { own, host } = await twoHosts();
    const projectId = await projectWithSecret(service, [host]);
    const prompt = `Open ${own.url}. ${typed} Type "{{password}}" into "Short". Type "{{password}}" into "Draft". ${claim}.`;
    const run = await service.run(prompt, { projectId });
    expect(verdictOf(run)).toBe('completed FAILED');
    expect(JSON.stringify(run.output.issues)).not.toMatch(/correct-|-horse|battery/);
  });

  it('is compared and remembered as a whole, and its field like any other once it holds something else', async () => {
    const service = await realService();
    const { own, host } = await twoHosts();
    const projectId = await projectWithSecret(service, [host]);
    const prompt = `Open ${own.url}. ${typed} Remember "Password" as {{kept}}. Type {{kept}} into "Again".
      Verify that the "Again" field has the value "{{password}}". Verify that the "Password" field does not have the value "correct".
      Type "Ada Lovelace" into "Again". Verify that the "Again" field starts with "Ada".
      Copy the text in the "Again" field. Paste into "Amount". Verify that the "Amount" field contains "Lovelace".`;
    expect(verdictOf(await service.run(prompt, { projectId }))).toBe('completed PASS');
  });

  it('and has no hosts is pasted where the run may go', async () => {
    const service = await realService();
    const { own, other, heard } = await twoHosts();
    const projectId = await projectWithSecret(service, null);
    const prompt = `Open ${own.url}/key. Click "Copy key". Open ${other.url}. Paste into "Name". See "Welcome".`;
    expect(verdictOf(await service.run(prompt, { projectId }))).toBe('completed PASS');
    expect(heard).toEqual([password]);
  });
});
