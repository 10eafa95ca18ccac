import { Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import { requireProject } from '../projects/project-store.ts';
import { intervalsOf, seriesOf } from '../runs/statistics.ts';
import { countEnded, countUnfinished } from '../runs/statistics-store.ts';
import type { HttpServer, Parts } from './parts.ts';
import { ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const StatisticsQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 90,
      default: 14,
      description: 'How far to look back, today included',
    }),
  ),
  timeZone: Type.Optional(
    Type.String({
      format: 'time-zone',
      maxLength: 64,
      default: 'UTC',
      description: 'The IANA name of the zone whose days and hours are counted',
      examples: ['Europe/Berlin'],
    }),
  ),
});

const tested = { testId: Type.String({ format: 'uuid' }), title: Type.String(), runs: Type.Integer() };

const Statistics = Type.Object(
  {
    from: Type.String({
      format: 'date-time',
      description: 'Runs that ended at this time or later are counted',
    }),
    to: Type.String({ format: 'date-time' }),
    interval: oneOf(['hour', 'day'], { description: '`hour` for up to two days' }),
    countedRuns: Type.Integer({ description: 'Ended runs that were counted, 20,000 at most' }),
    isPartial: Type.Boolean({
      description: 'There were more runs: the newest are counted, and `from` says how far they reach',
    }),
    unfinished: Type.Object(
      { queued: Type.Integer(), running: Type.Integer() },
      { description: 'At this moment; each counted up to 10,000' },
    ),
    series: Type.Array(
      Type.Object(
        {
          from: Type.String({ format: 'date-time' }),
          passed: Type.Integer({ description: 'The result was PASS' }),
          failed: Type.Integer({ description: 'The result was FAILED' }),
          broken: Type.Integer({ description: 'Could not be executed' }),
          cancelled: Type.Integer(),
          medianMs: nullable.integer({ description: 'Median duration of the runs with a result' }),
          slowMs: nullable.integer({ description: '95th percentile of the same' }),
        },
        { title: 'StatisticsInterval' },
      ),
      { description: 'By the time at which runs ended; every interval is there, also those without a run' },
    ),
    slowest: Type.Array(Type.Object({ ...tested, medianMs: Type.Integer() }), {
      description: 'The ten tests with the longest median duration',
    }),
    unstable: Type.Array(
      Type.Object({
        ...tested,
        failed: Type.Integer(),
        changes: Type.Integer({ description: 'How often the result differed from that of the run before' }),
      }),
      { description: 'The ten tests whose result changed most often, twice at least' },
    ),
  },
  { title: 'Statistics' },
);

const operation = operationsOf('Runs', 'project');

export function statisticsRoutes(api: HttpServer, { db, clock }: Parts): void {
  api.get(
    '/projects/:projectId/statistics',
    operation('getStatistics', {
      summary: 'Read how the runs of a project went over time',
      params: ProjectPath,
      querystring: StatisticsQuery,
      response: { 200: Statistics },
    }),
    async (request) => {
      const { projectId } = request.params;
      const { days = 14, timeZone = 'UTC' } = request.query;
      const now = new Date(clock.now());
      const { interval, starts } = intervalsOf(now, { days, timeZone });
      const { counted, cutAt, intervals, slowest, unstable } = await countEnded(db, projectId, starts);
      if (counted === 0) await requireProject(db, projectId);
      return {
        from: (cutAt ?? starts[0] ?? now).toISOString(),
        to: now.toISOString(),
        interval,
        countedRuns: counted,
        isPartial: cutAt !== null,
        unfinished: await countUnfinished(db, projectId),
        series: seriesOf(starts, intervals, cutAt).map(({ from, ...counts }) => ({
          from: from.toISOString(),
          ...counts,
        })),
        slowest,
        unstable,
      };
    },
  );
}
