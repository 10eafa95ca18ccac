import { buildZip, type ZipInput } from '../../support/zip-writer.ts';

export const ids = {
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  versionCodeMajor: 0x01010576,
  icon: 0x01010002,
  roundIcon: 0x0101052c,
  drawable: 0x01010199,
} as const;
export const types = { reference: 0x01, string: 0x03, decimal: 0x10, hexadecimal: 0x11 } as const;

export interface Attribute {
  name: string;
  resourceId?: number;
  namespaced?: boolean;
  type: number;
  /** The text of a string, the number of anything else. */
  value: string | number;
}

export interface ManifestOptions {
  utf8?: boolean;
  element?: string;
  attributeSize?: number;
  attributeStart?: number;
  nodeHeaderSize?: number;
  outerType?: number;
  outerSize?: number;
  outerHeader?: number;
  beforeStrings?: Buffer;
  beforeElement?: Buffer;
}

export function packageAttribute(name: string): Attribute {
  return { name: 'package', namespaced: false, type: types.string, value: name };
}

export function versionCode(value: number, type: number = types.decimal): Attribute {
  return { name: 'versionCode', resourceId: ids.versionCode, type, value };
}

export function versionName(value: string | number, type: number = types.string): Attribute {
  return { name: 'versionName', resourceId: ids.versionName, type, value };
}

export interface Element {
  name: string;
  attributes: readonly Attribute[];
}

/** A manifest of one element, and those that follow it. */
export function buildManifest(
  attributes: readonly Attribute[],
  options: ManifestOptions = {},
  inside: readonly Element[] = [],
): Buffer {
  return buildXml([{ name: options.element ?? 'manifest', attributes }, ...inside], options);
}

/** Names that have a resource id come first in the pool, as the map wants them. */
export function buildXml(elements: readonly Element[], options: ManifestOptions = {}): Buffer {
  const attributes = elements.flatMap((element) => element.attributes);
  const mapped = attributes.filter((attribute) => attribute.resourceId !== undefined);
  const pool = [
    ...mapped.map((attribute) => attribute.name),
    ...attributes
      .filter((attribute) => attribute.resourceId === undefined)
      .map((attribute) => attribute.name),
    ...elements.map(({ name }) => name),
    'http://schemas.android.com/apk/res/android',
    ...attributes.filter(({ type }) => type === types.string).map(({ value }) => String(value)),
  ];
  const stride = options.attributeSize ?? 20;
  const attributeBytes = (attribute: Attribute) => {
    const bytes = Buffer.alloc(stride, 0xee);
    const name =
      attribute.resourceId === undefined
        ? pool.indexOf(attribute.name, mapped.length)
        : mapped.indexOf(attribute);
    const data =
      attribute.type === types.string ? pool.lastIndexOf(String(attribute.value)) : Number(attribute.value);
    const namespace = pool.indexOf('http://schemas.android.com/apk/res/android');
    bytes.writeUInt32LE(attribute.namespaced === false ? 0xffffffff : namespace, 0);
    bytes.writeUInt32LE(name, 4);
    bytes.writeUInt32LE(attribute.type === types.string ? data : 0xffffffff, 8);
    bytes.writeUInt16LE(8, 12);
    bytes.writeUInt8(0, 14);
    bytes.writeUInt8(attribute.type, 15);
    bytes.writeUInt32LE(data >>> 0, 16);
    return bytes;
  };
  const attributeStart = options.attributeStart ?? 20;
  const node = Buffer.alloc((options.nodeHeaderSize ?? 16) - 8);
  const elementChunk = ({ name, attributes }: Element) => {
    const element = Buffer.alloc(attributeStart, 0xee);
    element.writeUInt32LE(0xffffffff, 0);
    element.writeUInt32LE(pool.indexOf(name), 4);
    element.writeUInt16LE(attributeStart, 8);
    element.writeUInt16LE(stride, 10);
    element.writeUInt16LE(attributes.length, 12);
    return chunk(0x0102, node, Buffer.concat([element, ...attributes.map(attributeBytes)]));
  };
  const resourceMap = Buffer.concat(mapped.map((attribute) => uint32(attribute.resourceId ?? 0)));
  const content = Buffer.concat([
    options.beforeStrings ?? Buffer.alloc(0),
    stringPool(pool, options.utf8 ?? false),
    chunk(0x0180, Buffer.alloc(0), resourceMap),
    options.beforeElement ?? Buffer.alloc(0),
    ...elements.map(elementChunk),
    chunk(0x0103, Buffer.alloc(8), Buffer.alloc(8)),
  ]);
  const outer = Buffer.alloc(options.outerHeader ?? 8);
  outer.writeUInt16LE(options.outerType ?? 0x0003, 0);
  outer.writeUInt16LE(outer.length, 2);
  outer.writeUInt32LE(options.outerSize ?? outer.length + content.length, 4);
  return Buffer.concat([outer, content]);
}

