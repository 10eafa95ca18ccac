/** The file is no app that can be read; the message is one sentence for the user who uploaded it. */
export class NotAnApp extends Error {
  override readonly name: string = 'NotAnApp';
}

/** A file is in its archive twice: which of the two is unpacked depends on who does it. */
export class MemberTwice extends NotAnApp {
  constructor(name: string) {
    super(`The archive holds more than one entry named ${quoteName(name)}.`);
  }
}

/** A name from the file as it may stand in a sentence: short, quoted, nothing unprintable. */
export function quoteName(name: string): string {
  const printable = name.replace(/[\p{C}"]/gu, '?');
  return `"${printable.length > 120 ? `${printable.slice(0, 117)}...` : printable}"`;
}
