import { expect } from 'vitest';
import { html, type RealService, serve, verdictOf } from './support.ts';

export const password = 'correct-horse-battery';

/** A page that gets the secret, and copies it, and one of another host that tells its server of what it gets. */
export async function twoHosts() {
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

export async function projectWithSecret(service: RealService, hosts: string[] | null) {
  const projectId = (await service.call('POST', '/projects', { name: 'Shop' })).body.project.id;
  await service.call('PATCH', `/projects/${projectId}`, { allowedHosts: ['127.0.0.1'] });
  await service.call('PUT', `/projects/${projectId}/variables/password`, {
    value: password,
    secret: true,
    hosts,
  });
  return projectId;
}

export const typed = 'Type "{{password}}" into "Password".';

export async function expectKeptFromOtherHost(
  service: RealService,
  prompt: string,
  code: string,
): Promise<void> {
  const { own, other, host, heard } = await twoHosts();
  const projectId = await projectWithSecret(service, [host]);
  const isKept = prompt.includes('{{kept}}');
  const there = isKept ? 'Type {{kept}} into "Name".' : 'Click "Name". Press Control+V.';
  const run = await service.run(`Open ${own.url}/key. ${prompt} Open ${other.url}. ${there} See "Welcome".`, {
    projectId,
  });
  expect(verdictOf(run)).toBe(`failed ${code}`);
  expect(heard).toEqual([]);
  expect(JSON.stringify(run.output)).not.toMatch(/correct-/);
}

export async function expectComparedAsAWhole(service: RealService, claim: string): Promise<void> {
  const { own, host } = await twoHosts();
  const projectId = await projectWithSecret(service, [host]);
  const prompt = `Open ${own.url}. ${typed} Type "{{password}}" into "Short". Verify that ${claim}.`;
  const run = await service.run(prompt, { projectId });
  expect(verdictOf(run)).toBe('failed SECRET_PROTECTED');
  expect(run.error?.message).toContain('as a whole');
}

export async function expectNothingToldOfParts(service: RealService, claim: string): Promise<void> {
  const { own, host } = await twoHosts();
  const projectId = await projectWithSecret(service, [host]);
  const prompt = `Open ${own.url}. ${typed} Type "{{password}}" into "Short". Type "{{password}}" into "Draft". ${claim}.`;
  const run = await service.run(prompt, { projectId });
  expect(verdictOf(run)).toBe('completed FAILED');
  expect(JSON.stringify(run.output.issues)).not.toMatch(/correct-|-horse|battery/);
}
