import type { DomElement } from './dom.ts';
import type { Semantics } from './semantics.ts';

export type Attributes = ReturnType<typeof createAttributes>;

/**
 * What the attributes of an element tell, each a bit: to ask for each of them takes longer than to list them. Runs in the
 * page, as text: it may use nothing from outside itself.
 */
export function createAttributes(semantics: Semantics) {
  const bit = {
    any: 1,
    restyling: 2,
    top: 4,
    clicked: 8,
    direction: 16,
    disabling: 32,
    state: 64,
    naming: 128,
    referring: 256,
    form: 512,
  } as const;
  const bits = new Map<string, number>();
  for (const name of ['style', 'hidden', 'popover']) bits.set(name, bit.restyling);
  bits.set('popover', bit.restyling | bit.top);
  bits.set('onclick', bit.clicked);
  bits.set('dir', bit.direction);
  for (const name of ['aria-disabled', 'inert', 'disabled']) bits.set(name, bit.disabling);
  bits.set('aria-labelledby', bit.referring);
  for (const name of ['aria-required', 'aria-readonly', 'aria-invalid']) bits.set(name, bit.form);
  for (const name of semantics.statingAttributes) bits.set(name, bit.state);
  for (const name of semantics.namingAttributes) bits.set(name, bit.naming);

  function bitsOf(element: DomElement): number {
    let found: number = bit.any;
    for (const name of element.getAttributeNames()) found |= bits.get(name) ?? 0;
    return found;
  }

  return { bit, toldBy: bitsOf };
}
