import { type Chunk, chunksOf, chunkTypes, type TypedValue, valueTypes } from './chunks.ts';
import { NotAnApp } from './not-an-app.ts';
import { readStringPool, type StringPool } from './string-pool.ts';

export interface XmlElement {
  readonly name: string | null;
  attributes(): XmlAttribute[];
}

export interface XmlAttribute {
  /** Zero where the resource map names none, as for `package`. */
  readonly resourceId: number;
  readonly name: string | null;
  readonly hasNamespace: boolean;
  /** The text of a string value, or the source text where it was kept. */
  readonly text: string | null;
  readonly value: TypedValue;
}

const none = 0xffffffff;

/** The attributes of the outermost element, which must be `manifest`. */
export function readManifestAttributes(bytes: Buffer): XmlAttribute[] {
  if (/^(?:\ufeff)?\s*</.test(bytes.toString('utf8', 0, 64))) {
    throw new NotAnApp('AndroidManifest.xml is plain text, not the binary XML of a built APK.');
  }
  for (const element of elementsOf(bytes)) {
    if (element.name === 'manifest') return element.attributes();
    throw new NotAnApp('AndroidManifest.xml does not begin with a manifest element.');
  }
  throw damaged();
}

/** The first element of that name, at whatever depth. */
export function findElement(bytes: Buffer, name: string): XmlElement | null {
  for (const element of elementsOf(bytes)) if (element.name === name) return element;
  return null;
}

/**
 * Every element in the order of its start. Bounds, order and strides are taken the way Android takes them, not the way
 * its tools write them: what installs must be readable here.
 */
function* elementsOf(bytes: Buffer): Generator<XmlElement> {
  if (bytes.length < 8) return;
  let strings: StringPool | null = null;
  let resourceIds: Buffer = Buffer.alloc(0);
  // The outer type and size are not trusted: hardened builds get both wrong, and nothing depends on them.
  for (const chunk of chunksOf(bytes, Math.max(8, bytes.readUInt16LE(2)))) {
    if (chunk.type === chunkTypes.stringPool) strings = readStringPool(chunk.bytes) ?? strings;
    else if (chunk.type === chunkTypes.resourceMap) resourceIds = chunk.bytes.subarray(chunk.headerSize);
    else if (chunk.type === chunkTypes.startElement && strings) yield toElement(chunk, strings, resourceIds);
  }
}

function toElement(chunk: Chunk, strings: StringPool, resourceIds: Buffer): XmlElement {
  const element = chunk.bytes.subarray(chunk.headerSize);
  if (element.length < 20) throw damaged();
  return {
    name: strings.get(element.readUInt32LE(4)),
    attributes: () => readAttributes(element, strings, resourceIds),
  };
}

function readAttributes(element: Buffer, strings: StringPool, resourceIds: Buffer): XmlAttribute[] {
  const start = element.readUInt16LE(8);
  const stride = element.readUInt16LE(10);
  const count = element.readUInt16LE(12);
  if (stride < 20 || start + stride * count > element.length) throw damaged();

  return Array.from({ length: count }, (_, index) => {
    const attribute = element.subarray(start + stride * index, start + stride * index + 20);
    const nameIndex = attribute.readUInt32LE(4);
    const rawIndex = attribute.readUInt32LE(8);
    const value = { type: attribute.readUInt8(15), data: attribute.readUInt32LE(16) };
    const idAt = nameIndex * 4;
    const textIndex = value.type === valueTypes.string ? value.data : rawIndex;
    return {
      resourceId: idAt + 4 <= resourceIds.length ? resourceIds.readUInt32LE(idAt) : 0,
      name: strings.get(nameIndex),
      hasNamespace: attribute.readUInt32LE(0) !== none,
      text: textIndex === none ? null : strings.get(textIndex),
      value,
    };
  });
}

function damaged(): NotAnApp {
  return new NotAnApp('AndroidManifest.xml is damaged: it holds no readable manifest element.');
}
