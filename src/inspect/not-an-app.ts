/** The file is no app that can be read; the message is one sentence for the user who uploaded it. */
export class NotAnApp extends Error {
  override readonly name = 'NotAnApp';
}

/** A name from the file as it may stand in a sentence: short, quoted, nothing unprintable. */
export function quoteName(name: string): string {
  const printable = name.replace(/[\p{C}"]/gu, '?');
  return `"${printable.length > 120 ? `${printable.slice(0, 117)}...` : printable}"`;
}
