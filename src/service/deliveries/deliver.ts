import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { PublicError } from '../../kernel/errors.ts';
import { createLoader } from '../../kernel/loader.ts';
import type { Log } from '../../kernel/log.ts';
import type { Sealer } from '../../kernel/sealed.ts';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { type JobOf, type JobOutcome, queues, queueTopic } from '../jobs/job.ts';
import { liveSecrets } from '../projects/signing-secret.ts';
import { eventsTopic } from '../runs/event.ts';
import { type DueDelivery, type EndedAttempt, loadDeliveries, recordAttempts } from './delivery-store.ts';
import { type AttemptEnding, originOf, type ReceiverGate } from './receiver-gate.ts';
import { afterAttempt, attemptTimeoutMs } from './schedule.ts';
import { type AttemptResult, type ResultSender, sendResult } from './send.ts';

export interface DelivererParts {
  db: Database;
  outbound: ResultSender;
  sealer: Sealer;
  notifications: Pick<Notifications, 'publish'>;
  clock: Clock;
  log: Log;
  gate: ReceiverGate;
  timeoutMs?: number;
  metrics?: DeliveryMetrics;
}

interface DeliveryMetrics {
  deliveries: { inc(labels: { outcome: 'delivered' | 'failed' }): void };
  deliveryAttemptSeconds: { observe(labels: { outcome: AttemptResult['outcome'] }, seconds: number): void };
  deliveriesPutBack: { inc(): void };
}

type DeliveryJob = JobOf<'delivery.attempt'>;

/** What must be left of the lease when an attempt has taken all of its time: enough to write it down. */
const recordingMs = 1_000;
const recordPatienceMs = 60_000;
/** No caller waits for the log; a statement for each handful of attempts would cost more than sending them. */
const recordLingerMs = 25;
const unsentAgainMs = 250;
const unsignableAgainMs = 30_000;

/**
 * One attempt at a delivery. An attempt that may have been sent is either recorded or made again, with the same id and
 * the same bytes.
 */
export function createDeliverer(parts: DelivererParts): (job: DeliveryJob) => Promise<JobOutcome> {
  const { outbound, gate, clock, metrics, timeoutMs = attemptTimeoutMs } = parts;
  const load = createLoader((jobs: DeliveryJob[]) => loadWithSecrets(parts, jobs));
  const record = createLoader((attempts: EndedAttempt[]) => recordAll(parts, attempts), 500, recordLingerMs);

  return async (job) => {
    const due = await load(job);
    if (due === 'gone') return 'done';
    if (due === 'taken') return 'settled';
    const ended = await attempt(job, due);
    if ('againInMs' in ended) {
      metrics?.deliveriesPutBack.inc();
      return ended;
    }
    const error = await record(ended);
    if (error !== null) throw error;
    return 'settled';
  };

  async function attempt(
    job: DeliveryJob,
    due: SignedDelivery,
  ): Promise<EndedAttempt | { againInMs: number }> {
    const { url, body, projectId, secrets } = due;
    if (secrets === null) return { againInMs: unsignableAgainMs };
    const turn = await gate.enter(originOf(url), projectId);
    if (!turn.goes) return { againInMs: turn.againInMs };
    let ending: AttemptEnding = 'unsent';
    try {
      const startedAtMs = performance.now();
      // A process that was frozen must not send what another has taken over meanwhile.
      if (startedAtMs + timeoutMs + recordingMs > due.leaseEndsAtMs) return { againInMs: 0 };
      const message = { runId: job.payload.runId, url, body, secrets };
      const result = await sendResult(outbound, message, { timeoutMs, nowMs: clock.now() });
      const endedAtMs = performance.now();
      ending = endingOf(result);
      if (ending === 'unsent') return { againInMs: unsentAgainMs };
      metrics?.deliveryAttemptSeconds.observe({ outcome: result.outcome }, (endedAtMs - startedAtMs) / 1_000);
      return describe(job, due, result, { startedAtMs, endedAtMs });
    } finally {
      turn.leave(ending);
    }
  }
}

