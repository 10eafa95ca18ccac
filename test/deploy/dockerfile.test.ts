import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { instructionsOf, parseDockerfile, readIgnore } from '../../scripts/deploy/dockerfile.mjs';
import { unknownVariables } from '../../src/kernel/settings.ts';
import { loadConfig, settings } from '../../src/service/config.ts';
import { quietPort } from '../support/ports.ts';
import { startTestService } from '../support/service.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stages = parseDockerfile(await read('deploy/Dockerfile'));
const targets = ['service', 'chromium'];

describe('deploy/Dockerfile', () => {
  it('copies from the repository only what is there and what .dockerignore lets through', async () => {
    const letsThrough = readIgnore(await read('.dockerignore'));
    const sources = stages
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, flags }) => name === 'COPY' && flags.from === undefined)
      .flatMap(({ args }) => args.split(/\s+/).slice(0, -1));
    expect(sources).toContain('src');
    for (const source of sources) {
      await access(join(root, source));
      // With the folders around it: a copy of the repository does not enter one that stays behind.
      for (let path = source; path !== '.'; path = dirname(path))
        expect({ path, passes: letsThrough(path) }).toEqual({ path, passes: true });
    }
  });

  it('lets nothing into the build but what it copies: no key, no data, no test', async () => {
    const letsThrough = readIgnore(await read('.dockerignore'));
    for (const path of [
      '.git',
      '.gantry/secret.key',
      'deploy/.env',
      'test/support',
      'node_modules',
      '.npmrc',
    ])
      expect({ path, passes: letsThrough(path) }).toEqual({ path, passes: false });
  });

  it('has what the program reads beside its own files: migrations and the pages that gantry mcp hands out', () => {
    const copied = instructionsOf(stages, 'service')
      .filter(({ name, flags }) => name === 'COPY' && flags.from === undefined)
      .flatMap(({ args }) => args.split(/\s+/).slice(0, -1));
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'openapi.json', 'migrations', 'docs']));
  });

  it.each(targets)('ends as a user that is not root, by number (%s)', (target) => {
    const user = instructionsOf(stages, target).findLast(({ name }) => name === 'USER');
    expect(user?.args).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('builds the image without a package manager of the system unless the browser is asked for', () => {
    expect(stages.at(-1)?.name).toBe('service');
    expect(commandsOf('service').join('\n')).not.toContain('apt');
  });

  it('takes only what the service needs at run time: no tools, no install scripts', () => {
    const [dependencies] = instructionsOf(stages, 'runtime').filter(
      ({ flags }) => flags.from === 'dependencies',
    );
    expect(dependencies?.args).toBe('/app/node_modules ./node_modules');
    expect(commandsOf('dependencies')).toEqual(['npm ci --omit=dev --ignore-scripts']);
  });

  it('is based on a Node that the package allows', async () => {
    const { engines } = JSON.parse(await read('package.json'));
    const oldest = Number(/>=(\d+)/.exec(engines.node)?.[1]);
    for (const { base } of stages.filter(({ base }) => base.includes(':')))
      expect(Number(/^node:(\d+)-/.exec(base)?.[1])).toBeGreaterThanOrEqual(oldest);
  });

  it('exposes the default ports, listens beyond loopback, and sets nothing that is no setting', () => {
    const environment = Object.fromEntries(
      argumentsOf('ENV').flatMap((args) =>
        [...args.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]),
      ),
    );
    expect(unknownVariables(settings, environment)).toEqual([]);
    const config = loadConfig({}, environment);
    expect(config.host).toBe('0.0.0.0');
    expect(argumentsOf('EXPOSE')).toEqual([`${config.port} ${config.port + 1}`]);
    expect(argumentsOf('VOLUME')).toEqual([config.dataDir]);
  });

  it('starts the service, and stops it by the signal that it listens to', async () => {
    const { bin } = JSON.parse(await read('package.json'));
    expect(argumentsOf('ENTRYPOINT')).toEqual([`["node", "${bin.gantry}"]`]);
    expect(argumentsOf('CMD')).toEqual(['["serve"]']);
    expect(argumentsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('asks a service for its health: well while it is ready, ill when it is gone', async () => {
    const [check = ''] = argumentsOf('HEALTHCHECK');
    const [program = '', ...args] = JSON.parse(check.replace(/^CMD /, ''));
    const ask = (port: string) =>
      promisify(execFile)(program, args, { env: { PATH: process.env.PATH ?? '', GANTRY_PORT: port } }).then(
        () => 'well',
        () => 'ill',
      );
    const port = String(await quietPort());
    const { service } = await startTestService({ settings: { GANTRY_PORT: port } });
    expect(await ask(port)).toBe('well');
    await service.close();
    expect(await ask(port)).toBe('ill');
  });
});

function argumentsOf(instruction: string): string[] {
  return instructionsOf(stages, 'service')
    .filter(({ name }) => name === instruction)
    .map(({ args }) => args);
}

function commandsOf(stage: string): string[] {
  return instructionsOf(stages, stage)
    .filter(({ name }) => name === 'RUN')
    .map(({ args }) => args);
}

async function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
