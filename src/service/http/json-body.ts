import { PublicError } from '../../kernel/errors.ts';
import type { HttpServer } from './parts.ts';

/** Far more than any call needs. A mebibyte has room for half a million, and each takes time to be read and checked. */
const mostValues = 10_000;

/** No body is an empty one, also under a `Content-Type` that promises JSON: many clients always send that. */
export function useJsonBodies(app: HttpServer): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body as string;
    if (text === '') done(null, undefined);
    else if (hasTooManyValues(text)) done(tooManyValues());
    else parse(request, text, done);
  });
}

function tooManyValues(): PublicError {
  return new PublicError(
    'PayloadTooLarge',
    `The body has more than ${mostValues.toLocaleString('en')} values, which no call needs; send fewer.`,
  );
}

/** Before it is parsed: each value but the first follows a comma, or opens what it is in. */
function hasTooManyValues(text: string): boolean {
  if (text.length <= mostValues) return false;
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === ',' || character === '[' || character === '{') count += 1;
    if (count > mostValues) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') return at;
  }
  return text.length;
}
