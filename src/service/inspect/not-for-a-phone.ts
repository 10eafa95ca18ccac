import { isApkName } from './entry-names.ts';
import { quoteName } from './not-an-app.ts';
import type { Zip } from './zip.ts';

interface Format {
  readonly suffix: string;
  /** A name that only an archive of this kind has at its root. */
  readonly mark: string;
  /** Others have a file of that name too, but no APKs beside it. */
  readonly holdsApks: boolean;
  readonly advice: string;
}

/** What people have in their hands and no phone installs, and what to do instead. */
const formats: readonly Format[] = [
  {
    suffix: '.aab',
    mark: 'BundleConfig.pb',
    holdsApks: false,
    advice:
      'An .aab is for the Play Store: build an APK with "./gradlew assembleRelease", or with "bundletool build-apks --mode=universal", and upload that.',
  },
  {
    suffix: '.apks',
    mark: 'toc.pb',
    holdsApks: true,
    advice:
      'An .apks holds one APK for each kind of device: build one for all with "bundletool build-apks --mode=universal", unzip it, and upload the universal.apk in it.',
  },
  {
    suffix: '.xapk',
    mark: 'manifest.json',
    holdsApks: true,
    advice:
      'An .xapk holds an app in parts: upload one APK that holds all of it, as "./gradlew assembleRelease" builds it.',
  },
  {
    suffix: '.apkm',
    mark: 'info.json',
    holdsApks: true,
    advice:
      'An .apkm holds an app in parts: upload one APK that holds all of it, as "./gradlew assembleRelease" builds it.',
  },
];

/** By the name of a file; null for one that is none of these. */
export function adviceForName(filename: string): string | null {
  const lower = filename.toLowerCase();
  return formats.find(({ suffix }) => lower.endsWith(suffix))?.advice ?? null;
}

/** By what is in an archive that holds no app: its name may say nothing. */
export function adviceFor(zip: Zip): string | null {
  const ipa = zip.entries.find(({ name }) => /^(?!__MACOSX\/)(?:[^/]+\/)?[^/.][^/]*\.ipa$/i.test(name));
  if (ipa) return `The zip holds an .ipa, ${quoteName(ipa.name)}: upload that file itself.`;
  const names = new Set(zip.entries.map(({ name }) => name));
  const isThere = ({ mark, holdsApks }: Format) =>
    names.has(mark) && (!holdsApks || zip.entries.some(({ name }) => isApkName(name)));
  return formats.find(isThere)?.advice ?? null;
}
