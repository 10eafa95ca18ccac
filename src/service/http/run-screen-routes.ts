import { Type } from 'typebox';
import { notFound } from '../../kernel/errors.ts';
import { screenTopic } from '../runs/run.ts';
import { findScreen } from '../runs/screen-store.ts';
import { visibleProject } from './authorize.ts';
import type { HttpServer, Parts } from './parts.ts';
import { operationsOf } from './route-declaration.ts';
import { RunPath } from './run-routes.ts';

const Jpeg = Type.Unsafe<Buffer>({
  description: 'What the browser shows right now',
  content: { 'image/jpeg': { schema: Type.String({ format: 'binary' }) } },
});
const NoPicture = Type.Null({
  description: 'The run is not executed in a browser at the moment, or there is no picture of it yet',
});

const operation = operationsOf('Runs', 'project');

export function runScreenRoutes(api: HttpServer, { db, notifications }: Parts): void {
  api.get(
    '/runs/:id/screen',
    operation('getRunScreen', {
      summary: 'Look at the browser of a run while it runs',
      description:
        'A call asks for pictures for five seconds, about one each second; call again each second for as long as somebody looks. The first picture comes about a second after the first call. While the page shows a secret there is none.',
      params: RunPath,
      response: { 200: Jpeg, 204: NoPicture },
    }),
    async (request, reply) => {
      const { id } = request.params;
      const screen = await findScreen(db, id, visibleProject(request.principal));
      if (screen === null) throw notFound('run');
      if (screen.isRunning) notifications.publish(screenTopic(id));
      if (screen.jpeg === null) return reply.code(204).send(null);
      return reply.type('image/jpeg').send(screen.jpeg);
    },
  );
}
