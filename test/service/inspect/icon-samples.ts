import { crc32, deflateRawSync } from 'node:zlib';
import { greyPng, type Picture } from '../../../src/kernel/png.ts';
import { buildZip } from '../../support/zip-writer.ts';
import {
  type Attribute,
  buildApk,
  buildManifest,
  buildResourceTable,
  buildXml,
  ids,
  packageAttribute,
  type Resource,
  types,
} from './android-builder.ts';
import { sampleMembers, xmlPlist } from './plist-samples.ts';

export function square(pixels: number): Buffer {
  return greyPng(pixels, pixels, 90);
}

/** As Xcode writes it: blue first, multiplied by alpha, each line but the first as its difference, no zlib header. */
export function applePng({ width, height, channels, pixels }: Picture): Buffer {
  const lines: number[] = [];
  for (let y = 0; y < height; y += 1) {
    const line = Array.from({ length: width * channels }, (_, x) =>
      crushed(pixels, y * width * channels + x, channels),
    );
    const isFirst = y === 0;
    lines.push(isFirst ? 0 : 1);
    for (const [x, value] of line.entries()) {
      const left = isFirst || x < channels ? 0 : (line[x - channels] ?? 0);
      lines.push((value - left) & 0xff);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('CgBI', Buffer.from([0x50, 0, 0x20, 0x02])),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateRawSync(Buffer.from(lines))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function crushed(pixels: Buffer, at: number, channels: number): number {
  const channel = at % channels;
  if (channel === 3) return pixels[at] ?? 0;
  const alpha = channels === 4 ? (pixels[at - channel + 3] ?? 0) : 255;
  return Math.round(((pixels[at - channel + (2 - channel)] ?? 0) * alpha) / 255);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The head of a picture of that size, in one of its three kinds; what follows matters to nobody here. */
export function webp(kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write(`WEBP${kind}`, 8, 'latin1');
  bytes.writeUInt32LE(bytes.length - 20, 16);
  if (kind === 'VP8 ') {
    bytes.set([0x9d, 0x01, 0x2a], 23);
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (kind === 'VP8L') {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}

export const densities = { medium: 160, high: 240, highest: 640, any: 0xfffe } as const;

/** The file that stands for the icon in a configuration, or the reference to what does. */
export interface IconFile {
  density?: number;
  language?: string;
  isNight?: boolean;
  path?: string;
  reference?: number;
  data?: Buffer;
}

export const iconReference = 0x7f020000;
export const foregroundReference = 0x7f020001;

/** An APK whose application names an icon. `foreground` is what the drawing of an adaptive icon names. */
export function buildIconApk(icon: readonly IconFile[], foreground: readonly IconFile[] = []): Buffer {
  const table = buildResourceTable([
    ...icon.map((file) => resource(file, 0)),
    ...foreground.map((file) => resource(file, 1)),
  ]);
  return buildApk(iconManifest(), table, filesOf([...icon, ...foreground]));
}

export function iconManifest(attributeId: number = ids.icon): Buffer {
  const attribute: Attribute = {
    name: 'icon',
    resourceId: attributeId,
    type: types.reference,
    value: iconReference,
  };
  return buildManifest([packageAttribute('a.b')], {}, [{ name: 'application', attributes: [attribute] }]);
}

export function adaptiveIcon(): Buffer {
  const drawable = { name: 'drawable', resourceId: ids.drawable, type: types.reference };
  return buildXml([
    { name: 'adaptive-icon', attributes: [] },
    { name: 'background', attributes: [{ ...drawable, value: 0x7f020009 }] },
    { name: 'foreground', attributes: [{ ...drawable, value: foregroundReference }] },
  ]);
}

function resource(
  { density = 0, language = '', isNight, path, reference }: IconFile,
  index: 0 | 1,
): Resource {
  const configuration = Buffer.alloc(60);
  configuration.write(language, 4, 'latin1');
  configuration.writeUInt16LE(density, 10);
  if (isNight) configuration.writeUInt8(0x20, 25);
  const value =
    path === undefined
      ? { type: types.reference, value: reference ?? 0 }
      : { type: types.string, value: path };
  return { configuration, entries: index === 0 ? [value] : [undefined, value] };
}

function filesOf(files: readonly IconFile[]) {
  return files.flatMap(({ path, data }) =>
    path === undefined || data === undefined ? [] : [{ name: path, data, method: 'deflated' as const }],
  );
}

/** Small, with a drawing, a picture of it, and another picture; each part can be replaced. */
export function apkWithIcon(parts: { table?: Buffer; drawing?: Buffer } = {}): Buffer {
  const icon = { density: densities.any, path: 'res/drawn.xml', data: parts.drawing ?? adaptiveIcon() };
  const foreground = { density: densities.high, path: 'res/front.png', data: square(5) };
  const own = buildResourceTable([resource(icon, 0), resource(foreground, 1)]);
  return buildApk(iconManifest(), parts.table ?? own, filesOf([icon, foreground]));
}

export function plistWithIcons(names: readonly string[]): Buffer {
  const files = names.map((name) => `<string>${name}</string>`).join('');
  const primary = `<key>CFBundleIconFiles</key><array>${files}</array>`;
  return xmlPlist(
    sampleMembers,
    `<key>CFBundleIcons</key><dict>
       <key>CFBundleAlternateIcons</key>
       <dict><key>Gold</key><dict><key>CFBundleIconFiles</key><array><string>Gold</string></array></dict></dict>
       <key>CFBundlePrimaryIcon</key><dict>${primary}<key>CFBundleIconName</key><string>Other</string></dict>
     </dict>`,
  );
}

export function appWithIcon(icon: Buffer): Buffer {
  return buildZip([
    { name: 'A.app/Info.plist', data: plistWithIcons(['Icon']) },
    { name: 'A.app/Icon@2x.png', data: icon },
  ]);
}
