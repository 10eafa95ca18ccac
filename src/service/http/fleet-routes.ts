import { Type } from 'typebox';
import { phoneKinds } from '../../engine/listed-phone.ts';
import { platforms } from '../../engine/task.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { listDevices, type ShownDevice } from '../fleet/device-store.ts';
import { findLiveWorkers, findRunsUnderWay, measureQueues } from '../fleet/worker-store.ts';
import { visibleProject } from './authorize.ts';
import { NextCursor } from './pagination.ts';
import type { HttpServer, Parts } from './parts.ts';
import { operationsOf } from './route-declaration.ts';

const WorkerRun = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    projectId: Type.String({ format: 'uuid' }),
    title: Type.String({ description: 'What the run is called in lists' }),
    platform: oneOf(platforms),
    startedAt: Type.String({ format: 'date-time' }),
  },
  { title: 'WorkerRun' },
);

const Worker = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The machine that it runs on' }),
    platforms: Type.Array(oneOf(platforms)),
    slots: Type.Object(
      Object.fromEntries(platforms.map((platform) => [platform, Type.Optional(Type.Integer())])),
      {
        description:
          'How many runs of each platform it carries out at once; platforms of the same devices share them',
      },
    ),
    startedAt: Type.String({ format: 'date-time' }),
    seenAt: Type.String({ format: 'date-time', description: 'When it last said that it lives' }),
    busy: Type.Integer({ description: 'How many runs it carries out now, those of other projects included' }),
    runs: Type.Array(WorkerRun, { description: 'Those of them that the key may see' }),
  },
  { title: 'Worker' },
);

const PlatformQueue = Type.Object(
  {
    platform: oneOf(platforms),
    waiting: Type.Integer({ description: 'Queued runs of all projects, counted up to 10,000' }),
    oldestWaitMs: nullable.integer({ description: 'How long the oldest of them has been waiting' }),
    medianWaitMs: nullable.integer({
      description: 'How long runs waited that were started within the last hour, the latest 1,000 of them',
    }),
  },
  { title: 'PlatformQueue' },
);

const Device = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'As the list of devices calls it; places on a grid are numbered' }),
    kind: oneOf(phoneKinds),
    platforms: Type.Array(oneOf(['ios', 'android'])),
    version: nullable.text({ description: 'Of its system, as listed' }),
    model: nullable.text(),
    labels: Type.Array(Type.String()),
    real: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'False for an emulator or simulator; null where that is not known',
    }),
    state: oneOf(['free', 'busy', 'resting', 'offline'], {
      description:
        '`busy`: a run has it; `resting`: it failed three sessions in a row; `offline`: no running worker has it',
    }),
    reason: nullable.text({ description: 'Why it rests' }),
    restsUntil: nullable.text({ format: 'date-time' }),
    runId: nullable.text({ format: 'uuid', description: 'The run that has it, where the key may see it' }),
    seenAt: Type.String({ format: 'date-time', description: 'When its worker last named it' }),
  },
  { title: 'Device' },
);

const operation = operationsOf('Workers', 'project');

export function fleetRoutes(api: HttpServer, { db }: Parts): void {
  api.get(
    '/workers',
    operation('listWorkers', {
      summary: 'List the workers that live, what each does, and what waits for them',
      response: {
        200: Type.Object({ workers: Type.Array(Worker), queue: Type.Array(PlatformQueue) }),
      },
    }),
    async (request) => {
      const workers = await findLiveWorkers(db);
      const underWay = await findRunsUnderWay(db, visibleProject(request.principal));
      return {
        workers: workers.map(({ started_at, seen_at, ...worker }) => {
          const own = underWay.filter(({ worker_id }) => worker_id === worker.id);
          return {
            ...worker,
            startedAt: started_at.toISOString(),
            seenAt: seen_at.toISOString(),
            busy: own.length,
            runs: own.flatMap(({ id, project_id: projectId, title, platform, started_at: startedAt }) =>
              title === null ? [] : [{ id, projectId, title, platform, startedAt: startedAt.toISOString() }],
            ),
          };
        }),
        queue: await measureQueues(db),
      };
    },
  );

  api.get(
    '/devices',
    operation('listDevices', {
      summary: 'List the phones that workers have, by name, with their state',
      response: { 200: Type.Object({ devices: Type.Array(Device), nextCursor: NextCursor }) },
    }),
    async ({ principal }) => {
      const projectId = visibleProject(principal);
      return {
        devices: (await listDevices(db)).map((device) => showDevice(device, projectId)),
        nextCursor: null,
      };
    },
  );
}

function showDevice(device: ShownDevice, visible: string | null) {
  const { id, name, platforms, version, model, labels, state, rests_until, seen_at } = device;
  const isResting = state === 'resting';
  const isVisible = state === 'busy' && (visible === null || visible === device.project_id);
  return {
    id,
    name,
    kind: phoneKinds.find((kind) => kind === device.kind) ?? 'appium',
    platforms,
    version,
    model,
    labels,
    real: device.is_real,
    state,
    reason: isResting ? device.rest_reason : null,
    restsUntil: isResting ? (rests_until?.toISOString() ?? null) : null,
    runId: isVisible ? device.run_id : null,
    seenAt: seen_at.toISOString(),
  };
}
