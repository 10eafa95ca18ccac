import { setTimeout as delay } from 'node:timers/promises';
import { keepLooking } from '../checks/check.ts';
import { checkOf } from '../checks/claims.ts';
import { clearly } from '../checks/clearly.ts';
import { thingsInWords, thingsOf } from '../checks/number.ts';
import { readValueOf } from '../checks/read-value.ts';
import { addressToOpen } from '../grammar/address.ts';
import type { Claim, Instruction } from '../grammar/instruction.ts';
import type { Thing } from '../scene/scene.ts';
import type { Target } from '../scene/target.ts';
import { capital } from '../scene/wording.ts';
import type { Platform } from '../task.ts';
import { ActionFailed, NothingCalledSo } from './device.ts';
import type { StepContext } from './planned-step.ts';
import type { RunValues } from './run-values.ts';
import { seconds as inSeconds } from './seconds.ts';

/** How long a condition may take to come true: what a page shows first, it shows soon. */
const conditionMs = 3_000;
/** After each time that something is done "until" something is so. */
const resultMs = 1_500;
const longestUntilMs = 60_000;
const mostTries = 100;
/** Nobody does so with more of them in one step. */
const mostOfEach = 100;
const eachMs = 2_000;
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
    case 'perform': {
      const done = device.perform(instruction.action, instruction.input, step);
      return instruction.described === true ? unlessUnclear(done) : done;
    }
    case 'check':
      return judge(instruction.claim, step, context, {
        timeoutMs,
        looksBack: true,
        isLimit: context.givenMs !== undefined,
      });
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
    case 'each':
      return doWithEach(instruction, step, context);
    case 'until':
      return doUntil(instruction, step, context);
    case 'if': {
      const withinMs = context.givenMs ?? Math.min(conditionMs, timeoutMs);
      const { isSo, unclear } = await comesTrue(instruction.claim, step, context, withinMs);
      if (unclear !== undefined) throw unclear;
      const isLate = `not so within ${withinMs / 1_000} seconds.`;
      if (isSo !== null) return `${isSo} ${await executeInstruction(instruction.step, step, context)}`;
      if (instruction.otherwise === undefined) return `Did nothing: ${isLate}`;
      return `${capital(isLate)} ${await executeInstruction(instruction.otherwise, step, context)}`;
    }
    case 'unless': {
      const withinMs = context.givenMs ?? Math.min(conditionMs, timeoutMs);
      const { isSo, unclear } = await comesTrue(instruction.claim, step, context, withinMs);
      if (unclear !== undefined) throw unclear;
      if (isSo !== null) return `Did nothing: ${isSo}`;
      return executeInstruction(instruction.step, step, context);
    }
    case 'lasting':
      return lasting(instruction, step, context);
    case 'timed': {
      const givenMs = instruction.seconds * 1_000;
      return executeInstruction(instruction.step, { ...step, timeoutMs: givenMs }, { ...context, givenMs });
    }
  }
}

/** Whether an option is called so that was not in quotes, nobody knows where none is. */
async function unlessUnclear(done: Promise<string>): Promise<string> {
  try {
    return await done;
  } catch (error) {
    if (!(error instanceof ActionFailed)) throw error;
    throw new NothingCalledSo(`${error.message} Put the exact words in quotes, or set a model.`);
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
    case 'each':
      return (instruction.first ?? mostOfEach) * eachMs;
    case 'until':
      return untilMsOf(instruction) + extraMsOf(instruction.step);
    case 'if': {
      const { step, otherwise } = instruction;
      return conditionMs + Math.max(extraMsOf(step), otherwise === undefined ? 0 : extraMsOf(otherwise));
    }
    case 'unless':
      return conditionMs + extraMsOf(instruction.step);
    case 'lasting':
      return instruction.seconds * 1_000;
    case 'timed':
      return instruction.seconds * 1_000 + extraMsOf(instruction.step);
    default:
      return 0;
  }
}

