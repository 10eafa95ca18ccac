const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** What a file may make us read, hold or inflate. Real builds stay far below; memory per job follows from these. */
export const limits = {
  /** Holds the end record, and the whole directory of most builds: then one read is enough for both. */
  zipTailBytes: 256 * KiB,
  zipDirectoryBytes: 64 * MiB,
  zipEntries: 200_000,
  memberNameCharacters: 64 * MiB,
  /** Read behind a local header in advance for its extra field; a longer one costs a second read. */
  zipExtraFieldBytes: 1 * KiB,
  infoPlistBytes: 4 * MiB,
  plistNodes: 100_000,
  plistDepth: 64,
  plistCandidates: 4,
  plistArrayStrings: 64,
  manifestBytes: 8 * MiB,
  resourceTableBytes: 64 * MiB,
  /** Of all types in all configurations. */
  resourceTypes: 100_000,
  referenceHops: 16,
  /** Holds the header and the load commands of a program, also behind those of the parts before it. */
  executableStartBytes: 256 * KiB,
  machOSlices: 16,
  loadCommands: 4_096,
  /** How far into a tar archive its executable is looked for. */
  executableTarBytes: 256 * MiB,
  architectures: 16,
  /** A deflated APK inside a zip up to this size is inflated into memory once; a larger one is inflated per read. */
  nestedApkInMemoryBytes: 48 * MiB,
  nestedApkBytes: 512 * MiB,
  streamFirstReadBytes: 64 * KiB,
  streamReadBytes: 1 * MiB,
  tarInflatedBytes: 8 * GiB,
  tarEntries: 200_000,
  textCharacters: 255,
  iconBytes: 1 * MiB,
  iconPixels: 1024,
  /** How many files are tried before an app has no icon. */
  iconCandidates: 16,
  /** A tar archive is left at an icon of this width, which is sharp wherever it is shown, or after so many bytes. */
  iconEnoughPixels: 120,
  iconTarBytes: 256 * MiB,
} as const;

export function inMiB(bytes: number): string {
  return `${Math.floor(bytes / MiB)} MiB`;
}
