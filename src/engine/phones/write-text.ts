import { setTimeout as delay } from 'node:timers/promises';
import { shorten } from '../../kernel/text.ts';
import { type ActionFailed, type Limits, mismatch } from '../acting/device.ts';
import { createPatience } from '../acting/look-clock.ts';
import { outcomeOf, type Writing, type WritingOutcome } from '../acting/writing.ts';
import { capital } from '../scene/wording.ts';
import { onElement } from './element.ts';
import type { FoundElement } from './find-on-screen.ts';
import type { PhoneView } from './phone-view.ts';

/** How soon a field must show what it was given. */
const reactionMs = 2_000;
const pauseMs = 250;

/**
 * The one way in which actions write into a field: the field is read again before it counts as written. Where it holds another
 * text than it was given, says so: `, which now holds "12"`.
 */
export async function writeText(
  view: PhoneView,
  field: FoundElement,
  { text, replace }: { text: string; replace: boolean },
  limits: Limits,
): Promise<string> {
  const { node } = field;
  const before = node.value ?? '';
  // On iOS a text goes where a tap on the middle of the field puts the caret.
  const isWhole = view.session.platform === 'ios' && !replace && before !== '' && !node.isPassword;
  await onElement(view, field, limits, async (client, id) => {
    if ((replace || isWhole) && node.value !== '') await client.elementClear(id);
    if (text !== '') await client.elementSendKeys(id, isWhole ? before + text : text);
  });
  return readBack(view, field, { text, replace, before }, limits);
}

async function readBack(
  view: PhoneView,
  field: FoundElement,
  writing: Omit<Writing, 'after'>,
  { timeoutMs, signal }: Limits,
): Promise<string> {
  const { node } = field;
  const isTooLate = createPatience(Math.min(reactionMs, timeoutMs));
  for (;;) {
    const { nodes } = await view.look(signal);
    const after = nodes.find(({ ref }) => ref === node.ref)?.value ?? null;
    // The app went on with it, or its driver does not say what it holds.
    if (after === null || node.value === null) return '';
    const outcome = node.isPassword ? unseenOutcome(writing.text, after) : outcomeOf({ ...writing, after });
    if (outcome === 'taken') return '';
    const held = node.isPassword ? 'another text' : `"${shorten(view.mask.text(after))}"`;
    if (outcome === 'changed') return `, which now holds ${held}`;
    if (isTooLate())
      throw notTaken(view, field, writing.text, after === '' ? 'it is empty' : `it holds ${held}`);
    await delay(pauseMs, undefined, { signal });
  }
}

/** Of a password nobody knows more than whether there is one. */
function unseenOutcome(text: string, after: string): WritingOutcome {
  return (text === '') === (after === '') ? 'taken' : 'nothing';
}

function notTaken(
  { mask }: PhoneView,
  { node, thing, words }: FoundElement,
  text: string,
  actual: string,
): ActionFailed {
  const given = node.isPassword ? 'the text' : `"${shorten(mask.text(text))}"`;
  const fault = text === '' ? `${words} can't be emptied` : `${words} did not take ${given}`;
  const expected = text === '' ? `${words} is empty` : `${words} holds ${given}`;
  return mismatch(capital(fault), { expected, actual, rect: thing.rect });
}
