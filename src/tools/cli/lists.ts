import type { Printer } from './printer.ts';
import { type Column, tableLines } from './terminal/table.ts';

/** The most that the service gives at once. */
const largestPage = 1_000;

/** How many to ask for at once when this many are wanted. */
export function pageOf(limit: number, largest = largestPage): number {
  return Math.min(limit, largest);
}

/** The first of them; pages behind those are not asked for. */
export async function taken<Item>(limit: number, items: AsyncIterable<Item>): Promise<Item[]> {
  const first: Item[] = [];
  for await (const item of items) {
    first.push(item);
    if (first.length >= limit) break;
  }
  return first;
}

/** A list under its name as JSON, or as a table. */
export function showList<Row>(
  printer: Printer,
  named: Readonly<Record<string, readonly Row[]>>,
  none: string,
  columns: ReadonlyArray<Column<Row>>,
): void {
  const rows = Object.values(named).flat();
  printer.show(named, () => (rows.length === 0 ? [none] : tableLines(rows, columns, printer.width)));
}
