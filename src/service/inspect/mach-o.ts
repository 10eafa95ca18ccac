import { type BuiltFor, builtForOne } from './app-info.ts';
import { limits } from './limits.ts';

/** What the beginning of a program for Apple's systems says of it. */
export interface MachO {
  readonly builtFor: BuiltFor | null;
  readonly architectures: string[];
}

interface Slice {
  readonly architecture: string;
  readonly builtFor: BuiltFor | null;
}

const fatMagic = 0xcafebabe;
const fatMagic64 = 0xcafebabf;
const thinMagic = 0xfeedface;
const thinMagic64 = 0xfeedfacf;

const minVersionOfIphone = 0x25;
const buildVersion = 0x32;
const platforms: Record<number, BuiltFor> = { 2: 'device', 7: 'simulator' };

const intel = 7;
const arm = 12;
const wide = 0x01000000;

/**
 * Null for anything but a program. Of several slices in one file, those that lie beyond what was read are known by
 * their processor alone: no iPhone has one of Intel's, and no simulator one of 32 bits of ARM's.
 */
export function readMachO(start: Buffer): MachO | null {
  if (start.length < 32) return null;
  const magic = start.readUInt32BE(0);
  const slices = magic === fatMagic || magic === fatMagic64 ? readFat(start, magic) : [readThin(start)];
  const read = slices.filter((slice) => slice !== null);
  if (read.length === 0) return null;
  return {
    builtFor: builtForOne(
      read.some(({ builtFor }) => builtFor === 'simulator'),
      read.some(({ builtFor }) => builtFor === 'device'),
    ),
    architectures: [...new Set(read.map(({ architecture }) => architecture))].sort(),
  };
}

function readFat(start: Buffer, magic: number): (Slice | null)[] {
  const count = start.readUInt32BE(4);
  const length = magic === fatMagic64 ? 32 : 20;
  // Java's class files begin alike; theirs is a version, which is higher.
  if (count > limits.machOSlices || 8 + count * length > start.length) return [];
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * length;
    const [type, subtype] = [start.readUInt32BE(at), start.readUInt32BE(at + 4)];
    const offset = magic === fatMagic64 ? Number(start.readBigUInt64BE(at + 8)) : start.readUInt32BE(at + 8);
    const inside = offset + 32 <= start.length ? readThin(start.subarray(offset)) : null;
    return inside ?? sliceOf(type, subtype, null);
  });
}

function readThin(start: Buffer): Slice | null {
  if (start.length < 32) return null;
  const magic = start.readUInt32LE(0);
  if (magic !== thinMagic && magic !== thinMagic64) return null;
  const [type, subtype] = [start.readUInt32LE(4), start.readUInt32LE(8)];
  const commands = start.readUInt32LE(16);
  let at = magic === thinMagic64 ? 32 : 28;
  for (let index = 0; index < Math.min(commands, limits.loadCommands); index += 1) {
    if (at + 12 > start.length) break;
    const [command, length] = [start.readUInt32LE(at), start.readUInt32LE(at + 4)];
    if (command === buildVersion)
      return sliceOf(type, subtype, platforms[start.readUInt32LE(at + 8)] ?? 'other');
    // Written before simulators had a name of their own: the processor tells.
    if (command === minVersionOfIphone)
      return sliceOf(type, subtype, (type & ~wide) === intel ? 'simulator' : 'device');
    if (length < 8) break;
    at += length;
  }
  return sliceOf(type, subtype, null);
}

function sliceOf(type: number, subtype: number, said: BuiltFor | 'other' | null): Slice | null {
  const architecture = architectureOf(type, subtype & 0xffffff);
  if (architecture === null) return null;
  const byProcessor =
    type === intel || type === (intel | wide) ? 'simulator' : type === arm ? 'device' : null;
  return { architecture, builtFor: said === 'other' ? null : (said ?? byProcessor) };
}

function architectureOf(type: number, subtype: number): string | null {
  if (type === intel) return 'i386';
  if (type === (intel | wide)) return 'x86_64';
  if (type === arm) return subtype === 9 ? 'armv7' : subtype === 11 ? 'armv7s' : 'arm';
  if (type === (arm | wide)) return subtype === 2 ? 'arm64e' : 'arm64';
  return null;
}
