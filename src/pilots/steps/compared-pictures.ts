/** Whether a sentence compares the page with a picture. */
export function comparesPictures(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(comparesPictures);
  if (typeof part !== 'object' || part === null) return false;
  return isLook(part) || Object.values(part).some(comparesPictures);
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
