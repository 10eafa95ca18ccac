import type { Sighting, Target } from '../../../devices/device.ts';
import { atOnce, type Check, capitalised, steadyMs } from '../check.ts';
import { isSame, isSameExactly, says, saysExactly, shorten } from '../matching-text.ts';
import { absence, nameOf, standsBeside, theirTexts, visible } from './sightings.ts';

type State = { words: string; opposite: string; steadyMs: number; read(sighting: Sighting): boolean | null };

export const states = {
  enabled: state('enabled', 'disabled', ({ isEnabled }) => isEnabled),
  disabled: state('disabled', 'enabled', ({ isEnabled }) => !isEnabled),
  checked: state('checked', 'not checked', ({ isChecked, isSelected }) => isChecked ?? isSelected),
  unchecked: state(
    'not checked',
    'checked',
    ({ isChecked, isSelected }) => not(isChecked ?? isSelected),
    steadyMs,
  ),
  selected: state('selected', 'not selected', ({ isSelected, isChecked }) => isSelected ?? isChecked),
  unselected: state(
    'not selected',
    'selected',
    ({ isSelected, isChecked }) => not(isSelected ?? isChecked),
    steadyMs,
  ),
  focused: state('focused', 'not focused', ({ isFocused }) => isFocused),
  empty: state('empty', 'not empty', ({ value }) => (value === null ? null : value === ''), steadyMs),
} satisfies Record<string, State>;

/** A thing must be in a state, such as disabled or checked. */
export function inState(target: Target, wanted: State): Check {
  const what = nameOf(target);
  return {
    expected: `${what} to be ${wanted.words}`,
    steadyMs: wanted.steadyMs,
    async look(view) {
      const found = await view.find(target);
      // What is really checked may be hidden beneath a picture of it.
      const able = found.filter((sighting) => wanted.read(sighting) !== null);
      const [first, ...others] = visible(able).length > 0 ? visible(able) : able;
      if (first === undefined) {
        if (visible(found).length === 0) return { holds: false, actual: await absence(view, target) };
        return { holds: false, actual: `${what} is nothing that can be ${wanted.words}` };
      }
      const isSo = [first, ...others].some((sighting) => wanted.read(sighting) === true);
      if (isSo) return { holds: true, evidence: `${capitalised(what)} is ${wanted.words}.` };
      const value = first.value === null || first.value === '' ? '' : `: it holds "${shorten(first.value)}"`;
      return { holds: false, actual: `it is ${wanted.opposite}${value}` };
    },
  };
}

export type Comparison = 'is' | 'contains' | 'is not' | 'does not contain';

/** What a field holds or a thing says. A field's value is compared with its letter case. */
export function holding(target: Target, comparison: Comparison, text: string): Check {
  const what = nameOf(target);
  const isNegative = comparison.includes('not');
  const isWhole = comparison.startsWith('is');
  const compares = ({ value, text: said, name }: Sighting) => {
    if (value === null) return says(said === '' ? name : said, text);
    return isWhole ? isSameExactly(value, text) : saysExactly(value, text);
  };
  return {
    expected: `${what} ${isNegative ? 'not ' : ''}to ${isWhole ? 'be' : 'contain'} "${text}"`,
    steadyMs: isNegative ? steadyMs : atOnce,
    async look(view) {
      const found = visible(await view.find(target));
      const isSo = found.some(compares) || (await standsBeside(view, target, text));
      if (found.length === 0 && !isSo) return { holds: false, actual: await absence(view, target) };
      if (isSo !== isNegative) {
        return {
          holds: true,
          evidence: `${capitalised(what)} ${isNegative ? 'does not hold' : 'holds'} "${text}".`,
        };
      }
      return { holds: false, actual: `it holds ${theirTexts(found)}` };
    },
  };
}

export function chosenIn(option: string, control: Target): Check {
  const what = nameOf(control);
  return {
    expected: `"${option}" to be selected in ${what}`,
    steadyMs: atOnce,
    async look(view) {
      const controls = visible(await view.find(control));
      const isHeld = controls.some(({ value }) => value !== null && isSame(value, option));
      const options =
        isHeld || control.name === undefined ? [] : await view.find({ name: option, within: control.name });
      if (isHeld || options.some(({ isSelected, isChecked }) => isSelected === true || isChecked === true)) {
        return { holds: true, evidence: `"${option}" is selected in ${what}.` };
      }
      if (controls.length === 0) return { holds: false, actual: await absence(view, control) };
      return { holds: false, actual: `it holds ${theirTexts(controls)}` };
    },
  };
}

function state(words: string, opposite: string, read: State['read'], steady = atOnce): State {
  return { words, opposite, read, steadyMs: steady };
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}
