import { comparable } from '../../kernel/text.ts';
import type { Comparison, StateName } from '../grammar/instruction.ts';
import { find } from '../scene/find.ts';
import { phrasesOf, textOf } from '../scene/painted-text.ts';
import { isArea, isCheckable, isHolding, isItem } from '../scene/roles.ts';
import { type Scene, type Thing, thingsIn } from '../scene/scene.ts';
import { isHeaderRow, type Purpose } from '../scene/search.ts';
import { heldBy, holdsFocus } from '../scene/seeing.ts';
import { settled } from '../scene/settle.ts';
import { placedIn, type Role, type Target } from '../scene/target.ts';
import { readingsOf, type ShownValue } from '../scene/values.ts';
import { ambiguous, capital } from '../scene/wording.ts';
import { isSame, isSameExactly, says, saysExactly } from '../scene/words.ts';
import { absence, inWords, secretWithin, shortenHeld, theirTexts } from './absence.ts';
import { atOnce, type Check, steadyMs } from './check.ts';

type Looked = Pick<State, 'purpose' | 'isUnseen'>;

interface State {
  readonly words: string;
  readonly opposite: string;
  readonly steadyMs: number;
  /** Those that can be so are looked at before others of the name. */
  readonly purpose: Purpose;
  /** What it is to be the choice of a closed list, where that is such a state. */
  readonly ofChoice: boolean | null;
  /** What is so although nobody can see it, such as a list with nothing in it. */
  readonly isUnseen?: (thing: Thing, scene: Scene) => boolean;
  /** What can be so in place of the text that names it: `"Todos" is empty` speaks of the list under that heading. */
  readonly under?: Role;
  read(thing: Thing, scene: Scene): boolean | null;
}

/** What a step has just set may be taken back a moment later: what is checked, chosen or held must stay so. */
const states: Readonly<Record<StateName, State>> = {
  enabled: state('enabled', 'disabled', ({ isDisabled }) => !isDisabled),
  disabled: state('disabled', 'enabled', ({ isDisabled }) => isDisabled),
  checked: state('checked', 'not checked', ({ isChecked, isSelected }) => isChecked ?? isSelected, {
    purpose: 'check',
    steadyMs,
  }),
  selected: state('selected', 'not selected', ({ isSelected, isChecked }) => isSelected ?? isChecked, {
    steadyMs,
    ofChoice: true,
  }),
  focused: state('focused', 'not focused', ({ isFocused }) => isFocused),
  empty: state('empty', 'not empty', isEmpty, {
    purpose: 'type',
    steadyMs,
    isUnseen: isPlainArea,
    under: 'list',
  }),
  expanded: state('expanded', 'collapsed', ({ isExpanded }) => isExpanded, { purpose: 'click' }),
  required: state('required', 'not required', (thing) => ofControl(thing, thing.isRequired)),
  'read-only': state('read-only', 'not read-only', (thing) => ofControl(thing, thing.isReadOnly)),
  invalid: state('invalid', 'valid', (thing) => ofControl(thing, thing.isInvalid), { steadyMs }),
};

/** A thing must be in a state, such as disabled or checked, or must not. */
export function inState(target: Target, name: StateName, isSo: boolean): Check {
  const wanted = isSo ? states[name] : opposite(states[name]);
  const what = inWords(target);
  return {
    expected: `${what} to be ${wanted.words}`,
    steadyMs: wanted.steadyMs,
    look(input) {
      const { scene } = input;
      const found = thingsFor(scene, target, wanted);
      const own = found.filter((thing) => wanted.read(thing, scene) !== null);
      const able = own.length > 0 || found.length === 0 ? own : thingsUnder(scene, target, wanted);
      const [thing, ...others] = able;
      const list =
        thing === undefined && wanted.ofChoice !== null
          ? listHolding(scene, settled(scene, target, wanted.purpose))
          : null;
      if (list !== null && wanted.ofChoice === true)
        return { holds: true, evidence: `${capital(what)} is ${wanted.words}.` };
      if (list !== null) return { holds: false, actual: `it is ${wanted.opposite}`, rect: list.rect };
      if (thing === undefined) {
        if (found.length === 0) return { holds: false, ...absence(input, target) };
        return {
          holds: false,
          actual: `${what} is nothing that can be ${wanted.words}`,
          rect: found[0]?.rect ?? null,
        };
      }
      if (others.length > 0) return severalOf(scene, target, able);
      if (wanted.read(thing, scene) === true)
        return { holds: true, evidence: `${capital(what)} is ${wanted.words}.` };
      const value =
        thing.value === null || thing.value === '' ? '' : `: it holds "${shortenHeld(thing, thing.value)}"`;
      return { holds: false, actual: `it is ${wanted.opposite}${value}`, rect: thing.rect };
    },
  };
}

