import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';

/**
 * A reader of XML property lists that takes only strings at the paths it is given, such as `CFBundleVersion` or
 * `Outer/Inner[]`, in one pass and without a tree. It expands no entity but the five of XML itself, and accepts no
 * declaration that could define another.
 */
export function readXmlPlist<Path extends string>(
  bytes: Buffer,
  paths: readonly Path[],
): Partial<Record<Path, string[]>> {
  const reader = new DictionaryReader(paths);
  for (const token of tokensOf(decodeXml(bytes))) {
    if (token.kind === 'text') reader.text(token.text);
    else if (token.kind === 'close') reader.close(token.name);
    else {
      reader.open(token.name);
      if (token.empty) reader.close(token.name);
    }
  }
  return reader.finish();
}

class DictionaryReader<Path extends string> {
  readonly #paths: readonly Path[];
  readonly #found: Partial<Record<Path, string[]>> = {};
  readonly #path: string[] = [];
  #text = '';
  #key: string | null = null;
  /** The latest key of each inner dictionary that is open, by its depth. */
  readonly #innerKeys: string[] = [];
  #finished = false;

  constructor(paths: readonly Path[]) {
    this.#paths = paths;
  }

  open(name: string): void {
    const parent = this.#path.at(-1);
    const expected = parent === undefined ? name === 'plist' : containers.has(parent) && name !== 'plist';
    if (!expected || this.#finished) throw damaged(`<${name}> is out of place`);
    if (this.#path.length === 1 && name !== 'dict') throw damaged('its outermost object is no dictionary');
    if (this.#path.length >= limits.plistDepth) {
      throw new NotAnApp(`Info.plist is nested more than ${limits.plistDepth} levels deep.`);
    }
    this.#path.push(name);
    this.#text = '';
  }

  text(text: string): void {
    const element = this.#path.at(-1);
    if (element === 'key' || element === 'string') this.#text += text;
  }

  close(name: string): void {
    if (this.#path.pop() !== name) throw damaged(`</${name}> is out of place`);
    if (this.#path.length === 2) this.#member(name);
    else if (this.#path.length === 1) this.#finished = true;
    else if (name === 'key') this.#innerKeys[this.#path.length] = this.#text;
    else if (name === 'string') this.#keep(this.#innerPath());
  }

  finish(): Partial<Record<Path, string[]>> {
    if (!this.#finished || this.#path.length > 0 || this.#key !== null) throw damaged('it is cut off');
    return this.#found;
  }

  /** Keys and values take turns. */
  #member(name: string): void {
    if ((this.#key === null) !== (name === 'key')) throw damaged('a key or a value is missing');
    if (name === 'key') {
      this.#key = this.#text;
      return;
    }
    const wanted = this.#paths.find((path) => path === this.#key);
    if (wanted && wanted in this.#found) throw damaged(`it holds ${wanted} twice`);
    if (wanted && name === 'string') this.#keep(wanted);
    this.#key = null;
  }

  #innerPath(): string {
    const steps = this.#path.slice(2).map((container, index) => {
      return container === 'dict' ? `/${this.#innerKeys[index + 3] ?? ''}` : '[]';
    });
    return (this.#key ?? '') + steps.join('');
  }

  #keep(path: string): void {
    const wanted = this.#paths.find((candidate) => candidate === path);
    if (!wanted) return;
    const texts = this.#found[wanted] ?? [];
    if (texts.length < limits.plistArrayStrings) texts.push(this.#text);
    this.#found[wanted] = texts;
  }
}

const containers = new Set(['plist', 'dict', 'array']);

type Token =
  | { kind: 'open'; name: string; empty: boolean }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

const element = /^<(\/?)([a-z]+)(?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>$/;
const doctype = /^<!DOCTYPE\s[^[]*>$/i;
const longestTag = 1024;

/** Ends are found with `indexOf`, each once: a pattern that looks for them would take quadratic time. */
function* tokensOf(xml: string): Generator<Token> {
  let count = 0;
  let at = 0;
  while (at < xml.length) {
    const start = indexOrEnd(xml, '<', at);
    if (start > at) yield { kind: 'text', text: unescapeXml(xml.slice(at, start)) };
    if (start === xml.length) return;
    count += 1;
    if (count > limits.plistNodes)
      throw new NotAnApp(`Info.plist holds more than ${limits.plistNodes} elements.`);
    const section = sections.find(({ open }) => xml.startsWith(open, start));
    const close = section?.close ?? '>';
    const end = xml.indexOf(close, start + (section?.open.length ?? 1));
    if (end < 0) throw damaged('it is cut off');
    at = end + close.length;
    if (section) {
      if (section.isText) yield { kind: 'text', text: xml.slice(start + section.open.length, end) };
      continue;
    }
    const tag = at - start > longestTag ? '' : xml.slice(start, at);
    const [, slash, name, empty] = element.exec(tag) ?? [];
    if (name !== undefined)
      yield slash ? { kind: 'close', name } : { kind: 'open', name, empty: empty === '/' };
    else if (!doctype.test(tag)) throw damaged('it holds markup that a property list has no use for');
  }
}

const sections = [
  { open: '<!--', close: '-->', isText: false },
  { open: '<![CDATA[', close: ']]>', isText: true },
  { open: '<?', close: '?>', isText: false },
];

function indexOrEnd(text: string, what: string, from: number): number {
  const index = text.indexOf(what, from);
  return index < 0 ? text.length : index;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));|&/gi, (_, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    const character = name && Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (character === undefined) throw damaged('it uses an entity that XML does not define');
    return character;
  });
}

function decodeXml(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  const xml = new TextDecoder(encoding).decode(bytes).trim();
  if (!xml.startsWith('<')) throw new NotAnApp('Info.plist is neither an XML nor a binary property list.');
  return xml;
}

function damaged(how: string): NotAnApp {
  return new NotAnApp(`Info.plist is damaged: ${how}.`);
}
