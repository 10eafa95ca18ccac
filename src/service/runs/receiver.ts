/** Host and port of the address that a result goes to; a port that goes without saying is left out. */
export function receiverOf(url: string): string {
  return new URL(url).host;
}
