import type { TokenizedText } from './tokens.ts';

/** Where in a phrase something stands, from its first token to behind its last, and the word that its rule begins with. */
export interface Stretch {
  readonly phrase: TokenizedText;
  readonly from: number;
  readonly to: number;
  readonly verb: string;
}

export interface Rule {
  readonly symbol: string;
  /** `click|tap [on] <target>`: words of which one stands there, what may be left out, and places, which may have a name: `<to:target>`. */
  readonly body: string;
  /** Of two ways to read a sentence, the one that costs less in all is meant. */
  readonly cost: number;
  /** What it means; null where it is none after all. Throws `Refused` where it can be read and is not done. */
  readonly build: (places: Readonly<Record<string, unknown>>, stretch: Stretch) => unknown;
}

/** What is no rule: it names each end at which such a thing may stop, and what it means there. */
export interface Terminal {
  /** For people: "a text in quotes". */
  readonly expected: string;
  readonly read: (phrase: TokenizedText, at: number) => readonly Ending[];
}

export interface Ending {
  readonly end: number;
  readonly value: unknown;
  readonly cost?: number;
}

export type Element =
  | { readonly words: ReadonlyMap<string, string>; readonly isOptional: boolean }
  | { readonly place: string; readonly symbol: GrammarSymbol; readonly isOptional: boolean };

export interface CompiledRule extends Rule {
  readonly id: number;
  readonly of: GrammarSymbol;
  readonly elements: readonly Element[];
}

export class GrammarSymbol {
  readonly name: string;
  readonly id: number;
  readonly rules: CompiledRule[] = [];
  terminal: Terminal | null = null;
  start: State | null = null;
  first: First | null = null;

  constructor(name: string, id: number) {
    this.name = name;
    this.id = id;
  }
}

/** What such a thing can begin with. */
export interface First {
  readonly words: Set<string>;
  readonly terminals: Set<GrammarSymbol>;
}

interface Position {
  readonly rule: CompiledRule;
  readonly dot: number;
}

/** Where a reader may be in all rules of a symbol at once. */
export class State {
  readonly id: number;
  readonly of: GrammarSymbol;
  readonly ends: CompiledRule[] = [];
  readonly words = new Map<string, Position[]>();
  readonly places = new Map<GrammarSymbol, Position[]>();
  readonly terminals: readonly GrammarSymbol[];
  /** Those that have rules. */
  readonly symbols: readonly GrammarSymbol[];
  readonly behind = new Map<string | GrammarSymbol, State>();

  constructor(id: number, of: GrammarSymbol, positions: readonly Position[]) {
    this.id = id;
    this.of = of;
    for (const position of withSkipped(positions)) {
      const { rule, dot } = position;
      const element = rule.elements[dot];
      const next = { rule, dot: dot + 1 };
      if (element === undefined) this.ends.push(rule);
      else if ('words' in element) for (const word of element.words.keys()) add(this.words, word, next);
      else add(this.places, element.symbol, next);
    }
    this.terminals = [...this.places.keys()].filter(({ terminal }) => terminal !== null);
    this.symbols = [...this.places.keys()].filter(({ terminal }) => terminal === null);
  }
}

/** All rules of a symbol at once; it grows as it is needed. */
export class Automaton {
  readonly #states = new Map<string, State>();

  start(symbol: GrammarSymbol): State {
    symbol.start ??= this.#state(
      symbol,
      symbol.rules.map((rule) => ({ rule, dot: 0 })),
    );
    return symbol.start;
  }

  behind(state: State, label: string | GrammarSymbol): State {
    const known = state.behind.get(label);
    if (known !== undefined) return known;
    const positions = typeof label === 'string' ? state.words.get(label) : state.places.get(label);
    const next = this.#state(state.of, positions ?? []);
    state.behind.set(label, next);
    return next;
  }

  #state(of: GrammarSymbol, positions: readonly Position[]): State {
    const key = positions.map(({ rule, dot }) => `${rule.id}.${dot}`).join();
    const known = this.#states.get(key);
    if (known !== undefined) return known;
    const state = new State(this.#states.size, of, positions);
    this.#states.set(key, state);
    return state;
  }

  /** What such a thing can begin with. */
  first(symbol: GrammarSymbol): First {
    if (symbol.first !== null) return symbol.first;
    const first: First = { words: new Set(), terminals: new Set() };
    const known = new Set([symbol]);
    for (const one of known) {
      if (one.terminal !== null) first.terminals.add(one);
      for (const { elements } of one.rules)
        for (const element of elements) {
          if ('words' in element) for (const word of element.words.keys()) first.words.add(word);
          else known.add(element.symbol);
          if (!element.isOptional) break;
        }
    }
    symbol.first = first;
    return first;
  }

  /** The words and terminals that could have gone on from some states, in the order of the rules. */
  expected(begun: ReadonlySet<number>): Set<string> {
    const positions = [...this.#states.values()]
      .filter(({ id }) => begun.has(id))
      .flatMap(({ words, places }) => [...words.values(), ...places.values()].flat());
    positions.sort((one, other) => one.rule.id - other.rule.id);
    const expected = new Set<string>();
    for (const { rule, dot } of positions) {
      const element = rule.elements[dot - 1];
      if (element === undefined) continue;
      if ('words' in element) for (const word of element.words.keys()) expected.add(word);
      else {
        const { words, terminals } = this.first(element.symbol);
        for (const { terminal } of terminals) if (terminal !== null) expected.add(terminal.expected);
        for (const word of words) expected.add(word);
      }
    }
    return expected;
  }
}

function withSkipped(positions: readonly Position[]): Position[] {
  const all: Position[] = [];
  const known = new Set<string>();
  for (let { rule, dot } of positions)
    for (; ; dot += 1) {
      const key = `${rule.id}.${dot}`;
      if (!known.has(key)) {
        known.add(key);
        all.push({ rule, dot });
      }
      if (rule.elements[dot]?.isOptional !== true) break;
    }
  return all;
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
