import { createGeneratedText } from './in-page/generated-text.ts';
import { createOrigin } from './in-page/origin.ts';
import { createPainting } from './in-page/painting.ts';
import { createScenePass, flagOf } from './in-page/scene-pass.ts';
import { createSemantics } from './in-page/semantics.ts';
import { createViewing, type ElementPath } from './in-page/viewing.ts';
import { selectors } from './playwright.ts';

/** Our code in the page, as one expression: each part gets the ones before it. */
const parts = `
  const semantics = (${createSemantics})();
  const painting = (${createPainting})();
  const generatedText = (${createGeneratedText})();
  const pass = (${createScenePass})(semantics, painting, generatedText, ${JSON.stringify(flagOf)});
  const viewing = (${createViewing})(semantics, pass);
`;

export const libraryName = '__gantry';
export const librarySource = `globalThis.${libraryName} ??= (() => { ${parts} return { ...pass, ...viewing, ...(${createOrigin})() }; })(); true`;

/** Playwright looks from a world of its own: it is told the way to the element that was found. */
const engineName = 'gantry';
const engineSource = `(() => { ${parts}
  const queryAll = (_root, body) => {
    const { path, secrets } = JSON.parse(body);
    if (secrets !== undefined) return viewing.showing(secrets);
    const element = viewing.follow(path);
    return element === null ? [] : [element];
  };
  return { queryAll, query: (root, body) => queryAll(root, body)[0] };
})()`;

export function pathSelector(path: ElementPath): string {
  return `${engineName}=${JSON.stringify({ path })}`;
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
