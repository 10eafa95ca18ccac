import { cellBelow } from './columns.ts';
import { find } from './find.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';
import { isHeaderRow } from './search.ts';
import { placedIn, type Target } from './target.ts';

/** The cells of a column from the top, without its heading; null where it can't be told which column that is. */
export function columnOf(scene: Scene, name: string, table: Target | null): Thing[] | null {
  const named: Target = { name, role: 'column header' };
  const { matches, isSeen } = find(scene, table === null ? named : placedIn(named, table));
  const [heading, ...others] = matches.map(({ thing }) => thing);
  if (!isSeen || heading === undefined || others.length > 0) return null;
  const around = [...ancestorsOf(scene, heading)].find(({ role }) =>
    /^(?:table|grid|treegrid)$/.test(role ?? ''),
  );
  const rows = around === undefined ? [] : thingsIn(scene, around).filter((thing) => isRow(scene, thing));
  return rows.flatMap((row) => cellBelow(scene, row, heading) ?? []);
}

function isRow(scene: Scene, thing: Thing): boolean {
  return thing.role === 'row' && thing.isVisible && !isHeaderRow(scene, thing);
}
