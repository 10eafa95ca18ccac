import type { ElementHandle, Frame } from 'playwright-core';
import { ActionFailed } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import { pasteText } from '../in-page/field-functions.ts';
import type { TextSource } from '../in-page/secret-fields.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { mustFitFrame, mustFitPage } from './give-text.ts';

/** In the page's own world, which Playwright takes elements from. */
const elementInFocus = `(() => {
  let at = document.activeElement ?? document.body;
  for (let inner = at?.shadowRoot?.activeElement; inner; inner = inner.shadowRoot?.activeElement) at = inner;
  return at;
})()`;

interface ClipboardUse {
  readonly isTaking: boolean;
  readonly isPasting: boolean;
}

/**
 * What keys do with the clipboard, by the names of Playwright, on whatever system: each of several keys is pressed while
 * those before it are held.
 */
function clipboardUse(keys: string): ClipboardUse {
  const pressed = keys.split('+').map((key) => key.toLowerCase().replace(/^key(?=.$)/, ''));
  const holds = (modifier: RegExp) => pressed.some((key) => modifier.test(key));
  const has = (...names: string[]) => names.some((name) => pressed.includes(name));
  const isCommand = holds(/^(?:control|meta)/);
  const isShift = holds(/^shift/);
  return {
    isTaking: (isCommand && has('c', 'x', 'insert', 'numpad0')) || (isShift && has('delete')),
    isPasting: (isCommand && has('v')) || (isShift && has('insert')),
  };
}

/** Presses keys, where they are to have the focus first. What they copy or paste is judged before. */
export async function pressJudged(
  context: ActionContext,
  keys: string,
  { focus, press }: { focus?: () => Promise<void>; press: () => Promise<void> },
): Promise<void> {
  const { isTaking, isPasting } = clipboardUse(keys);
  if (isTaking || isPasting) await focus?.();
  if (isTaking && isPasting && context.secrets.areAny)
    throw new ActionFailed(`"${keys}" copies and pastes at once. Press one after the other.`);
  if (isTaking) await mustBeTakeable(context);
  if (isPasting && (await pasteSecret(context))) return;
  await press();
}

/** A middle click pastes what was selected last, on Linux: in a run with secrets it pastes nothing. */
export async function forgetSelection({ secrets, clipboard }: ActionContext): Promise<void> {
  if (secrets.areAny) await clipboard.forgetSelection();
}

/** Judges what is dragged: a text is dropped wherever the mouse is by then, in whichever frame. */
export async function watchDrag(
  context: ActionContext,
  { page, frame, element }: LocatedElement,
): Promise<{ mayDrop(): Promise<void> }> {
  const world = context.world(page);
  mayTake(context, await world.textSources(element));
  if (!context.secrets.areAny) return { mayDrop: async () => undefined };
  await world.watchDrag(frame);
  return {
    async mayDrop() {
      const carried = (await world.draggedTexts(frame)).join('\n');
      await mustFitPage(context, page, carried);
    },
  };
}

async function mustBeTakeable(context: ActionContext): Promise<void> {
  const world = context.world(context.page());
  const frame = await world.frameInFocus();
  if (frame !== null) mayTake(context, await world.textSources(frame));
}

function mayTake({ secrets }: ActionContext, sources: readonly TextSource[]): void {
  if (sources.some(({ isGiven, text }) => isGiven || secrets.isIn(text)))
    throw isProtected('A field that holds a secret', 'what is in it');
  if (sources.some(({ isPassword }) => isPassword)) throw isProtected('A password field', 'its text');
}

function isProtected(source: string, what: string): ExecutionFailure {
  return new ExecutionFailure(
    'SECRET_PROTECTED',
    `${source} does not let ${what} be copied, cut or dragged out of it. To use a secret in another field, type its variable there.`,
  );
}

/**
 * Pastes what holds a secret into the document that has the focus, if that may have it: the keys would go to whichever
 * frame has the focus by then. False where there is nothing secret, and the keys may be pressed.
 */
async function pasteSecret(context: ActionContext): Promise<boolean> {
  if (!context.secrets.areAny) return false;
  const content = await context.clipboard.read();
  if (content === null)
    throw new ActionFailed(
      "Pasting was not possible: what is on the clipboard can't be read, or is too large to be judged.",
    );
  if (!context.secrets.isIn(content.text)) return false;
  await context.dropRecording();
  const page = context.page();
  const world = context.world(page);
  const frame = await world.frameInFocus();
  if (frame === null) {
    context.secrets.mustFit(content.text, null);
    return true;
  }
  // The element belongs to one document: if it can be used after this, then in the one that was asked.
  const field = await fieldInFocus(frame);
  await mustFitFrame(context, { page, frame }, content.text);
  await world.markSecret(frame, true);
  if (field === null || !(await field.evaluate(pasteText, content.byType)))
    throw new ActionFailed('Pasting was not possible: the field with the focus has gone.');
  return true;
}

async function fieldInFocus(frame: Frame): Promise<ElementHandle | null> {
  return (await frame.evaluateHandle(elementInFocus)).asElement() as ElementHandle | null;
}
