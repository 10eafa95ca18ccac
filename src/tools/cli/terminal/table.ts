import { clean, fitted, padded, widthOf } from './text.ts';

export interface Column<Row> {
  title: string;
  value(row: Row): string | null;
  /** Paints a cell that is already cut and padded. */
  paint?(text: string, row: Row): string;
  /** May be cut to fit; others stay whole. */
  isFlexible?: true;
  /** Left out where there is no room, the last of these first. */
  isDispensable?: true;
}

const gap = '  ';
const narrowest = 10;

/** Lines with aligned columns that fit the width; null is no limit. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  width: number | null,
): string[] {
  const cells = new Map(
    columns.map((column) => [column, rows.map((row) => clean(column.value(row) ?? '–'))]),
  );
  let shown = [...columns];
  let widths = naturalWidths(shown, cells);
  while (width !== null && total(widths) > width) {
    const excess = total(widths) - width;
    const shrunk = shrink(shown, widths, excess);
    const dispensable = shown.findLast((column) => column.isDispensable);
    if (shrunk !== null || dispensable === undefined) {
      widths = shrunk ?? widths;
      break;
    }
    shown = shown.filter((column) => column !== dispensable);
    widths = naturalWidths(shown, cells);
  }
  const line = (texts: string[]) => texts.join(gap).trimEnd();
  return [
    line(shown.map(({ title }, at) => padded(title, widths[at] ?? 0))),
    ...rows.map((row, rowAt) =>
      line(
        shown.map((column, at) => {
          const cellWidth = widths[at] ?? 0;
          const text = padded(fitted(cells.get(column)?.[rowAt] ?? '', cellWidth), cellWidth);
          return column.paint?.(text, row) ?? text;
        }),
      ),
    ),
  ];
}

function naturalWidths<Row>(
  columns: ReadonlyArray<Column<Row>>,
  cells: ReadonlyMap<Column<Row>, string[]>,
): number[] {
  return columns.map((column) =>
    Math.max(widthOf(column.title), ...(cells.get(column) ?? []).map((text) => widthOf(text))),
  );
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
}

/** Takes the excess from the widest flexible columns; null when they do not have that much to give. */
function shrink<Row>(
  columns: ReadonlyArray<Column<Row>>,
  widths: readonly number[],
  excess: number,
): number[] | null {
  const smaller = [...widths];
  for (let left = excess; left > 0; left -= 1) {
    const widest = columns.reduce<number | null>((best, { isFlexible }, at) => {
      const width = smaller[at] ?? 0;
      if (!isFlexible || width <= narrowest) return best;
      return best === null || width > (smaller[best] ?? 0) ? at : best;
    }, null);
    if (widest === null) return null;
    smaller[widest] = (smaller[widest] ?? 0) - 1;
  }
  return smaller;
}

/** Names and values below each other; a value of null is left out. */
export function fieldLines(fields: ReadonlyArray<readonly [name: string, value: string | null]>): string[] {
  const given = fields.filter((field): field is [string, string] => field[1] !== null);
  const width = Math.max(0, ...given.map(([name]) => widthOf(name)));
  return given.map(([name, value]) => `${padded(name, width)}  ${value}`);
}
