import type { ModelMessage } from 'ai';
import type { Static } from 'typebox';
import { namesIn } from '../../kernel/variables.ts';
import { ActionFailed } from '../acting/device.ts';
import type { StepContext } from '../acting/planned-step.ts';
import { ExecutionFailure } from '../report.ts';
import type { ModelAnswer, OfferedTool, ToolCall } from './ask.ts';
import { faultOfInput, reply } from './ask-for.ts';
import type { StepAssignment } from './assignment.ts';
import { fillInput, usesSecret } from './placeholders.ts';
import { actPrompt, describeVariables } from './prompts.ts';
import { createRepetition } from './repetition.ts';
import { reportIssue } from './report-issue.ts';
import { look, shown } from './screen.ts';
import { hasReference, sentenceOfCall } from './sentence-of-call.ts';
import { stepSaid } from './step-said.ts';
import { doneTool, doStepTool, giveUpTool, reportIssueTool } from './tools.ts';
import { withoutNulls } from './without-nulls.ts';

const turnsAtMost = 40;
const confusedTurnsAtMost = 3;
/** Older turns are forgotten; the screen shows what they led to. */
const rememberedTurns = 20;
const longestResult = 1_000;
/** The model looks before it acts: what it names is there, or it should hear so soon. */
const longestActionMs = 10_000;
const ownTools: readonly OfferedTool[] = [doStepTool, reportIssueTool, doneTool, giveUpTool];
/** The words that the model chose are at fault, and it may choose others. */
const faultsOfWords = ['STEP_AMBIGUOUS', 'STEP_NOT_UNDERSTOOD', 'VARIABLE_UNKNOWN'];

interface CallOutcome {
  text: string;
  /** `faulty`: the call itself was wrong. `failed`: the product did not let it. */
  status: 'performed' | 'failed' | 'faulty' | 'done';
}

interface PerformedCall {
  /** What the device says that it did. */
  summary: string;
  /** The sentence that asks for it; null where there is none. */
  sentence: string | null;
}

/** Lets the model work on one step, turn by turn, until it says that it is done. Resolves with what the device did. */
export async function executeAct(assignment: StepAssignment, context: StepContext): Promise<string> {
  const { device, signal } = context;
  const tools = [...device.actions.filter(({ name }) => !isOwn(name)), ...ownTools];
  const repetition = createRepetition();
  const deeds: PerformedCall[] = [];
  const timeoutMs = Math.min(context.timeoutMs, longestActionMs);
  const history: ModelMessage[][] = [];
  let refusal: ExecutionFailure | null = null;
  let confusedTurns = 0;

  for (let turn = 0; turn < turnsAtMost; turn += 1) {
    const screen = await look(device, assignment.mask, signal);
    const answer = await assignment.ask(
      {
        about: assignment.title,
        system: actPrompt(assignment.platform),
        messages: conversation(assignment, history, shown(screen, 'The screen now:')),
        tools,
      },
      signal,
    );
    const outcomes: CallOutcome[] = [];
    for (const [place, call] of answer.calls.entries()) {
      const before = outcomes.at(-1);
      if (before !== undefined && before.status !== 'performed') {
        outcomes.push({ text: 'Not done: the call before it failed.', status: 'failed' });
        continue;
      }
      const repeated =
        call.fault === null ? repetition({ ...call, place, snapshot: screen.snapshot }) : 'continue';
      if (repeated === 'cut') throw goingInCircles(assignment.title, call);
      outcomes.push(repeated === 'warn' ? warned : await execute(call));
      if (outcomes.at(-1)?.status === 'done') return conclude(call.input);
    }
    confusedTurns = outcomes.every(({ status }) => status === 'faulty') ? confusedTurns + 1 : 0;
    if (confusedTurns >= confusedTurnsAtMost) throw confused(assignment.title, outcomes.at(-1)?.text);
    history.push([answer.message, ...results(answer, outcomes)]);
    if (outcomes.some(({ status }) => status === 'performed')) await device.settle(signal);
  }
  throw new ExecutionFailure(
    'MODEL_CONFUSED',
    `The model did not finish "${assignment.title}" after ${turnsAtMost} turns.`,
  );

  async function execute(call: ToolCall): Promise<CallOutcome> {
    const fault = call.fault ?? faultOfOwn(call);
    if (fault !== null) return { text: fault, status: 'faulty' };
    if (call.name === doneTool.name) return { text: '', status: 'done' };
    if (call.name === giveUpTool.name) throw refusal ?? gaveUp(assignment.title, call.input);
    if (call.name === reportIssueTool.name) {
      if (usesSecret(call.input, assignment.variables)) {
        return { text: 'An issue must not name a secret.', status: 'faulty' };
      }
      return { text: await reportIssue(call.input, assignment.issues, context), status: 'performed' };
    }
    return call.name === doStepTool.name ? doStep(call) : perform(call);
  }

  async function doStep({ input }: ToolCall): Promise<CallOutcome> {
    const { sentence } = input as Static<typeof doStepTool.parameters>;
    const step = stepSaid(sentence, 'act', assignment);
    if ('fault' in step) return { text: step.fault, status: 'failed' };
    return attempt(async () => ({
      summary: await step.execute({ ...context, timeoutMs }),
      sentence: step.title,
    }));
  }

  async function perform(call: ToolCall): Promise<CallOutcome> {
    const action = device.actions.find(({ name }) => name === call.name);
    if (action === undefined) return { text: `There is no tool "${call.name}".`, status: 'faulty' };
    const written = withoutNulls(call.input);
    let cover = (text: string) => text;
    return attempt(
      async () => {
        const filled = fillInput(action.name, written, assignment);
        cover = filled.cover;
        const before = hasReference(written) ? await device.scene(signal) : null;
        const summary = cover(await device.perform(action.name, filled.input, { signal, timeoutMs }));
        return { summary, sentence: sentenceOfCall(action.name, written, before) };
      },
      (text) => cover(text),
    );
  }

  async function attempt(
    work: () => Promise<PerformedCall>,
    cover = (text: string) => text,
  ): Promise<CallOutcome> {
    try {
      const deed = await work();
      deeds.push(deed);
      refusal = null;
      return { text: deed.summary, status: 'performed' };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ActionFailed) return { text: cover(error.message), status: 'failed' };
      if (!(error instanceof ExecutionFailure)) throw error;
      if (faultsOfWords.includes(error.code)) return { text: cover(error.message), status: 'failed' };
      // The page may have talked the model into it, so it ends the run only if the model finds no other way.
      if (!isRefusedAddress(error)) throw error;
      refusal = error;
      return { text: error.message, status: 'failed' };
    }
  }

  /** What the device did, not what the model claims, comes first. */
  function conclude(input: unknown): string {
    const { summary } = input as Static<typeof doneTool.parameters>;
    const last = deeds.slice(-5).map(({ summary }) => summary);
    const unsaid = deeds.find(({ sentence }) => sentence === null || assignment.mask(sentence) !== sentence);
    if (unsaid === undefined) context.report.sentences(deeds.flatMap(({ sentence }) => sentence ?? []));
    return [
      ...(last.length === 0 ? ['Nothing was done.'] : last),
      ...(unsaid === undefined ? [] : [`No sentence repeats this: ${unsaid.summary}`]),
      `The model says: ${summary.trim()}`,
    ].join(' ');
  }
}

