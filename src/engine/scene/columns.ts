import { type Sought, seek } from './names.ts';
import { textOf } from './painted-text.ts';
import { thingsNamed } from './places.ts';
import { sharedWidth } from './rect.ts';
import { relationsOn } from './relations.ts';
import { isCell } from './roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';
import type { PlainTarget } from './target.ts';
import { isExactFit } from './words.ts';

/** `"Age" in the row "Airi Satou"`: the cell of that row under that column heading; null where there is none. */
export function cellUnder(scene: Scene, { name, described, where = [] }: PlainTarget): Thing | null {
  const place = where.find(({ is, role }) => is === 'in' && role === 'row');
  if (name === undefined || place === undefined) return null;
  const further = where.filter((relation) => relation !== place);
  const rows = thingsNamed(scene, place, relationsOn(scene, further).keep);
  const [row] = rows;
  if (row === undefined || rows.length > 1) return null;
  const sought = seek(scene, name, described);
  const headings = scene.things.filter(
    (thing) => thing.isVisible && thing.role === 'columnheader' && isNamed(sought, thing),
  );
  const [heading, ...others] = narrowToTable(scene, headings, row);
  const isUnclear = described === true && others.length > 0;
  return heading === undefined || isUnclear ? null : cellBelow(scene, row, heading);
}

/** The cell of a row that stands below a heading; null where none does, or several. */
export function cellBelow(scene: Scene, row: Thing, { rect }: Thing): Thing | null {
  if (rect === null) return null;
  const cells = thingsIn(scene, row).filter(isCell);
  const [cell, ...others] = cells.filter(({ rect: own }) => own !== null && sharedWidth(own, rect) > 0.5);
  return cell === undefined || others.length > 0 ? null : cell;
}

function isNamed(sought: Sought, thing: Thing): boolean {
  const texts = [textOf(sought.scene, thing), ...thing.names.map(({ text }) => text)];
  return texts.some((text) => isExactFit(sought.fitOf(text)));
}

/** The headings of the table that the row is in. */
function narrowToTable(scene: Scene, headings: readonly Thing[], row: Thing): Thing[] {
  for (const around of ancestorsOf(scene, row)) {
    const own = headings.filter(({ index }) => index > around.index && index < around.end);
    if (own.length > 0) return own;
  }
  return [];
}
