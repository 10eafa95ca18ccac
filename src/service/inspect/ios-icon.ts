import { type AppIcon, nullIfDamaged, toIcon, widerOf } from './icon.ts';
import { readIconNames } from './info-plist.ts';
import type { FoundApp } from './ios.ts';
import { limits } from './limits.ts';
import type { RandomAccess } from './source.ts';
import { filesOf, findAppInTar } from './tar.ts';
import type { Zip } from './zip.ts';

/** The widest of the pictures that Info.plist names; most bytes first, as these tend to be it. */
export async function readIconInZip(zip: Zip, app: FoundApp): Promise<AppIcon | null> {
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
export async function readIconInTar(source: RandomAccess): Promise<AppIcon | null> {
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