/** Secrets are null where the project's can't be opened: its results wait until the operator has mended that. */
type SignedDelivery = DueDelivery & { secrets: string[] | null };

async function loadWithSecrets(
  { db, sealer, log }: DelivererParts,
  jobs: DeliveryJob[],
): Promise<Array<SignedDelivery | 'taken' | 'gone'>> {
  const loaded = await loadDeliveries(
    db,
    jobs.map(({ id, claimToken, payload }) => ({ id, claimToken, runId: payload.runId })),
  );
  const projectIds = new Set<string>();
  for (const delivery of loaded) if (typeof delivery !== 'string') projectIds.add(delivery.projectId);
  const secretsOf = await liveSecrets(db, sealer, [...projectIds], (error, projectId) =>
    log.error(
      { err: error, projectId },
      'the results of a project wait: its signing secret can not be decrypted',
    ),
  );
  return loaded.map((delivery) =>
    typeof delivery === 'string'
      ? delivery
      : { ...delivery, secrets: secretsOf.get(delivery.projectId) ?? null },
  );
}

/** What the service itself is to blame for is no attempt, and says nothing about the receiver. */
function endingOf({ outcome }: AttemptResult): AttemptEnding {
  switch (outcome) {
    case 'answered':
    case 'timeout':
      return outcome;
    case 'cancelled':
      return 'unsent';
    default:
      return 'failed';
  }
}

function describe(
  job: DeliveryJob,
  { url, projectId, wantedAtMs }: DueDelivery,
  { statusCode, failure, answer }: AttemptResult,
  times: { startedAtMs: number; endedAtMs: number },
): EndedAttempt {
  const { runId, attempt } = job.payload;
  const next = afterAttempt(attempt, failure === null);
  return {
    lease: job,
    runId,
    projectId,
    attempt,
    url,
    wantedAtMs,
    ...times,
    statusCode,
    failure,
    answer,
    isDelivered: next.step === 'delivered',
    retryInMs: next.step === 'retry' ? next.inMs : null,
  };
}

/** Answers each attempt at its index with what kept it from being written, or null. */
async function recordAll(parts: DelivererParts, attempts: EndedAttempt[]): Promise<Array<Error | null>> {
  try {
    await recordPatiently(parts, attempts);
    return attempts.map(() => null);
  } catch (error) {
    // What the database refuses in one of them must not make all the others be sent again.
    if (attempts.length === 1 || isOutage(error)) return attempts.map(() => asError(error));
    const results: Array<Error | null> = [];
    for (const attempt of attempts) results.push(...(await recordAll(parts, [attempt])));
    return results;
  }
}

/** A restart of PostgreSQL must not cost the knowledge of what was sent. Repeating is safe: the job's token is used up. */
async function recordPatiently(parts: DelivererParts, attempts: EndedAttempt[]): Promise<void> {
  const { db, log } = parts;
  const giveUpAtMs = performance.now() + recordPatienceMs;
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
    try {
      const written = await recordAttempts(db, attempts);
      tell(parts, attempts, written);
      return;
    } catch (error) {
      if (!isOutage(error) || performance.now() >= giveUpAtMs) throw error;
      log.warn({ err: error, attempts: attempts.length }, 'attempts could not be recorded; trying again');
      await delay(pauseMs);
    }
  }
}

function tell(
  { notifications, metrics }: DelivererParts,
  attempts: EndedAttempt[],
  written: ReadonlySet<number>,
): void {
  const topics = new Set<string>();
  for (const { lease, projectId, isDelivered, retryInMs } of attempts) {
    // Also where nothing was written: perhaps it was, by a statement whose answer got lost.
    topics.add(eventsTopic(projectId));
    if (retryInMs !== null) topics.add(queueTopic(queues.retries));
    else if (written.has(lease.id))
      metrics?.deliveries.inc({ outcome: isDelivered ? 'delivered' : 'failed' });
  }
  for (const topic of topics) notifications.publish(topic);
}

function isOutage(error: unknown): boolean {
  return error instanceof PublicError && error.code === 'Unavailable';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
