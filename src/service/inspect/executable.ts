import type { AppInfo } from './app-info.ts';
import { readBuild } from './info-plist.ts';
import type { FoundApp } from './ios.ts';
import { limits } from './limits.ts';
import { type MachO, readMachO } from './mach-o.ts';
import { MemberTwice, NotAnApp } from './not-an-app.ts';
import type { RandomAccess } from './source.ts';
import { filesOf } from './tar.ts';
import type { Zip } from './zip.ts';

/** The app with what its program says of it, which counts more than what Info.plist says; no damage to it is a fault. */
export function describeInZip(zip: Zip, app: FoundApp): Promise<AppInfo> {
  return describe(app, async (name) => {
    const entry = zip.find(name);
    return entry && (await zip.readStart(entry, limits.executableStartBytes));
  });
}

/** A second pass, since the program may come before the Info.plist that names it. */
export function describeInTar(source: RandomAccess, app: FoundApp): Promise<AppInfo> {
  return describe(app, async (name) => {
    let passedBytes = 0;
    for await (const file of filesOf(source)) {
      if (file.name === name) return await file.readStart(limits.executableStartBytes);
      passedBytes += file.size;
      if (passedBytes > limits.executableTarBytes) break;
    }
    return null;
  });
}

async function describe(
  app: FoundApp,
  readStart: (name: string) => Promise<Buffer | null>,
): Promise<AppInfo> {
  const folder = app.place.name.slice(0, -'Info.plist'.length);
  const { executable, builtFor } = readBuild(app.plist);
  const program = executable === null ? null : await nullIfDamaged(readStart(folder + executable));
  return {
    ...app.info,
    builtFor: program?.builtFor ?? builtFor,
    architectures: program?.architectures ?? null,
    appFolder: folder.replace(/\/$/, ''),
  };
}

async function nullIfDamaged(reading: Promise<Buffer | null>): Promise<MachO | null> {
  try {
    const start = await reading;
    return start && readMachO(start);
  } catch (error) {
    if (error instanceof NotAnApp && !(error instanceof MemberTwice)) return null;
    throw error;
  }
}
