import { find } from '../../../scene/find.ts';
import { phrasesOf, textOf } from '../../../scene/painted-text.ts';
import type { Scene, Thing } from '../../../scene/scene.ts';
import type { Purpose } from '../../../scene/search.ts';
import { heldBy, holdsFocus } from '../../../scene/seeing.ts';
import { settled } from '../../../scene/settle.ts';
import { placedIn, type Target } from '../../../scene/target.ts';
import { type Reading, readingsOf } from '../../../scene/values.ts';
import { ambiguous, capital } from '../../../scene/wording.ts';
import { isSame, isSameExactly, says, saysExactly, shorten } from '../../../scene/words.ts';
import { atOnce, type Check, steadyMs } from '../check.ts';
import { absence, inWords, theirTexts } from './absence.ts';

interface State {
  readonly words: string;
  readonly opposite: string;
  readonly steadyMs: number;
  /** Those that can be so are looked at before others of the name. */
  readonly purpose: Purpose;
  /** What it is to be the choice of a closed list, where that is such a state. */
  readonly ofChoice: boolean | null;
  read(thing: Thing, scene: Scene): boolean | null;
}

/** What a step has just set may be taken back a moment later: what is checked, chosen or held must stay so. */
export const states = {
  enabled: state('enabled', 'disabled', ({ isDisabled }) => !isDisabled),
  disabled: state('disabled', 'enabled', ({ isDisabled }) => isDisabled),
  checked: state('checked', 'not checked', ({ isChecked, isSelected }) => isChecked ?? isSelected, {
    purpose: 'check',
    steadyMs,
  }),
  unchecked: state('not checked', 'checked', ({ isChecked, isSelected }) => not(isChecked ?? isSelected), {
    purpose: 'check',
    steadyMs,
  }),
  selected: state('selected', 'not selected', ({ isSelected, isChecked }) => isSelected ?? isChecked, {
    steadyMs,
    ofChoice: true,
  }),
  unselected: state('not selected', 'selected', ({ isSelected, isChecked }) => not(isSelected ?? isChecked), {
    steadyMs,
    ofChoice: false,
  }),
  focused: state('focused', 'not focused', ({ isFocused }) => isFocused),
  empty: state('empty', 'not empty', (thing, scene) => isEmpty(heldBy(scene, thing)), {
    purpose: 'type',
    steadyMs,
  }),
} satisfies Record<string, State>;

/** A thing must be in a state, such as disabled or checked. */
export function inState(target: Target, wanted: State): Check {
  const what = inWords(target);
  return {
    expected: `${what} to be ${wanted.words}`,
    steadyMs: wanted.steadyMs,
    look(view) {
      const { scene } = view;
      const found = thingsFor(scene, target, wanted.purpose);
      const able = found.filter((thing) => wanted.read(thing, scene) !== null);
      const [thing, ...others] = able;
      const list =
        thing === undefined && wanted.ofChoice !== null
          ? listHolding(scene, settled(scene, target, wanted.purpose))
          : null;
      if (list !== null && wanted.ofChoice === true)
        return { holds: true, evidence: `${capital(what)} is ${wanted.words}.` };
      if (list !== null) return { holds: false, actual: `it is ${wanted.opposite}`, rect: list.rect };
      if (thing === undefined) {
        if (found.length === 0) return { holds: false, ...absence(view, target) };
        return {
          holds: false,
          actual: `${what} is nothing that can be ${wanted.words}`,
          rect: found[0]?.rect ?? null,
        };
      }
      if (others.length > 0) return severalOf(scene, target, able);
      if (wanted.read(thing, scene) === true)
        return { holds: true, evidence: `${capital(what)} is ${wanted.words}.` };
      const value = thing.value === null || thing.value === '' ? '' : `: it holds "${shorten(thing.value)}"`;
      return { holds: false, actual: `it is ${wanted.opposite}${value}`, rect: thing.rect };
    },
  };
}

