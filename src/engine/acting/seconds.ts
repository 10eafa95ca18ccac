/** As a message says it: `0.3 s`, `15 s`. What is left of a limit is rarely a round number. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
