import { outcomeOf } from '../../acting/writing.ts';
import { aspectOf, createAuthoredStyles } from '../in-page/authored-styles.ts';
import { createElementLooks } from '../in-page/element-looks.ts';
import { createFieldContent } from '../in-page/field-content.ts';
import { createGeneratedText } from '../in-page/generated-text.ts';
import { createMotion } from '../in-page/motion.ts';
import { createNaming } from '../in-page/naming.ts';
import { createPointing, type WayToElement } from '../in-page/pointing.ts';
import { createScenePass, flagOf } from '../in-page/scene-pass.ts';
import { createSecretFields } from '../in-page/secret-fields.ts';
import { createSemantics } from '../in-page/semantics.ts';
import { createStacking } from '../in-page/stacking.ts';
import { createTextContrast } from '../in-page/text-contrast.ts';
import { createTextPass } from '../in-page/text-pass.ts';
import { createViewing } from '../in-page/viewing.ts';
import { selectors } from '../program/playwright.ts';

/** Our code in the page, as one expression: each part gets the ones before it. */
const parts = `
  const semantics = (${createSemantics})();
  const naming = (${createNaming})(semantics);
  const stacking = (${createStacking})(semantics);
  const motion = (${createMotion})();
  const pointing = (${createPointing})();
  const generatedText = (${createGeneratedText})();
  const aspect = ${JSON.stringify(aspectOf)};
  const looks = (${createElementLooks})(stacking, (${createAuthoredStyles})(aspect), aspect);
  const contrast = (${createTextContrast})(stacking, looks);
  const textPass = (${createTextPass})(stacking, looks, generatedText);
  const secretFields = (${createSecretFields})();
  const flag = ${JSON.stringify(flagOf)};
  const pass = (${createScenePass})(semantics, naming, stacking, motion, looks, contrast, textPass, generatedText, secretFields, flag, aspect);
  const viewing = (${createViewing})(semantics, motion, pointing, pass, secretFields);
  const fieldContent = (${createFieldContent})(semantics, pass, secretFields, ${outcomeOf});
`;

export const libraryName = '__gantry';
export const librarySource = `globalThis.${libraryName} ??= (() => { ${parts} return { ...pass, ...viewing, ...fieldContent }; })(); true`;

/**
 * Playwright looks from a world of its own: it gets the path to the element that was found. An error here
 * ends its waiting.
 */
const engineName = 'gantry';
const engineSource = `(() => {
  const pointing = (${createPointing})();
  const queryAll = (_root, body) => {
    const { id, way, secrets } = JSON.parse(body);
    return secrets === undefined ? [pointing.elementOf(id, way)] : pointing.showing(secrets);
  };
  return { queryAll, query: (root, body) => queryAll(root, body)[0] };
})()`;

/** An id means one element for as long as its document lives. */
export function elementSelector(id: string, { document, steps, tag, text }: WayToElement): string {
  return `${engineName}=${JSON.stringify({ id, way: { document, steps, tag, text } })}`;
}

export function coveringSelector(secrets: readonly string[]): string {
  return `${engineName}=${JSON.stringify({ secrets })}`;
}

let registered: Promise<void> | undefined;

/** An engine belongs to the whole process; it runs apart from the page's own scripts. */
export function registerEngine(): Promise<void> {
  registered ??= selectors
    .register(engineName, { content: engineSource }, { contentScript: true })
    .catch((error: unknown) => {
      if (!/already registered/.test(String(error))) throw error;
    });
  return registered;
}
