import type { Claim, Instruction } from './instruction.ts';

/** Whether a sentence compares the page with a picture. */
export function comparesPictures(instruction: Instruction): boolean {
  switch (instruction.kind) {
    case 'check':
      return looks(instruction.claim);
    case 'lasting':
      return looks(instruction.claim);
    case 'if':
      return (
        looks(instruction.claim) ||
        comparesPictures(instruction.step) ||
        (instruction.otherwise !== undefined && comparesPictures(instruction.otherwise))
      );
    case 'unless':
    case 'until':
      return looks(instruction.claim) || comparesPictures(instruction.step);
    case 'repeat':
    case 'timed':
      return comparesPictures(instruction.step);
    case 'sequence':
      return instruction.steps.some(comparesPictures);
    default:
      return false;
  }
}

function looks(claim: Claim): boolean {
  return claim.claim === 'all' || claim.claim === 'any' ? claim.of.some(looks) : claim.claim === 'looks';
}

/** The same, with a number for each picture that has no name. */
export function withPictureNumbers<Part>(part: Part, next: () => number): Part {
  if (Array.isArray(part)) return part.map((item) => withPictureNumbers<unknown>(item, next)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  if (isLook(part)) return part.name === null ? { ...part, number: next() } : part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, withPictureNumbers<unknown>(value, next)]),
  ) as Part;
}

function isLook(part: object): part is { claim: 'looks'; name: string | null } {
  return 'claim' in part && part.claim === 'looks';
}
