import type { Occurrence } from '../scene/painted-text.ts';
import { seenTexts } from '../scene/seeing.ts';
import type { RelationKind } from '../scene/target.ts';
import { whatIsThere } from './absence.ts';
import { type Check, steadyMs } from './check.ts';

type Order = 'before' | 'after' | 'above' | 'below';

export function isOrder(relation: RelationKind): relation is Order {
  return ['before', 'after', 'above', 'below'].includes(relation);
}

/** `before` and `after`: as they are read. `above` and `below`: as they are drawn. */
export function inOrder(name: string, anchor: string, relation: Order, isWanted: boolean): Check {
  const order = `"${name}" ${relation} "${anchor}"`;
  const isRead = relation === 'before' || relation === 'after';
  const isFirst = relation === 'before' || relation === 'above';
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${order}`,
    steadyMs,
    look(input) {
      const found = seenTexts(input.scene, name);
      const anchors = seenTexts(input.scene, anchor);
      const there = anchors.find(({ isWhole, isLabel }) => isWhole || isLabel) ?? anchors[0];
      const [one] = found;
      if (there === undefined || (one === undefined && isWanted)) {
        const text = there === undefined ? anchor : name;
        const { actual, rect } = whatIsThere(input, text);
        return { holds: false, actual: `"${text}" is missing; ${actual}`, rect };
      }
      const isSoFor = (text: Occurrence) =>
        isFirst ? isInOrder(text, there, isRead) : isInOrder(there, text, isRead);
      const isSo = found.some(isSoFor);
      if (isSo === isWanted) return { holds: true, evidence: `${isSo ? 'Saw' : 'Did not see'} ${order}.` };
      const [first, second] = isFirst === isSo ? [name, anchor] : [anchor, name];
      const actual = isRead
        ? `the order is "${first}", "${second}"`
        : `"${name}" is ${isSo ? '' : 'not '}${relation} "${anchor}"`;
      return { holds: false, actual, rect: (found.find(isSoFor) ?? one)?.rect ?? null };
    },
  };
}

function isInOrder(one: Occurrence, other: Occurrence, isRead: boolean): boolean {
  if (isRead) return one.from < other.from;
  return one.rect.y + one.rect.height / 2 < other.rect.y + other.rect.height * 0.25;
}
