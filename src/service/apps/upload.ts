import { isUuid } from '../../kernel/ids.ts';
import type { BinaryKind } from '../inspect/inspect.ts';
import { adviceForName } from '../inspect/not-for-a-phone.ts';

export const uploadUrlMinutes = 30;

/** Longest first: `.app.zip` also ends in `.zip`. */
const suffixes: ReadonlyArray<{ suffix: string; extension: BinaryKind }> = [
  { suffix: '.app.tar.gz', extension: 'tar.gz' },
  { suffix: '.app.zip', extension: 'zip' },
  { suffix: '.zip', extension: 'zip' },
  { suffix: '.tgz', extension: 'tgz' },
  { suffix: '.apk', extension: 'apk' },
  { suffix: '.ipa', extension: 'ipa' },
];

const maxFilenameBytes = 255;

/** What is wrong with a requested filename, or null. */
export function filenameFault(filename: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[/\\\u0000-\u001f\u007f-\u009f]/.test(filename) || !filename.isWellFormed()) {
    return 'must be a name, not a path, with no slash, backslash or control character';
  }
  if (Buffer.byteLength(filename) > maxFilenameBytes) return `must have at most ${maxFilenameBytes} bytes`;
  if (findSuffix(filename)) return null;
  const advice = adviceForName(filename);
  return advice === null
    ? 'must end in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa'
    : `names nothing that a phone installs. ${advice.replace(/\.$/, '')}`;
}

export function extensionOf(filename: string): BinaryKind {
  const found = findSuffix(filename);
  if (!found) throw new RangeError('the filename was not checked');
  return found.extension;
}

/** The name that the app record shows: `MyApp.app.zip` becomes `MyApp`. */
export function displayName(filename: string): string {
  return filename.slice(0, filename.length - (findSuffix(filename)?.suffix.length ?? 0)) || filename;
}

export interface UploadRef {
  projectId: string;
  id: string;
  extension: BinaryKind;
}

export function storageKeyOf({ projectId, id, extension }: UploadRef): string {
  return `files/${projectId}/${id}.${extension}`;
}

/** Null when the text has another shape. */
export function parseStorageKey(text: string): UploadRef | null {
  const [, projectId = '', id = '', extension] = /^files\/([^/]+)\/([^/.]+)\.(.+)$/.exec(text) ?? [];
  const known = suffixes.find((candidate) => candidate.extension === extension);
  return known && isUuid(projectId) && isUuid(id) ? { projectId, id, extension: known.extension } : null;
}

/** A place that no URL names; each confirmation takes a new one, so that two of them never share bytes. */
export function privateKeyOf(projectId: string, copyId: string): string {
  return `apps/${projectId}/${copyId}`;
}

/** Where the icon of the build under that key lies. */
export function iconKeyOf(objectKey: string): string {
  return objectKey + iconSuffix;
}

export const iconSuffix = '.icon';

function findSuffix(filename: string) {
  const lower = filename.toLowerCase();
  return suffixes.find(({ suffix }) => lower.endsWith(suffix));
}
