import { namesIn } from '../../kernel/variables.ts';
import { fillIn } from '../acting/fill-in.ts';
import type { PlannedStep } from '../acting/planned-step.ts';
import type { ReadSentence, Understand } from '../acting/planner.ts';
import type { StepType, Task } from '../task.ts';
import type { AskModel } from './ask.ts';
import { askFor } from './ask-for.ts';
import { isGivenBy } from './given.ts';
import { describeVariables, planPrompt } from './prompts.ts';
import { type Plan, planTool } from './tools.ts';

/** A step of the run before it is known who carries it out: the vocabulary, where there is a step, or the model. */
export interface Draft {
  type: StepType;
  title: string;
  step: PlannedStep | null;
}

const stepsAtMost = 60;

/** The whole run in order. Calls the model once, and only when there is free text: a stored step needs no planning. */
export async function draftSteps(
  task: Task,
  read: readonly ReadSentence[],
  understand: Understand,
  ask: AskModel,
  signal: AbortSignal,
): Promise<Draft[]> {
  // Throws for a variable that the project does not have, before anything is asked.
  for (const { sentence } of read) fillIn(sentence, task.variables);
  const stretches = stretchesOf(read);
  const parts = stretches.filter((stretch) => 'free' in stretch);
  const plan = parts.length === 0 ? null : await askForPlan(task, stretches, parts.length, ask, signal);

  const given = [task.prompt ?? '', ...read.map(({ sentence }) => sentence), task.targetUrl ?? ''].join('\n');
  const draft = (type: 'act' | 'assert', title: string): Draft => {
    const step = isGivenBy(title, given) ? understand(title, type) : null;
    return { type, title, step: step !== null && 'execute' in step ? step : null };
  };
  let part = 0;
  const drafts = stretches.flatMap((stretch) => {
    if ('kept' in stretch) return [stretch.kept];
    part += 1;
    const planned = plan?.parts.find((candidate) => candidate.part === part);
    return (planned?.steps ?? []).map(({ type, title }) => draft(type, title.trim()));
  });
  if (plan !== null && !drafts.some(({ type }) => type === 'assert')) {
    drafts.push(draft('assert', plan.check.trim()));
  }
  return drafts;
}

/** Free text that stands together is one part. */
type Stretch = { kept: Draft } | { free: string[] };

function stretchesOf(read: readonly ReadSentence[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { sentence, type, step } of read) {
    const last = stretches.at(-1);
    if (step !== null) stretches.push({ kept: { type: step.type, title: step.title, step } });
    else if (type !== null) stretches.push({ kept: { type, title: sentence, step: null } });
    else if (last !== undefined && 'free' in last) last.free.push(sentence);
    else stretches.push({ free: [sentence] });
  }
  return stretches;
}

async function askForPlan(
  task: Task,
  stretches: Stretch[],
  parts: number,
  ask: AskModel,
  signal: AbortSignal,
): Promise<Plan> {
  let part = 0;
  const lines = stretches.map((stretch) => {
    if ('kept' in stretch) return `(kept) ${stretch.kept.title}`;
    part += 1;
    return `(part ${part}) ${stretch.free.join(' ')}`;
  });
  const start = task.targetUrl === null ? '' : `It starts at ${task.targetUrl}\n`;
  return askFor<Plan>(
    ask,
    { tool: planTool, faultIn: (plan) => faultIn(plan, parts, task) },
    {
      about: clip(stretches.flatMap((stretch) => ('free' in stretch ? stretch.free : [])).join(' ')),
      system: planPrompt(task.platform),
      messages: [
        {
          role: 'user',
          content: `The test:\n${lines.join('\n')}\n\n${start}${describeVariables(task.variables)}`,
        },
      ],
    },
    signal,
  );
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function faultIn(plan: Plan, parts: number, { variables }: Task): string | null {
  for (let part = 1; part <= parts; part += 1) {
    const count = plan.parts.filter((candidate) => candidate.part === part).length;
    if (count !== 1)
      return `There must be one entry for each of the ${parts} parts; part ${part} has ${count}.`;
  }
  const titles = [...plan.parts.flatMap(({ steps }) => steps.map(({ title }) => title)), plan.check];
  if (titles.length > stepsAtMost) return `The plan has more than ${stepsAtMost} steps.`;
  const known = new Set(variables.map(({ name }) => name));
  const unknown = titles.flatMap(namesIn).find((name) => !known.has(name));
  return unknown === undefined ? null : `There is no variable {{${unknown}}}.`;
}
