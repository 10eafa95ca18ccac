import { ActionFailed, type Device, ExecutionFailure } from '../devices/device.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { featureNameOf } from './feature-name.ts';
import { createIncidentJudge, type IncidentJudge } from './incident-findings.ts';
import type { Finding, Journey, RunReport, Step, Task } from './pilot.ts';
import type { PlannedStep } from './planned-step.ts';
import { tell } from './story.ts';

export interface JourneyOptions {
  stepTimeoutMs: number;
  assertTimeoutMs: number;
  clock?: Clock;
}

/** A step may say that it takes longer than others. */
export interface JourneyStep extends PlannedStep {
  readonly extraMs?: number;
}

/** A step that has not ended by itself this long after its time was up is ended. */
const backstopMs = 10_000;

/** Carries out steps one after the other, whoever planned them, and writes down what each of them showed. */
export function createJourney(task: Task, steps: readonly JourneyStep[], options: JourneyOptions): Journey {
  return {
    async carryOut(device, report, signal) {
      const notes = takeNotes(report);
      notes.describe(featureNameOf(task, steps));
      const trip: Trip = {
        device,
        notes,
        signal,
        options,
        clock: options.clock ?? systemClock,
        startedAtMs: 0,
      };
      trip.startedAtMs = trip.clock.now();
      try {
        await carryOutAll(trip, steps);
      } finally {
        notes.describe(featureNameOf(task, steps));
      }
      if (notes.hasIssue()) await keepTrace(device, report, signal);
    },
  };
}

interface Trip {
  device: Device;
  notes: Notes;
  signal: AbortSignal;
  options: JourneyOptions;
  clock: Clock;
  startedAtMs: number;
}

async function carryOutAll(trip: Trip, steps: readonly JourneyStep[]): Promise<void> {
  const { device, notes, signal } = trip;
  const judge = createIncidentJudge(trip.startedAtMs);
  let isBlocked = false;
  for (const step of steps) {
    signal.throwIfAborted();
    if (isBlocked) {
      skip(trip, step);
      continue;
    }
    const status = await carryOutStep(trip, step, judge);
    isBlocked = status === 'failed' && step.type === 'act';
  }
  // An answer that is still under way may be the one that tells the truth.
  await device.settle(signal);
  const screenshotUrl = notes.lastScreenshot();
  notes.findings(judge.judge(device.incidents(), { stepTitle: null, screenshotUrl }));
}

async function carryOutStep(trip: Trip, step: JourneyStep, judge: IncidentJudge): Promise<Step['status']> {
  const { device, notes, signal, clock } = trip;
  const startedAtMs = clock.now() - trip.startedAtMs;
  const note = (outcome: Pick<Step, 'status' | 'summary' | 'error'>, screenshotUrl: string | null) =>
    notes.step({
      title: step.title,
      type: step.type,
      startedAtMs,
      completedAtMs: clock.now() - trip.startedAtMs,
      screenshotUrl,
      ...outcome,
    });

  let summary: string | null = null;
  let failure: ActionFailed | null = null;
  try {
    summary = await inTime(trip, step);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ActionFailed)) {
      note({ status: 'failed', summary: null, error: sayWhatBroke(error) }, null);
      throw error;
    }
    failure = error;
  }
  const screenshotUrl = await takeScreenshot(trip);
  const isWithoutPicture = step.type === 'screenshot' && screenshotUrl === null;
  const status = failure !== null || isWithoutPicture ? 'failed' : 'passed';
  const error = failure?.message ?? (isWithoutPicture ? 'No screenshot could be taken.' : null);
  note({ status, summary, error }, screenshotUrl);
  if (failure !== null) notes.findings([await issueOf(trip, step, failure, screenshotUrl)]);
  notes.findings(judge.judge(device.incidents(), { stepTitle: step.title, screenshotUrl }));
  return status;
}

