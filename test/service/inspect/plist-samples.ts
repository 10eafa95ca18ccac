export type PlistMembers = Record<string, string>;

export const sampleMembers: PlistMembers = {
  CFBundleIdentifier: 'com.example.sample',
  CFBundleShortVersionString: '2.7.1',
  CFBundleVersion: '4711',
  CFBundlePackageType: 'APPL',
  CFBundleExecutable: 'Sample',
};

export const sampleInfo = {
  platform: 'ios',
  bundleId: 'com.example.sample',
  appVersion: '2.7.1',
  buildVersion: '4711',
} as const;

export function xmlPlist(members: PlistMembers = sampleMembers, inside = ''): Buffer {
  const pairs = Object.entries(members).map(([key, value]) => `<key>${key}</key><string>${value}</string>`);
  return Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n' +
      `<plist version="1.0"><dict>${pairs.join('\n')}${inside}</dict></plist>\n`,
  );
}

/** Objects given as bytes, so that a test can make them refer to each other as it likes; references take a byte. */
export function rawBinaryPlist(objects: readonly Buffer[], top = 0, trailer: Partial<Trailer> = {}): Buffer {
  let offset = 8;
  const offsets = objects.map((object) => {
    offset += object.length;
    return offset - object.length;
  });
  const table = Buffer.concat(offsets.map((value) => Buffer.from([value >> 8, value & 0xff])));
  const end = Buffer.alloc(32);
  end.writeUInt8(trailer.offsetBytes ?? 2, 6);
  end.writeUInt8(trailer.refBytes ?? 1, 7);
  end.writeBigUInt64BE(BigInt(trailer.count ?? objects.length), 8);
  end.writeBigUInt64BE(BigInt(top), 16);
  end.writeBigUInt64BE(BigInt(trailer.table ?? offset), 24);
  return Buffer.concat([Buffer.from('bplist00'), ...objects, table, end]);
}

interface Trailer {
  offsetBytes: number;
  refBytes: number;
  count: number;
  table: number;
}

export function ascii(text: string): Buffer {
  const length = text.length < 15 ? [0x50 | text.length] : [0x5f, 0x10, text.length];
  return Buffer.concat([Buffer.from(length), Buffer.from(text, 'latin1')]);
}
