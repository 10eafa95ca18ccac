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

/** The files that a reference stands for in any configuration: the densest pictures first, drawings (XML) last. */
export function filesOf(table: Buffer, reference: number): string[] {
  if (table.length < 12) return [];
  const { strings, packages } = readParts(table);
  const files: { text: number; rank: number }[] = [];
  const seen = new Set<number>();
  const waiting = [reference];
  for (let id = waiting.pop(); id !== undefined && seen.size < limits.referenceHops; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    for (const type of typesOf(packages, id)) {
      const value = readEntry(type, id & 0xffff);
      if (value && isReference(value)) waiting.push(value.data);
      if (value?.type === valueTypes.string) files.push({ text: value.data, rank: rankOf(type) });
    }
  }
  return files
    .sort((a, b) => b.rank - a.rank)
    .slice(0, limits.iconCandidates)
    .flatMap(({ text }) => strings?.get(text) ?? []);
}

const mediumDensity = 160;
const anyDensity = 0xfffe;
const noDensity = 0xffff;
const nightMask = 0x30;
const night = 0x20;

/** By density; whatever is meant for one country, language, network or the night comes after all the rest. */
function rankOf(type: Buffer): number {
  const configuration = configurationOf(type);
  const isSpecial =
    configuration.subarray(4, 12).some((byte) => byte !== 0) ||
    ((configuration[29] ?? 0) & nightMask) === night;
  const density = configuration.length < 16 ? 0 : configuration.readUInt16LE(14);
  const known = density === 0 || density === noDensity ? mediumDensity : density;
  return (known === anyDensity ? 0 : known) - (isSpecial ? 0x10000 : 0);
}

interface Parts {
  strings: StringPool | null;
  packages: { id: number; types: Buffer[] }[];
}

function readParts(table: Buffer): Parts {
  const parts: Parts = { strings: null, packages: [] };
  let count = 0;
  for (const chunk of chunksOf(table, Math.max(8, table.readUInt16LE(2)))) {
    if (chunk.type === chunkTypes.stringPool) {
      parts.strings ??= readStringPool(chunk.bytes);
    } else if (chunk.type === chunkTypes.package && chunk.bytes.length >= 12) {
      const types: Buffer[] = [];
      for (const inner of chunksOf(chunk.bytes, chunk.headerSize)) {
        if (inner.type !== chunkTypes.type || inner.bytes.length < 24) continue;
        count += 1;
        if (count <= limits.resourceTypes) types.push(inner.bytes);
      }
      parts.packages.push({ id: chunk.bytes.readUInt32LE(8), types });
    }
  }
  return parts;
}

/** It begins with its own size. */
function configurationOf(type: Buffer): Buffer {
  return type.subarray(20, Math.min(20 + type.readUInt32LE(20), type.readUInt16LE(2)));
}

/** In the default one, all that follows its size is zero. */
function isDefault(type: Buffer): boolean {
  return configurationOf(type)
    .subarray(4)
    .every((byte) => byte === 0);
}

const applicationPackage = 0x7f;

function findDefault(packages: Parts['packages'], id: number): TypedValue | null {
  for (const type of typesOf(packages, id)) {
    const value = isDefault(type) ? readEntry(type, id & 0xffff) : null;
    if (value) return value;
  }
  return null;
}

/** The type of a resource in each of its configurations. */
function typesOf(packages: Parts['packages'], id: number): Buffer[] {
  // A dynamic reference of an app to itself carries no package.
  const packageId = id >>> 24 || applicationPackage;
  const typeId = (id >>> 16) & 0xff;
  return packages
    .filter((candidate) => candidate.id === packageId)
    .flatMap(({ types }) => types.filter((type) => type.readUInt8(8) === typeId));
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
