import { createInflateRaw } from 'node:zlib';
import { inspectApk, manifestName } from './android.ts';
import { readApkIcon } from './android-icon.ts';
import type { AppInfo } from './app-info.ts';
import { assertHarmlessName, isApkName, type PlistPlace, placeOfPlist } from './entry-names.ts';
import { describeInTar, describeInZip } from './executable.ts';
import { type AppIcon, nullIfDamaged, toIcon, widerOf } from './icon.ts';
import { inflateStream } from './inflate-stream.ts';
import { readIconNames } from './info-plist.ts';
import { type FoundApp, findOutermostApp } from './ios.ts';
import { inMiB, limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';
import { adviceFor } from './not-for-a-phone.ts';
import { bufferSource, guardSource, type RandomAccess, SourceFailure, sliceSource } from './source.ts';
import { filesOf, findAppInTar } from './tar.ts';
import { openZip, type Zip, type ZipEntry } from './zip.ts';

export type { AppInfo, BuiltFor } from './app-info.ts';
export type { AppIcon } from './icon.ts';
export { NotAnApp } from './not-an-app.ts';

export type BinaryKind = 'zip' | 'tar.gz' | 'tgz' | 'apk' | 'ipa';

/** What the binary says of itself. Throws `NotAnApp` for a fault of the file; errors of the source come unchanged. */
export async function inspectBinary(source: RandomAccess, kind: BinaryKind): Promise<AppInfo> {
  const guarded = guardSource(source);
  try {
    if (kind === 'apk') return await inspectManifest(await openHarmlessZip(guarded));
    if (kind === 'ipa') return await inspectIpa(guarded);
    return kind === 'zip' ? await inspectZip(guarded) : await inspectTar(guarded);
  } catch (error) {
    throw error instanceof SourceFailure ? error.cause : error;
  }
}

/** Null where the app has none that can be shown: no fault of a file keeps anybody from using it without. */
export async function readIcon(source: RandomAccess, kind: BinaryKind): Promise<AppIcon | null> {
  const guarded = guardSource(source);
  try {
    if (kind === 'apk') return await readApkIcon(await openZip(guarded));
    if (kind !== 'zip' && kind !== 'ipa') return await readIconInTar(guarded);
    const { zip, app } = await openZipped(guarded);
    return app ? await readIconInZip(zip, app) : await readApkIcon(zip);
  } catch (error) {
    if (error instanceof NotAnApp) return null;
    throw error instanceof SourceFailure ? error.cause : error;
  }
}

async function inspectZip(source: RandomAccess): Promise<AppInfo> {
  const { zip, app } = await openZipped(source);
  return app ? describeInZip(zip, app) : inspectManifest(zip);
}

async function inspectIpa(source: RandomAccess): Promise<AppInfo> {
  const { zip, app } = await openZipped(source);
  if (app?.place.kind === 'app' && app.place.parent === 'Payload') return describeInZip(zip, app);
  throw new NotAnApp(
    'An .ipa holds its app below Payload/, which this file does not: export the app anew, or upload it as .app.zip.',
  );
}

/** The iOS app in the zip, or the APK that the zip is or holds. */
async function openZipped(source: RandomAccess): Promise<{ zip: Zip; app: FoundApp | null }> {
  const zip = await openHarmlessZip(source);
  const [app, apk] = [await findApp(zip), findApk(zip)];
  if (app && apk) {
    throw new NotAnApp(
      `The zip holds an iOS app, ${quoteName(app.place.name)}, and an Android app, ${quoteName(apk.name)}; upload one.`,
    );
  }
  if (app) return { zip, app };
  if (!apk) {
    const advice = adviceFor(zip);
    if (advice !== null) throw new NotAnApp(advice);
    throw new NotAnApp(
      "No app was found in the zip: looked for an app's Info.plist (at the root, one folder down or below Payload/), " +
        `an ${manifestName} at the root, and an .apk at the root or one folder down.`,
    );
  }
  if (apk.name === manifestName) return { zip, app: null };
  return { zip: await openHarmlessZip(await openNestedApk(source, zip, apk)), app: null };
}

async function inspectManifest(zip: Zip): Promise<AppInfo> {
  const info = await inspectApk(zip);
  if (!info)
    throw new NotAnApp(`No app was found: the file has no ${manifestName} at its root, as an APK must.`);
  return info;
}

async function inspectTar(source: RandomAccess): Promise<AppInfo> {
  const app = await findAppInTar(source);
  if (app) return describeInTar(source, app);
  throw new NotAnApp(
    "No app was found in the archive: looked for an app's Info.plist at the root, one folder down or below Payload/.",
  );
}

async function openHarmlessZip(source: RandomAccess): Promise<Zip> {
  const zip = await openZip(source);
  for (const entry of zip.entries) assertHarmlessName(entry.name);
  return zip;
}

function findApp(zip: Zip): Promise<FoundApp | null> {
  const places = new Map<string, PlistPlace>();
  for (const { name } of zip.entries) {
    const place = placeOfPlist(name);
    if (place) places.set(name, place);
  }
  return findOutermostApp([...places.values()], (place) => {
    const entry = zip.find(place.name);
    if (!entry) throw new NotAnApp(`The zip has no entry ${quoteName(place.name)}.`);
    return zip.read(entry, limits.infoPlistBytes);
  });
}

/** The manifest of the archive itself, else the one APK in it: an APK may carry others among its assets. */
function findApk(zip: Zip): ZipEntry | null {
  const manifest = zip.find(manifestName);
  if (manifest) return manifest;
  const [first, second] = zip.entries.filter((entry) => isApkName(entry.name));
  if (first && second) {
    throw new NotAnApp(
      adviceFor(zip) ??
        `The zip holds two APKs, ${quoteName(first.name)} and ${quoteName(second.name)}; upload one, or a zip of one.`,
    );
  }
  return first ?? null;
}

/**
 * An APK inside a zip as a source of its own. A stored one is read in place. A deflated one is inflated into memory
 * once if it is small; otherwise every read inflates it from its start and keeps only what was asked for, which
 * trades time for flat memory and needs no temporary file that a killed thread would leave behind.
 */
async function openNestedApk(source: RandomAccess, zip: Zip, entry: ZipEntry): Promise<RandomAccess> {
  if (entry.size > limits.nestedApkBytes) {
    throw new NotAnApp(
      `${quoteName(entry.name)} inside the zip is larger than ${inMiB(limits.nestedApkBytes)}.`,
    );
  }
  const isStored = entry.method === 0;
  if (!isStored && entry.size <= limits.nestedApkInMemoryBytes) {
    return bufferSource(await zip.read(entry, limits.nestedApkInMemoryBytes));
  }
  const { start, end } = await zip.locate(entry);
  const packed = sliceSource(source, start, end);
  return isStored ? packed : inflatingSource(packed, entry);
}

function inflatingSource(packed: RandomAccess, entry: ZipEntry): RandomAccess {
  const damaged = `The entry ${quoteName(entry.name)} is damaged.`;
  return {
    size: entry.size,
    async read(start, end) {
      const parts: Buffer[] = [];
      let at = 0;
      for await (const chunk of inflateStream(packed, createInflateRaw({ chunkSize: 256 * 1024 }), damaged)) {
        const from = Math.max(start - at, 0);
        if (from < chunk.length) parts.push(Buffer.from(chunk.subarray(from, end - at)));
        at += chunk.length;
        if (at >= end) return Buffer.concat(parts);
      }
      throw new NotAnApp(`The entry ${quoteName(entry.name)} is shorter than its directory says.`);
    },
  };
}

/** The widest of the pictures that Info.plist names; most bytes first, as these tend to be it. */
async function readIconInZip(zip: Zip, app: FoundApp): Promise<AppIcon | null> {
  const isIcon = iconsOf(app);
  const files = zip.entries
    .filter(({ name, size }) => size <= limits.iconBytes && isIcon(name))
    .sort((one, other) => other.size - one.size);
  let icon: AppIcon | null = null;
  for (const file of files.slice(0, limits.iconCandidates)) {
    const bytes = await nullIfDamaged(zip.read(file, limits.iconBytes));
    icon = widerOf(icon, bytes && toIcon(bytes));
  }
  return icon;
}

/** A second pass, since an icon may come before the Info.plist that names it. */
async function readIconInTar(source: RandomAccess): Promise<AppIcon | null> {
  const app = await findAppInTar(source);
  const isIcon = app ? iconsOf(app) : () => false;
  let icon: AppIcon | null = null;
  let tried = 0;
  let passedBytes = 0;
  for await (const file of filesOf(source)) {
    passedBytes += file.size;
    if (passedBytes > limits.iconTarBytes || tried === limits.iconCandidates) break;
    if (file.size > limits.iconBytes || !isIcon(file.name)) continue;
    tried += 1;
    icon = widerOf(icon, toIcon(await file.read(limits.iconBytes)));
    if (icon && icon.width >= limits.iconEnoughPixels) break;
  }
  return icon;
}

/** `AppIcon60x60` stands for `AppIcon60x60.png`, `AppIcon60x60@2x.png` and `AppIcon60x60@2x~ipad.png`. */
function iconsOf({ place, plist }: FoundApp): (name: string) => boolean {
  const folder = place.name.slice(0, -'Info.plist'.length);
  const wanted = new Set(readIconNames(plist).map((name) => name.replace(/\.png$/i, '')));
  return (name) => {
    if (wanted.size === 0 || !name.startsWith(folder) || !/\.png$/i.test(name)) return false;
    const file = name.slice(folder.length, -'.png'.length);
    return wanted.has(file) || wanted.has(file.replace(/~[a-z]+$/, '').replace(/@[1-9]x$/, ''));
  };
}
