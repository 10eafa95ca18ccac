import { setTimeout as wait } from 'node:timers/promises';
import { withoutTail } from '../../kernel/without-tail.ts';
import { ActionFailed } from '../acting/device.ts';
import type { StepContext } from '../acting/planned-step.ts';
import { ExecutionFailure } from '../report.ts';
import { askFor } from './ask-for.ts';
import type { StepAssignment } from './assignment.ts';
import { fillInPublic } from './placeholders.ts';
import { judgePrompt } from './prompts.ts';
import { isOnScreen } from './quote.ts';
import { look, type ModelScreen, readSnapshot, shown } from './screen.ts';
import { stepSaid } from './step-said.ts';
import { type Verdict, verdictTool } from './tools.ts';

const judgementsAtMost = 3;
const pollMs = 250;
/** What is so already shows at once. */
const proofMs = 1_000;

/** Has a statement judged by the screen alone, again when the screen changes, until the time is up. */
export async function executeAssert(assignment: StepAssignment, context: StepContext): Promise<string> {
  const { device, signal, timeoutMs } = context;
  const { mask } = assignment;
  const endsAtMs = Date.now() + timeoutMs;
  await device.settle(signal);
  let screen = await look(device, mask, signal);
  for (let judgement = 1; ; judgement += 1) {
    const verdict = await judge(assignment, screen, signal);
    if (verdict.holds) {
      const sentence = await provenBy(verdict, assignment, context);
      if (sentence !== null) context.report.sentences([sentence]);
      return `${verdict.actual} The screen says: "${verdict.evidence.trim()}"`;
    }
    const changed = judgement < judgementsAtMost ? await nextScreen(context, mask, screen, endsAtMs) : null;
    if (changed === null) throw notSo(assignment.title, verdict, screen);
    screen = changed;
  }
}

async function judge(assignment: StepAssignment, screen: ModelScreen, signal: AbortSignal): Promise<Verdict> {
  const verdict = await askForVerdict(assignment, screen, '', signal);
  if (!verdict.holds || isOnScreen(verdict.evidence, screen.snapshot)) return verdict;
  const remark = `\nAn earlier answer quoted ${JSON.stringify(verdict.evidence)}, which is not in the text of the screen. Quote letter by letter what is there, or say that the statement does not hold.`;
  const second = await askForVerdict(assignment, screen, remark, signal);
  if (!second.holds || isOnScreen(second.evidence, screen.snapshot)) return second;
  throw new ActionFailed(
    `"${assignment.title}" is not proved: the model says that it is true, but the evidence that it quotes, "${second.evidence}", is not on the screen.`,
    { expected: assignment.title, actual: second.actual },
  );
}

async function askForVerdict(
  assignment: StepAssignment,
  screen: ModelScreen,
  remark: string,
  signal: AbortSignal,
): Promise<Verdict> {
  const statement = fillInPublic(assignment.title, assignment.variables);
  return askFor<Verdict>(
    assignment.ask,
    { tool: verdictTool },
    {
      about: assignment.title,
      system: judgePrompt(assignment.platform),
      messages: [
        { role: 'user', content: shown(screen, `The statement: ${statement}${remark}\n\nThe screen:`) },
      ],
    },
    signal,
  );
}

/** The statement as the model puts it in the grammar, where that holds too; null where it does not. */
async function provenBy(
  { sentence = '' }: Verdict,
  assignment: StepAssignment,
  context: StepContext,
): Promise<string | null> {
  if (sentence.trim() === '') return null;
  const step = stepSaid(sentence, 'assert', assignment);
  if ('fault' in step || assignment.mask(step.title) !== step.title) return null;
  try {
    await step.execute({ ...context, timeoutMs: Math.min(context.timeoutMs, proofMs) });
    return step.title;
  } catch (error) {
    context.signal.throwIfAborted();
    const isRefuted = error instanceof ActionFailed || error instanceof ExecutionFailure;
    if (isRefuted) return null;
    throw error;
  }
}

/** The screen once it differs from what was judged; null when the time is up and it never did. */
async function nextScreen(
  { device, signal }: StepContext,
  mask: StepAssignment['mask'],
  judged: ModelScreen,
  endsAtMs: number,
): Promise<ModelScreen | null> {
  while (Date.now() < endsAtMs) {
    await wait(Math.min(pollMs, Math.max(1, endsAtMs - Date.now())), undefined, { signal });
    const snapshot = await readSnapshot(device, mask, signal);
    if (snapshot !== judged.snapshot) return look(device, mask, signal);
  }
  // What changes only in the picture, such as a chart, shows at the end.
  const last = await look(device, mask, signal);
  return isSame(last, judged) ? null : last;
}

function isSame(one: ModelScreen, other: ModelScreen): boolean {
  if (one.snapshot !== other.snapshot) return false;
  return one.png === null || other.png === null ? one.png === other.png : one.png.equals(other.png);
}

function notSo(title: string, { actual, evidence }: Verdict, { snapshot }: ModelScreen): ActionFailed {
  const quote = isOnScreen(evidence, snapshot) ? ` The screen says: "${evidence.trim()}"` : '';
  return new ActionFailed(`Expected: ${withoutTail(title, /[.!]/)}. Instead: ${actual}${quote}`, {
    expected: title,
    actual,
  });
}
