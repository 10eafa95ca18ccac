import { type AppInfo, recordText } from './app-info.ts';
import { readManifestAttributes, type XmlAttribute } from './binary-xml.ts';
import { isReference, type TypedValue, valueTypes } from './chunks.ts';
import { limits } from './limits.ts';
import { NotAnApp } from './not-an-app.ts';
import { type ResolvedValue, resolveReference } from './resource-table.ts';
import type { Zip } from './zip.ts';

export const manifestName = 'AndroidManifest.xml';

/** Attributes are known by these ids; their names may be scrambled, and a name alone proves nothing. */
const versionCodeId = 0x0101021b;
const versionNameId = 0x0101021c;
const versionCodeMajorId = 0x01010576;

/** Null when the archive is no APK. The resource table is read only where a version refers to it. */
export async function inspectApk(zip: Zip): Promise<AppInfo | null> {
  const manifest = zip.find(manifestName);
  if (!manifest) return null;
  const attributes = readManifestAttributes(await zip.read(manifest, limits.manifestBytes));
  const byId = (id: number) => attributes.find((attribute) => attribute.resourceId === id);
  const versions = [byId(versionNameId), byId(versionCodeId), byId(versionCodeMajorId)] as const;
  const table = versions.some((version) => version && isReference(version.value))
    ? await readTable(zip)
    : null;
  const [versionName, versionCode, versionCodeMajor] = versions.map((version) => resolve(version, table));
  const bundle = attributes.find((attribute) => attribute.name === 'package' && !attribute.hasNamespace);

  return {
    platform: 'android',
    bundleId: recordText(bundle?.text, 'The package of AndroidManifest.xml'),
    appVersion: recordText(versionName && textOf(versionName), 'The versionName of AndroidManifest.xml'),
    buildVersion: versionText(versionCode, versionCodeMajor),
    builtFor: null,
    architectures: architecturesOf(zip),
    appFolder: null,
  };
}

/** By the folders of its native libraries; an app without any runs everywhere. */
function architecturesOf(zip: Zip): string[] {
  const found = new Set<string>();
  for (const { name } of zip.entries) {
    const abi = /^lib\/([\w-]{1,32})\/[^/]+\.so$/.exec(name)?.[1];
    if (abi !== undefined && found.size < limits.architectures) found.add(abi);
  }
  return [...found].sort();
}

export async function readTable(zip: Zip): Promise<Buffer | null> {
  const entry = zip.find('resources.arsc');
  return entry && (await zip.read(entry, limits.resourceTableBytes));
}

function resolve(attribute: XmlAttribute | undefined, table: Buffer | null): ResolvedValue | null {
  if (!attribute) return null;
  if (!isReference(attribute.value)) return { ...attribute.value, text: attribute.text };
  return table && resolveReference(table, attribute.value.data);
}

function textOf(value: ResolvedValue): string | null {
  if (value.text !== null) return value.text;
  if (value.type === valueTypes.decimal) return String(value.data | 0);
  return value.type === valueTypes.hexadecimal ? `0x${value.data.toString(16)}` : null;
}

/** Both halves are unsigned and make one number of 64 bits, as Android's long version code does. */
function versionText(
  code: ResolvedValue | null | undefined,
  major: ResolvedValue | null | undefined,
): string | null {
  const low = code ? integerOf(code) : null;
  const high = major ? integerOf(major) : null;
  if (low === null && high === null) return null;
  return String((BigInt(high ?? 0) << 32n) | BigInt(low ?? 0));
}

function integerOf(value: ResolvedValue): number | null {
  if (isInteger(value)) return value.data;
  if (value.text === null) return null;
  const number = /^\d{1,10}$/.test(value.text) ? Number(value.text) : Number.NaN;
  if (number <= 0xffffffff) return number;
  throw new NotAnApp('The versionCode of AndroidManifest.xml is not a number of 32 bits.');
}

function isInteger(value: TypedValue): boolean {
  return value.type === valueTypes.decimal || value.type === valueTypes.hexadecimal;
}