function opposite(state: State): State {
  return {
    ...state,
    words: state.opposite,
    opposite: state.words,
    ofChoice: not(state.ofChoice),
    read: (thing, scene) => not(state.read(thing, scene)),
  };
}

function thingsFor(scene: Scene, target: Target, { purpose, isUnseen }: Looked): Thing[] {
  const suited = find(scene, target, purpose);
  const { matches, isSeen } = suited.isSeen ? suited : find(scene, target);
  const things = matches.map(({ thing }) => thing);
  return isSeen ? things : things.filter((thing) => isUnseen?.(thing, scene) === true);
}

function thingsUnder(scene: Scene, target: Target, wanted: State): Thing[] {
  const { where, ...place } = settled(scene, target);
  if (wanted.under === undefined || where !== undefined) return [];
  return thingsFor(scene, placedIn({ role: wanted.under }, place), wanted);
}

/** The closed list that shows it as its choice. */
function listHolding(scene: Scene, { name, role, nth, where = [] }: Target): Thing | null {
  if (name === undefined || nth !== undefined || where.length > 0) return null;
  if (role !== undefined && role !== 'option') return null;
  const isShown = (thing: Thing) =>
    thing.role === 'combobox' && (thing.isVisible || thing.isDrawnOver) && !thing.isEditable;
  return scene.things.find((thing) => isShown(thing) && isSame(heldBy(scene, thing) ?? '', name)) ?? null;
}

export function severalOf(scene: Scene, target: Target, things: readonly Thing[]) {
  const matches = things.map((thing) => ({ thing, words: null }));
  const fault = ambiguous(scene, target, matches);
  return { holds: false, actual: `there are ${things.length} of them`, ambiguous: fault } as const;
}

/** A thing must hold or say something; the evidence names it. */
export function readValueOf(target: Target, onValue: (text: string) => void): Check {
  const what = inWords(target);
  return {
    expected: `${what} to hold or say something`,
    steadyMs,
    look(input) {
      const readings = readingsOf(input.scene, target);
      const [first] = readings;
      if (first === undefined) return { holds: false, ...absence(input, target) };
      const said = new Set(readings.map(({ value, texts }) => (value ?? texts.at(-1) ?? '').trim()));
      const [text = '', ...others] = said;
      if (others.length > 0)
        return severalOf(
          input.scene,
          target,
          readings.map(({ thing }) => thing),
        );
      if (text === '') return { holds: false, actual: 'it is empty', rect: first.thing.rect };
      // As a whole it is known again wherever it is typed.
      const altered = secretWithin(
        target,
        readings.map(({ thing }) => thing).filter(({ secret }) => secret === 'altered'),
      );
      if (altered !== null) return altered;
      onValue(text);
      return { holds: true, evidence: `${capital(what)} says "${text}".` };
    },
  };
}

