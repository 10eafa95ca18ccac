import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { unknownVariables, variableName } from '../../src/kernel/settings.ts';
import { loadConfig, settings } from '../../src/service/config.ts';
import { startTestService } from '../support/service.ts';

type Environment = Record<string, string>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const dockerfile = await read('Dockerfile');
const unit = await read('gantry.service');
const compose = parse(await read('compose.yaml'), { merge: true }).services;
const kubernetes = await kubernetesObjects();

/** What each way to deploy sets, for each role. */
const environments: Record<string, Environment> = {
  'the image': Object.fromEntries(
    [...dockerfile.matchAll(/(GANTRY_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  ),
  'the unit': Object.fromEntries(
    [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=')),
    ),
  ),
  'the API of compose': filled(compose.api.environment),
  'the worker of compose': filled(compose.worker.environment),
  'the API of Kubernetes': environmentOf('gantry-api'),
  'the worker of Kubernetes': environmentOf('gantry-worker'),
};

describe('deploy/', () => {
  it.each(Object.entries(environments))('gives %s settings without a fault', (_name, environment) => {
    expect(unknownVariables(settings, environment)).toEqual([]);
    loadConfig({}, environment);
  });

  it('passes every setting of .env on, but for those that compose and the image decide', () => {
    const given = { ...compose.api.environment, ...compose.worker.environment };
    const decided = ['host', 'port', 'filesPort', 'dataDir', 'dataDirShared', 'browserPath'];
    const expected = Object.keys(settings).filter((name) => !decided.includes(name));
    expect(Object.keys(given).sort()).toEqual(expected.map(variableName).sort());
  });

  it.each(['compose', 'Kubernetes'])('keeps the keys of others from each role (%s)', (platform) => {
    expect(environments[`the worker of ${platform}`]).not.toHaveProperty('GANTRY_ADMIN_KEY');
    expect(environments[`the API of ${platform}`]).not.toHaveProperty('GANTRY_MODEL_API_KEY');
  });

  it('gives a stopping service longer than its grace time', () => {
    const graceSeconds = settings.shutdownGraceSeconds.fallback + 15;
    const [, unitSeconds] = /^TimeoutStopSec=(\d+)s?$/m.exec(unit) ?? [];
    for (const seconds of [
      unitSeconds,
      ...['api', 'worker'].map((name) => compose[name].stop_grace_period.replace('s', '')),
      ...['gantry-api', 'gantry-worker'].map((name) => podOf(name).terminationGracePeriodSeconds),
    ])
      expect(Number(seconds)).toBeGreaterThan(graceSeconds);
  });

  it('builds the image from what is there, with modules that are built', async () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    );
    const imported = [...dockerfile.matchAll(/from '(\.\/dist\/[^']+)'/g)].map(([, path = '']) => path);
    expect(imported.length).toBeGreaterThan(0);
    const ignore = await readFile(join(root, '.dockerignore'), 'utf8');
    for (const name of copied) expect(ignore).toContain(`\n!${name}\n`);
    for (const path of [...copied, ...imported]) await access(join(root, path));
  });

  it('leaves the browser its sandbox, and refuses the system calls that escape it', async () => {
    const { syscalls } = JSON.parse(await read('seccomp.json'));
    expect(syscalls[0].names).toEqual(expect.arrayContaining(['mount', 'bpf', 'setns']));
    for (const needed of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp'])
      expect(syscalls[0].names).not.toContain(needed);
    expect(unit).toMatch(/^RestrictNamespaces=user pid net$/m);
  });

  it('asks for the health that a service tells, and scales workers by metrics that it has', async () => {
    const { url } = await startTestService();
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'];
    const paths = ['gantry-api', 'gantry-worker'].flatMap((name) =>
      probes.map((probe) => podOf(name).containers[0][probe].httpGet.path),
    );
    const [, imagePath] = /HEALTHCHECK[\s\S]+?(\/\w+)`/.exec(dockerfile) ?? [];
    for (const path of new Set([...paths, imagePath])) expect((await fetch(url + path)).status).toBe(200);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const { query } = find('ScaledObject', 'gantry-worker').spec.triggers[0].metadata;
    for (const [, metric] of query.matchAll(/\b(gantry_\w+)\{/g)) expect(metrics).toContain(`\n${metric}{`);
    const [, queues = ''] = /queue=~"([^"]+)"/.exec(query) ?? [];
    for (const platform of ['web', 'android', 'ios']) expect(`runs.${platform}`).toMatch(new RegExp(queues));
  });
});

async function read(name: string): Promise<string> {
  return readFile(join(root, 'deploy', name), 'utf8');
}

async function kubernetesObjects() {
  const names = await readdir(join(root, 'deploy/kubernetes'), { recursive: true });
  const files = names.filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'));
  const texts = await Promise.all(files.map((name) => read(`kubernetes/${name}`)));
  return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
}

function find(kind: string, name: string) {
  const found = kubernetes.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function podOf(name: string) {
  return find('Deployment', name).spec.template.spec;
}

/** As the container gets it: what comes later in the list counts. */
function environmentOf(name: string): Environment {
  const [{ envFrom, env }] = podOf(name).containers;
  const given = envFrom.map(
    ({ configMapRef, secretRef }: Record<string, { name: string } | undefined>): Environment =>
      configMapRef === undefined
        ? find('Secret', secretRef?.name ?? '').stringData
        : find('ConfigMap', configMapRef.name).data,
  );
  const own = env.map(({ name, value }: { name: string; value: string }) => [name, value]);
  const all: Environment = Object.assign({}, ...given, Object.fromEntries(own));
  // The example of a worker has the key of a model, which the example of the settings does not name.
  return all.GANTRY_MODEL_API_KEY === undefined ? all : { ...all, GANTRY_MODEL: 'openai/gpt-5' };
}

/** With secrets as docs/operating.md makes them. */
function filled(environment: Environment): Environment {
  const secret = 'gk_admin1_c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0';
  const fill = (value: string) =>
    value.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_whole, sign: string, rest: string) =>
      sign === '?' ? secret : rest,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(value)]));
}
