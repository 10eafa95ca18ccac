import { type Clock, systemClock } from '../../kernel/clock.ts';
import { masking } from '../../kernel/masking.ts';
import { secretValues } from '../../kernel/variables.ts';
import type { RunReport, Step } from '../report.ts';
import { ExecutionFailure } from '../report.ts';
import { maskedScene } from '../scene/masked-scene.ts';
import { recordScene } from '../scene/recorded-scene.ts';
import type { Scene } from '../scene/scene.ts';
import type { Task } from '../task.ts';
import { inOneLine } from './describe-result.ts';
import { ActionFailed, AppCrashed, type Device, type Incident } from './device.ts';
import { featureNameOf } from './feature-name.ts';
import { crashFinding, createIncidentJudge, type IncidentJudge, issuesOf } from './findings.ts';
import { type FindingPlace, type Notes, takeNotes } from './notes.ts';
import { type PhoneEvidence, phoneEvidence } from './phone-evidence.ts';
import type { PlannedStep, StepReport } from './planned-step.ts';

export interface JourneyOptions {
  stepTimeoutMs: number;
  assertTimeoutMs: number;
  clock?: Clock;
}

export interface Journey {
  /** Throws `ExecutionFailure` when it can't be executed; a test that fails is a finding. */
  execute(device: Device, report: RunReport, signal: AbortSignal): Promise<void>;
}

/** A step may say that it takes longer than others. */
export interface JourneyStep extends PlannedStep {
  readonly extraMs?: number;
  /** Those of the grammar that it was read from. */
  readonly sentences?: readonly string[];
}

/** A step that has not ended by itself this long after its time was up is ended. On a busy machine it takes longer than its time. */
const backstopMs = 60_000;

/** Executes steps one after the other, whether the vocabulary or a model planned them, and writes down what each of them showed. */
export function createJourney(task: Task, steps: readonly JourneyStep[], options: JourneyOptions): Journey {
  return {
    async execute(device, report, signal) {
      const notes = takeNotes(report);
      const evidence = phoneEvidence(device, report, signal);
      if (device.phone !== null) report.device(device.phone.details);
      notes.describe(featureNameOf(task, steps));
      const clock = options.clock ?? systemClock;
      const startedAtMs = clock.now();
      const state: JourneyState = {
        device,
        notes,
        evidence,
        signal,
        options,
        clock,
        startedAtMs,
        judge: createIncidentJudge(startedAtMs),
        mask: masking(secretValues(task.variables)),
        done: [],
        lastAct: null,
        crash: null,
        unapproved: null,
        writing: Promise.resolve(),
      };
      let isExecuted = false;
      try {
        await executeAll(state, steps);
        isExecuted = true;
      } finally {
        await state.writing.catch(() => undefined);
        notes.describe(featureNameOf(task, steps));
        if (!signal.aborted && (notes.hasIssue() || !isExecuted)) {
          await evidence.log();
          await evidence.video();
        }
      }
      if (notes.hasIssue() && !(await keepTrace(device, report, signal)))
        notes.describe(featureNameOf(task, steps), 'The recording of the run could not be kept.');
    },
  };
}

interface JourneyState {
  device: Device;
  notes: Notes;
  evidence: PhoneEvidence;
  signal: AbortSignal;
  options: JourneyOptions;
  clock: Clock;
  startedAtMs: number;
  judge: IncidentJudge;
  mask(text: string): string;
  /** Titles of the actions so far. */
  done: string[];
  /** The last step that has done something. */
  lastAct: { stepIndex: number; title: string } | null;
  /** Once the app is gone, nothing else can be executed. */
  crash: AppCrashed | null;
  /** The first picture that nobody has approved. It ends the run only in the end, so that all of them are there to be approved. */
  unapproved: ExecutionFailure | null;
  /** What the last step showed is written down, its picture stored, while the next one is executed. */
  writing: Promise<void>;
}

