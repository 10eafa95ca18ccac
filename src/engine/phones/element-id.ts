const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** What the driver calls an element that it has found; null where it has found none. */
export function elementIdOf(found: unknown): string | null {
  const id = (found as Record<string, unknown> | null)?.[elementKey];
  return typeof id === 'string' ? id : null;
}
