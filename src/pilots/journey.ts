import { ActionFailed, type Device, ExecutionFailure, type Incident } from '../devices/device.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { masking } from '../kernel/masking.ts';
import { coveredScene } from '../scene/covered-scene.ts';
import { recordScene } from '../scene/recorded-scene.ts';
import type { Rect } from '../scene/rect.ts';
import type { Scene } from '../scene/scene.ts';
import { featureNameOf } from './feature-name.ts';
import { createIncidentJudge, type IncidentJudge } from './incident-findings.ts';
import type { Finding, Journey, RunReport, Step, Task } from './pilot.ts';
import type { PlannedStep, StepReport } from './planned-step.ts';
import { rectInPicture } from './rect-in-picture.ts';
import { inOneLine, tell } from './story.ts';
import { secretValues } from './variables.ts';

export interface JourneyOptions {
  stepTimeoutMs: number;
  assertTimeoutMs: number;
  clock?: Clock;
}

/** A step may say that it takes longer than others. */
export interface JourneyStep extends PlannedStep {
  readonly extraMs?: number;
  /** Those of the grammar that it was read from. */
  readonly sentences?: readonly string[];
}

/** A step that has not ended by itself this long after its time was up is ended. On a busy machine it takes longer than its time. */
const backstopMs = 60_000;

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
        mask: masking(secretValues(task.variables)),
        startedAtMs: 0,
        done: [],
        unapproved: null,
        writing: Promise.resolve(),
      };
      trip.startedAtMs = trip.clock.now();
      try {
        await carryOutAll(trip, steps);
      } finally {
        await trip.writing.catch(() => undefined);
        notes.describe(featureNameOf(task, steps));
      }
      if (notes.hasIssue() && !(await keepTrace(device, report, signal)))
        notes.describe(featureNameOf(task, steps), 'The recording of the run could not be kept.');
    },
  };
}

interface Trip {
  device: Device;
  notes: Notes;
  signal: AbortSignal;
  options: JourneyOptions;
  clock: Clock;
  mask(text: string): string;
  startedAtMs: number;
  /** Titles of the actions so far. */
  done: string[];
  /** The first picture that nobody has approved. It ends the run only in the end, so that all of them are there to be approved. */
  unapproved: ExecutionFailure | null;
  /** What the last step showed is written down, its picture stored, while the next one is carried out. */
  writing: Promise<void>;
}

async function carryOutAll(trip: Trip, steps: readonly JourneyStep[]): Promise<void> {
  const { device, notes, signal } = trip;
  const judge = createIncidentJudge(trip.startedAtMs);
  let isBlocked = false;
  for (const [stepIndex, step] of steps.entries()) {
    signal.throwIfAborted();
    if (isBlocked) {
      await trip.writing;
      skip(trip, step);
      continue;
    }
    const place = { stepIndex, stepsToReproduce: reproduction(trip) };
    const isDone = await carryOutStep(trip, step, place, judge);
    if (isDone && step.type === 'act') trip.done.push(step.title);
    isBlocked ||= !isDone && step.type === 'act';
  }
  // An answer that is still under way may be the one that tells the truth.
  await device.settle(signal);
  await trip.writing;
  const place = { stepIndex: null, stepsToReproduce: reproduction(trip) };
  const screenshotUrl = notes.lastScreenshot();
  notes.findings(judge.judge(await device.incidents(), { ...place, stepTitle: null, screenshotUrl }));
  if (trip.unapproved !== null && !notes.hasIssue()) throw trip.unapproved;
}

/** Where in a run something came up. */
type Place = Pick<Finding, 'stepIndex' | 'stepsToReproduce'>;

function reproduction({ done }: Trip): string | null {
  return done.length === 0 ? null : inOneLine(done);
}

