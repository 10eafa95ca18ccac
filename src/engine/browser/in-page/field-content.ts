import type { outcomeOf, WritingOutcome } from '../../acting/writing.ts';
import type { DomElement } from './dom.ts';
import type { Insertion } from './field-functions.ts';
import type { ScenePass } from './scene-pass.ts';
import type { SecretFields } from './secret-fields.ts';
import type { Semantics } from './semantics.ts';

/** What became of a text that was written into a field. */
export interface Written {
  readonly outcome: WritingOutcome;
  readonly isEmpty: boolean;
  /** How what it holds begins; null where that is secret. */
  readonly held: string | null;
}

/**
 * Reads what fields hold before and after something is written into them, and compares it here: a secret does not leave
 * the page. Runs in the page, as text: it may use nothing from outside itself.
 */
export function createFieldContent(
  semantics: Semantics,
  pass: ScenePass,
  secretFields: SecretFields,
  judge: typeof outcomeOf,
) {
  const maxHeld = 200;
  let noted: string | null = null;

  function contentOf(element: DomElement): string | null {
    if (element.isContentEditable !== true) return element.value ?? null;
    const text = (element.innerText ?? '').replace(/\n+$/, '');
    return text === semantics.placeholderOf(element) ? '' : text;
  }

  /** Whether there is something to compare with later. */
  function noteContent({ look, index }: { look: number; index: number }): boolean {
    const element = pass.elementOf(look, index);
    noted = element && contentOf(element);
    return noted !== null;
  }

  /** Null when the element has gone, or its document. */
  function written({
    look,
    index,
    text,
    replace,
    isSecret,
  }: Insertion & { look: number; index: number; isSecret: boolean }): Written | null {
    const element = pass.elementOf(look, index);
    const after = element && contentOf(element);
    if (element === null || after === null || noted === null) return null;
    const isPassword = element.getAttribute('type')?.toLowerCase() === 'password';
    const isHidden = isSecret || isPassword || secretFields.isGiven(element);
    const outcome = judge({ text, replace, before: noted, after });
    return { outcome, isEmpty: after.trim() === '', held: isHidden ? null : after.slice(0, maxHeld) };
  }

  return { noteContent, written };
}
