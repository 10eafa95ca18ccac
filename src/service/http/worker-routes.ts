import { Type } from 'typebox';
import { platforms } from '../../engine/task.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { findLiveWorkers, findRunsUnderWay, measureQueues } from '../fleet/worker-store.ts';
import { visibleProject } from './authorize.ts';
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

const operation = operationsOf('Workers', 'project');

export function workerRoutes(api: HttpServer, { db }: Parts): void {
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
}
