import { decode } from './xml.ts';

/** A page source with what is secret in its attributes covered, however it is escaped there. */
export function maskedSource(source: string, mask: (text: string) => string): string {
  return source.replace(/"[^"]*"|'[^']*'/g, (quoted) => {
    const text = decode(quoted.slice(1, -1));
    const covered = mask(text);
    return covered === text ? quoted : `"${escaped(covered)}"`;
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
