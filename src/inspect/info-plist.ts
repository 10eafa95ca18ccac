import { type AppInfo, recordText } from './app-info.ts';
import { isBinaryPlist, readBinaryPlist } from './binary-plist.ts';
import { readXmlPlist } from './xml-plist.ts';

const keys = [
  'CFBundleIdentifier',
  'CFBundleShortVersionString',
  'CFBundleVersion',
  'CFBundlePackageType',
  'CFBundleExecutable',
] as const;

type InfoPlist = Partial<Record<(typeof keys)[number], string>>;

/** Null when the list is not that of an app, which only `inAppFolder` can vouch for without a look at its type. */
export function readInfoPlist(bytes: Buffer, inAppFolder: boolean): AppInfo | null {
  const plist = isBinaryPlist(bytes) ? readBinaryPlist(bytes, keys) : readXmlPlist(bytes, keys);
  if (!inAppFolder && !isApp(plist)) return null;
  return {
    platform: 'ios',
    bundleId: recordText(plist.CFBundleIdentifier, 'CFBundleIdentifier of Info.plist'),
    appVersion: recordText(plist.CFBundleShortVersionString, 'CFBundleShortVersionString of Info.plist'),
    buildVersion: recordText(plist.CFBundleVersion, 'CFBundleVersion of Info.plist'),
  };
}

/** Frameworks (FMWK), bundles (BNDL) and services (XPC!) name their type; some apps do not. */
function isApp(plist: InfoPlist): boolean {
  if (typeof plist.CFBundlePackageType === 'string') return plist.CFBundlePackageType === 'APPL';
  return typeof plist.CFBundleExecutable === 'string';
}