function thingsFor(scene: Scene, target: Target, purpose: Purpose): Thing[] {
  const suited = find(scene, target, purpose);
  const { matches, isSeen } = suited.isSeen ? suited : find(scene, target);
  return isSeen ? matches.map(({ thing }) => thing) : [];
}

/** The closed list that shows it as its choice. */
function listHolding(scene: Scene, { name, role, nth, where = [] }: Target): Thing | null {
  if (name === undefined || nth !== undefined || where.length > 0) return null;
  if (role !== undefined && role !== 'option') return null;
  const isShown = (thing: Thing) =>
    thing.role === 'combobox' && (thing.isVisible || thing.isDrawnOver) && !thing.isEditable;
  return scene.things.find((thing) => isShown(thing) && isSame(heldBy(scene, thing) ?? '', name)) ?? null;
}

function severalOf(scene: Scene, target: Target, things: readonly Thing[]) {
  const matches = things.map((thing) => ({ thing, words: null }));
  const fault = ambiguous(scene, target, matches);
  return { holds: false, actual: `there are ${things.length} of them`, ambiguous: fault } as const;
}

export type Comparison = 'is' | 'contains' | 'is not' | 'does not contain';

/** What a field holds or a thing says. A field's value is compared with its letter case. */
export function holding(target: Target, comparison: Comparison, text: string): Check {
  const what = inWords(target);
  const isNegative = comparison.includes('not');
  const isWhole = comparison.startsWith('is');
  return {
    expected: `${what} ${isNegative ? 'not ' : ''}to ${isWhole ? 'be' : 'contain'} "${text}"`,
    steadyMs: isNegative ? steadyMs : atOnce,
    look(view) {
      const { scene } = view;
      const readings = readingsOf(scene, target);
      const [first] = readings;
      if (first === undefined) return { holds: false, ...absence(view, target) };
      const holdings = readings.map((reading) => holds(reading, text, isWhole));
      // Those that agree need not be told apart.
      if (holdings.some((one) => one !== holdings[0]))
        return severalOf(
          scene,
          target,
          readings.map(({ thing }) => thing),
        );
      if (holdings[0] !== isNegative) {
        const verb = isNegative ? 'does not hold' : 'holds';
        const mustStay = readings.some(({ value, thing }) => value !== null || holdsFocus(scene, thing));
        return { holds: true, evidence: `${capital(what)} ${verb} "${text}".`, mustStay };
      }
      const said = [...new Set(readings.map(({ texts }) => texts.at(-1) ?? ''))];
      const shown = said.slice(0, 3).map((one) => `"${shorten(one)}"`);
      return { holds: false, actual: `it holds ${shown.join(', ')}`, rect: first.thing.rect };
    },
  };
}

function holds({ value, texts, isLarge }: Reading, text: string, isWhole: boolean): boolean {
  if (value !== null) return isWhole ? isSameExactly(value, text) : saysExactly(value, text);
  return texts.some((one) => (isWhole && !isLarge ? isSame(one, text) : says(one, text)));
}

export function chosenIn(option: string, control: Target): Check {
  const what = inWords(control);
  return {
    expected: `"${option}" to be selected in ${what}`,
    steadyMs,
    look(view) {
      const { scene } = view;
      const controls = thingsFor(scene, control, 'read');
      const isHeld = controls.some((thing) => saysOf(scene, thing).some((text) => isSame(text, option)));
      const { ref: _, where: __, ...place } = settled(scene, control, 'read');
      const options = isHeld ? [] : find(scene, placedIn({ name: option }, place)).matches;
      const isChosen = options.some(({ thing }) => thing.isSelected === true || thing.isChecked === true);
      if (isHeld || isChosen) return { holds: true, evidence: `"${option}" is selected in ${what}.` };
      const [first] = controls;
      if (first === undefined) return { holds: false, ...absence(view, control) };
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
  more: Partial<Pick<State, 'purpose' | 'steadyMs' | 'ofChoice'>> = {},
): State {
  return { words, opposite, read, steadyMs: atOnce, purpose: 'read', ofChoice: null, ...more };
}

function isEmpty(value: string | null): boolean | null {
  return value === null ? null : value.trim() === '';
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}
