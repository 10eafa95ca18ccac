import type { Input } from '../acting/action.ts';
import type { ActionName, InputTo } from '../acting/catalogue.ts';
import type { Impact } from '../acting/device.ts';
import type { Target } from '../scene/target.ts';

/** How many: from `min` to `max`, both included; null is without end. */
export interface Range {
  readonly min: number;
  readonly max: number | null;
}

export type Comparison = 'is' | 'contains' | 'starts with' | 'ends with';

/** How a number stands to another. */
export type Amount = 'more than' | 'less than' | 'at least' | 'at most' | 'equal to' | 'other than';

/** The numbers of a column, or of several things. */
export type SumOf =
  | { readonly column: string; readonly where?: Target }
  | { readonly targets: readonly Target[] };

export type StateName =
  | 'enabled'
  | 'disabled'
  | 'checked'
  | 'selected'
  | 'focused'
  | 'empty'
  | 'expanded'
  | 'required'
  | 'read-only'
  | 'invalid';

/** What must be so. */
export type Claim = { readonly not?: true } & (
  | { readonly claim: 'shown'; readonly target: Target }
  /** A text, letter case included. */
  | { readonly claim: 'exactly'; readonly text: string }
  /** A text, also within a word. */
  | { readonly claim: 'part'; readonly text: string }
  | { readonly claim: 'times'; readonly text: string; readonly range: Range }
  | { readonly claim: 'number'; readonly things: Target; readonly range: Range }
  /** Texts that things of a kind say: these among others, or these alone, perhaps in this order. */
  | {
      readonly claim: 'listed';
      readonly things: Target;
      readonly texts: readonly string[];
      readonly how: 'among others' | 'alone' | 'in this order';
    }
  | { readonly claim: 'state'; readonly target: Target; readonly state: StateName }
  | {
      readonly claim: 'holds';
      readonly target: Target;
      readonly comparison: Comparison;
      readonly text: string;
    }
  | {
      readonly claim: 'amount';
      readonly target: Target;
      readonly comparison: Amount;
      /** As it is written; a variable is filled in later. */
      readonly number: string;
      /** So much more than that, or so many times it. */
      readonly plus?: string;
      readonly times?: 2;
    }
  /** All that it holds or says: "#" for a digit, and every other letter for itself. */
  | { readonly claim: 'pattern'; readonly target: Target; readonly pattern: string }
  /** What it holds or says is another than before the last action; `by`: the number in it, by so much. */
  | {
      readonly claim: 'changed';
      readonly target: Target;
      readonly by?: { readonly more: string } | { readonly less: string } | { readonly times: 2 };
    }
  /** Two things hold or say the same. */
  | { readonly claim: 'same'; readonly target: Target; readonly other: Target }
  /** No two rows say the same in a column. */
  | { readonly claim: 'distinct'; readonly column: string; readonly where?: Target }
  | {
      readonly claim: 'sum';
      readonly of: SumOf;
      readonly comparison: Amount;
      /** As it is written, or what says it. */
      readonly to: string | Target;
    }
  | { readonly claim: 'chosen'; readonly option: string; readonly target: Target }
  | {
      readonly claim: 'sorted';
      readonly by: string;
      /** The name of the column was not in quotes. */
      readonly described?: true;
      readonly descending: boolean;
      readonly where?: Target;
    }
  | { readonly claim: 'sorted'; readonly things: Target; readonly descending: boolean }
  | {
      readonly claim: 'page';
      readonly part: 'title' | 'address';
      readonly comparison: Comparison;
      readonly text: string;
    }
  /** The page has no accessibility issue of this impact or a greater one. */
  | { readonly claim: 'accessible'; readonly impact: Impact }
  /** The page looks as in the approved picture of that name, or with that number among those without one, apart from some things. */
  | {
      readonly claim: 'looks';
      readonly name: string | null;
      readonly number?: number;
      readonly except?: readonly Target[];
    }
  /** Of files that the page has handed to the browser; null is the last of them, whatever it is called. */
  | { readonly claim: 'downloaded' | 'file empty'; readonly file: string | null }
  | {
      readonly claim: 'file text';
      readonly file: string | null;
      readonly comparison: Comparison;
      readonly text: string;
    }
  | { readonly claim: 'file line'; readonly file: string | null; readonly text: string }
  | { readonly claim: 'file lines'; readonly file: string | null; readonly range: Range }
  /** So many things of a kind are so, each of which is named "each" in the claim; null is all of them, but for some, which are not. */
  | {
      readonly claim: 'each';
      readonly things: Target;
      readonly range: Range | null;
      readonly of: Claim;
      readonly except?: readonly Target[];
    }
  | { readonly claim: 'all' | 'any'; readonly of: readonly Claim[] }
);

/** What a sentence asks for, as plain data, its variables not filled in yet. */
export type Instruction =
  | { readonly kind: 'open'; readonly address: string | null }
  | {
      readonly kind: 'perform';
      readonly action: ActionName;
      readonly input: Input;
      /** What it chooses was not in quotes. */
      readonly described?: true;
    }
  | { readonly kind: 'check'; readonly claim: Claim }
  | {
      readonly kind: 'remember';
      readonly target: Target;
      readonly name: string;
      /** Of what the thing says, the only number. */
      readonly isNumber?: true;
    }
  /** What one thing holds or says is typed into another. */
  | { readonly kind: 'transfer'; readonly from: Target; readonly to: Target }
  | { readonly kind: 'rest' }
  | { readonly kind: 'screenshot'; readonly name: string | null }
  | { readonly kind: 'sequence'; readonly steps: readonly Instruction[] }
  | { readonly kind: 'repeat'; readonly step: Instruction; readonly times: number }
  | {
      readonly kind: 'until';
      readonly step: Instruction;
      readonly claim: Claim;
      readonly times?: number;
      /** So many seconds pass from one time to the next. */
      readonly every?: number;
    }
  | {
      readonly kind: 'if';
      readonly claim: Claim;
      readonly step: Instruction;
      readonly otherwise?: Instruction;
    }
  | { readonly kind: 'unless'; readonly claim: Claim; readonly step: Instruction }
  /** For each of these things, or the first so many, as they are when it begins. */
  | {
      readonly kind: 'each';
      readonly things: Target;
      readonly first: number | null;
      readonly action: ActionName;
      readonly input: Input;
    }
  /** It comes to be so, and stays so for that long. */
  | { readonly kind: 'lasting'; readonly claim: Claim; readonly seconds: number }
  | { readonly kind: 'timed'; readonly step: Instruction; readonly seconds: number };

export function perform<Name extends ActionName>(action: Name, input: InputTo<Name> = {}): Instruction {
  return { kind: 'perform', action, input };
}

/** Whether a name in it was not in quotes. */
export function holdsDescription(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  return ('described' in part && part.described === true) || Object.values(part).some(holdsDescription);
}

/** The same with every name as it would be in quotes. */
export function byTheLetter<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => byTheLetter<unknown>(item)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) =>
      key === 'described' ? [] : [[key, byTheLetter<unknown>(value)]],
    ),
  ) as Part;
}

/** The same with each of its texts replaced. */
export function withTexts<Part>(part: Part, replace: (text: string) => string): Part {
  if (typeof part === 'string') return replace(part) as Part;
  if (Array.isArray(part)) return part.map((item) => withTexts<unknown>(item, replace)) as Part;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withTexts<unknown>(value, replace)]),
  ) as Part;
}