/** What a thing holds or says, under a name that later steps use. */
async function remember(
  { target, name, isNumber }: Extract<Instruction, { kind: 'remember' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const said = await saidBy(target, step, context);
  const value = isNumber === true ? onlyNumberIn(said) : said;
  context.values.remember(name, value);
  return `Remembered "${value}" as {{${name}}}.`;
}

const numberWords = /(?<![\p{L}\d])[-−]?\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?(?![\p{L}\d])/gu;

/** As it is written: which of several is meant, nobody knows. */
function onlyNumberIn(said: string): string {
  const [number, ...others] = said.match(numberWords) ?? [];
  if (number !== undefined && others.length === 0) return number;
  const actual = `"${said}" has ${number === undefined ? 'none' : 'several'}`;
  throw new ActionFailed(`There is not one number to remember: ${actual}.`, {
    expected: 'one number',
    actual,
  });
}

async function saidBy(target: Target, step: StepContext, context: InstructionContext): Promise<string> {
  let said = '';
  const reading = readValueOf(target, (text) => {
    said = text;
  });
  const check = clearly(reading, { targets: [target], purpose: 'read' });
  await keepLooking(check, step.device, { ...step, place: placeOf(context) });
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

/** So many times, each with its pause and time to be done in; otherwise as long as people wait. */
function untilMsOf({ times, every = 0 }: Extract<Instruction, { kind: 'until' }>): number {
  return Math.max(longestUntilMs, (times ?? 1) * every * 1_000 + longestUntilMs);
}

async function doUntil(
  instruction: Extract<Instruction, { kind: 'until' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const { step: part, claim, every, times = mostTries } = instruction;
  const deadlineMs = performance.now() + (context.givenMs ?? untilMsOf(instruction));
  const pauseMs = every === undefined ? resultMs : every * 1_000;
  for (let tries = 0; ; tries += 1) {
    const { isSo, unclear } = await comesTrue(claim, step, context, tries === 0 ? 0 : pauseMs);
    if (isSo !== null) return `${isSo} Did it ${tries} ${tries === 1 ? 'time' : 'times'} until then.`;
    if (tries === times || performance.now() >= deadlineMs) {
      if (unclear !== undefined) throw unclear;
      const { expected } = checkOf(claim, step.report);
      throw new ActionFailed(`Expected ${expected}; it was still not so after ${tries} tries.`, {
        expected,
        actual: `not so after ${tries} times`,
      });
    }
    await executeInstruction(part, step, context);
  }
}

/** Each of them as it is when it begins: what is done with one may change which are left. */
async function doWithEach(
  { things, first, action, input }: Extract<Instruction, { kind: 'each' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  let found: readonly Thing[] = [];
  const check = thingsOf(things, first ?? 1, (all) => {
    found = all;
  });
  await keepLooking(check, step.device, { ...step, place: placeOf(context) });
  if (first === null && found.length > mostOfEach)
    throw new ActionFailed(`There are ${found.length} ${thingsInWords(things)}: more than ${mostOfEach}.`);
  const summaries: string[] = [];
  for (const { key } of found.slice(0, first ?? undefined)) {
    summaries.push(await step.device.perform(action, { ...input, target: { ref: key } }, step));
  }
  return summaries.join(' ');
}

const lastingPauseMs = 250;

/** It must come true in the usual time, and at every look from then on, until that much time has passed. */
async function lasting(
  { claim, seconds }: Extract<Instruction, { kind: 'lasting' }>,
  step: StepContext,
  context: InstructionContext,
): Promise<string> {
  const { device, signal, report } = step;
  const isSo = await judge(claim, step, context, { timeoutMs: step.timeoutMs, looksBack: false });
  const check = checkOf(claim, report);
  const place = placeOf(context);
  const beganMs = performance.now();
  const passedMs = () => performance.now() - beganMs;
  while (passedMs() < seconds * 1_000) {
    await delay(Math.min(lastingPauseMs, seconds * 1_000), undefined, { signal });
    const scene = await device.scene(signal);
    const before = device.lastAct()?.before ?? null;
    const outcome = await check.look({ scene, place, page: device.page, before, signal });
    if (outcome.holds) continue;
    const after = inSeconds(passedMs());
    throw new ActionFailed(`Expected ${check.expected} for ${seconds} s; after ${after} ${outcome.actual}.`, {
      expected: `${check.expected} for ${seconds} s`,
      actual: `after ${after} ${outcome.actual}`,
      rect: outcome.rect ?? null,
    });
  }
  return `${isSo} It stayed so for ${seconds} seconds.`;
}

function placeOf({ platform }: InstructionContext): 'page' | 'screen' {
  return platform === 'web' ? 'page' : 'screen';
}

/** What was seen when it came true; null when it did not in that time, perhaps because nothing is called as it says. */
async function comesTrue(
  claim: Claim,
  step: StepContext,
  context: InstructionContext,
  withinMs: number,
): Promise<{ isSo: string | null; unclear?: NothingCalledSo }> {
  try {
    // What a condition leads to is done with what is there now.
    return { isSo: await judge(claim, step, context, { timeoutMs: withinMs, looksBack: false }) };
  } catch (error) {
    if (error instanceof ActionFailed) return { isSo: null };
    if (error instanceof NothingCalledSo) return { isSo: null, unclear: error };
    throw error;
  }
}

function judge(
  claim: Claim,
  { device, report, signal }: StepContext,
  context: InstructionContext,
  limits: { timeoutMs: number; looksBack: boolean; isLimit?: boolean },
) {
  return keepLooking(checkOf(claim, report), device, { place: placeOf(context), signal, ...limits });
}
