import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseDockerfile } from '../../scripts/deploy/dockerfile.mjs';
import { unknownVariables, variableName } from '../../src/kernel/settings.ts';
import { loadConfig, settings } from '../../src/service/config.ts';
import { blocksOf } from '../docs/blocks.js';
import { shell } from '../docs/shell.js';
import { createTestFolder } from '../support/service.js';
import { ComposeFile } from './compose-schema.js';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));
const text = await readFile(join(deploy, 'compose.yaml'), 'utf8');
const isComposeFile = new Ajv({ allErrors: true }).compile<Static<typeof ComposeFile>>(ComposeFile);
const compose: unknown = parse(text, { merge: true });

describe('deploy/compose.yaml', () => {
  it('has the form of a compose file, and no member that is not known', () => {
    isComposeFile(compose);
    expect(isComposeFile.errors).toBeNull();
  });

  it('is one API and two workers on PostgreSQL 17 and an S3 server', () => {
    const { api, worker, postgres, s3 } = services();
    expect(Object.keys(services())).toHaveLength(4);
    expect([api?.environment.GANTRY_ROLE, worker?.environment.GANTRY_ROLE]).toEqual(['api', 'worker']);
    expect(worker?.deploy?.replicas).toBe(2);
    expect(postgres?.image).toBe('postgres:17');
    expect(s3?.image).toMatch(/:v\d+\.\d+\.\d+$/);
  });

  it('is a configuration without a fault, with the secrets that docs/operating.md makes', async () => {
    const secrets = await makeSecrets();
    for (const name of ['api', 'worker']) {
      const environment = filled(services()[name]?.environment ?? {}, secrets);
      expect(unknownVariables(settings, environment)).toEqual([]);
      const config = loadConfig({}, environment);
      expect(config).toMatchObject({ role: name, publicUrl: 'http://localhost:4270', s3Bucket: 'gantry' });
      expect(new URL(config.databaseUrl ?? '').password).toBe(secrets.POSTGRES_PASSWORD);
    }
  });

  it('passes on every setting, but for those that the image and the file itself decide', () => {
    const { api, worker } = services();
    const given = { ...api?.environment, ...worker?.environment };
    const decided = ['host', 'port', 'filesPort', 'dataDir', 'dataDirShared', 'browserPath'];
    const expected = Object.keys(settings).filter((name) => !decided.includes(name));
    expect(Object.keys(given).sort()).toEqual(expected.map(variableName).sort());
    const ownValues = new Set([
      'role',
      'databaseUrl',
      's3Bucket',
      's3Endpoint',
      's3AccessKeyId',
      's3SecretAccessKey',
    ]);
    for (const variable of expected.filter((name) => !ownValues.has(name)).map(variableName))
      expect(given[variable]).toMatch(new RegExp(`^\\$\\{${variable}:`));
  });

  it('keeps the key of the admin from workers, and the key of the model from the API', () => {
    const { api, worker } = services();
    expect(Object.keys(worker?.environment ?? {})).not.toContain('GANTRY_ADMIN_KEY');
    expect(Object.keys(api?.environment ?? {})).not.toContain('GANTRY_MODEL_API_KEY');
  });

  it('refuses to start without any one of its secrets, and asks for no other', async () => {
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name));
    expect([...required].sort()).toEqual(Object.keys(await makeSecrets()).sort());
    expect(text).not.toMatch(/(?:PASSWORD|SECRET\w*|ADMIN_KEY): (?!\$\{)/);
  });

  it('makes the bucket that the service uses, under the same keys', () => {
    const { api, s3 } = services();
    expect(s3?.entrypoint?.at(-1)).toContain(`mkdir -p /data/${api?.environment.GANTRY_S3_BUCKET} `);
    expect(s3?.environment.ROOT_ACCESS_KEY).toBe(api?.environment.GANTRY_S3_ACCESS_KEY_ID);
    expect(s3?.environment.ROOT_SECRET_KEY).toBe(api?.environment.GANTRY_S3_SECRET_ACCESS_KEY);
  });

  it('publishes the ports that its addresses name, to this machine alone', () => {
    const { api, s3 } = services();
    const first = settings.port.fallback;
    expect(api?.ports).toEqual([first, first + 1].map((number) => `127.0.0.1:${number}:${number}`));
    const { port } = new URL(api?.environment.GANTRY_S3_ENDPOINT ?? '');
    expect(s3?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  });

  it('waits for what it depends on until that is healthy, and knows how to tell', () => {
    for (const service of Object.values(services())) {
      for (const [name, { condition }] of Object.entries(service.depends_on ?? {})) {
        expect(condition).toBe('service_healthy');
        expect(services()[name]?.healthcheck).toBeDefined();
      }
    }
  });

  it('gives a stopping service longer than its grace time', () => {
    for (const name of ['api', 'worker']) {
      const limit = Number(services()[name]?.stop_grace_period?.replace(/s$/, ''));
      expect(limit).toBeGreaterThan(settings.shutdownGraceSeconds.fallback + 15);
    }
  });

  it('builds targets that the Dockerfile has, from where it says that it is built', async () => {
    const stages = parseDockerfile(await readFile(join(deploy, 'Dockerfile'), 'utf8'));
    for (const { build } of Object.values(services())) {
      if (build === undefined) continue;
      expect(stages.map(({ name }) => name)).toContain(build.target);
      await access(join(deploy, build.context, build.dockerfile));
    }
  });

  it('gives browsers a profile of system calls that leaves them their sandbox, and refuses the rest by name', async () => {
    const [, option = ''] = services().worker?.security_opt ?? [];
    const profile = JSON.parse(await readFile(join(deploy, option.replace('seccomp=', '')), 'utf8'));
    const [{ action, names }, ...others] = profile.syscalls;
    expect({ others, action, by: profile.defaultAction }).toEqual({
      others: [],
      action: 'SCMP_ACT_ERRNO',
      by: 'SCMP_ACT_ALLOW',
    });
    expect(names).toEqual(
      expect.arrayContaining(['mount', 'bpf', 'keyctl', 'init_module', 'kexec_load', 'setns']),
    );
    for (const needed of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp'])
      expect(names).not.toContain(needed);
  });
});

function services() {
  if (!isComposeFile(compose)) throw new Error('no compose file');
  return compose.services;
}

/** Runs the block of the page that writes `.env`. */
async function makeSecrets(): Promise<Record<string, string>> {
  const folder = await createTestFolder();
  await mkdir(join(folder, 'deploy'));
  const script =
    (await blocksOf('docs/operating.md', 'sh')).find((block) => block.includes('deploy/.env')) ?? '';
  expect(await shell(script, { cwd: folder })).toMatchObject({ code: 0 });
  const lines = (await readFile(join(folder, 'deploy/.env'), 'utf8')).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('=')));
}

/** `${NAME:?why}` and `${NAME:-else}`, the two forms that the file uses. */
function filled(environment: Record<string, string>, values: Record<string, string>): Record<string, string> {
  const fill = (value: string) =>
    value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_whole, name: string, sign: string, rest: string) => {
      const given = values[name];
      if (given === undefined && sign === '?') throw new Error(`${name} is needed`);
      return given ?? rest;
    });
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}
