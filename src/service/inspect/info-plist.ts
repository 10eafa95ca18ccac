import { type AppIdentity, type BuiltFor, builtForOne, recordText } from './app-info.ts';
import { isBinaryPlist, readBinaryPlist } from './binary-plist.ts';
import { readXmlPlist } from './xml-plist.ts';

const keys = [
  'CFBundleIdentifier',
  'CFBundleShortVersionString',
  'CFBundleVersion',
  'CFBundlePackageType',
  'CFBundleExecutable',
] as const;

type InfoPlist = Partial<Record<(typeof keys)[number], string[]>>;

/** Null when the list is not that of an app, which only `inAppFolder` can vouch for without a look at its type. */
export function readInfoPlist(bytes: Buffer, inAppFolder: boolean): AppIdentity | null {
  const plist = readPlist(bytes, keys);
  if (!inAppFolder && !isApp(plist)) return null;
  return {
    platform: 'ios',
    bundleId: recordText(plist.CFBundleIdentifier?.[0], 'CFBundleIdentifier of Info.plist'),
    appVersion: recordText(plist.CFBundleShortVersionString?.[0], 'CFBundleShortVersionString of Info.plist'),
    buildVersion: recordText(plist.CFBundleVersion?.[0], 'CFBundleVersion of Info.plist'),
  };
}

/** Frameworks (FMWK), bundles (BNDL) and services (XPC!) name their type; some apps do not. */
function isApp(plist: InfoPlist): boolean {
  const [packageType] = plist.CFBundlePackageType ?? [];
  if (packageType !== undefined) return packageType === 'APPL';
  return plist.CFBundleExecutable?.[0] !== undefined;
}

const platformPaths = ['CFBundleExecutable', 'CFBundleSupportedPlatforms[]', 'DTPlatformName'] as const;

/** Its program, and what the tools that built it wrote down about where it runs. */
export function readBuild(bytes: Buffer): { executable: string | null; builtFor: BuiltFor | null } {
  const plist = readPlist(bytes, platformPaths);
  const platforms = [...(plist['CFBundleSupportedPlatforms[]'] ?? []), ...(plist.DTPlatformName ?? [])].map(
    (name) => name.toLowerCase(),
  );
  const isFor = (name: string) => platforms.includes(name);
  return {
    executable: plist.CFBundleExecutable?.[0] ?? null,
    builtFor: builtForOne(isFor('iphonesimulator'), isFor('iphoneos')),
  };
}

const iconPaths = [
  'CFBundleIcons/CFBundlePrimaryIcon/CFBundleIconFiles[]',
  'CFBundleIcons~ipad/CFBundlePrimaryIcon/CFBundleIconFiles[]',
  'CFBundleIconFiles[]',
  'CFBundleIconFile',
] as const;

/** The names of its icons, often without their scale (`@2x`), device (`~ipad`) and suffix. */
export function readIconNames(bytes: Buffer): string[] {
  const plist = readPlist(bytes, iconPaths);
  return iconPaths.flatMap((path) => plist[path] ?? []);
}

function readPlist<Path extends string>(
  bytes: Buffer,
  paths: readonly Path[],
): Partial<Record<Path, string[]>> {
  return isBinaryPlist(bytes) ? readBinaryPlist(bytes, paths) : readXmlPlist(bytes, paths);
}