export interface Resource {
  /** Zero bytes mean the default configuration. */
  configuration?: Buffer;
  /** By entry index of the type; undefined leaves a hole. */
  entries: readonly ({ type: number; value: string | number } | undefined)[];
  layout?: 'plain' | 'sparse' | 'short' | 'compact';
}

/** A table with one package (0x7f) and one type (0x02) in as many configurations as given: ids are 0x7f02nnnn. */
export function buildResourceTable(resources: readonly Resource[], utf8 = true): Buffer {
  const texts = resources.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry && entry.type === types.string ? [String(entry.value)] : [])),
  );
  const dataOf = (entry: { type: number; value: string | number }) =>
    entry.type === types.string ? texts.indexOf(String(entry.value)) : Number(entry.value);
  const chunks = resources.map((resource) => typeChunk(resource, dataOf));
  const packageHeader = Buffer.alloc(288 - 8);
  packageHeader.writeUInt32LE(0x7f, 0);
  const packageChunk = chunk(0x0200, packageHeader, Buffer.concat(chunks));
  return chunk(0x0002, uint32(1), Buffer.concat([stringPool(texts, utf8), packageChunk]));
}

function typeChunk(
  resource: Resource,
  dataOf: (entry: { type: number; value: string | number }) => number,
): Buffer {
  const layout = resource.layout ?? 'plain';
  const values = resource.entries.map(
    (entry) => entry && valueBytes(entry.type, dataOf(entry), layout === 'compact'),
  );
  const offsets: Buffer[] = [];
  let offset = 0;
  for (const [index, value] of values.entries()) {
    if (layout === 'sparse') {
      if (value) offsets.push(Buffer.concat([uint16(index), uint16(offset / 4)]));
    } else if (layout === 'short') {
      offsets.push(uint16(value ? offset / 4 : 0xffff));
    } else {
      offsets.push(uint32(value ? offset : 0xffffffff));
    }
    offset += value?.length ?? 0;
  }
  const table = Buffer.concat(offsets);
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  const configuration = Buffer.concat([uint32(64), resource.configuration ?? Buffer.alloc(60)]);
  const header = Buffer.alloc(12);
  header.writeUInt8(0x02, 0);
  header.writeUInt8({ plain: 0, compact: 0, sparse: 1, short: 2 }[layout], 1);
  header.writeUInt32LE(layout === 'sparse' ? offsets.length : values.length, 4);
  header.writeUInt32LE(8 + 12 + configuration.length + padded.length, 8);
  const body = Buffer.concat([padded, ...values.filter((value) => value !== undefined)]);
  return chunk(0x0201, Buffer.concat([header, configuration]), body);
}

function valueBytes(type: number, data: number, compact: boolean): Buffer {
  if (compact) return Buffer.concat([uint16(0), uint16(0x08 | (type << 8)), uint32(data >>> 0)]);
  return Buffer.concat([
    uint16(8),
    uint16(0),
    uint32(0),
    uint16(8),
    Buffer.from([0, type]),
    uint32(data >>> 0),
  ]);
}

export function stringPool(texts: readonly string[], utf8: boolean): Buffer {
  const encoded = texts.map((text) => (utf8 ? utf8Text(text) : utf16Text(text)));
  let offset = 0;
  const offsets = encoded.map((bytes) => {
    offset += bytes.length;
    return uint32(offset - bytes.length);
  });
  const strings = Buffer.concat(encoded);
  const padded = Buffer.concat([strings, Buffer.alloc((4 - (strings.length % 4)) % 4)]);
  const header = [texts.length, 0, utf8 ? 0x100 : 0, 28 + texts.length * 4, 0].map(uint32);
  return chunk(0x0001, Buffer.concat(header), Buffer.concat([...offsets, padded]));
}

function utf8Text(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = (value: number) => Buffer.from(value < 0x80 ? [value] : [0x80 | (value >> 8), value & 0xff]);
  return Buffer.concat([length(text.length), length(bytes.length), bytes, Buffer.alloc(1)]);
}

function utf16Text(text: string): Buffer {
  return Buffer.concat([uint16(text.length), Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);
}

export function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  return Buffer.concat([
    uint16(type),
    uint16(8 + header.length),
    uint32(8 + header.length + body.length),
    header,
    body,
  ]);
}

export function buildApk(manifest: Buffer, table?: Buffer, files: readonly ZipInput[] = []): Buffer {
  return buildZip([
    { name: 'AndroidManifest.xml', data: manifest, method: 'deflated' },
    { name: 'classes.dex', data: Buffer.alloc(64) },
    ...(table ? [{ name: 'resources.arsc', data: table }] : []),
    ...files,
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
