import { createMatching, type PageQuery } from './in-page/matching.ts';
import { createOrigin } from './in-page/origin.ts';
import { createSemantics } from './in-page/semantics.ts';
import { createSurroundings } from './in-page/surroundings.ts';
import { createViewing, type ElementView } from './in-page/viewing.ts';
import { selectors } from './playwright.ts';

/** Our code in the page, as one expression: each part gets the ones before it. */
const parts = `
  const semantics = (${createSemantics})();
  const surroundings = (${createSurroundings})(semantics);
  const matching = (${createMatching})(semantics, surroundings);
  const viewing = (${createViewing})(semantics, surroundings, matching);
`;

export const libraryName = '__gantry';
export const librarySource = `globalThis.${libraryName} ??= (() => { ${parts} return { ...viewing, ...(${createOrigin})() }; })(); true`;

/** Acts with the same eyes that looked: what was found is found again at the moment of acting. */
const engineName = 'gantry';
const engineSource = `(() => { ${parts}
  const queryAll = (_root, body) => {
    const { query, byLabel, secrets } = JSON.parse(body);
    if (secrets !== undefined) return viewing.showing(secrets);
    const { elements } = matching.match(query);
    return byLabel ? elements.map((element) => semantics.visibleLabel(element) ?? element) : elements;
  };
  return { queryAll, query: (root, body) => queryAll(root, body)[0] };
})()`;

/** `byLabel`: what people click in the place of a box that only its label shows. */
export function actingSelector(query: PageQuery, { byLabel = false } = {}): string {
  return `${engineName}=${JSON.stringify({ query, byLabel })}`;
}

export function coveringSelector(secrets: readonly string[]): string {
  return `${engineName}=${JSON.stringify({ secrets })}`;
}

/** For an element that Playwright holds; it hands functions over as their text. */
export const viewFunction = new Function('element', `${parts} return viewing.view(element);`) as (
  element: unknown,
) => ElementView;

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
