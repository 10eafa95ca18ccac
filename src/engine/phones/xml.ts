export interface XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

/** Real screens stay far below; what goes beyond is refused before it costs memory. */
const limits = { characters: 32 * 1024 * 1024, depth: 400, elements: 60_000 };

export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
}

/**
 * Reads what phones' drivers write: elements and attributes. Text between elements is passed over; a document type is
 * refused, so there is no entity but the five of XML and numbers. Of attributes only those `kept` are read.
 */
export function parseXml(text: string, kept: ReadonlySet<string> | null = null): XmlElement {
  if (text.length > limits.characters) throw new UnreadableXml('it is longer than 32 Mi characters');
  const open: XmlElement[] = [];
  /** A screen has a few dozen names and writes them a hundred thousand times: each is looked at once. */
  const keys = new Map<string, string | null>();
  let root: XmlElement | null = null;
  let count = 0;
  let at = text.indexOf('<');
  while (at !== -1) {
    const next = text.charCodeAt(at + 1);
    if (next === question) {
      at = after(text, '?>', at);
    } else if (next === exclamation) {
      at = afterDeclaration(text, at);
    } else if (next === slash) {
      const end = after(text, '>', at);
      const tag = text.slice(at + 2, end - 1).trimEnd();
      if (open.pop()?.tag !== tag)
        throw new UnreadableXml(`"</${tag.slice(0, 100)}>" closes what is not open`);
      at = end;
    } else {
      count += 1;
      if (count > limits.elements) throw new UnreadableXml(`it holds more than ${limits.elements} elements`);
      const attributes = new XmlAttributes();
      const { end, isClosed, tag } = readTag(text, at + 1, attributes, keys, kept);
      const element = { tag, attributes, children: [] };
      const parent = open.at(-1);
      if (parent !== undefined) parent.children.push(element);
      else if (root === null) root = element;
      else throw new UnreadableXml('it holds more than one outermost element');
      if (!isClosed) open.push(element);
      if (open.length > limits.depth) throw new UnreadableXml(`it is nested more than ${limits.depth} deep`);
      at = end;
    }
    at = text.indexOf('<', at);
  }
  if (root === null) throw new UnreadableXml('it holds no element');
  if (open.length > 0) throw new UnreadableXml('it is cut off');
  return root;
}

/** Without inherited members, as `Object.create(null)` would be, which is several times slower to fill and to read. */
class XmlAttributes {
  [name: string]: string;
}
Object.setPrototypeOf(XmlAttributes.prototype, null);

const question = 0x3f;
const exclamation = 0x21;
const slash = 0x2f;
const greater = 0x3e;
const equals = 0x3d;

function readTag(
  text: string,
  start: number,
  attributes: Record<string, string>,
  keys: Map<string, string | null>,
  kept: ReadonlySet<string> | null,
): { tag: string; end: number; isClosed: boolean } {
  let at = nameEnd(text, start);
  const tag = text.slice(start, at);
  if (tag === '') throw new UnreadableXml('an element has no name');
  for (;;) {
    at = skipSpace(text, at);
    const code = text.charCodeAt(at);
    if (code === greater) return { tag, end: at + 1, isClosed: false };
    if (code === slash && text.charCodeAt(at + 1) === greater) return { tag, end: at + 2, isClosed: true };
    const sign = text.indexOf('=', at);
    if (sign === -1) throw broken(tag);
    const name = text.slice(at, sign);
    let key = keys.get(name);
    if (key === undefined) {
      key = keyFor(name.trimEnd(), tag, kept);
      keys.set(name, key);
    }
    const opening = skipSpace(text, sign + 1);
    const quote = text[opening];
    if (quote !== '"' && quote !== "'") throw broken(tag);
    const closing = text.indexOf(quote, opening + 1);
    if (closing === -1) throw new UnreadableXml('it is cut off');
    if (key !== null) attributes[key] = decode(text.slice(opening + 1, closing));
    at = closing + 1;
  }
}

/** Null for an attribute that is passed over. */
function keyFor(name: string, tag: string, kept: ReadonlySet<string> | null): string | null {
  if (name === '' || /[\s<>"'/]/.test(name)) throw broken(tag);
  return kept === null || kept.has(name) ? name : null;
}

function broken(tag: string): UnreadableXml {
  return new UnreadableXml(`the element "${tag.slice(0, 100)}" is not closed or has a broken attribute`);
}

/** Space, tab, line breaks, and what ends a name: `/`, `=`, `>`, quotes, `<`, and the end of the text. */
function nameEnd(text: string, start: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === greater || code === equals || code === slash) break;
    if (code === 0x22 || code === 0x27 || code === 0x3c) break;
  }
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  if (found === -1) throw new UnreadableXml('it is cut off');
  return found + mark.length;
}

function afterDeclaration(text: string, at: number): number {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at + 9);
  throw new UnreadableXml('it holds a document type');
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** What a text stands for, without the escapes of XML. */
export function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named[name as string] ?? whole;
      const point = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(point);
    },
  );
}
