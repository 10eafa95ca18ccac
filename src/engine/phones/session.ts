import type { Log } from '../../kernel/log.ts';
import { withSignal } from '../../kernel/with-signal.ts';
import { ActionFailed } from '../acting/device.ts';
import { ExecutionFailure } from '../report.ts';
import { openingFailure } from './opening-failure.ts';
import type { AppiumServer, Capabilities, PhonePlatform } from './servers.ts';
import { type WebDriver, webDriverOn } from './webdriver.ts';
import {
  type CreatedSession,
  createSession,
  deleteSession,
  firstLine,
  longestMessage,
  sendCommand,
  WireFailure,
  WireRefusal,
} from './wire.ts';

/** One phone for one run. */
export interface AppiumSession {
  readonly id: string;
  readonly platform: PhonePlatform;
  readonly capabilities: Capabilities;
  /**
   * Executes one command. Throws `ExecutionFailure` once the phone is lost, and at every call after that; what the
   * driver refuses otherwise is thrown as `DriverRefusal`.
   */
  call<Result>(signal: AbortSignal, command: (driver: WebDriver) => Promise<Result>): Promise<Result>;
  /**
   * The answer to a command that the run does not depend on: whatever comes of it, the phone is not taken for lost.
   * Throws `RangeError` for one of more bytes than that.
   */
  fetch(signal: AbortSignal, path: string, input: object, mostBytes: number): Promise<unknown>;
  close(): Promise<void>;
}

/** The driver has heard the command and did not carry it out. */
export class DriverRefusal extends Error {
  override readonly name = 'DriverRefusal';
  /** The error code of WebDriver, such as "no such element". */
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** For a question that not every driver answers: null where it refuses. */
export function nullIfRefused(error: unknown): null {
  if (error instanceof DriverRefusal) return null;
  throw error;
}

export interface SessionTimes {
  /** To start the phone, install the app and open it. */
  readonly openMs: number;
  readonly commandMs: number;
  readonly closeMs: number;
}

interface OpenOptions {
  server: AppiumServer;
  platform: PhonePlatform;
  capabilities: Capabilities;
  times: SessionTimes;
  log: Log;
  onSession(sessionId: string | null): void;
  /** Gets work that continues when the caller has left: ending a session that came too late. */
  afterwards(work: Promise<void>): void;
}

/** How much later than in time a session may come and still be ended by us, not by the server's own patience. */
const latenessMs = 600_000;

export async function openSession(options: OpenOptions, signal: AbortSignal): Promise<AppiumSession> {
  const { server, capabilities, times, log, onSession, afterwards } = options;
  signal.throwIfAborted();
  // Nobody waits that long: the session of one who has left must still be ended when it comes.
  const creating = createSession(server, capabilities, times.openMs + latenessMs);
  const end = (sessionId: string) => endSession(server, sessionId, { timeoutMs: times.closeMs, log });
  let created: CreatedSession;
  try {
    created = await withSignal(creating, AbortSignal.any([signal, AbortSignal.timeout(times.openMs)]));
  } catch (error) {
    afterwards(creating.then(({ sessionId }) => end(sessionId)).catch(() => undefined));
    throw signal.aborted ? error : openingFailure(error, server, times.openMs);
  }
  onSession(created.sessionId);
  return sessionOn(created, options);
}

/** A server that can't be reached is in the log. */
export async function endSession(
  server: AppiumServer,
  sessionId: string,
  { timeoutMs, log }: { timeoutMs: number; log: Log },
): Promise<void> {
  await deleteSession(server, sessionId, timeoutMs).catch((error: unknown) => {
    log.warn({ err: error, server: server.url, sessionId }, 'a phone session could not be ended');
  });
}

function sessionOn(
  created: CreatedSession,
  { server, platform, times, log, onSession }: OpenOptions,
): AppiumSession {
  const driver = webDriverOn(server, created.sessionId, times.commandMs);
  let lost: ExecutionFailure | null = null;
  let closing: Promise<void> | null = null;
  return {
    id: created.sessionId,
    platform,
    capabilities: created.capabilities,
    async call(signal, command) {
      if (lost !== null) throw lost;
      signal.throwIfAborted();
      try {
        return await withSignal(command(driver), signal);
      } catch (error) {
        if (signal.aborted || error instanceof ActionFailed || error instanceof ExecutionFailure) throw error;
        if (!isLoss(error)) throw refusalOf(error);
        lost = new ExecutionFailure(
          'DEVICE_LOST',
          `The phone was lost during the run; its server ${server.url} says: ${firstLine(error)}`,
          { cause: error },
        );
        throw lost;
      }
    },
    async fetch(signal, path, input, mostBytes) {
      if (lost !== null) throw lost;
      return sendCommand(server, created.sessionId, { method: 'POST', path, input, mostBytes, signal });
    },
    close() {
      closing ??= deleteSession(server, created.sessionId, times.closeMs)
        .catch((error: unknown) => {
          const level = lost === null ? 'warn' : 'debug';
          log[level]({ err: error, server: server.url }, 'a phone session could not be ended');
        })
        .finally(() => onSession(null));
      return closing;
    },
  };
}

const lossText =
  /session is either terminated|session .*(?:does not exist|not found|is not known)|socket hang up|could not proxy command|instrumentation process (?:is not running|cannot be)|ECONN(?:REFUSED|RESET)|device .*(?:offline|not found|disconnected)|WebDriverAgent .*(?:not running|crashed)/i;

function isLoss(error: unknown): boolean {
  if (!(error instanceof WireRefusal)) return error instanceof WireFailure;
  if (error.code === 'invalid session id' || error.code === 'no such driver') return true;
  return lossText.test(error.message.slice(0, longestMessage));
}

function refusalOf(error: unknown): DriverRefusal {
  const code = error instanceof WireRefusal ? error.code : 'unknown error';
  return new DriverRefusal(code, firstLine(error), error);
}
