import type { Relation, Target } from '../scene/target.ts';
import type { Claim, Instruction } from './instruction.ts';

/** What "it" is called until it is known: no text has this sign. */
const itName = '\uE001';

/** What was named and done last, for "it" and the like in what follows. */
export interface Named {
  thing: Target | null;
  /** More was done than one action: what the screen was before all of it, nobody knows. */
  wasSeveral?: boolean;
}

export const it: Target = { name: itName };

export function isIt(part: unknown): part is Target & Partial<Relation> {
  return part !== null && typeof part === 'object' && 'name' in part && part.name === itName;
}

export function namesIt(part: unknown): boolean {
  if (part === null || typeof part !== 'object') return false;
  return isIt(part) || Object.values(part).some(namesIt);
}

/** The same with what is known in the place of "it". */
export function withIt<Part>(part: Part, known: Target | null): Part {
  return known === null || !namesIt(part) ? part : (replaced(part, known) as Part);
}

function replaced(part: unknown, known: Target): unknown {
  if (Array.isArray(part))
    return part.flatMap((item: unknown) =>
      isIt(item) && item.is !== undefined ? placedAt(item.is, known) : [replaced(item, known)],
    );
  if (part === null || typeof part !== 'object') return part;
  const own = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replaced(value, known)]));
  return isIt(part) ? told(own as Target, known) : own;
}

/** `the last one` is another of those. */
function told({ name: _, where = [], ...own }: Target, known: Target): Target {
  const all = [...(known.where ?? []), ...where];
  return { ...known, ...own, ...(all.length > 0 && { where: all }) };
}

function placedAt(is: Relation['is'], { or: _, ref: __, where = [], ...place }: Target): Relation[] {
  return [{ is, ...place }, ...where];
}

/** The one thing that a step is about; undefined where it is about none, null where it is about several. */
export function thingNamed(instruction: Instruction): Target | null | undefined {
  switch (instruction.kind) {
    case 'perform': {
      const { target, to } = instruction.input as { target?: Target; to?: unknown };
      return to === undefined ? target : null;
    }
    case 'check':
      return thingOf(instruction.claim);
    case 'remember':
      return instruction.target;
    case 'open':
    case 'transfer':
    case 'sequence':
      return null;
    case 'repeat':
    case 'until':
    case 'timed':
    case 'if':
      return thingNamed(instruction.step);
    default:
      return undefined;
  }
}

/** What "it" stands for behind a claim. */
export function thingOf(claim: Claim): Target | null {
  if ('target' in claim) return claim.target ?? null;
  return 'things' in claim ? claim.things : null;
}
