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