/** What a field holds or a thing says. A field's value is compared with its letter case. */
export function holding(target: Target, comparison: Comparison, text: string, isWanted: boolean): Check {
  const what = inWords(target);
  // What must not be so must not be a part of it either.
  const how = !isWanted && comparison === 'is' ? 'contains' : comparison;
  const verb = { is: 'be', contains: 'contain', 'starts with': 'start with', 'ends with': 'end with' }[how];
  return {
    expected: `${what} ${isWanted ? '' : 'not '}to ${verb} "${text}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    look(input) {
      const { scene } = input;
      const readings = readingsOf(scene, target);
      const [first] = readings;
      if (first === undefined) return { holds: false, ...absence(input, target) };
      const isWhole = comparison === 'is';
      const things = readings.map(({ thing }) => thing);
      const refusal = isWhole ? null : secretWithin(target, things);
      if (refusal !== null) return refusal;
      const holdings = readings.map((reading) =>
        holds(reading, text, isWhole && reading.thing.secret !== null ? 'is' : how),
      );
      // Those that agree need not be distinguished.
      if (holdings.some((one) => one !== holdings[0])) return severalOf(scene, target, things);
      if (holdings[0] === isWanted) {
        const mustStay = readings.some(({ value, thing }) => value !== null || holdsFocus(scene, thing));
        const said = isWanted ? 'holds' : 'does not hold';
        return { holds: true, evidence: `${capital(what)} ${said} "${text}".`, mustStay };
      }
      const said = [...new Set(readings.map(({ thing, texts }) => shortenHeld(thing, texts.at(-1) ?? '')))];
      const shown = said.slice(0, 3).map((one) => `"${one}"`);
      return { holds: false, actual: `it holds ${shown.join(', ')}`, rect: first.thing.rect };
    },
  };
}

function holds({ value, texts, isLarge }: ShownValue, text: string, comparison: Comparison): boolean {
  if (comparison === 'starts with' || comparison === 'ends with') {
    const wanted = comparable(text);
    const own = (value === null ? texts : [value]).map((one) => comparable(one));
    return own.some((one) => (comparison === 'starts with' ? one.startsWith(wanted) : one.endsWith(wanted)));
  }
  const isWhole = comparison === 'is';
  if (value !== null) return isWhole ? isSameExactly(value, text) : saysExactly(value, text);
  return texts.some((one) => (isWhole && !isLarge ? isSame(one, text) : says(one, text)));
}

export function chosenIn(option: string, control: Target, isWanted: boolean): Check {
  const what = inWords(control);
  return {
    expected: `"${option}" ${isWanted ? '' : 'not '}to be selected in ${what}`,
    steadyMs,
    look(input) {
      const { scene } = input;
      const controls = thingsFor(scene, control, { purpose: 'read' });
      const isHeld = controls.some((thing) => saysOf(scene, thing).some((text) => isSame(text, option)));
      const { ref: _, where: __, ...place } = settled(scene, control, 'read');
      const options = isHeld ? [] : find(scene, placedIn({ name: option }, place)).matches;
      const isChosen = options.some(({ thing }) => thing.isSelected === true || thing.isChecked === true);
      const [first] = controls;
      const isSo = isHeld || isChosen;
      if (isSo === isWanted && (isWanted || first !== undefined))
        return { holds: true, evidence: `"${option}" is ${isWanted ? '' : 'not '}selected in ${what}.` };
      if (first === undefined) return { holds: false, ...absence(input, control) };
      return { holds: false, actual: `it holds ${theirTexts(scene, controls)}`, rect: first.rect };
    },
  };
}

/** What a list holds; of a button that opens one, what stands on it, without arrows beside it. */
function saysOf(scene: Scene, thing: Thing): string[] {
  const held = heldBy(scene, thing);
  if (held !== null) return [held];
  const phrases = phrasesOf(scene, thing.textFrom, thing.textTo).map(({ text }) => text);
  return [textOf(scene, thing), ...phrases].flatMap((text) => [text, text.replace(/[\p{So}\p{Sm}]/gu, '')]);
}

function state(
  words: string,
  opposite: string,
  read: State['read'],
  more: Partial<Pick<State, 'purpose' | 'steadyMs' | 'ofChoice' | 'isUnseen' | 'under'>> = {},
): State {
  return { words, opposite, read, steadyMs: atOnce, purpose: 'read', ofChoice: null, ...more };
}

/** A field that holds nothing, or a list or table without items. */
function isEmpty(thing: Thing, scene: Scene): boolean | null {
  const value = heldBy(scene, thing);
  if (value !== null && thing.role !== 'listbox') return value.trim() === '';
  if (!isArea(thing)) return null;
  return !thingsIn(scene, thing).some((one) => one.isVisible && isItem(one) && !isHeaderRow(scene, one));
}

function isPlainArea(thing: Thing, scene: Scene): boolean {
  return isArea(thing) && isEmpty(thing, scene) === true;
}

/** Only of what somebody can fill in or choose. */
function ofControl(thing: Thing, isSo: boolean): boolean | null {
  return isHolding(thing) || isCheckable(thing) ? isSo : null;
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}
