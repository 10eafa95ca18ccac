import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as keda from '@kubernetes-models/keda/keda.sh/v1alpha1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { instructionsOf, parseDockerfile } from '../../scripts/deploy/dockerfile.mjs';
import { unknownVariables } from '../../src/kernel/settings.ts';
import { loadConfig, settings } from '../../src/service/config.ts';
import { startTestService } from '../support/service.js';
import { readMembers } from './read-members.ts';

const folder = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url));
const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
const objects = (await Promise.all(names.map(documentsOf))).flat();

/** The published schema of each kind. */
const kinds: Record<string, new (data: never) => { validate(): void }> = {
  ConfigMap: core.ConfigMap,
  Deployment: apps.Deployment,
  HorizontalPodAutoscaler: autoscaling.HorizontalPodAutoscaler,
  Namespace: core.Namespace,
  PodDisruptionBudget: policy.PodDisruptionBudget,
  ScaledObject: keda.ScaledObject,
  Secret: core.Secret,
  Service: core.Service,
};

describe('deploy/kubernetes', () => {
  it('fits the published schemas, and has no member that they do not know', () => {
    expect(objects.length).toBeGreaterThan(8);
    for (const object of objects) {
      const Kind = kinds[object.kind];
      if (Kind === undefined) throw new Error(`no schema for ${object.kind}`);
      const { watched, unread } = readMembers(object);
      Object.assign(new Kind({} as never), watched).validate();
      expect([object.kind, object.metadata.name, unread()]).toEqual([object.kind, object.metadata.name, []]);
    }
    const { spec, ...rest } = deployment('gantry-api');
    const { watched, unread } = readMembers({ ...rest, spec: { ...spec, replicaz: 1 } });
    Object.assign(new apps.Deployment({} as never), watched).validate();
    expect(unread()).toEqual(['spec.replicaz']);
  });

  it('lists every file in a kustomization, but for the example of secrets', async () => {
    const listed = async (path: string) => parse(await readFile(join(folder, path), 'utf8')).resources;
    const below = await listed('keda/kustomization.yaml');
    expect(below[0]).toBe('..');
    const all = [
      ...(await listed('kustomization.yaml')),
      ...below.slice(1).map((name: string) => `keda/${name}`),
    ];
    expect([...all, 'secret.example.yaml'].sort()).toEqual(
      names.filter((name) => !name.endsWith('kustomization.yaml')),
    );
  });

  it.each(['api', 'worker'])('gives the %s a configuration without a fault', (role) => {
    const environment = environmentOf(`gantry-${role}`);
    expect(unknownVariables(settings, environment)).toEqual([]);
    expect(loadConfig({}, environment)).toMatchObject({ role, s3Bucket: 'gantry', trustProxy: true });
  });

  it('keeps the key of the admin from workers, and the key of the model from the API', () => {
    expect(Object.keys(environmentOf('gantry-worker'))).not.toContain('GANTRY_ADMIN_KEY');
    expect(Object.keys(environmentOf('gantry-api'))).not.toContain('GANTRY_MODEL_API_KEY');
  });

  it('gives a stopping service longer than its grace time', () => {
    for (const name of ['gantry-api', 'gantry-worker']) {
      const { terminationGracePeriodSeconds, containers } = podOf(name);
      const [{ lifecycle }] = containers;
      const pauseSeconds = Number(lifecycle?.preStop.exec.command[1] ?? 0);
      const { shutdownGraceSeconds } = loadConfig({}, environmentOf(name));
      expect(terminationGracePeriodSeconds).toBeGreaterThan(pauseSeconds + shutdownGraceSeconds + 15);
    }
  });

  it('runs as the user of the image, writes where that may, takes no variables of services and no token', async () => {
    const stages = parseDockerfile(await readFile(join(folder, '../Dockerfile'), 'utf8'));
    const user = instructionsOf(stages, 'service').findLast(({ name }) => name === 'USER');
    for (const name of ['gantry-api', 'gantry-worker']) {
      const pod = podOf(name);
      const { runAsUser, runAsGroup } = pod.securityContext;
      expect(`${runAsUser}:${runAsGroup}`).toBe(user?.args);
      expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
      const [{ securityContext, volumeMounts }] = pod.containers;
      expect(securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      });
      const paths = volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath);
      expect(paths).toEqual(expect.arrayContaining(['/data', '/tmp']));
    }
    const { localhostProfile } = podOf('gantry-worker').securityContext.seccompProfile;
    await access(join(folder, '..', localhostProfile.replace('gantry/', '')));
  });

  it('selects its own pods, and scales and guards deployments that are there', () => {
    const labelsOf = (component: string) => ({
      'app.kubernetes.io/name': 'gantry',
      'app.kubernetes.io/component': component,
    });
    for (const component of ['api', 'worker']) {
      const { spec } = deployment(`gantry-${component}`);
      expect(spec.template.metadata.labels).toEqual(labelsOf(component));
      expect(spec.selector.matchLabels).toEqual(labelsOf(component));
      expect(find('PodDisruptionBudget', `gantry-${component}`).spec.selector.matchLabels).toEqual(
        labelsOf(component),
      );
    }
    expect(find('Service', 'gantry-api').spec.selector).toEqual(labelsOf('api'));
    for (const kind of ['HorizontalPodAutoscaler', 'ScaledObject'])
      for (const { spec } of objects.filter((object) => object.kind === kind))
        deployment(spec.scaleTargetRef.name);
  });

  it('asks for the health that the service tells, and scales workers by metrics that it has', async () => {
    const { url } = await startTestService();
    for (const name of ['gantry-api', 'gantry-worker']) {
      const [container] = podOf(name).containers;
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        expect((await fetch(url + container[probe].httpGet.path)).status).toBe(200);
      expect(container.ports[0].containerPort).toBe(settings.port.fallback);
    }
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const { spec } = find('ScaledObject', 'gantry-worker');
    const { query, threshold } = spec.triggers[0].metadata;
    for (const [, metric] of query.matchAll(/\b(gantry_\w+)\{/g)) expect(metrics).toContain(`\n${metric}{`);
    const [, pattern = ''] = /queue=~"([^"]+)"/.exec(query) ?? [];
    const waiting = [...metrics.matchAll(/gantry_queue_depth\{queue="([^"]+)"\}/g)].map(
      ([, queue = '']) => queue,
    );
    expect(waiting.filter((queue) => new RegExp(`^(?:${pattern})$`).test(queue)).sort()).toEqual([
      'imports',
      'runs.android',
      'runs.ios',
      'runs.web',
    ]);
    expect(Number(threshold)).toBe(loadConfig({}, environmentOf('gantry-worker')).browserSlots);
  });
});

async function documentsOf(name: string) {
  if (name.endsWith('kustomization.yaml')) return [];
  const documents = parseAllDocuments(await readFile(join(folder, name), 'utf8'));
  return documents.map((document) => document.toJS());
}

function find(kind: string, name: string) {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function deployment(name: string) {
  return find('Deployment', name);
}

function podOf(name: string) {
  return deployment(name).spec.template.spec;
}

/** As the container gets it: what comes later in the list counts. */
function environmentOf(name: string): Record<string, string> {
  const [{ envFrom, env }] = podOf(name).containers;
  const sources: Array<{ configMapRef?: { name: string }; secretRef?: { name: string } }> = envFrom;
  const given = sources.map(({ configMapRef, secretRef }) =>
    configMapRef === undefined
      ? find('Secret', secretRef?.name ?? '').stringData
      : find('ConfigMap', configMapRef.name).data,
  );
  const own = env.map(({ name, value }: { name: string; value: string }) => [name, value]);
  const all: Record<string, string> = Object.assign({}, ...given, Object.fromEntries(own));
  // The example of a worker has the key of a model, which the example of the settings does not name.
  return all.GANTRY_MODEL_API_KEY === undefined ? all : { ...all, GANTRY_MODEL: 'openai/gpt-5' };
}
