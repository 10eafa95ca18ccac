import { chunksOf, chunkTypes, isReference, type TypedValue, valueTypes } from './chunks.ts';
import { limits } from './limits.ts';
import { readStringPool, type StringPool } from './string-pool.ts';

export interface ResolvedValue extends TypedValue {
  readonly text: string | null;
}

/** What a reference ends at in the default configuration; null for a cycle, a dangling one, or one of the system's. */
export function resolveReference(table: Buffer, reference: number): ResolvedValue | null {
  if (table.length < 12) return null;
  const parts = readParts(table);
  let id = reference;
  for (let hop = 0; hop < limits.referenceHops; hop += 1) {
    const value = findDefault(parts.packages, id);
    if (!value) return null;
    if (!isReference(value)) {
      return {
        ...value,
        text: value.type === valueTypes.string ? (parts.strings?.get(value.data) ?? null) : null,
      };
    }
    id = value.data;
  }
  return null;
}

interface Parts {
  strings: StringPool | null;
  packages: { id: number; types: Buffer[] }[];
}

function readParts(table: Buffer): Parts {
  const parts: Parts = { strings: null, packages: [] };
  for (const chunk of chunksOf(table, Math.max(8, table.readUInt16LE(2)))) {
    if (chunk.type === chunkTypes.stringPool) {
      parts.strings ??= readStringPool(chunk.bytes);
    } else if (chunk.type === chunkTypes.package && chunk.bytes.length >= 12) {
      const types: Buffer[] = [];
      for (const inner of chunksOf(chunk.bytes, chunk.headerSize)) {
        if (inner.type === chunkTypes.type && isDefaultConfiguration(inner.bytes)) types.push(inner.bytes);
      }
      parts.packages.push({ id: chunk.bytes.readUInt32LE(8), types });
    }
  }
  return parts;
}

/** The configuration begins with its own size; in the default one, all that follows is zero. */
function isDefaultConfiguration(type: Buffer): boolean {
  if (type.length < 24) return false;
  const configuration = type.subarray(20, Math.min(20 + type.readUInt32LE(20), type.readUInt16LE(2)));
  return configuration.subarray(4).every((byte) => byte === 0);
}

const applicationPackage = 0x7f;

function findDefault(packages: Parts['packages'], id: number): TypedValue | null {
  // A dynamic reference of an app to itself carries no package.
  const packageId = id >>> 24 || applicationPackage;
  const typeId = (id >>> 16) & 0xff;
  for (const { types } of packages.filter((candidate) => candidate.id === packageId)) {
    for (const type of types) {
      if (type.readUInt8(8) !== typeId) continue;
      const value = readEntry(type, id & 0xffff);
      if (value) return value;
    }
  }
  return null;
}

const sparseFlag = 0x01;
const shortOffsetsFlag = 0x02;

function readEntry(type: Buffer, index: number): TypedValue | null {
  const offset = offsetOf(type, index);
  if (offset === null) return null;
  const at = type.readUInt32LE(16) + offset;
  if (at + 8 > type.length) return null;
  const flags = type.readUInt16LE(at + 2);
  const complex = 0x01;
  const compact = 0x08;
  if (flags & compact) return { type: flags >>> 8, data: type.readUInt32LE(at + 4) };
  const valueAt = at + type.readUInt16LE(at);
  if (flags & complex || valueAt + 8 > type.length) return null;
  return { type: type.readUInt8(valueAt + 3), data: type.readUInt32LE(valueAt + 4) };
}

function offsetOf(type: Buffer, index: number): number | null {
  const flags = type.readUInt8(9);
  const count = type.readUInt32LE(12);
  const offsets = type.subarray(type.readUInt16LE(2));
  if (flags & sparseFlag) {
    for (let slot = 0; slot < count && slot * 4 + 4 <= offsets.length; slot += 1) {
      if (offsets.readUInt16LE(slot * 4) === index) return offsets.readUInt16LE(slot * 4 + 2) * 4;
    }
    return null;
  }
  const short = (flags & shortOffsetsFlag) !== 0;
  const width = short ? 2 : 4;
  if (index >= count || (index + 1) * width > offsets.length) return null;
  const offset = offsets.readUIntLE(index * width, width);
  if (offset === (short ? 0xffff : 0xffffffff)) return null;
  return short ? offset * 4 : offset;
}
