import type { RunResult } from '../../engine/acting/device.ts';
import { secretsOf } from '../../engine/acting/fill-in.ts';
import { ExecutionFailure, type RunReport } from '../../engine/report.ts';
import { createLog } from '../../kernel/log.ts';
import { masking } from '../../kernel/masking.ts';
import { secretValues } from '../../kernel/variables.ts';
import { within } from '../../kernel/within.ts';
import type { RunOutcome, SlotCall, SlotRun, SlotSettings, ToSlot } from './messages.ts';
import { createScreenWatch, type ScreenWatch } from './screen-watch.ts';
import { loadDevice, openSlotParts, type SlotParts } from './slot-parts.ts';
import { createSlotReport, type SlotReport, tell } from './slot-report.ts';

const aliveEveryMs = 1_000;
const leaveMs = 10_000;
const kind = process.argv[2] === 'phone' ? 'phone' : 'web';

let parts: SlotParts | null = null;
let stopping = new AbortController();
let running = Promise.resolve();
let report: SlotReport | null = null;
let screenWatch: ScreenWatch | null = null;

process.on('message', (message: ToSlot) => {
  if (message.type === 'start') void start(message.settings);
  else if (message.type === 'run') running = run(message.run);
  else if (message.type === 'stop') stopping.abort(new Error('the run is stopped'));
  else if (message.type === 'look') screenWatch?.look();
  else report?.answered(message);
});
process.once('disconnect', () => void leave());
// Thrown from timers of libraries, where nothing can catch it: the slot is replaced, and its run begins anew.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});

// Before it gets any message: the service may still be waiting for its database. A fault shows again at the start.
void loadDevice(kind).catch(() => undefined);

async function start(settings: SlotSettings): Promise<void> {
  const log = createLog(settings.logLevel, { write: (line) => void send(tell('log', line)) });
  setInterval(() => void send(tell('alive')), aliveEveryMs);
  parts = await openSlotParts(settings, log, {
    onLost,
    onSession: (sessionId) => void send(tell('session', sessionId)),
  });
  const { started } = parts;
  if (started instanceof ExecutionFailure)
    void send(tell('unfit', { code: started.code, message: started.message }));
  else void send(tell('started', started));
  // Also a slot without a browser: it says what is not understood.
  void send(tell('ready'));
}

/** The service is gone, or has released this slot. A browser is closed by its library, at the exit; a phone would stay taken. */
async function leave(): Promise<void> {
  if (kind === 'phone') {
    stopping.abort(new Error('the service is gone'));
    await within(
      leaveMs,
      running.then(() => parts?.pool.close()),
      () => undefined,
    );
  }
  process.exit(0);
}

/** The browser has died. A run that uses it hears so by itself, and is the last one. */
function onLost(): void {
  if (report === null) process.exit(1);
}

async function run({ name: runName, task, app, allowedHosts, phone }: SlotRun): Promise<void> {
  if (parts === null) return;
  stopping = new AbortController();
  const { signal } = stopping;
  const { platform, targetUrl, variables } = task;
  const secrets = secretsOf(variables);
  const mask = masking(secretValues(variables));
  // What is left behind by a run does not report on the next one.
  const own: SlotReport = createSlotReport((call) => void (report === own && send(call)));
  report = own;
  let closing: Promise<void> = Promise.resolve();
  let outcome: RunOutcome = { kind: 'done' };
  const issues: string[] = [];
  try {
    const journey = await parts.pilot.prepare(task, signal);
    const device = await parts.pool.open(
      { runName, platform, targetUrl, app, allowedHosts, secrets, phone },
      signal,
    );
    const { page } = device;
    // A phone takes one command after the other: a picture would hold up the run.
    screenWatch = page && createScreenWatch(page.glimpse, (jpeg) => void send(tell('screen', jpeg)));
    let result: RunResult = { isPassed: false, reason: 'The run did not finish.' };
    try {
      await journey.execute(
        device,
        noting(own.report, (issue) => issues.push(issue)),
        signal,
      );
      const [first = null] = issues;
      result = { isPassed: first === null, reason: first && mask(first) };
    } finally {
      screenWatch?.stop();
      screenWatch = null;
      closing = device.close(result);
    }
  } catch (error) {
    outcome = outcomeOf(error, mask);
  }
  report = null;
  const sent = send(tell('ended', outcome));
  const { pool } = parts;
  const isClosed = await closing
    .then(() => pool.idle?.())
    .then(
      () => true,
      () => false,
    );
  // An exit drops what is not sent yet: a run that has ended would be begun anew.
  await sent;
  if (!isClosed) process.exit(1);
  if (parts.isLost()) process.exit(parts.started instanceof ExecutionFailure ? 0 : 1);
  void send(tell('ready'));
}

/** The same report, of which the names of the issues are heard. */
function noting(report: RunReport, onIssue: (name: string) => void): RunReport {
  return {
    ...report,
    finding(finding) {
      if (finding.type === 'issue') onIssue(finding.name);
      report.finding(finding);
    },
  };
}

/** Errors of pages and phones repeat what was typed. */
function outcomeOf(error: unknown, mask: (text: string) => string): RunOutcome {
  if (error instanceof ExecutionFailure)
    return { kind: 'failure', code: error.code, message: mask(error.message) };
  return {
    kind: 'fault',
    cause: mask(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

function send(call: SlotCall): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(call, () => resolve());
  });
}
