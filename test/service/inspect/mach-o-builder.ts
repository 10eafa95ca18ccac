/** Beginnings of programs for Apple's systems, made for tests. */
export const cpu = {
  i386: [7, 3],
  x86_64: [0x01000007, 3],
  armv7: [12, 9],
  armv7s: [12, 11],
  arm64: [0x0100000c, 0],
  arm64e: [0x0100000c, 2],
} as const;

export type Cpu = keyof typeof cpu;

/** `platform` as in LC_BUILD_VERSION: 1 macOS, 2 iOS, 6 Catalyst, 7 the iOS simulator. */
export type Says = { platform: number } | 'minimum iPhone version' | 'nothing';

export function machO(name: Cpu, says: Says, before = 3): Buffer {
  const isWide = name.includes('64');
  const commands = [
    ...Array.from({ length: before }, () => command(0x19, Buffer.alloc(64))),
    ...saying(says),
  ];
  const body = Buffer.concat(commands);
  const header = Buffer.alloc(isWide ? 32 : 28);
  const [type, subtype] = cpu[name];
  [isWide ? 0xfeedfacf : 0xfeedface, type, subtype, 2, commands.length, body.length].forEach((value, at) => {
    header.writeUInt32LE(value, at * 4);
  });
  return Buffer.concat([header, body, Buffer.from('code'.repeat(64))]);
}

/** Slices side by side, each at a page of its own as the linker puts them, or `apart` bytes from the one before. */
export function fat(slices: readonly { name: Cpu; says: Says }[], apart = 0x4000, isWide = false): Buffer {
  const length = isWide ? 32 : 20;
  const parts: Buffer[] = [Buffer.alloc(8 + slices.length * length)];
  const [head = Buffer.alloc(0)] = parts;
  head.writeUInt32BE(isWide ? 0xcafebabf : 0xcafebabe, 0);
  head.writeUInt32BE(slices.length, 4);
  let offset = head.length;
  slices.forEach(({ name, says }, index) => {
    const start = (index + 1) * apart;
    const program = machO(name, says);
    const at = 8 + index * length;
    const [type, subtype] = cpu[name];
    head.writeUInt32BE(type, at);
    head.writeUInt32BE(subtype, at + 4);
    if (isWide) head.writeBigUInt64BE(BigInt(start), at + 8);
    else head.writeUInt32BE(start, at + 8);
    parts.push(Buffer.alloc(start - offset), program);
    offset = start + program.length;
  });
  return Buffer.concat(parts);
}

function saying(says: Says): Buffer[] {
  if (says === 'nothing') return [];
  if (says === 'minimum iPhone version') return [command(0x25, Buffer.alloc(8))];
  const body = Buffer.alloc(16);
  body.writeUInt32LE(says.platform, 0);
  return [command(0x32, body)];
}

function command(kind: number, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(kind, 0);
  head.writeUInt32LE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}
