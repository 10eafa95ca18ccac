import { namesASite } from '../grammar/address.ts';
import { openingOf, readTask, type UnderstoodStep, understand } from '../grammar/understand.ts';
import { ExecutionFailure } from '../report.ts';
import type { StepType, Task } from '../task.ts';
import { createJourney, type Journey, type JourneyOptions, type JourneyStep } from './journey.ts';
import type { PlannedStep } from './planned-step.ts';
import type { Planner, ReadSentence } from './planner.ts';
import { createRunValues, type RunValues, rememberedIn } from './run-values.ts';

export interface Pilot {
  /**
   * Turns a task into something that can be executed, before any device is taken. Throws `ExecutionFailure` for a
   * task that is not understood.
   */
  prepare(task: Task, signal: AbortSignal): Promise<Journey>;
}

interface PilotOptions extends JourneyOptions {
  /** Null: what the vocabulary does not understand is refused. */
  planner: Planner | null;
}

/** Steps of a planner bring their own budget; this is only the end of those that forgot theirs. */
const plannedStepMs = 10 * 60_000;

/** What the vocabulary understands is done by it; what it does not goes to the planner, if there is one. */
export function createPilot({ planner, ...options }: PilotOptions): Pilot {
  return {
    async prepare(given, signal) {
      const task = withRemembered(given);
      const values = createRunValues();
      const read = readTask(task, values);
      if (read.length === 0) throw nothingToDo(task);
      const steps = await stepsOf(task, read, values, planner, signal);
      return createJourney(task, withOpening(task, steps, values), options);
    },
  };
}

/** What its sentences remember is known in those that follow. */
function withRemembered(task: Task): Task {
  const texts = task.steps?.map(({ title }) => title) ?? [task.prompt ?? ''];
  return { ...task, variables: [...task.variables, ...rememberedIn(texts)] };
}

async function stepsOf(
  task: Task,
  read: ReadSentence[],
  values: RunValues,
  planner: Planner | null,
  signal: AbortSignal,
): Promise<PlannedStep[]> {
  const strange = read.filter(({ step }) => step === null);
  if (strange.length === 0) return read.flatMap(({ step }) => (step === null ? [] : [step]));
  if (planner === null) throw notUnderstood(strange);
  const { platform, targetUrl, variables } = task;
  const ofTask = (sentence: string, type?: StepType) =>
    understand(sentence, {
      platform,
      targetUrl,
      variables,
      values,
      isPrompt: task.steps === null,
      ...(type !== undefined && { type }),
    });
  return planner.plan(task, read, ofTask, signal);
}

/** A browser begins on an empty page, so the first step has to open something, or the target is opened for it. */
function withOpening(task: Task, steps: readonly PlannedStep[], values: RunValues): JourneyStep[] {
  const [first] = steps;
  const timed = steps.map(withTime);
  if (task.platform !== 'web' || first === undefined) return timed;
  const opens = isUnderstood(first) ? first.opens : null;
  if (task.targetUrl !== null)
    return opens === null ? [withTime(openingOf({ ...task, values })), ...timed] : timed;
  const isAtHome = isUnderstood(first) ? opens !== null && namesASite(opens) : true;
  if (isAtHome) return timed;
  throw new ExecutionFailure(
    'STEP_NOT_UNDERSTOOD',
    opens === null
      ? `There is no site to test: give the run a targetUrl, or begin with a step that opens one, such as "Open https://shop.example.com". The first step is: ${first.title}`
      : `"${first.title}" names no site: give the run a targetUrl, or write the whole address.`,
  );
}

function withTime(step: PlannedStep): JourneyStep {
  if (isUnderstood(step)) return { ...step, sentences: [step.title] };
  const { title, type } = step;
  return { title, type, execute: (context) => step.execute(context), extraMs: plannedStepMs };
}

function isUnderstood(step: PlannedStep): step is UnderstoodStep {
  return 'opens' in step;
}

function nothingToDo({ steps }: Task): ExecutionFailure {
  const what = steps === null ? 'The prompt says nothing to do' : 'The test has no steps';
  return new ExecutionFailure(
    'STEP_NOT_UNDERSTOOD',
    `${what}: write sentences such as: Click "Sign in". See "Welcome".`,
  );
}

function notUnderstood(strange: readonly ReadSentence[]): ExecutionFailure {
  const [first] = strange;
  const others = strange.length - 1;
  return new ExecutionFailure(
    'STEP_NOT_UNDERSTOOD',
    `This sentence is not understood: ${first?.sentence}. ${first?.problem} The nearest that are: ${first?.nearest.join(' | ')}.` +
      `${others > 0 ? ` ${others} more ${others === 1 ? 'is' : 'are'} not understood either.` : ''}` +
      ' With GANTRY_MODEL set, a language model carries out free sentences.',
  );
}
