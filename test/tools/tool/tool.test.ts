import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ageOf } from '../../../src/tools/cli/other-version.ts';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { adminKey, createTestFolder, startTestService, type TestService } from '../../support/service.js';
import { openAgent } from '../mcp/support.js';
import { fetchTool, run } from './support.js';

const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
const megabyte = 1024 ** 2;

describe('the command line that a service hands out', () => {
  it('is one file that runs where nothing else of Gantry is', async () => {
    const service = await start();
    const tool = await fetchTool(service);
    const told = await gantry(service, tool, ['--version']);
    expect(told).toEqual({ code: 0, out: `${version}\n`, err: '' });
    const submitted = await gantry(service, tool, ['runs', 'submit', 'see a', '--wait', '--json']);
    expect(submitted.code).toBe(0);
    expect(JSON.parse(submitted.out)).toMatchObject({ output: { result: 'PASS' } });
  });

  it('is at most a megabyte, compressed for those who take it so, and sent once while it stays the same', async () => {
    const service = await start();
    for (const path of ['/gantry.mjs', '/cli.tgz', '/client.tgz']) {
      const response = await fetch(service.url + path);
      const etag = response.headers.get('etag') ?? '';
      expect({ path, status: response.status }).toEqual({ path, status: 200 });
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(megabyte);
      const again = await fetch(service.url + path, { headers: { 'if-none-match': etag } });
      expect({ path, status: again.status, body: await again.text() }).toEqual({
        path,
        status: 304,
        body: '',
      });
    }
    const compressed = await fetch(`${service.url}/gantry.mjs`, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
  });

  it('comes by npx from its address alone, with no registry and an empty cache', async () => {
    const service = await start();
    const folder = await createTestFolder();
    const { code, out, err } = await run(
      'npx',
      ['--yes', `${service.url}/cli.tgz`, 'projects', 'list', '--json'],
      {
        cwd: folder,
        env: {
          GANTRY_URL: service.url,
          GANTRY_API_KEY: adminKey,
          npm_config_cache: `${folder}/cache`,
          npm_config_registry: 'http://127.0.0.1:1',
          npm_config_update_notifier: 'false',
        },
      },
    );
    expect({ code, err: err.replaceAll(/^npm warn.*\n/gm, '') }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out).projects).toMatchObject([{ id: service.projectId }]);
  });

  it('serves a coding agent, with the pages in itself', async () => {
    const service = await start();
    const agent = await openAgent(service.url, [], await fetchTool(service));
    const steps = await readFile(new URL('../../../docs/steps.md', import.meta.url), 'utf8');
    expect((await agent.call('get_steps_reference')).text).toBe(steps);
    const { contents } = await agent.client.readResource({ uri: 'gantry://docs/concepts.md' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('# ') }]);
  });

  it('says that commands of the service are not in it', async () => {
    const service = await start();
    const tool = await fetchTool(service);
    expect(await gantry(service, tool, ['serve', '--port', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('"gantry serve" comes with the service itself'),
    });
  });
});

describe('a service of another version than the tool', () => {
  it.each([
    ['newer', '0.0.1'],
    ['older', '99.0.0'],
  ])('is named as %s, once, with the address of the tool that fits', async (age, other) => {
    const service = await start();
    const tool = await fetchTool(service, (text) => {
      expect(text.split(`"${version}"`).length + text.split(`\`${version}\``).length).toBe(3);
      return text.replace(`"${version}"`, `"${other}"`).replace(`\`${version}\``, `\`${other}\``);
    });
    const listed = await gantry(service, tool, ['runs', 'list', '--project', 'Default']);
    expect(listed.code).toBe(0);
    expect(listed.err).toBe(
      `The service is ${age} than this tool: ${version}, and the tool ${other}. ` +
        `The tool of that version: npx --yes "${service.url}/cli.tgz?${version}"\n`,
    );
    const quiet = await gantry(service, tool, ['projects', 'list', '--json']);
    expect(quiet).toMatchObject({ code: 0, err: '' });
  });

  it('is told by numbers, not by letters', () => {
    const number = fc.nat(1_000_000);
    fc.assert(
      fc.property(fc.tuple(number, number, number), fc.tuple(number, number, number), (one, other) => {
        const [a, b] = [one.join('.'), other.join('.')];
        const opposite = { older: 'newer', newer: 'older' } as const;
        const age = ageOf(a, b);
        expect(ageOf(b, a)).toBe(age === null ? null : opposite[age]);
        expect(age === null).toBe(a === b);
      }),
    );
    expect(ageOf('0.10.0', '0.9.0')).toBe('newer');
    expect(ageOf('1.0.0-beta', '1.0.0')).toBeNull();
    expect(ageOf('<script>', '1.0.0')).toBeNull();
  });
});

function start(): Promise<TestService> {
  return startTestService({ execution: scriptedExecution() });
}

async function gantry(service: TestService, tool: string, args: string[]) {
  const cwd = await createTestFolder();
  return run(process.execPath, [tool, ...args], {
    cwd,
    env: { GANTRY_URL: service.url, GANTRY_API_KEY: adminKey },
  });
}
