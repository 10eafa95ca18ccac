import { manifestName, readTable } from './android.ts';
import { findElement, type XmlElement } from './binary-xml.ts';
import { isReference } from './chunks.ts';
import { type AppIcon, nullIfDamaged, toIcon } from './icon.ts';
import { limits } from './limits.ts';
import { filesOf } from './resource-table.ts';
import type { Zip } from './zip.ts';

const iconId = 0x01010002;
const roundIconId = 0x0101052c;
const drawableId = 0x01010199;

/** The icon that the application names. Of an icon that is drawn by XML, its foreground counts where that is a picture. */
export async function readApkIcon(zip: Zip): Promise<AppIcon | null> {
  const manifest = zip.find(manifestName);
  const application = manifest && findElement(await zip.read(manifest, limits.manifestBytes), 'application');
  const references = [iconId, roundIconId].flatMap((id) => referenceOf(application, id) ?? []);
  const table = references.length > 0 ? await readTable(zip) : null;
  if (!table) return null;
  const drawings: Buffer[] = [];
  for (const reference of references) {
    const { icon, others } = await readPictures(zip, filesOf(table, reference));
    if (icon) return icon;
    drawings.push(...others);
  }
  for (const drawing of drawings.slice(0, mostDrawings)) {
    const foreground = referenceOf(await nullIfDamaged(findForeground(drawing)), drawableId);
    const { icon } = foreground === null ? noPicture : await readPictures(zip, filesOf(table, foreground));
    if (icon) return icon;
  }
  return null;
}

const mostDrawings = 4;
const noPicture = { icon: null };

/** The first of these files that is a picture, and those before it that are something else. */
async function readPictures(
  zip: Zip,
  paths: readonly string[],
): Promise<{ icon: AppIcon | null; others: Buffer[] }> {
  const others: Buffer[] = [];
  for (const path of paths) {
    const bytes = await nullIfDamaged(readFile(zip, path));
    const icon = bytes && toIcon(bytes);
    if (icon) return { icon, others };
    if (bytes) others.push(bytes);
  }
  return { icon: null, others };
}

async function readFile(zip: Zip, path: string): Promise<Buffer | null> {
  const entry = zip.find(path);
  return entry && (await zip.read(entry, limits.iconBytes));
}

async function findForeground(drawing: Buffer): Promise<XmlElement | null> {
  return findElement(drawing, 'adaptive-icon') && findElement(drawing, 'foreground');
}

function referenceOf(element: XmlElement | null, attributeId: number): number | null {
  const attribute = element?.attributes().find(({ resourceId }) => resourceId === attributeId);
  return attribute && isReference(attribute.value) ? attribute.value.data : null;
}
