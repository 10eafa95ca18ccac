import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';

/**
 * A reader of binary property lists that takes only strings at the paths it is given, such as `CFBundleVersion` or
 * `Outer/Inner[]`. It follows references with a stack of its own and a limit on depth, so that a cyclic or deep list
 * ends in a sentence.
 */
export function readBinaryPlist<Path extends string>(
  bytes: Buffer,
  paths: readonly Path[],
): Partial<Record<Path, string[]>> {
  const plist = openPlist(bytes);
  assertTame(plist);
  if (plist.object(plist.top).kind !== 'dict') throw damaged('its outermost object is no dictionary');
  const found: Partial<Record<Path, string[]>> = {};
  for (const path of paths) found[path] = stringsAt(plist, plist.top, path.match(/\[\]|[^/[\]]+/g) ?? []);
  return found;
}

function stringsAt(plist: Plist, index: number, [step, ...rest]: readonly string[]): string[] {
  const object = plist.object(index);
  if (step === undefined) return object.kind === 'string' ? [object.text()] : [];
  if (step === '[]') {
    const refs = object.kind === 'array' ? object.refs.slice(0, limits.plistArrayStrings) : [];
    return refs.flatMap((ref) => stringsAt(plist, ref, rest));
  }
  const member = object.kind === 'dict' ? findMember(plist, object, step) : undefined;
  return member === undefined ? [] : stringsAt(plist, member, rest);
}

/** The index of its value. */
function findMember(
  plist: Plist,
  { count, refs }: Extract<PlistObject, { kind: 'dict' | 'array' }>,
  name: string,
): number | undefined {
  const places = refs.slice(0, count).flatMap((ref, place) => {
    const key = plist.object(ref);
    return key.kind === 'string' && key.length === name.length && key.text() === name ? [place] : [];
  });
  if (places.length > 1) throw damaged(`it holds ${name} twice`);
  return places[0] === undefined ? undefined : refs[count + places[0]];
}

export function isBinaryPlist(bytes: Buffer): boolean {
  return bytes.subarray(0, 6).toString('latin1') === 'bplist';
}

type PlistObject =
  | { kind: 'string'; length: number; text(): string }
  | { kind: 'dict' | 'array'; count: number; refs: number[] }
  | { kind: 'other' };

interface Plist {
  readonly top: number;
  object(index: number): PlistObject;
}

function openPlist(bytes: Buffer): Plist {
  if (bytes.length < 8 + 32) throw damaged('it is cut off');
  const trailer = bytes.length - 32;
  const offsetBytes = bytes.readUInt8(trailer + 6);
  const refBytes = bytes.readUInt8(trailer + 7);
  const count = Number(bytes.readBigUInt64BE(trailer + 8));
  const top = Number(bytes.readBigUInt64BE(trailer + 16));
  const table = Number(bytes.readBigUInt64BE(trailer + 24));
  const sane =
    inRange(offsetBytes, 1, 6) &&
    inRange(refBytes, 1, 6) &&
    inRange(count, 1, limits.plistNodes) &&
    inRange(top, 0, count - 1) &&
    inRange(table, 8, trailer) &&
    table + count * offsetBytes <= trailer;
  if (!sane) throw damaged('its trailer is wrong, or it holds too many objects');

  function slice(start: number, length: number): Buffer {
    if (length > table - start) throw damaged('an object reaches beyond the end');
    return bytes.subarray(start, start + length);
  }

  /** The number of items, which is in the marker or in an integer behind it, and where the items begin. */
  function lengthAt(start: number, low: number): { length: number; data: number } {
    if (low !== 0x0f) return { length: low, data: start + 1 };
    const marker = slice(start + 1, 1).readUInt8(0);
    const width = 1 << (marker & 0x0f);
    if (marker >> 4 !== 1 || width > 4) throw damaged('the length of an object is wrong');
    return { length: slice(start + 2, width).readUIntBE(0, width), data: start + 2 + width };
  }

  function references(start: number, length: number): number[] {
    if (length > limits.plistNodes * 2) throw damaged('it holds too many references');
    const data = slice(start, length * refBytes);
    return Array.from({ length }, (_, index) => data.readUIntBE(index * refBytes, refBytes));
  }

  return {
    top,
    object(index) {
      if (index >= count) throw damaged('it refers to an object that does not exist');
      const start = bytes.readUIntBE(table + index * offsetBytes, offsetBytes);
      if (!inRange(start, 8, table - 1)) throw damaged('an object lies outside');
      const marker = bytes.readUInt8(start);
      const type = marker >> 4;
      if (type === 0x5 || type === 0x6) {
        const { length, data } = lengthAt(start, marker & 0x0f);
        const text = slice(data, type === 0x5 ? length : length * 2);
        return {
          kind: 'string',
          length,
          text: () => (type === 0x5 ? text.toString('latin1') : decodeUtf16(text)),
        };
      }
      if (type === 0xa || type === 0xc || type === 0xd) {
        const { length, data } = lengthAt(start, marker & 0x0f);
        const kind = type === 0xd ? 'dict' : 'array';
        return { kind, count: length, refs: references(data, kind === 'dict' ? length * 2 : length) };
      }
      return { kind: 'other' };
    },
  };
}

/** Every object is opened once, however many refer to it; `heights` holds the finished ones. */
function assertTame(plist: Plist): void {
  const heights = new Map<number, number>();
  const path = new Set<number>();
  const stack: { index: number; refs: number[]; next: number; height: number }[] = [];
  let references = 0;

  function enter(index: number): void {
    const object = plist.object(index);
    const refs = object.kind === 'dict' || object.kind === 'array' ? object.refs : [];
    references += refs.length;
    if (references > limits.plistNodes * 4) throw damaged('it holds too many references');
    path.add(index);
    stack.push({ index, refs, next: 0, height: 0 });
  }

  enter(plist.top);
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    const child = level.refs[level.next];
    if (child === undefined) {
      stack.pop();
      path.delete(level.index);
      heights.set(level.index, level.height);
      continue;
    }
    if (path.has(child)) throw damaged('it contains itself');
    const height = heights.get(child);
    if (height === undefined) {
      enter(child);
    } else {
      level.next += 1;
      level.height = Math.max(level.height, height + 1);
    }
    if (stack.length > limits.plistDepth || level.height > limits.plistDepth) {
      throw new NotAnApp(`Info.plist is nested more than ${limits.plistDepth} levels deep.`);
    }
  }
}

function decodeUtf16(bigEndian: Buffer): string {
  return Buffer.from(bigEndian).swap16().toString('utf16le');
}

function inRange(value: number, min: number, max: number): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}

function damaged(how: string): NotAnApp {
  return new NotAnApp(`Info.plist is a damaged binary property list: ${how}.`);
}
