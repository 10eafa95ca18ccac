import { sql } from 'kysely';
import { needsOperator, PublicError } from '../../kernel/errors.ts';
import { version } from '../../kernel/version.ts';
import { within } from '../../kernel/within.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';

const checkTimeoutMs = 3_000;

export function operationalRoutes(
  app: HttpServer,
  { db, store, metrics, isStarted }: Parts,
  isClosing: () => boolean,
): void {
  app.get('/healthz', unlisted, async () => ({
    status: 'ok',
    version,
  }));

  app.get('/readyz', unlisted, async () => {
    if (isClosing())
      throw new PublicError('Unavailable', 'The service is stopping.', { retryAfterSeconds: 5 });
    if (!isStarted())
      throw new PublicError('Unavailable', 'The service is still starting.', { retryAfterSeconds: 1 });
    await Promise.all([
      inTime('database', () => sql`select 1`.execute(db)),
      inTime('storage', () => store.check()),
    ]);
    return { status: 'ok' };
  });

  app.get('/metrics', unlisted, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

async function inTime(what: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await within(checkTimeoutMs, check(), () => {
      throw new Error(`the ${what} did not answer in time`);
    });
  } catch (cause) {
    const reason = cause instanceof PublicError ? cause.cause : cause;
    const sentence = needsOperator(what, reason) ?? `The ${what} can't be used at the moment.`;
    throw new PublicError('Unavailable', sentence, {
      cause,
      retryAfterSeconds: 1,
    });
  }
}
