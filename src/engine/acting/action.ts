import { type TProperties, type TSchema, Type } from 'typebox';
import type { Purpose } from '../scene/search.ts';
import { Target } from '../scene/target.ts';
import { wordsFor } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';

export type Input = Readonly<Record<string, unknown>>;

/** How a kind of device takes an action, as it is described to a language model. */
interface Form {
  readonly description: string;
  readonly parameters: TSchema;
}

/** What there is to know of an action, whatever device performs it. */
export interface Action {
  /** In a browser. */
  readonly web?: Form;
  readonly phone?: Form;
  /** Where an iPhone differs. */
  readonly descriptionOnIos?: string;
  /** What its target is to be used for; without it, anything that can be seen may be meant. */
  readonly purpose?: Purpose;
  /** By `opens` a person makes a page ask; one that `leaves` a question of the page open does not dismiss it. */
  readonly dialogs?: 'opens' | 'leaves';
  /** The only part of its input in which a model may use a secret: what is typed. An address or a file would carry it away. */
  readonly typed?: string;
  /** The part of its input that an app is given; everything else is only looked for. */
  readonly given?: string;
  /** What need not be said: it is so anyway. */
  readonly unsaid?: Input;
  /** What it does, as somebody would be told to do it. */
  say(input: Input): string;
}

export function form<Properties extends TProperties>(description: string, properties: Properties) {
  return { description, parameters: Type.Object(properties) };
}

export const anyTarget = Type.Optional(Target);

export const doing = (verb: string) => () => verb;

export const withTarget = (verb: string) => (input: Input) => `${verb} ${targetIn(input)}`;

/** `swipe left on "Photo"`; without a target nothing is said of one. */
export function targetAfter(word: string, input: Input): string {
  return input.target === undefined ? '' : ` ${word} ${targetIn(input)}`;
}

export function targetIn({ target }: Input): string {
  return wordsFor(target as Target);
}

export function quoted(text: unknown): string {
  return inQuotes(String(text));
}
