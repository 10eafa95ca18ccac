import {
  Automaton,
  type CompiledRule,
  type Element,
  GrammarSymbol,
  type Rule,
  type State,
  type Terminal,
} from './automaton.ts';
import { Refused } from './refused.ts';
import type { Token, TokenizedText } from './tokens.ts';

/** What a sentence may say at a place instead of what it says. */
export interface Correction {
  /** As it is put there; empty where something is left out. */
  readonly said: string;
  /** The tokens that it takes the place of; none where something is missing. */
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  readonly kind: 'spelled' | 'missing' | 'quoted' | 'superfluous';
}

/** How a sentence may be put right, by the token at which that begins. */
export interface Mending {
  /** A word that is known, for one that looks like it. */
  readonly spelled: ReadonlyMap<number, readonly Correction[]>;
  readonly missing: ReadonlyMap<number, readonly Correction[]>;
  readonly quoted: ReadonlyMap<number, readonly Correction[]>;
  readonly superfluous: ReadonlyMap<number, Correction>;
  /** What costs more is not looked for. */
  readonly mostCost: number;
}

/** A way to read a whole sentence, once it is put right. */
export interface Reading {
  readonly value: unknown;
  readonly cost: number;
  readonly corrections: readonly Correction[];
}

export interface Parsed {
  /** The cheapest first. */
  readonly readings: readonly Reading[];
  readonly items: number;
  readonly isTooMuch: boolean;
  /** The token up to which something could be made of the sentence. */
  readonly furthest: number;
  /** What could have stood there, in the order of the rules. */
  expected(): Set<string>;
}

export interface Limits {
  /** How many items it may take, of all that are left. */
  readonly effort: { left: number };
  /** How many of them for this sentence. */
  readonly most: number;
  readonly mending?: Mending;
  /** How many ways to read the same stretch are told apart: one, unless somebody wants to see the others. */
  readonly ways?: number;
}

/** A refusal is the meaning of a sentence only where there is no other. */
const refusalCost = 20;
const longestPhraseInTokens = 1_024;
/** Words of a sentence that may be spelled wrong. Of all else, one thing. */
const mostCorrections = 2;
/** What an item takes of the effort where it may be put right in many ways. */
const effortOfMended = 2;
/** Ways to put the same stretch right. */
const mostWays = 3;
/** How many words of a kind of thing, a state or the like are looked at for a wrong one. */
const longestMended = 4;

/** What stands at a place of a rule, or one of its words. */
interface Child {
  /** Null for a word. */
  readonly symbol: GrammarSymbol | null;
  readonly value: unknown;
  readonly cost: number;
  readonly corrections: readonly Correction[];
  readonly isRefused: boolean;
}

/**
 * A place of the chart: a state, from where on, and the child of a rule that led to it from the item before. With a rule it is the end of
 * that rule, which is built when its turn comes.
 */
interface Item {
  readonly state: State;
  readonly origin: number;
  readonly cost: number;
  readonly before: Item | null;
  readonly child: Child | null;
  readonly corrections: readonly Correction[];
  /** By one of its children, or by the end of its rule. */
  readonly refused: Refused | null;
  readonly rule: CompiledRule | null;
  /** When it came to its column. */
  order: number;
}

/** How far a child goes. */
interface Stop {
  readonly end: number;
  readonly child: Child;
}

class Column {
  readonly queue = new Queue();
  readonly seen = new Map<number, number>();
  /** By symbol, origin and the number of corrections. */
  readonly nodes = new Map<number, Child[]>();
  /** By symbol. */
  readonly waiting: Item[][] = [];
  readonly stops: Array<readonly Stop[]> = [];
  readonly mendedStops: Array<readonly Stop[]> = [];
}

const none: readonly never[] = [];

/** The reading of one phrase. */
class Chart {
  readonly #phrase: TokenizedText;
  readonly #start: GrammarSymbol;
  readonly #limits: Limits;
  readonly #automaton: Automaton;
  readonly #mending: Mending | null;
  readonly #mostCost: number;
  readonly #columns: Column[];
  readonly readings: Reading[] = [];
  items = 0;
  furthest = 0;
  isTooMuch = false;

