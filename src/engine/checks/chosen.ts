import { assertion } from '../grammar/assertion.ts';
import { everywhere } from '../grammar/verb.ts';
import { find } from '../scene/find.ts';
import { phrasesOf, textOf } from '../scene/painted-text.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { heldBy } from '../scene/seeing.ts';
import { settled } from '../scene/settle.ts';
import { placedIn, type Target } from '../scene/target.ts';
import { inQuotes, isSame } from '../scene/words.ts';
import { absence, inWords, theirTexts } from './absence.ts';
import { negated } from './build-claim.ts';
import { type Check, steadyMs } from './check.ts';
import type { ClaimKind } from './claim-kind.ts';
import { thingsFor } from './state.ts';

export const chosen: ClaimKind<'chosen'> = {
  ways: [
    assertion({
      platforms: everywhere,
      description: 'An option is the selected one of a dropdown or list.',
      examples: ['"Norway" is selected in "Country"', '"Country" has "Norway" selected'],
      patterns: [
        '[the] [option|value] <quoted> [option] is selected|chosen in|for|from|as <control>',
        '<control> has <text> selected|chosen',
      ],
      build({ quoted, text: option = quoted, control }, { isNegated }) {
        if (option === undefined) return null;
        return negated({ claim: 'chosen', option, target: control }, isNegated);
      },
    }),
  ],
  words: ({ option, target }, isWanted) =>
    `${inQuotes(option)} is ${isWanted ? '' : 'not '}selected in ${inWords(target)}`,
  spoken: ({ target }) => ({ targets: [target], purpose: 'read' }),
  check: ({ option, target }, isWanted) => chosenIn(option, target, isWanted),
};

function chosenIn(option: string, control: Target, isWanted: boolean): Check {
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