async function executeAll(state: JourneyState, steps: readonly JourneyStep[]): Promise<void> {
  const { device, notes, signal } = state;
  let isBlocked = false;
  for (const [stepIndex, step] of steps.entries()) {
    signal.throwIfAborted();
    if (isBlocked) {
      await state.writing;
      skip(state, step);
      continue;
    }
    const place = { stepIndex, stepsToReproduce: reproduction(state) };
    const isDone = await executeStep(state, step, place);
    if (isDone && step.type === 'act') state.done.push(step.title);
    isBlocked ||= state.crash !== null || (!isDone && step.type === 'act');
  }
  if (state.crash === null) await settleAtEnd(state);
  await state.writing;
  const screenshotUrl = notes.lastScreenshot();
  const atEnd = { stepIndex: null, stepsToReproduce: reproduction(state), screenshotUrl };
  notes.findings(state.judge(await device.incidents(), null, atEnd));
  if (state.unapproved !== null && !notes.hasIssue()) throw state.unapproved;
}

/** An answer that is still under way may be the one that shows the truth, and a crash may be, too. */
async function settleAtEnd(state: JourneyState): Promise<void> {
  try {
    await state.device.settle(state.signal);
  } catch (error) {
    if (!(error instanceof AppCrashed)) throw error;
    await state.writing;
    const picture = await takePicture(state);
    await state.evidence.log(true);
    noteCrash(state, error, picture && (await keepPicture(state, picture)));
  }
}

function noteCrash(state: JourneyState, crash: AppCrashed, screenshotUrl: string | null): void {
  const { stepIndex, title } = state.lastAct ?? { stepIndex: null, title: null };
  const stepsToReproduce = reproduction(state);
  state.crash = crash;
  state.notes.findings([crashFinding(crash, title, { stepIndex, stepsToReproduce, screenshotUrl })]);
}

function reproduction({ done }: JourneyState): string | null {
  return done.length === 0 ? null : inOneLine(done);
}

/** False when it failed. */
async function executeStep(state: JourneyState, step: JourneyStep, place: FindingPlace): Promise<boolean> {
  const { device, notes, signal, clock } = state;
  const commandsBefore = device.phone?.commands();
  const startedAtMs = clock.now() - state.startedAtMs;
  const timesUntilNow = () => ({ startedAtMs, completedAtMs: clock.now() - state.startedAtMs });
  let sentences = ownSentences(step);
  const report: StepReport = {
    ...notes.reportAt(place),
    sentences: (said) => {
      sentences = [...said];
    },
  };
  let summary: string | null = null;
  let failure: StepFailure | null = null;
  try {
    summary = await inTime(state, step, report);
  } catch (error) {
    signal.throwIfAborted();
    if (!isStepFailure(error)) {
      await state.writing;
      const said = { status: 'failed', summary, error: sayWhatBroke(error), ...noEvidence } as const;
      notes.step({ ...named(step), ...timesUntilNow(), ...said, sentences });
      throw error;
    }
    failure = error;
  }
  if (step.type === 'act' && device.phone?.commands() !== commandsBefore)
    state.lastAct = { stepIndex: place.stepIndex ?? 0, title: step.title };
  const picture = await takePicture(state);
  const times = timesUntilNow();
  const scene = failure && (await takeScene(state));
  const hierarchy = failure && state.evidence.hierarchy();
  if (failure !== null) await state.evidence.log(failure instanceof AppCrashed);
  const incidents = device.incidents();
  await state.writing;
  const shown = { step, place, times, summary, sentences, picture, failure, scene, hierarchy, incidents };
  state.writing = writeDown(state, shown);
  // The next one to wait for it gets the error.
  state.writing.catch(() => undefined);
  if (failure instanceof AppCrashed) state.crash = failure;
  if (isUnapproved(failure)) state.unapproved ??= failure;
  if (isAmbiguous(failure)) {
    await state.writing;
    // What was found until then is the result: things that are there twice may come from it.
    if (!notes.hasIssue()) throw failure;
  }
  return failure === null;
}

/** `ActionFailed` and `AppCrashed` are issues of the tested thing; otherwise there is no verdict, since the test is ambiguous or lacks a picture. */
type StepFailure = ActionFailed | AppCrashed | ExecutionFailure;

function isStepFailure(error: unknown): error is StepFailure {
  const isIssue = error instanceof ActionFailed || error instanceof AppCrashed;
  return isIssue || isAmbiguous(error) || isUnapproved(error);
}

