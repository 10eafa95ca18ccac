import { shorten } from '../../kernel/text.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Claim, StateName } from '../grammar/instruction.ts';
import type { SaidState } from '../grammar/meanings.ts';
import { everywhere } from '../grammar/verb.ts';
import { cellUnder } from '../scene/columns.ts';
import { find } from '../scene/find.ts';
import { textOf } from '../scene/painted-text.ts';
import { isArea, isCheckable, isHolding, isItem } from '../scene/roles.ts';
import { type Scene, type Thing, thingsIn } from '../scene/scene.ts';
import { isHeaderRow, type Purpose } from '../scene/search.ts';
import { heldBy } from '../scene/seeing.ts';
import { settled } from '../scene/settle.ts';
import { placedIn, type Role, type Target } from '../scene/target.ts';
import { capital } from '../scene/wording.ts';
import { isSame } from '../scene/words.ts';
import { absence, inWords, severalOf, shortenHeld } from './absence.ts';
import { each, negated } from './build-claim.ts';
import { atOnce, type Check, type CheckOutcome, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';

export const state: ClaimKind<'state'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description:
        'A thing is in a state: enabled, disabled, checked, selected, focused, empty, expanded, collapsed, required, read-only or invalid.',
      examples: [
        'The "Save" button is enabled',
        '"Newsletter" is unchecked',
        'The "Wi-Fi" switch is on',
        'The "Monthly" tab is not selected',
        'The "Email" field has the focus',
        'The list is empty',
        '"Email" is required',
      ],
      patterns: [
        '<subject> is <state>',
        '<subject> has <state>',
        'the cursor|focus is in|on|inside|at <subject>',
      ],
      build: ({ subject, state: said = focused }, { isNegated }) =>
        each(subject, (target) => {
          const [state, isSo] = stateMeant(said, target);
          return [stateClaim(target, state, isSo !== isNegated)];
        }),
    }),
  ],
  words: ({ target, state }, isWanted) => `${inWords(target)} is ${isWanted ? '' : 'not '}${state}`,
  spoken: ({ target, state }) => ({ targets: [target], purpose: states[state].purpose }),
  check: ({ target, state }, isWanted) => inState(target, state, isWanted),
};

const focused: SaidState = ['focused', true, 'focused'];

/** Of several tabs or entries, the active one is the one that is chosen. */
function stateMeant([state, isSo, word]: SaidState, { role }: Target): readonly [StateName, boolean] {
  const isChoice = role === 'tab' || role === 'menu item' || role === 'option' || role === 'list item';
  if (role === 'tab' && /^open(?:ed)?$/.test(word)) return ['selected', isSo];
  return isChoice && /^(?:in)?active$/.test(word) ? ['selected', isSo] : [state, isSo];
}

function stateClaim(target: Target, state: StateName, isSo: boolean): Claim {
  // A dialog that is closed is not there.
  if (state === 'expanded' && target.role === 'dialog') return negated({ claim: 'shown', target }, !isSo);
  if (isSo) return { claim: 'state', target, state };
  if (state === 'enabled') return { claim: 'state', target, state: 'disabled' };
  if (state === 'disabled') return { claim: 'state', target, state: 'enabled' };
  return { claim: 'state', target, state, not: true };
}

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
  enabled: stateWith('enabled', 'disabled', ({ isDisabled }) => !isDisabled),
  disabled: stateWith('disabled', 'enabled', ({ isDisabled }) => isDisabled),
  checked: stateWith('checked', 'not checked', ({ isChecked, isSelected }) => isChecked ?? isSelected, {
    purpose: 'check',
    steadyMs,
  }),
  selected: stateWith('selected', 'not selected', ({ isSelected, isChecked }) => isSelected ?? isChecked, {
    steadyMs,
    ofChoice: true,
  }),
  focused: stateWith('focused', 'not focused', ({ isFocused }) => isFocused),
  empty: stateWith('empty', 'not empty', isEmpty, {
    purpose: 'type',
    steadyMs,
    isUnseen: isPlainArea,
    under: 'list',
  }),
  expanded: stateWith('expanded', 'collapsed', ({ isExpanded }) => isExpanded, { purpose: 'click' }),
  required: stateWith('required', 'not required', (thing) => ofControl(thing, thing.isRequired)),
  'read-only': stateWith('read-only', 'not read-only', (thing) => ofControl(thing, thing.isReadOnly)),
  invalid: stateWith('invalid', 'valid', (thing) => ofControl(thing, thing.isInvalid), { steadyMs }),
};

/** A thing must be in a state, such as disabled or checked, or must not. */
function inState(target: Target, name: StateName, isSo: boolean): Check {
  const wanted = isSo ? states[name] : opposite(states[name]);
  const what = inWords(target);
  return {
    expected: `${what} to be ${wanted.words}`,
    steadyMs: wanted.steadyMs,
    look(input) {
      const { scene } = input;
      const found = thingsFor(scene, target, wanted);
      const cell = found.length === 0 && name === 'empty' ? cellUnder(scene, settled(scene, target)) : null;
      if (cell !== null) return ofCell(scene, cell);
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

  /** `"Paid" in the row "Alice" is empty`: what has no name of its own is called by the heading of its column. */
  function ofCell(scene: Scene, cell: Thing): CheckOutcome {
    const said = textOf(scene, cell).trim();
    if ((said === '') === isSo) return { holds: true, evidence: `${capital(what)} is ${wanted.words}.` };
    const value = said === '' ? '' : `: it says "${shorten(said)}"`;
    return { holds: false, actual: `it is ${wanted.opposite}${value}`, rect: cell.rect };
  }
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

export function thingsFor(scene: Scene, target: Target, { purpose, isUnseen }: Looked): Thing[] {
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

function stateWith(
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
