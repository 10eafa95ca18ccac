import type { AppIdentity } from './app-info.ts';
import type { PlistPlace } from './entry-names.ts';
import { readInfoPlist } from './info-plist.ts';
import { limits } from './limits.ts';
import { NotAnApp, quoteName } from './not-an-app.ts';

/** An app that was found, and the folder that would make it a nested one if it turned out to be an app itself. */
export interface FoundApp {
  readonly place: PlistPlace;
  readonly info: AppIdentity;
  readonly plist: Buffer;
}

/**
 * The outermost app among all Info.plists of an archive:
 * 1. the root, where its Info.plist is an app's, holds everything else;
 * 2. a plain folder at the root, likewise, holds the `.app` folders within it;
 * 3. what remains must be one app. Of two that lie side by side none is chosen.
 */
export async function findOutermostApp(
  places: readonly PlistPlace[],
  read: (place: PlistPlace) => Promise<Buffer>,
): Promise<FoundApp | null> {
  const apps = places.filter((place) => place.kind === 'app');
  // A plain folder matters where no `.app` is, or where it might be the app around one.
  const others = places
    .filter(
      (place) =>
        place.kind === 'root' ||
        apps.length === 0 ||
        apps.some((app) => app.parent !== '' && app.parent === place.parent),
    )
    .filter((place) => place.kind !== 'app');
  if (others.length > limits.plistCandidates) {
    throw new NotAnApp(
      `The archive holds more than ${limits.plistCandidates} Info.plist files that might be an app's.`,
    );
  }

  const found: FoundApp[] = [];
  let fault: NotAnApp | null = null;
  for (const place of others) {
    try {
      const plist = await read(place);
      const info = readInfoPlist(plist, false);
      if (info) found.push({ place, info, plist });
    } catch (error) {
      // Not every file of this name is a property list of a bundle; its fault counts where nothing better is found.
      if (!(error instanceof NotAnApp)) throw error;
      fault ??= error;
    }
  }

  const [outermost] = outermostOf([...found.map(({ place }) => place), ...apps]);
  if (!outermost) {
    if (fault) throw fault;
    return null;
  }
  const known = found.find(({ place }) => place === outermost);
  if (known) return known;
  const plist = await read(outermost);
  const info = readInfoPlist(plist, true);
  return info && { place: outermost, info, plist };
}

/** Drops what lies within another of the places, and refuses to choose among the rest. */
export function outermostOf(places: readonly PlistPlace[]): PlistPlace[] {
  const root = places.find((place) => place.kind === 'root');
  if (root) return [root];
  const folders = new Set(places.filter((place) => place.kind === 'folder').map((place) => place.parent));
  const outermost = places.filter((place) => place.kind === 'folder' || !folders.has(place.parent));
  const [first, second] = outermost;
  if (first && second) {
    throw new NotAnApp(
      `The archive holds two apps, ${quoteName(first.name)} and ${quoteName(second.name)}; upload one.`,
    );
  }
  return outermost;
}
