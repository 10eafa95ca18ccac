import type { Modifier } from '../acting/catalogue/pointer.ts';
import type { Impact } from '../acting/device.ts';
import type { Relation, RelationKind, Target } from '../scene/target.ts';
import type { Rule, Stretch } from './automaton.ts';
import type { Amount, Claim, Range, StateName, SumOf } from './instruction.ts';
import type { Noun } from './nouns.ts';
import type { Clause, Statement } from './statement.ts';
import type { VerbGroup } from './verb-group.ts';

/** A name without quotes. */
export interface Bare {
  readonly name: string;
  readonly words: number;
  /** The name is a kind of thing itself, such as "save button". */
  readonly isKind: boolean;
  /** Such as "message": by itself it names nothing. */
  readonly isPlain: boolean;
  /** It stands between asterisks, so that it is surely a name. */
  readonly isStarred: boolean;
  readonly isValue: boolean;
  /** It begins with a number: `two pictures`. */
  readonly isCounted: boolean;
  readonly last: string;
}

export interface SaidNoun extends Noun {
  readonly said: string;
}

/** A thing as people name it, and how. */
export interface Thing {
  readonly target: Target;
  readonly isQuoted: boolean;
  readonly bare?: Bare;
  /** The word for its kind, as it is said. */
  readonly noun?: string;
  readonly isIt?: true;
}

/** What an assertion is about: one thing, or each of several. */
export interface Subject {
  readonly targets: readonly Target[];
  /** An absence of words that stand without quotes proves nothing: nobody knows that they are what the screen would say. */
  readonly isSure: boolean;
}

/** A file that was downloaded, by its name; null for the last one, whatever it is called. */
export interface FileNamed {
  readonly name: string | null;
}

/** What something is called, in quotes or not. */
export interface SaidName {
  readonly name: string;
  readonly described?: true;
}

/** A state, whether it is so, and the word for it. */
export type SaidState = readonly [state: StateName, isSo: boolean, word: string];

/** Accessibility issues, from an impact on. */
export interface Barriers {
  readonly impact: Impact;
  /** `no issues` */
  readonly areDenied: boolean;
}

/** What each symbol of the grammar means. */
export interface Meanings {
  // Single words, and stretches of a few.
  unchanged: true;
  twice: true;
  /** By how much. */
  byHowMuch: string;
  scheme: string;
  before: true;
  doubled: true;
  the: string;
  nth: number;
  q: string;
  value: string;
  noun: SaidNoun;
  counted: SaidNoun;
  'plural-noun': SaidNoun;
  ordered: SaidNoun;
  screen: true;
  plain: true;
  placesOfOneKind: readonly Target[];
  relation: { readonly kind: RelationKind; readonly word: string; readonly end: number };
  bare: Bare;
  starred: Bare;
  group: VerbGroup;
  text: string;
  address: string;
  file: string;
  variable: string;
  memo: string;
  size: { readonly width: number; readonly height: number };
  ordinal: number;
  direction: string;
  edge: string;
  side: 'left' | 'right' | 'top' | 'bottom';
  files: readonly string[];
  boxes: Target;
  count: number;
  orientation: string;
  key: string;
  editorKey: string;
  coordinates: { readonly latitude: number; readonly longitude: number };
  connection: string;
  biometric: string;
  quotedKey: string;
  seconds: number;
  held: readonly Modifier[];
  range: Range;
  times: Range;
  path: readonly string[];
  number: string;
  compared: Amount;
  amount: readonly [Amount, string];
  page: string;
  part: 'title' | 'address';
  download: FileNamed;
  someFile: 'any' | 'none';
  state: SaidState;
  barriers: Barriers;
  order: 'ascending' | 'descending';
  // Things.
  head: Thing;
  place: Thing;
  rel: readonly Relation[];
  rels: readonly Relation[];
  thing: Thing;
  target: Target;
  labelled: Target;
  label: Target;
  control: Target;
  sureControl: Target;
  typable: Target;
  dropdown: Target;
  dialog: Target;
  slider: Target;
  name: SaidName;
  quoted: string;
  relations: readonly Relation[];
  things: Target;
  plural: Target;
  rows: Target;
  /** All of a kind that is not made of several columns. */
  ranked: Target;
  /** What the column is called whose values they are. */
  amounts: string;
  /** All of a kind, wherever they are. */
  kind: Target;
  named: Target;
  short: Target;
  'named-commas': readonly Target[];
  'short-commas': readonly Target[];
  targets: readonly Target[];
  choices: readonly Target[];
  neither: readonly Target[];
  several: readonly Target[];
  names: readonly SaidName[];
  texts: readonly string[];
  /** One or several. */
  listedTexts: readonly string[];
  inThisOrder: true;
  keys: readonly string[];
  pair: readonly [Target, string];
  pairs: ReadonlyArray<readonly [Target, string]>;
  // Claims.
  subject: Subject;
  kindred: Subject;
  telling: Subject;
  numbered: Target;
  /** What is compared with what it holds or says. */
  valued: Target;
  summed: SumOf;
  /** A row. */
  line: Subject;
  apart: Subject;
  /** Of several, the ones that are not meant. */
  exception: Subject;
  claim: Stated;
  'claims-all': readonly Stated[];
  'claims-any': readonly Stated[];
  claims: Stated;
  'two-claims': readonly SharedClaim[];
  pred: Predicate;
  elided: Predicate;
  waited: Claim;
  // Steps.
  act: Act;
  again: Clause;
  agains: readonly Clause[];
  doing: Doing;
  pace: Pace;
  limit: number;
  condition: true;
  so: true;
  otherwise: true;
  andThen: true;
  who: true;
  sure: 'joined' | 'open';
  presence: true;
  one: Clause;
  step: Clause;
  link: true;
  joint: true;
  then: readonly Clause[];
  steps: readonly Clause[];
  lead: true;
  leads: true;
  after: true;
  sentence: readonly Clause[];
}