/** One deadline and one signal for each step; one that does not hear is left behind. */
async function inTime({ device, notes, signal, options }: Trip, step: JourneyStep): Promise<string> {
  const timeoutMs = step.type === 'assert' ? options.assertTimeoutMs : options.stepTimeoutMs;
  const limitMs = timeoutMs + (step.extraMs ?? 0) + backstopMs;
  const ending = new AbortController();
  const onAbort = () => ending.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    const seconds = Math.round(limitMs / 1_000);
    ending.abort(
      new ExecutionFailure('STEP_TIMEOUT', `The step "${step.title}" did not end within ${seconds} seconds.`),
    );
  }, limitMs);
  const ended = new Promise<never>((_resolve, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true });
  });
  const working = step.carryOut({ device, report: notes.report, signal: ending.signal, timeoutMs });
  try {
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    working.catch(() => undefined);
  }
}

/** A picture is evidence, not the test: without one the step is what it was. */
async function takeScreenshot({ device, notes, signal }: Trip): Promise<string | null> {
  try {
    return await notes.screenshot(await device.screenshot(signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExecutionFailure) throw error;
    return null;
  }
}

async function issueOf(
  { device, signal }: Trip,
  step: JourneyStep,
  failure: ActionFailed,
  screenshotUrl: string | null,
): Promise<Finding> {
  const url = await device.screen(signal).then(
    (screen) => screen.url,
    () => null,
  );
  const isAct = step.type === 'act';
  return {
    type: 'issue',
    name: `${isAct ? 'Could not be done' : 'Not as expected'}: ${step.title}`,
    description: failure.message,
    url,
    severity: isAct ? 4 : 3,
    expectedBehavior: failure.expected ?? step.title,
    actualBehavior: failure.actual ?? failure.message,
    screenshotUrl,
  };
}

function skip({ notes, clock, startedAtMs }: Trip, { title, type }: JourneyStep): void {
  const nowMs = clock.now() - startedAtMs;
  notes.step({
    title,
    type,
    status: 'skipped',
    summary: null,
    error: null,
    startedAtMs: nowMs,
    completedAtMs: nowMs,
    screenshotUrl: null,
  });
}

function sayWhatBroke(error: unknown): string {
  return error instanceof ExecutionFailure ? error.message : 'The step broke off by a fault of the service.';
}

/** The verdict stands without it. */
async function keepTrace(device: Device, report: RunReport, signal: AbortSignal): Promise<void> {
  try {
    const zip = await device.trace(signal);
    if (zip !== null) await report.trace(zip);
  } catch {
    signal.throwIfAborted();
  }
}

interface Notes {
  /** For steps that write findings of their own. */
  readonly report: RunReport;
  describe(featureName: string): void;
  step(step: Step): void;
  findings(findings: readonly Finding[]): void;
  screenshot(png: Buffer): Promise<string>;
  lastScreenshot(): string | null;
  hasIssue(): boolean;
}

/** The report, and what it takes to tell the story in the end. */
function takeNotes(report: RunReport): Notes {
  const steps: Step[] = [];
  const found: Finding[] = [];
  let lastScreenshot: string | null = null;
  const watched: RunReport = {
    describe: (about) => report.describe(about),
    step: (step) => report.step(step),
    trace: (zip) => report.trace(zip),
    finding(finding) {
      found.push(finding);
      report.finding(finding);
    },
    async screenshot(png) {
      lastScreenshot = await report.screenshot(png);
      return lastScreenshot;
    },
  };
  return {
    report: watched,
    describe: (featureName) =>
      report.describe({ featureName, ...(steps.length > 0 && { description: tell(steps, found) }) }),
    step(step) {
      steps.push(step);
      report.step(step);
    },
    findings(findings) {
      for (const finding of findings) watched.finding(finding);
    },
    screenshot: watched.screenshot,
    lastScreenshot: () => lastScreenshot,
    hasIssue: () => found.some(({ type }) => type === 'issue'),
  };
}
