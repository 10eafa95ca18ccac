import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { liveProjectOfCall } from '../projects/project-of-call.ts';
import { type EventCursor, isBefore, latestCursor, parseCursor } from '../runs/event-store.ts';
import { credentialOf, keyOf } from './authorize.ts';
import { createEventHub } from './event-stream.ts';
import type { HttpServer, Parts } from './parts.ts';
import { idOf } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { validationError } from './validation.ts';

const FollowEvents = Type.Object({
  projectId: Type.Optional(
    Type.String({
      ...idOf('project'),
      description:
        'Whose events; a project key implies it, and an admin key may leave it out when there is exactly one project',
    }),
  ),
  lastEventId: Type.Optional(
    Type.String({
      format: 'plain-text',
      description: 'For clients that can not set the header `Last-Event-ID`, which goes before it',
    }),
  ),
});

const FollowHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'The `id` that was seen last: the stream resumes after it' }),
  ),
});

const EventStream = Type.Unsafe<Readable>({
  description: 'Server-sent events until either side ends the stream',
  content: {
    'text/event-stream': {
      schema: Type.String({
        description:
          'Each event has an `id`, a type as its `event`, and `data`: one line of JSON with the `projectId`, the `id` of the run or the batch, what changed, and the time `at`.',
        examples: [
          'id: 7421-118\nevent: run.completed\ndata: {"id":"…","projectId":"…","status":"completed","at":"2026-01-01T00:00:00.000Z"}\n\n',
        ],
      }),
    },
  },
});

const operation = operationsOf('Events', 'project');

export function eventRoutes(api: HttpServer, parts: Parts): void {
  const { db, authenticate, publicUrl } = parts;
  const hub = createEventHub(parts);
  api.addHook('preClose', () => hub.close());

  api.get(
    '/events',
    operation('followEvents', {
      isStream: true,
      summary: 'Follow the changes of runs, deliveries and batches as they happen',
      description:
        'Types: `run.queued`, `run.running`, `run.progress`, `run.completed`, `run.failed`, `run.cancelled`, `run.delivered`, `run.undelivered`, `delivery.attempted`, `delivery.requeued`, `deliveries.requeued`, `batch.progress`, `batch.ended`; ignore those that you do not know. A client that comes back with `Last-Event-ID` misses nothing and gets nothing twice, for 24 hours.',
      querystring: FollowEvents,
      headers: FollowHeaders,
      response: { 200: EventStream },
    }),
    async (request, reply) => {
      const after = resumedFrom(request.headers['last-event-id'], request.query.lastEventId);
      const projectId = await liveProjectOfCall(db, request.principal, request.query.projectId);
      const stream =
        request.method === 'HEAD' ? Readable.from([]) : await follow(projectId, after, request, reply);
      return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream);
    },
  );

  async function follow(
    projectId: string,
    after: EventCursor | null,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Readable> {
    const latest = await latestCursor(db);
    const credential = credentialOf(request, publicUrl());
    const stream = hub.follow({
      projectId,
      // One from before the database was restored may lie ahead of all that it knows.
      from: after === null || isBefore(latest, after) ? latest : after,
      latest,
      response: reply.raw,
      isAllowed: async () => (await authenticate(credential)) !== null,
    });
    // Unread, even an empty body counts as one that is still under way, and its time limit would cut the stream.
    request.raw.resume();
    recordDeparture(request, reply);
    return stream;
  }
}

/** Null for one who wants only what comes. */
function resumedFrom(header: string | undefined, parameter: string | undefined): EventCursor | null {
  const [path, text] = header ? ['Last-Event-ID', header] : ['lastEventId', parameter];
  if (!text) return null;
  const cursor = parseCursor(text);
  if (cursor === null) throw validationError([{ path, message: 'must be the id of an event' }]);
  return cursor;
}

/** The usual record is written when an answer is finished, which one that its caller breaks off never is. */
function recordDeparture(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    request.log.info(
      { ms: Math.round(reply.elapsedTime), key: keyOf(request) },
      'a follower of events has left',
    );
  });
}