/** False when it failed. */
async function carryOutStep(
  trip: Trip,
  step: JourneyStep,
  place: Place,
  judge: IncidentJudge,
): Promise<boolean> {
  const { device, notes, signal, clock } = trip;
  const startedAtMs = clock.now() - trip.startedAtMs;
  const timesUntilNow = () => ({ startedAtMs, completedAtMs: clock.now() - trip.startedAtMs });
  let sentences = ownSentences(step);
  const report: StepReport = {
    ...notes.reportAt(place),
    sentences: (said) => {
      sentences = [...said];
    },
  };
  let summary: string | null = null;
  let failure: ActionFailed | ExecutionFailure | null = null;
  try {
    summary = await inTime(trip, step, report);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ActionFailed || isAmbiguous(error) || isUnapproved(error))) {
      await trip.writing;
      const said = { status: 'failed', summary, error: sayWhatBroke(error), ...noEvidence } as const;
      notes.step({ ...named(step), ...timesUntilNow(), ...said, sentences });
      throw error;
    }
    failure = error;
  }
  const picture = await takePicture(trip);
  const times = timesUntilNow();
  const scene = failure && (await takeScene(trip));
  const incidents = device.incidents();
  await trip.writing;
  trip.writing = writeDown(
    trip,
    { step, place, times, summary, sentences, picture, failure, scene, incidents },
    judge,
  );
  // Heard by whoever waits for it next.
  trip.writing.catch(() => undefined);
  if (isUnapproved(failure)) trip.unapproved ??= failure;
  if (isAmbiguous(failure)) {
    await trip.writing;
    // What was found until then is the result: things that are there twice may come from it.
    if (!notes.hasIssue()) throw failure;
  }
  return failure === null;
}

/** What there is to say of a step that was carried out. */
interface Shown {
  step: JourneyStep;
  place: Place;
  times: Pick<Step, 'startedAtMs' | 'completedAtMs'>;
  summary: string | null;
  sentences: string[] | null;
  picture: Buffer | null;
  /** `ActionFailed` is an issue of the tested thing; otherwise the test can't tell, since it is ambiguous or lacks a picture. */
  failure: ActionFailed | ExecutionFailure | null;
  scene: Scene | null;
  incidents: Promise<readonly Incident[]>;
}

async function writeDown(trip: Trip, shown: Shown, judge: IncidentJudge): Promise<void> {
  const { notes } = trip;
  const { step, place, times, summary, sentences, picture, failure, scene } = shown;
  const screenshotUrl = picture && (await keepPicture(trip, picture));
  const sceneUrl = scene && (await keepScene(trip, scene));
  const missing = screenshotUrl === null ? sayWhatIsMissing(picture) : null;
  const isPicture = step.type === 'screenshot';
  const error = failure?.message ?? (isPicture ? missing : null);
  const status = error === null ? 'passed' : 'failed';
  const told = isPicture || missing === null ? summary : [summary, missing].filter(Boolean).join(' ');
  notes.step({ ...named(step), ...times, status, summary: told, error, screenshotUrl, sceneUrl, sentences });
  if (failure instanceof ActionFailed)
    notes.findings(
      issuesOf(step, failure, scene, picture).map((issue) => ({ ...issue, ...place, screenshotUrl })),
    );
  notes.findings(judge.judge(await shown.incidents, { ...place, stepTitle: step.title, screenshotUrl }));
}

/** No step loses its picture in silence; its verdict is the same without. */
function sayWhatIsMissing(picture: Buffer | null): string {
  return picture === null ? 'No screenshot could be taken.' : 'The screenshot could not be stored.';
}

/** One deadline and one signal for each step; one that does not hear is left behind. */
async function inTime(
  { device, signal, options }: Trip,
  step: JourneyStep,
  report: StepReport,
): Promise<string> {
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
  const working = step.carryOut({
    device,
    report,
    signal: ending.signal,
    timeoutMs,
  });
  try {
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    working.catch(() => undefined);
  }
}

/** A picture is evidence, not the test: without one the step is what it was. A lost device says so at the next call. */
function takePicture({ device, signal }: Trip): Promise<Buffer | null> {
  return device.screenshot(signal).catch(() => unlessAborted(signal));
}

/** Likewise evidence. */
function takeScene({ device, signal }: Trip): Promise<Scene | null> {
  return device.scene(signal).catch(() => unlessAborted(signal));
}

function keepScene({ notes, signal, mask }: Trip, scene: Scene): Promise<string | null> {
  const json = Buffer.from(recordScene(coveredScene(scene, mask)));
  return notes.scene(json).catch(() => unlessAborted(signal));
}

function keepPicture({ notes, signal }: Trip, png: Buffer): Promise<string | null> {
  return notes.screenshot(png).catch(() => unlessAborted(signal));
}

function unlessAborted(signal: AbortSignal): null {
  signal.throwIfAborted();
  return null;
}

type Issue = Omit<Finding, 'screenshotUrl' | keyof Place>;