/** What there is to say of a step that was executed. */
interface ExecutedStep {
  step: JourneyStep;
  place: FindingPlace;
  times: Pick<Step, 'startedAtMs' | 'completedAtMs'>;
  summary: string | null;
  sentences: string[] | null;
  picture: Buffer | null;
  failure: StepFailure | null;
  scene: Scene | null;
  hierarchy: Buffer | null;
  incidents: Promise<readonly Incident[]>;
}

async function writeDown(state: JourneyState, shown: ExecutedStep): Promise<void> {
  const { notes } = state;
  const { step, place, times, summary, sentences, picture, failure, scene, hierarchy } = shown;
  const screenshotUrl = picture && (await keepPicture(state, picture));
  const sceneUrl = scene && (await keepScene(state, scene));
  const hierarchyUrl = hierarchy && (await state.evidence.keepHierarchy(hierarchy));
  const missing = screenshotUrl === null ? sayWhatIsMissing(picture) : null;
  const isPicture = step.type === 'screenshot';
  const error = failure === null ? (isPicture ? missing : null) : sayWhatFailed(failure);
  const status = error === null ? 'passed' : 'failed';
  const stepSummary = isPicture || missing === null ? summary : [summary, missing].filter(Boolean).join(' ');
  const evidence = { screenshotUrl, sceneUrl, hierarchyUrl };
  notes.step({ ...named(step), ...times, status, summary: stepSummary, error, ...evidence, sentences });
  const circumstances = { ...place, screenshotUrl };
  if (failure instanceof ActionFailed) notes.findings(issuesOf(step, failure, shown, circumstances));
  if (failure instanceof AppCrashed) noteCrash(state, failure, screenshotUrl);
  notes.findings(state.judge(await shown.incidents, step.title, circumstances));
}

function sayWhatFailed(failure: StepFailure): string {
  return failure instanceof AppCrashed ? `The app ${failure.kind}. ${failure.message}` : failure.message;
}

/** No step loses its picture in silence; its verdict is the same without. */
function sayWhatIsMissing(picture: Buffer | null): string {
  return picture === null ? 'No screenshot could be taken.' : 'The screenshot could not be stored.';
}

/** One deadline and one signal for each step; a step that ignores the signal is left behind. */
async function inTime(
  { device, signal, options }: JourneyState,
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
  const working = step.execute({ device, report, signal: ending.signal, timeoutMs });
  try {
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    working.catch(() => undefined);
  }
}

/** A picture is evidence, not the test: without one the step is what it was. A lost device says so at the next call. */
function takePicture({ device, signal }: JourneyState): Promise<Buffer | null> {
  return device.screenshot(signal).catch(() => unlessAborted(signal));
}

/** Likewise evidence. */
function takeScene({ device, signal }: JourneyState): Promise<Scene | null> {
  return device.scene(signal).catch(() => unlessAborted(signal));
}

function keepScene({ notes, signal, mask }: JourneyState, scene: Scene): Promise<string | null> {
  const json = Buffer.from(recordScene(maskedScene(scene, mask)));
  return notes.scene(json).catch(() => unlessAborted(signal));
}

function keepPicture({ notes, signal }: JourneyState, png: Buffer): Promise<string | null> {
  return notes.screenshot(png).catch(() => unlessAborted(signal));
}

function unlessAborted(signal: AbortSignal): null {
  signal.throwIfAborted();
  return null;
}

const undecided: ReadonlySet<string> = new Set(['STEP_AMBIGUOUS', 'STEP_NOT_UNDERSTOOD']);

/** Its words fit several things, or what they describe is not there. */
function isAmbiguous(error: unknown): error is ExecutionFailure {
  return error instanceof ExecutionFailure && undecided.has(error.code);
}

function isUnapproved(error: unknown): error is ExecutionFailure {
  return error instanceof ExecutionFailure && error.code === 'BASELINE_NOT_APPROVED';
}

const noEvidence = { screenshotUrl: null, sceneUrl: null, hierarchyUrl: null };

function named({ title, type }: JourneyStep): Pick<Step, 'title' | 'type'> {
  return { title, type };
}

function skip({ notes, clock, startedAtMs }: JourneyState, step: JourneyStep): void {
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
  return error instanceof ExecutionFailure
    ? error.message
    : 'The step stopped because of a fault in the service.';
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
