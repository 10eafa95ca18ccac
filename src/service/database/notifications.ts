import { hash } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { within } from '../../kernel/within.ts';

/**
 * Hints between the processes on one database that something has changed. Commit the state before you publish;
 * a hint may be lost or come twice, so its subscriber also polls from time to time.
 */
export interface Notifications {
  /** Reaches the listeners of this process at once and those of the others through the database. Never throws. */
  publish(topic: string): void;
  /** Also called when hints may have been missed. Returns the way to stop. */
  subscribe(topic: string, listener: () => void): () => void;
  /** Sends what was published before, if the database takes it within a second. */
  close(): Promise<void>;
}

interface Link {
  client: pg.Client;
  /** Destroyed to be rid of a connection: its orderly end would wait for an answer that may never come. */
  socket: Socket;
}

const channel = 'gantry';
const reconnectAfterMs = 500;
const queryTimeoutMs = 5_000;
const pulseEveryMs = 3_000;
const farewellMs = 1_000;
const topicsPerStatement = 1_000;
/** Reached only when the database is away for long; subscribers find the rest by polling. */
const maxWaitingTopics = 10_000;

/** Also resolves while the database is unreachable, and keeps trying. */
export async function openNotifications(connection: pg.ClientConfig, log: Log): Promise<Notifications> {
  const self = crypto.randomUUID();
  const listeners = new Map<string, Set<{ call(): void }>>();
  const waiting = new Set<string>();
  /** The one that is being opened or listens. */
  let link: Link | null = null;
  let isListening = false;
  let isClosed = false;
  let sending: Promise<void> | null = null;
  let isSendDue = false;
  let reconnecting: NodeJS.Timeout | undefined;
  const pulse = setInterval(send, pulseEveryMs);

  await connect();

  async function connect(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      ...connection,
      application_name: 'gantry notifications',
      stream: () => socket,
      keepAlive: true,
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
    });
    const opened = { client, socket };
    link = opened;
    client.on('error', (error) => lose(opened, error));
    client.on('end', () => lose(opened));
    client.on('notification', ({ payload = '' }) => {
      const gap = payload.indexOf(' ');
      if (payload.slice(0, gap) !== self) tell(payload.slice(gap + 1));
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      lose(opened, error);
    }
    if (link !== opened) return;
    isListening = true;
    for (const name of listeners.keys()) tell(name);
    if (waiting.size > 0) send();
  }

  function lose(lost: Link, error?: unknown): void {
    lost.socket.destroy();
    if (link !== lost) return;
    link = null;
    isListening = false;
    if (isClosed) return;
    log.debug({ err: error }, 'the connection for notifications was lost');
    reconnecting = setTimeout(connect, reconnectAfterMs);
  }

  function tell(name: string): void {
    for (const { call } of [...(listeners.get(name) ?? [])]) {
      try {
        call();
      } catch (error) {
        log.error({ err: error, topic: name }, 'a listener of notifications failed');
      }
    }
  }

  /** Notifications that come while one statement is under way share the next. With none it only checks the connection. */
  function send(): void {
    isSendDue = false;
    if (sending !== null || link === null || !isListening) return;
    sending = sendAll(link).finally(() => {
      sending = null;
      if (waiting.size > 0) send();
    });
  }

  async function sendAll(through: Link): Promise<void> {
    do {
      const names = [...waiting].slice(0, topicsPerStatement);
      for (const name of names) waiting.delete(name);
      try {
        await through.client.query({
          name: 'tell',
          text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
          values: [channel, names.map((name) => `${self} ${name}`)],
        });
      } catch (error) {
        for (const name of names) waiting.add(name);
        lose(through, error);
      }
    } while (waiting.size > 0 && link === through);
  }

  async function sayFarewell(last: Link): Promise<void> {
    while (waiting.size > 0 && isListening) {
      send();
      await sending;
    }
    await last.client.end();
  }

  return {
    publish(topic) {
      const name = wireName(topic);
      tell(name);
      if (isClosed || waiting.size >= maxWaitingTopics) return;
      waiting.add(name);
      if (isSendDue) return;
      isSendDue = true;
      setImmediate(send);
    },
    subscribe(topic, listener) {
      const name = wireName(topic);
      const entry = { call: listener };
      const entries = listeners.get(name) ?? new Set();
      entries.add(entry);
      listeners.set(name, entries);
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && listeners.get(name) === entries) listeners.delete(name);
      };
    },
    async close() {
      isClosed = true;
      clearInterval(pulse);
      clearTimeout(reconnecting);
      if (link === null) return;
      const last = link;
      if (isListening)
        await within(
          farewellMs,
          sayFarewell(last).catch(() => undefined),
          () => undefined,
        );
      lose(last);
    },
  };
}

/** A payload has no room for more than 8,000 bytes and none for zero bytes; anything else is sent as its hash. */
function wireName(topic: string): string {
  return /^[!-~]{1,200}$/.test(topic) ? topic : hash('sha256', topic);
}