/** What must be so, and where that can be told. */
export interface Stated {
  readonly claim: Claim;
  readonly platforms: Statement['platforms'];
}

/** One of two claims about the same thing. */
export type SharedClaim = Stated & Pick<Clause, 'from' | 'to' | 'shared'>;

/** What is said of a subject that stands elsewhere. */
export interface Predicate {
  readonly isNegated: boolean;
  readonly from: number;
  /** Behind its verb. */
  readonly verbTo: number;
  readonly to: number;
  readonly of: (subject: Subject) => Stated | null;
  /** The opposite of it, of a verb that says what something is. */
  readonly opposite: ((subject: Subject) => Stated | null) | null;
}

/** What is done; its verb may hold for what follows, too. */
export interface Act extends Statement {
  readonly verb: string;
}

/** What is done, as somebody who is doing it would be told of: `clicking "A"`. */
export interface Doing extends Act {
  readonly from: number;
  readonly to: number;
}

/** How often something is done until something is so, and after how many seconds each time. */
export interface Pace {
  readonly times?: number;
  readonly every?: number;
}

export type SymbolName = keyof Meanings;

type Parts<Body extends string> = Body extends `${infer Part} ${infer Rest}` ? Part | Parts<Rest> : Body;
type Inner<Part> = Part extends `[<${infer Place}>]`
  ? Place
  : Part extends `<${infer Place}>`
    ? Place
    : never;
type Required<Part> = Part extends `<${infer Place}>` ? Place : never;
type NameOf<Place> = Place extends `${infer Name}:${string}` ? Name : Place;
type SymbolOf<Place> = Place extends `${string}:${infer Name}` ? Name : Place;
type MeaningOf<Place> =
  SymbolOf<Place> extends `V-${string}`
    ? VerbGroup
    : SymbolOf<Place> extends SymbolName
      ? Meanings[SymbolOf<Place>]
      : never;
type Named<Places, Name> = Places extends string ? (NameOf<Places> extends Name ? Places : never) : never;
type PlaceNames<Body extends string> = NameOf<Inner<Parts<Body>>> & string;
type RequiredNames<Body extends string> = NameOf<Required<Parts<Body>>> & string;
/** Names that stand in each of several bodies. */
type InEach<Body extends string, All extends string> = All extends string
  ? (Body extends string ? (All extends RequiredNames<Body> ? never : Body) : never) extends never
    ? All
    : never
  : never;

/** What stands at the places of one body or of each of several, by their names. */
export type PlacesOf<Body extends string> = {
  readonly [Name in InEach<Body, PlaceNames<Body>>]: MeaningOf<Named<Inner<Parts<Body>>, Name>>;
} & {
  readonly [Name in Exclude<PlaceNames<Body>, InEach<Body, PlaceNames<Body>>>]?:
    | MeaningOf<Named<Inner<Parts<Body>>, Name>>
    | undefined;
};

/** A rule whose places have the types that its text says. */
export function rule<Name extends SymbolName, const Body extends string>(
  symbol: Name,
  body: Body,
  build: (places: PlacesOf<Body>, stretch: Stretch) => Meanings[Name] | null,
  cost = 0,
): Rule {
  return { symbol, body, build: build as Rule['build'], cost };
}
