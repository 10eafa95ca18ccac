/** Without the characters of a kind at its end. The pattern `[…]+$` would begin anew at each of a long row of them. */
export function withoutTail(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
