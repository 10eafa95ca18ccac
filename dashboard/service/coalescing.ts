/**
 * Calls that come while one for the same key is under way become one call behind it: the last change is always seen, and a
 * burst costs as few calls as it can.
 */
export function coalescing<Key extends readonly unknown[]>(
  call: (key: Key) => Promise<unknown>,
): (key: Key) => void {
  const underWay = new Map<string, 'once' | 'again'>();

  async function run(key: Key, name: string): Promise<void> {
    do {
      underWay.set(name, 'once');
      await call(key).catch(() => undefined);
    } while (underWay.get(name) === 'again');
    underWay.delete(name);
  }

  return (key) => {
    const name = JSON.stringify(key);
    if (underWay.has(name)) underWay.set(name, 'again');
    else void run(key, name);
  };
}
