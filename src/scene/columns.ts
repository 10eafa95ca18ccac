import { textOf } from './painted-text.ts';
import { sharedWidth } from './rect.ts';
import { isCell } from './roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';
import { search } from './search.ts';
import type { Place } from './target.ts';
import { fitOf, isExactFit } from './words.ts';

/** `"Age" in the row "Airi Satou"`: the cell of that row under that column heading; null where there is none. */
export function cellUnder(scene: Scene, name: string | undefined, place: Place): Thing | null {
  if (name === undefined || place.role !== 'row') return null;
  const [row, ...others] = search(scene, place).matches;
  if (row === undefined || others.length > 0) return null;
  const headings = scene.things.filter(
    (thing) => thing.isVisible && thing.role === 'columnheader' && isNamed(scene, thing, name),
  );
  const [heading] = narrowToTable(scene, headings, row.thing);
  const rect = heading?.rect;
  if (heading === undefined || rect == null) return null;
  const cells = thingsIn(scene, row.thing).filter((thing) => isCell(thing) && thing.rect !== null);
  const under = cells.filter((cell) => cell.rect !== null && sharedWidth(cell.rect, rect) > 0.5);
  return under.length === 1 ? (under[0] ?? null) : null;
}

function isNamed(scene: Scene, thing: Thing, name: string): boolean {
  const texts = [textOf(scene, thing), ...thing.names.map(({ text }) => text)];
  return texts.some((text) => isExactFit(fitOf(text, name)));
}

/** The headings of the table that the row lies in. */
function narrowToTable(scene: Scene, headings: readonly Thing[], row: Thing): Thing[] {
  for (const around of ancestorsOf(scene, row)) {
    const own = headings.filter(({ index }) => index > around.index && index < around.end);
    if (own.length > 0) return own;
  }
  return [];
}