function issuesOf(
  step: JourneyStep,
  failure: ActionFailed,
  scene: Scene | null,
  picture: Buffer | null,
): Issue[] {
  const url = scene?.url ?? null;
  const inPicture = (rect: Rect | null) =>
    rect && scene && picture && rectInPicture(rect, scene.screen, picture);
  if (failure.shortcomings.length > 0) {
    return failure.shortcomings.map(({ name, description, severity, expected, actual, rect }) => ({
      type: 'issue',
      name,
      description,
      url,
      severity,
      expectedBehavior: expected,
      actualBehavior: actual,
      rect: inPicture(rect),
    }));
  }
  const isAct = step.type === 'act';
  return [
    {
      type: 'issue',
      name: `${isAct ? 'Could not be done' : 'Not as expected'}: ${step.title}`,
      description: failure.message,
      url,
      severity: isAct ? 4 : 3,
      expectedBehavior: failure.expected ?? step.title,
      actualBehavior: failure.actual ?? failure.message,
      rect: inPicture(failure.rect),
    },
  ];
}

function isAmbiguous(error: unknown): error is ExecutionFailure {
  return error instanceof ExecutionFailure && error.code === 'STEP_AMBIGUOUS';
}

function isUnapproved(error: unknown): error is ExecutionFailure {
  return error instanceof ExecutionFailure && error.code === 'BASELINE_NOT_APPROVED';
}

const noEvidence = { screenshotUrl: null, sceneUrl: null };

function named({ title, type }: JourneyStep): Pick<Step, 'title' | 'type'> {
  return { title, type };
}

function skip({ notes, clock, startedAtMs }: Trip, step: JourneyStep): void {
  const nowMs = clock.now() - startedAtMs;
  notes.step({
    ...named(step),
    status: 'skipped',
    summary: null,
    error: null,
    startedAtMs: nowMs,
    completedAtMs: nowMs,
    ...noEvidence,
    sentences: ownSentences(step),
  });
}

function ownSentences({ sentences }: JourneyStep): string[] | null {
  return sentences === undefined ? null : [...sentences];
}

function sayWhatBroke(error: unknown): string {
  return error instanceof ExecutionFailure ? error.message : 'The step broke off by a fault of the service.';
}

/** The verdict stands without it. False when there was one and it could not be kept. */
async function keepTrace(device: Device, report: RunReport, signal: AbortSignal): Promise<boolean> {
  try {
    const zip = await device.trace(signal);
    if (zip !== null) await report.trace(zip);
    return true;
  } catch {
    signal.throwIfAborted();
    return false;
  }
}

interface Notes {
  /** For steps that write findings of their own. */
  reportAt(place: Place): Omit<StepReport, 'sentences'>;
  describe(featureName: string, remark?: string): void;
  step(step: Step): void;
  findings(findings: readonly Finding[]): void;
  screenshot(png: Buffer): Promise<string>;
  scene(json: Buffer): Promise<string>;
  lastScreenshot(): string | null;
  hasIssue(): boolean;
}

/** The report, and what it takes to tell the story in the end. */
function takeNotes(report: RunReport): Notes {
  const steps: Step[] = [];
  const found: Finding[] = [];
  let lastScreenshot: string | null = null;
  let storing: Promise<unknown> = Promise.resolve();

  function add(finding: Finding): void {
    found.push(finding);
    report.finding(finding);
  }

  /** One after the other: they stand in the order in which they were taken. */
  function screenshot(png: Buffer): Promise<string> {
    const stored = storing.then(async () => {
      lastScreenshot = await report.screenshot(png);
      return lastScreenshot;
    });
    storing = stored.catch(() => undefined);
    return stored;
  }

  return {
    reportAt: (place) => ({
      screenshot,
      baseline: (picture) => report.baseline(picture),
      propose: (proposed) => report.propose(proposed),
      finding: (finding) => add({ ...finding, ...place, rect: null }),
    }),
    describe: (featureName, remark) => {
      const description = [tell(steps, found), remark].filter(Boolean).join(' ');
      report.describe({ featureName, ...(steps.length > 0 && { description }) });
    },
    step(step) {
      steps.push(step);
      report.step(step);
    },
    findings(findings) {
      for (const finding of findings) add(finding);
    },
    screenshot,
    scene: (json) => report.scene(json),
    lastScreenshot: () => lastScreenshot,
    hasIssue: () => found.some(({ type }) => type === 'issue'),
  };
}
