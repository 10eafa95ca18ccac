import { buildZip, centralHeader, endRecord, localHeader, zip64End } from '../../support/zip-writer.ts';
import { xmlPlist } from './plist-samples.ts';
import { sparseSource } from './sources.ts';

export const MiB = 1024 * 1024;
export const plistName = 'A.app/Info.plist';

/** A zip64 archive of 6 GiB: its Info.plist lies at 5 GiB, behind it come the directory and nothing else. */
export function hugeArchive(fillers: number) {
  const at = 5 * 1024 * MiB;
  const data = xmlPlist();
  const fields = {
    name: plistName,
    flags: 0,
    method: 0,
    crc32: 0,
    compressedSize: data.length,
    size: data.length,
    extra: Buffer.alloc(0),
  };
  const right = buildZip([{ name: plistName, data }]).readUInt32LE(14);
  const directory = Buffer.concat([
    ...Array.from({ length: fillers }, (_, index) =>
      centralHeader({ ...fields, name: `A.app/asset-${index}.bin`, offset: index * 1000 }),
    ),
    centralHeader({ ...fields, crc32: right, offset: at }),
  ]);
  const directoryOffset = 6 * 1024 * MiB;
  const shape = { entryCount: fillers + 1, directorySize: directory.length, directoryOffset };
  const end = Buffer.concat([zip64End(shape), endRecord({ ...shape, comment: Buffer.alloc(0) })]);
  const source = sparseSource(directoryOffset + directory.length + end.length, [
    { at, bytes: Buffer.concat([localHeader({ ...fields, crc32: right }), data]) },
    { at: directoryOffset, bytes: Buffer.concat([directory, end]) },
  ]);
  return { source, directoryBytes: directory.length };
}
