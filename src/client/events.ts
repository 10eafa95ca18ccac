import { isOutage, UnreachableError } from './errors.ts';
import type { Requester } from './requester.ts';
import { backoffMs, wait } from './retry.ts';
import { createEventStreamReader, type ServerSentEvent } from './server-sent-events.ts';

export type EventType =
  | `run.${'queued' | 'running' | 'progress' | 'completed' | 'failed' | 'cancelled' | 'delivered' | 'undelivered'}`
  | `delivery.${'attempted' | 'requeued'}`
  | 'deliveries.requeued'
  | `batch.${'progress' | 'ended'}`
  | (string & {});

export interface GantryEvent {
  /** Where a later call resumes, as `lastEventId`. */
  id: string;
  /** More will come: ignore those that you do not know. */
  type: EventType;
  data: {
    /** Of the run or the batch; of `deliveries.requeued` that of the project. */
    id: string;
    projectId: string;
    at: string;
    batchId?: string | null;
    status?: string;
    result?: 'PASS' | 'FAILED' | null;
    /** Of `deliveries.requeued`: the runs whose results are delivered again. */
    runIds?: string[];
    [member: string]: unknown;
  };
}

export interface EventOptions {
  /** A project key implies it. */
  projectId?: string | undefined;
  /** Resumes after this event; without it, only new events are reported. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called each time that the stream is open: what happens from now on is reported. */
  onOpen?: (() => void) | undefined;
  /** How long the service may be unreachable before this gives up. */
  outageMs?: number | undefined;
}

export const defaultOutageMs = 120_000;
/** The service sends something every 15 seconds. Without it for this long, the connection is dead. */
const silenceMs = 45_000;
const defaultRetryMs = 1_000;

/** Ends when its signal is aborted. A broken connection is taken up again with no event missing and none twice. */
export async function* followEvents(
  requester: Requester,
  { projectId, lastEventId, signal, onOpen, outageMs = defaultOutageMs }: EventOptions,
): AsyncGenerator<GantryEvent, void, undefined> {
  let position = lastEventId;
  let retryMs = defaultRetryMs;
  let failures = 0;
  let lostAtMs: number | null = null;
  while (!signal?.aborted) {
    try {
      const headers: Record<string, string> = position ? { 'last-event-id': position } : {};
      const stream = await requester.call('followEvents', { query: { projectId }, headers, signal });
      let isOpen = false;
      for await (const piece of piecesOf(stream)) {
        failures = 0;
        lostAtMs = null;
        retryMs = piece.retryMs ?? retryMs;
        for (const { id, type, data } of piece.events) {
          position = id;
          yield { id, type, data: JSON.parse(data) };
        }
        position = piece.lastId || position;
        // The opening has brought the place to come back to: only from here on is nothing missed.
        if (!isOpen && position) onOpen?.();
        isOpen ||= position !== undefined;
      }
    } catch (error) {
      if (signal?.aborted) return;
      lostAtMs ??= Date.now();
      if (!isOutage(error) || Date.now() - lostAtMs > outageMs) throw error;
    }
    failures += 1;
    await wait(Math.max(retryMs, backoffMs(failures)), signal).catch(() => undefined);
  }
}

interface Piece {
  events: ServerSentEvent[];
  lastId: string;
  retryMs: number | null;
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Piece> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  const format = createEventStreamReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      const events = format.read(decoder.decode(value, { stream: true }));
      yield { events, lastId: format.lastId(), retryMs: format.retryMs() };
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function inTime<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('nothing came for too long')), silenceMs);
  });
  try {
    return await Promise.race([reading, silence]);
  } catch (error) {
    throw new UnreachableError('The stream of events broke off.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
