import { inMiB, limits } from './limits.ts';
import { MemberTwice, NotAnApp, quoteName } from './not-an-app.ts';

/**
 * Where an Info.plist lies.
 * - `root`: the archive is the app folder's content;
 * - `app`: directly in a `.app` folder at the root or one folder down (`Payload/` is such a folder);
 * - `folder`: in a plain folder at the root, which may be an app folder that was renamed.
 * `parent` is the folder around, the root being the empty name.
 */
export interface PlistPlace {
  readonly name: string;
  readonly kind: 'root' | 'app' | 'folder';
  readonly parent: string;
}

const bundleSuffix =
  /\.(?:app|appex|framework|xcframework|bundle|xctest|xpc|plugin|kext|dsym|lproj|xcarchive|storyboardc|nib)$/i;

/** Null for every Info.plist of something nested: a framework, an extension, a watch app, a resource fork. */
export function placeOfPlist(name: string): PlistPlace | null {
  const folders = name.split('/');
  if (folders.pop() !== 'Info.plist') return null;
  const [outer, inner, ...deeper] = folders;
  if (deeper.length > 0 || outer === '__MACOSX') return null;
  if (outer === undefined) return { name, kind: 'root', parent: '' };
  if (inner === undefined) {
    if (isApp(outer)) return { name, kind: 'app', parent: '' };
    return bundleSuffix.test(outer) ? null : { name, kind: 'folder', parent: outer };
  }
  return isApp(inner) && !bundleSuffix.test(outer) ? { name, kind: 'app', parent: outer } : null;
}

/** As whoever unpacks it takes it: `./A.app//a/./b` is `A.app/a/b`. What leads out of the archive still does. */
export function memberName(written: string): string {
  return written
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/\/\.$/, '/')
    .replace(/^\.(?:\/|$)/, '');
}

/** To be called with the name of each file and link of an archive, but not with those of folders, which may be there again. */
export function refusingTwice(): (name: string) => void {
  const seen = new Set<string>();
  let characters = 0;
  return (name) => {
    characters += name.length;
    if (characters > limits.memberNameCharacters)
      throw new NotAnApp(`The names in the archive are longer than ${inMiB(limits.memberNameCharacters)}.`);
    if (seen.has(name)) throw new MemberTwice(name);
    seen.add(name);
  };
}

/** `something.apk` at the root or one folder down. */
export function isApkName(name: string): boolean {
  return /^(?!__MACOSX\/)(?:[^/]+\/)?[^/.][^/]*\.apk$/i.test(name);
}

/** No build has such names; an archive that has is made to be unpacked over something else. */
export function assertHarmlessName(name: string): void {
  const folders = name.split(/[\\/]/);
  if (folders.includes('..') || /^(?:[\\/]|[a-z]:[\\/])/i.test(name) || name.includes('\0')) {
    throw new NotAnApp(`The archive holds an entry whose name leads out of it: ${quoteName(name)}.`);
  }
  if (!name.includes('\\')) return;
  const slashed = name.replaceAll('\\', '/');
  if (placeOfPlist(slashed) || isApkName(slashed)) {
    throw new NotAnApp(`The archive separates folders with backslashes: ${quoteName(name)}.`);
  }
}

function isApp(folder: string): boolean {
  return /^[^.].*\.app$/is.test(folder);
}