  constructor(automaton: Automaton, start: GrammarSymbol, phrase: TokenizedText, limits: Limits) {
    this.#automaton = automaton;
    this.#start = start;
    this.#phrase = phrase;
    this.#limits = limits;
    this.#mending = limits.mending ?? null;
    this.#mostCost = limits.mending?.mostCost ?? Number.POSITIVE_INFINITY;
    this.#columns = Array.from({ length: phrase.tokens.length + 1 }, () => new Column());
  }

  read(): void {
    const { length } = this.#phrase.tokens;
    if (length >= longestPhraseInTokens) {
      this.isTooMuch = true;
      return;
    }
    this.column(0).waiting[this.#start.id] = [];
    this.#predict(this.#start, 0);
    for (let at = 0; at <= length && !this.isTooMuch; at += 1) {
      const { queue } = this.column(at);
      for (let item = queue.pop(); item !== null && !this.isTooMuch; item = queue.pop()) {
        if (item.cost > this.#mostCost) break;
        if (item.rule === null) this.#goOn(item, at);
        else this.#build(item, item.rule, at);
      }
    }
    if (this.isTooMuch) this.readings.length = 0;
    this.readings.sort((one, other) => one.cost - other.cost);
  }

  column(at: number): Column {
    return this.#columns[at] ?? fail('There is no such column.');
  }

  #predict(symbol: GrammarSymbol, at: number): void {
    if (!this.#mayBegin(symbol, at)) return;
    this.column(at).queue.push({
      state: this.#automaton.start(symbol),
      origin: at,
      cost: 0,
      before: null,
      child: null,
      corrections: none,
      refused: null,
      rule: null,
      order: 0,
    });
  }

  #goOn(item: Item, at: number): void {
    const { effort, most } = this.#limits;
    if (this.items >= most || effort.left <= 0) {
      this.isTooMuch = true;
      return;
    }
    this.items += 1;
    effort.left -= this.#mending === null ? 1 : effortOfMended;
    if (at > this.furthest) this.furthest = at;
    const { state, origin, cost, before, child, corrections, refused } = item;
    const { queue, seen } = this.column(at);
    for (const rule of state.ends)
      queue.push({
        state,
        origin,
        cost: cost + rule.cost,
        before,
        child,
        corrections,
        refused,
        rule,
        order: 0,
      });
    // Another way to the same place may mean something where the first does not.
    const key = keyOf(state.id, origin, corrections.length);
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times >= this.#waysWith(corrections)) return;
    const word = this.#phrase.tokens[at]?.word ?? '';
    if (word !== '' && state.words.has(word)) this.#advance(item, childOf(null, word), at + 1);
    for (const symbol of state.terminals)
      for (const { end, child: next } of this.#stops(symbol, at)) this.#advance(item, next, end);
    if (this.#mending !== null) this.#mend(this.#mending, item, at);
    for (const symbol of state.symbols) this.#await(symbol, item, at);
  }

  #await(symbol: GrammarSymbol, item: Item, at: number): void {
    const { waiting, nodes } = this.column(at);
    const others = waiting[symbol.id];
    if (others === undefined) {
      waiting[symbol.id] = [item];
      this.#predict(symbol, at);
      return;
    }
    others.push(item);
    // What is missing takes no place, and may have been found already.
    if (this.#mending !== null)
      for (const node of nodes.get(keyOf(symbol.id, at, 1)) ?? none) this.#advance(item, node, at);
  }

  #advance(item: Item, child: Child, end: number): void {
    const corrections = bothOf(item.corrections, child.corrections);
    if (corrections === null) return;
    this.column(end).queue.push({
      state: this.#automaton.behind(item.state, child.symbol ?? (child.value as string)),
      origin: item.origin,
      cost: item.cost + child.cost,
      before: item,
      child,
      corrections,
      refused: item.refused ?? (child.isRefused ? (child.value as Refused) : null),
      rule: null,
      order: 0,
    });
  }

  /** Goes on with what may have been meant. */
  #mend({ spelled, missing, superfluous }: Mending, item: Item, at: number): void {
    const { state } = item;
    for (const corrections of [spelled.get(at), missing.get(at)])
      for (const one of corrections ?? none)
        if (state.words.has(one.said)) this.#advance(item, childOf(null, one.said, one.cost, [one]), one.to);
    for (const symbol of state.terminals)
      for (const { end, child } of this.#mendedStops(symbol, at)) this.#advance(item, child, end);
    const left = superfluous.get(at);
    if (left !== undefined && item.corrections.length === 0)
      this.column(at + 1).queue.push({ ...item, cost: item.cost + left.cost, corrections: [left] });
  }

  #build(item: Item, rule: CompiledRule, at: number): void {
    const { origin, cost, corrections, refused } = item;
    const { queue, nodes } = this.column(at);
    const key = keyOf(rule.of.id, origin, corrections.length);
    const others = nodes.get(key);
    if (others !== undefined && others.length >= this.#waysWith(corrections)) return;
    const value = refused ?? meaning(rule, item, this.#phrase, at);
    if (value === null || value === undefined) return;
    if (value instanceof Refused && refused === null) {
      queue.push({ ...item, cost: cost + refusalCost, refused: value });
      return;
    }
    const isTold =
      this.#limits.ways !== undefined && others?.some((one) => isAlike(one.value, value)) === true;
    if (isTold) return;
    const node = { symbol: rule.of, value, cost, corrections, isRefused: refused !== null };
    if (others === undefined) nodes.set(key, [node]);
    else others.push(node);
    if (origin === 0 && at === this.#phrase.tokens.length && rule.of === this.#start)
      this.readings.push(node);
    for (const parent of this.column(origin).waiting[rule.of.id] ?? none) this.#advance(parent, node, at);
  }

  #waysWith(corrections: readonly Correction[]): number {
    return corrections.length > 0 ? mostWays : (this.#limits.ways ?? 1);
  }

  /** How far what is read by no rule may go. */
  #stops(symbol: GrammarSymbol, at: number): readonly Stop[] {
    const { stops } = this.column(at);
    const known = stops[symbol.id];
    if (known !== undefined) return known;
    const endings = at < this.#phrase.tokens.length ? symbol.terminal?.read(this.#phrase, at) : undefined;
    const found = (endings ?? none).map(({ end, value, cost }) => ({
      end,
      child: childOf(symbol, value, cost),
    }));
    stops[symbol.id] = found;
    return found;
  }

  /** The same, with one word spelled in another way, or with some in quotes. */
  #mendedStops(symbol: GrammarSymbol, at: number): readonly Stop[] {
    const { mendedStops } = this.column(at);
    const known = mendedStops[symbol.id];
    if (known !== undefined) return known;
    const found: Stop[] = [];
    mendedStops[symbol.id] = found;
    const { terminal } = symbol;
    const { spelled, quoted, missing } = this.#mending ?? fail('Nothing is mended.');
    if (terminal === null) return found;
    const add = (correction: Correction, suits: (end: number) => boolean, to: (end: number) => number) => {
      for (const { end, value, cost = 0 } of terminal.read(this.#with(correction), at))
        if (suits(end))
          found.push({ end: to(end), child: childOf(symbol, value, cost + correction.cost, [correction]) });
    };
    const already = new Set(this.#stops(symbol, at).map(({ end }) => end));
    for (let place = at; place < at + longestMended; place += 1)
      for (const one of spelled.get(place) ?? none)
        add(
          one,
          (end) => end > place && !already.has(end),
          (end) => end,
        );
    for (const one of [...(quoted.get(at) ?? none), ...(missing.get(at) ?? none)])
      add(
        one,
        (end) => end === at + 1,
        () => one.to,
      );
    return found;
  }

  readonly #corrected = new Map<Correction, TokenizedText>();

  /** The phrase with what it may say instead, as one token. */
  #with(correction: Correction): TokenizedText {
    const known = this.#corrected.get(correction);
    if (known !== undefined) return known;
    const { tokens } = this.#phrase;
    const { from, said, kind } = correction;
    const { start, end } = tokens[from] ?? { start: this.#phrase.text.length, end: this.#phrase.text.length };
    const other: Token =
      kind === 'quoted'
        ? { kind: 'text', word: '', said: said.slice(1, -1), start, end, isAddress: false }
        : { kind: 'word', word: said, said, start, end, isAddress: false };
    const phrase = { ...this.#phrase, tokens: tokens.toSpliced(from, kind === 'missing' ? 0 : 1, other) };
    this.#corrected.set(correction, phrase);
    return phrase;
  }

  #mayBegin(symbol: GrammarSymbol, at: number): boolean {
    const word = this.#phrase.tokens[at]?.word ?? '';
    const { words, terminals } = this.#automaton.first(symbol);
    if (word !== '' && words.has(word)) return true;
    for (const one of terminals) if (this.#stops(one, at).length > 0) return true;
    if (this.#mending === null) return false;
    const { spelled, missing } = this.#mending;
    const fits = ({ said }: Correction) => words.has(said);
    if (spelled.get(at)?.some(fits) === true || missing.get(at)?.some(fits) === true) return true;
    for (const one of terminals) if (this.#mendedStops(one, at).length > 0) return true;
    return false;
  }
}

function keyOf(id: number, origin: number, corrections: number): number {
  return (id * (mostCorrections + 1) + corrections) * longestPhraseInTokens + origin;
}

function statesIn({ seen }: Column): Set<number> {
  return new Set(
    [...seen.keys()].map((key) => Math.floor(key / longestPhraseInTokens / (mostCorrections + 1))),
  );
}

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function childOf(
  symbol: GrammarSymbol | null,
  value: unknown,
  cost = 0,
  corrections: readonly Correction[] = none,
): Child {
  return { symbol, value, cost, corrections, isRefused: false };
}

/** Null where it would be too many. */
function bothOf(some: readonly Correction[], more: readonly Correction[]): readonly Correction[] | null {
  if (more.length === 0) return some;
  if (some.length === 0) return more;
  const all = [...some, ...more];
  return all.length <= mostCorrections && all.every(({ kind }) => kind === 'spelled') ? all : null;
}

/**
 * A chart parser after Earley. All rules of a symbol are walked at once, as one automaton that grows as it is needed. Each column is
 * worked off in the order of costs (Knuth), so that the first way to read a stretch is the cheapest. No rule reads nothing. To put a
 * sentence right, what it says instead is read at a cost, too.
 */
export class Grammar {
  readonly #symbols = new Map<string, GrammarSymbol>();
  readonly #automaton = new Automaton();

  constructor(terminals: Readonly<Record<string, Terminal>>, rules: readonly Rule[]) {
    for (const [name, terminal] of Object.entries(terminals)) this.#symbol(name).terminal = terminal;
    for (const [id, rule] of rules.entries()) {
      const of = this.#symbol(rule.symbol);
      of.rules.push({ ...rule, id, of, elements: rule.body.split(' ').map((part) => this.#element(part)) });
    }
    for (const { name, terminal, rules: own } of this.#symbols.values())
      if (terminal === null && own.length === 0) throw new Error(`Nothing is called <${name}>.`);
  }

  parse(start: string, phrase: TokenizedText, limits: Limits): Parsed {
    const chart = new Chart(this.#automaton, this.#symbol(start), phrase, limits);
    chart.read();
    const { readings, items, isTooMuch, furthest } = chart;
    const expected = () =>
      isTooMuch ? new Set<string>() : this.#automaton.expected(statesIn(chart.column(furthest)));
    return { readings, items, isTooMuch, furthest, expected };
  }

  /** Every word of the rules. */
  words(): Set<string> {
    const elements = [...this.#symbols.values()].flatMap(({ rules }) => rules.flatMap((one) => one.elements));
    return new Set(elements.flatMap((element) => ('words' in element ? [...element.words.keys()] : [])));
  }

  #symbol(name: string): GrammarSymbol {
    const known = this.#symbols.get(name);
    if (known !== undefined) return known;
    const symbol = new GrammarSymbol(name, this.#symbols.size);
    this.#symbols.set(name, symbol);
    return symbol;
  }

  #element(part: string): Element {
    const isOptional = part.startsWith('[');
    const core = isOptional ? part.slice(1, -1) : part;
    const [, name, symbol = ''] = /^<(?:([\w-]+):)?([\w-]+)>$/.exec(core) ?? [];
    if (symbol !== '') return { place: name ?? symbol, symbol: this.#symbol(symbol), isOptional };
    const forms = core.split('|').map((word) => word.split('~'));
    return { words: new Map(forms.map(([form = '', base = form]) => [form, base])), isOptional };
  }

  /** Each symbol and what may stand there. */
  rules(): Array<{ symbol: string; bodies: string[] }> {
    return [...this.#symbols.values()]
      .filter(({ rules }) => rules.length > 0)
      .map(({ name, rules }) => ({ symbol: name, bodies: rules.map(({ body }) => body) }));
  }
}

function meaning(rule: CompiledRule, item: Item, phrase: TokenizedText, to: number): unknown {
  const children: Child[] = [];
  for (let one: Item | null = item; one !== null; one = one.before)
    if (one.child !== null) children.push(one.child);
  const places: Record<string, unknown> = {};
  const verb = align(rule.elements, children, 0, children.length - 1, places);
  if (verb === null) throw new Error(`"${rule.body}" does not fit.`);
  try {
    return rule.build(places, { phrase, from: item.origin, to, verb });
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** Fills the places of a rule with its children, which stand from the last to the first, and gives the word that it begins with. */
function align(
  elements: readonly Element[],
  children: readonly Child[],
  index: number,
  at: number,
  places: Record<string, unknown>,
): string | null {
  const element = elements[index];
  const child = children[at];
  if (element === undefined) return child === undefined ? '' : null;
  if (child !== undefined) {
    if ('words' in element) {
      const base = child.symbol === null ? element.words.get(child.value as string) : undefined;
      const rest = base === undefined ? null : align(elements, children, index + 1, at - 1, places);
      if (rest !== null) return index === 0 ? (base ?? '') : rest;
    } else if (child.symbol === element.symbol) {
      const rest = align(elements, children, index + 1, at - 1, places);
      if (rest !== null) {
        places[element.place] = child.value;
        return rest;
      }
    }
  }
  // What may be left out makes it a question which child stands where.
  return element.isOptional ? align(elements, children, index + 1, at, places) : null;
}

/** A heap by cost; of those that cost the same, the first that came. */
class Queue {
  readonly #heap: Item[] = [];
  #count = 0;

  push(item: Item): void {
    const heap = this.#heap;
    item.order = this.#count;
    this.#count += 1;
    let at = heap.length;
    heap.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = heap[up];
      if (above === undefined || !isBefore(item, above)) break;
      heap[at] = above;
      at = up;
    }
    heap[at] = item;
  }

  pop(): Item | null {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (top === undefined || last === undefined) return null;
    const { length } = heap;
    if (length === 0) return top;
    let at = 0;
    for (let next = 1; next < length; next = 2 * at + 1) {
      let down = heap[next];
      const right = next + 1 < length ? heap[next + 1] : undefined;
      if (down !== undefined && right !== undefined && isBefore(right, down)) {
        down = right;
        next += 1;
      }
      if (down === undefined || !isBefore(down, last)) break;
      heap[at] = down;
      at = next;
    }
    heap[at] = last;
    return top;
  }
}

function isBefore(one: Item, other: Item): boolean {
  return one.cost < other.cost || (one.cost === other.cost && one.order < other.order);
}

function fail(message: string): never {
  throw new Error(message);
}