const warned: CallOutcome = {
  text: 'Not done: you did this before on this very screen, and nothing changed. Try another way, or give_up.',
  status: 'failed',
};

function conversation(
  assignment: StepAssignment,
  history: ModelMessage[][],
  screen: ReturnType<typeof shown>,
): ModelMessage[] {
  const { stepNumber, titles, title } = assignment;
  const named = namesIn(title);
  const usable = assignment.variables.filter(({ name, isSecret }) => !isSecret || named.includes(name));
  const list = titles.map((one, index) => `${index + 1}. ${one}`).join('\n');
  const task = `The test, for orientation:\n${list}\n\nYou execute step ${stepNumber}: ${title}\n${describeVariables(usable)}`;
  if (history.length === 0 && typeof screen !== 'string') {
    return [{ role: 'user', content: [{ type: 'text', text: task }, ...screen] }];
  }
  return [
    { role: 'user', content: task },
    ...history.slice(-rememberedTurns).flat(),
    { role: 'user', content: screen },
  ];
}

function results(answer: ModelAnswer, outcomes: CallOutcome[]): ModelMessage[] {
  if (answer.calls.length === 0) return reply(answer, 'Answer by calling a tool.');
  return [
    {
      role: 'tool',
      content: answer.calls.map(({ id, name }, index) => {
        const { text, status } = outcomes[index] ?? warned;
        const value = text.length > longestResult ? `${text.slice(0, longestResult)}…` : text;
        return {
          type: 'tool-result',
          toolCallId: id,
          toolName: name,
          output: { type: status === 'performed' ? 'text' : 'error-text', value },
        };
      }),
    },
  ];
}

function faultOfOwn({ name, input }: ToolCall): string | null {
  const tool = ownTools.find((candidate) => candidate.name === name);
  return tool === undefined ? null : faultOfInput(tool.parameters, input);
}

function isOwn(name: string): boolean {
  return ownTools.some((tool) => tool.name === name);
}

function isRefusedAddress({ code }: ExecutionFailure): boolean {
  return code === 'HOST_NOT_ALLOWED' || code === 'ADDRESS_REFUSED';
}

function gaveUp(title: string, input: unknown): ActionFailed {
  const { reason } = input as { reason: string };
  return new ActionFailed(`"${title}" could not be executed: ${reason}`, {
    expected: title,
    actual: reason,
  });
}

function goingInCircles(title: string, call: ToolCall): ExecutionFailure {
  return new ExecutionFailure(
    'MODEL_CONFUSED',
    `The model goes in circles on "${title}": it calls ${call.name} again and again although nothing changes.`,
  );
}

function confused(title: string, fault: string | undefined): ExecutionFailure {
  return new ExecutionFailure(
    'MODEL_CONFUSED',
    `The model makes no usable call on "${title}"${fault === undefined ? '' : `: ${fault}`}`,
  );
}
