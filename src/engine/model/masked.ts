/** The provider's own marks: to change one makes it worthless, and none holds text of the screen. */
const keptAsIs = new Set(['providerOptions', 'toolCallId', 'toolName', 'role', 'type', 'mediaType']);

/** The same value with every text in it covered. */
export function masked<Value>(value: Value, mask: (text: string) => string): Value {
  return cover(value, mask) as Value;
}

function cover(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => cover(item, mask));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, keptAsIs.has(key) ? item : cover(item, mask)]),
  );
}
