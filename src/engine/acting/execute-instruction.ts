import { keepLooking } from '../checks/check.ts';
import { checkOf } from '../checks/check-claim.ts';
import { readValueOf } from '../checks/state.ts';
import { addressToOpen } from '../grammar/address.ts';
import type { Claim, Instruction } from '../grammar/instruction.ts';
import type { Target } from '../scene/target.ts';
import type { Platform } from '../task.ts';
import { ActionFailed } from './device.ts';
import type { StepContext } from './planned-step.ts';
import type { RunValues } from './run-values.ts';

/** How long a condition may take to come true: what a page shows first, it shows soon. */
const conditionMs = 3_000;
/** After each time that something is done "until" something is so. */
const resultMs = 1_500;
const longestUntilMs = 60_000;
const mostTries = 100;
/** For each part of a step that has several. */
const partMs = 10_000;

interface InstructionContext {
  readonly platform: Platform;
  readonly targetUrl: string | null;
  readonly values: RunValues;
  /** The time that the sentence itself gives, in place of the usual one. */
  readonly givenMs?: number;
}

/** Does on the device what a sentence asks for, and says what was done. */
export async function executeInstruction(
  instruction: Instruction,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const { device, signal, timeoutMs } = step;
  switch (instruction.kind) {
    case 'open': {
      const { address } = instruction;
      if (address === null && context.platform !== 'web') return device.perform('relaunch', {}, step);
      const base = context.targetUrl ?? (await device.scene(signal)).url;
      return device.perform('open', { url: addressToOpen(address ?? '', base) }, step);
    }
    case 'perform':
      return device.perform(instruction.action, instruction.input, step);
    case 'check':
      return judge(instruction.claim, step, context, { timeoutMs, looksBack: true });
    case 'remember':
      return remember(instruction, step, context);
    case 'transfer': {
      const text = await saidBy(instruction.from, step, context);
      return device.perform('type', { target: instruction.to, text }, step);
    }
    case 'rest':
      await device.settle(signal);
      return 'Waited until nothing was under way.';
    case 'screenshot':
      return instruction.name === null ? 'Took a screenshot.' : `Took the screenshot "${instruction.name}".`;
    case 'sequence': {
      const summaries: string[] = [];
      for (const part of instruction.steps) summaries.push(await executeInstruction(part, step, context));
      return summaries.join(' ') || 'Did nothing.';
    }
    case 'repeat':
      return repeat(instruction, step, context);
    case 'until':
      return doUntil(instruction, step, context);
    case 'if': {
      const withinMs = context.givenMs ?? Math.min(conditionMs, timeoutMs);
      const isSo = await comesTrue(instruction.claim, step, context, withinMs);
      if (isSo === null) return `Did nothing: not so within ${withinMs / 1_000} seconds.`;
      return `${isSo} ${await executeInstruction(instruction.step, step, context)}`;
    }
    case 'timed': {
      const givenMs = instruction.seconds * 1_000;
      return executeInstruction(instruction.step, { ...step, timeoutMs: givenMs }, { ...context, givenMs });
    }
  }
}

/** What it may take beyond the usual time of a step. */
export function extraMsOf(instruction: Instruction): number {
  switch (instruction.kind) {
    case 'perform':
      return typeof instruction.input.seconds === 'number' ? instruction.input.seconds * 1_000 : 0;
    case 'sequence':
      return instruction.steps.reduce((sum, step) => sum + extraMsOf(step) + partMs, 0);
    case 'repeat':
      return instruction.times * (extraMsOf(instruction.step) + partMs);
    case 'until':
      return longestUntilMs + extraMsOf(instruction.step);
    case 'if':
      return conditionMs + extraMsOf(instruction.step);
    case 'timed':
      return instruction.seconds * 1_000 + extraMsOf(instruction.step);
    default:
      return 0;
  }
}

/** What a thing holds or says, under a name that later steps use. */
async function remember(
  { target, name }: Extract<Instruction, { kind: 'remember' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const value = await saidBy(target, step, context);
  context.values.remember(name, value);
  return `Remembered "${value}" as {{${name}}}.`;
}

async function saidBy(target: Target, step: StepContext, { platform }: InstructionContext): Promise<string> {
  let said = '';
  const check = readValueOf(target, (text) => {
    said = text;
  });
  await keepLooking(check, step.device, { ...step, place: platform === 'web' ? 'page' : 'screen' });
  return said;
}

async function repeat(
  { step: part, times }: Extract<Instruction, { kind: 'repeat' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  let summary = '';
  for (let time = 1; time <= times; time += 1) {
    if (time > 1) await step.device.settle(step.signal);
    summary = await executeInstruction(part, step, context);
  }
  return times === 1 ? summary : `${summary} Did so ${times} times.`;
}

async function doUntil(
  { step: part, claim }: Extract<Instruction, { kind: 'until' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const deadlineMs = performance.now() + (context.givenMs ?? longestUntilMs);
  for (let tries = 0; ; tries += 1) {
    const isSo = await comesTrue(claim, step, context, tries === 0 ? 0 : resultMs);
    if (isSo !== null) return `${isSo} Did it ${tries} ${tries === 1 ? 'time' : 'times'} until then.`;
    if (tries === mostTries || performance.now() >= deadlineMs) {
      const { expected } = checkOf(claim, step.report);
      throw new ActionFailed(`Expected ${expected}; it was still not so after ${tries} tries.`, {
        expected,
        actual: `not so after ${tries} times`,
      });
    }
    await executeInstruction(part, step, context);
  }
}

/** What was seen when it came true; null when it did not in that time. */
async function comesTrue(
  claim: Claim,
  step: StepContext,
  context: InstructionContext,
  withinMs: number,
): Promise<string | null> {
  try {
    // What a condition leads to is done with what is there now.
    return await judge(claim, step, context, { timeoutMs: withinMs, looksBack: false });
  } catch (error) {
    if (error instanceof ActionFailed) return null;
    throw error;
  }
}

function judge(
  claim: Claim,
  { device, report, signal }: StepContext,
  { platform }: InstructionContext,
  limits: { timeoutMs: number; looksBack: boolean },
) {
  const place = platform === 'web' ? 'page' : 'screen';
  return keepLooking(checkOf(claim, report), device, { place, signal, ...limits });
}
