/** A hash as Git shortens it; any other name as it is. */
export function shortCommit(commitSha: string): string {
  return /^[\da-f]{8,}$/i.test(commitSha) ? commitSha.slice(0, 7) : commitSha;
}
