import { Type } from 'typebox';
import { requireProject } from '../projects/project-store.ts';
import { intervalsOf, Statistics, seriesOf } from '../runs/statistics.ts';
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
