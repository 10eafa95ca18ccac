/** A sentence is read and asks for what is not done; the message says why. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export function atMost(seconds: number, longest: number): number {
  if (seconds <= longest) return seconds;
  throw new Refused(`It takes at most ${longest} seconds.`);
}
