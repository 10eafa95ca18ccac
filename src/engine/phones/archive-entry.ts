import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { ExecutionFailure } from '../report.ts';

/** One entry of an archive, as it comes. What is not opened is passed over. */
export interface ArchiveEntry {
  /** As written: nothing is checked yet. */
  readonly name: string;
  readonly mtime: Date;
  /** Permissions alone. */
  readonly mode: number;
  readonly content:
    | { readonly kind: 'folder' }
    | { readonly kind: 'link'; readonly target: string }
    | { readonly kind: 'file'; readonly size: number; open(): Readable | Promise<Readable> };
}

export const limits = { entries: 200_000, unpackedBytes: 16 * 1024 ** 3, linkCharacters: 4_096 };

/** Null for the archive's own folder and for what macOS puts beside files. */
export function safeName(raw: string): string | null {
  if (/^(?:[\\/]|[a-z]:[\\/])/i.test(raw) || raw.split(/[\\/]/).includes('..') || /[\0\\]/.test(raw)) {
    throw damaged(`the name "${shown(raw)}" leads out of it`);
  }
  const name = posix.normalize(raw).replace(/\/+$/, '');
  if (name === '.' || name === '') return null;
  return name.split('/').some((part) => part.startsWith('._') || part === '__MACOSX') ? null : name;
}

export function assertInside(name: string, target: string): void {
  const end = posix.normalize(posix.join(posix.dirname(name), target));
  const leadsOut = posix.isAbsolute(target) || end === '..' || end.startsWith('../') || target.includes('\\');
  if (target === '' || target.length > limits.linkCharacters || leadsOut) {
    throw damaged(`the link "${shown(name)}" leads out of it`);
  }
}

export function shown(name: string): string {
  return JSON.stringify(name).slice(1, -1).slice(0, 200);
}

export function damaged(what: string, cause?: unknown): ExecutionFailure {
  return new ExecutionFailure('APP_NOT_INSTALLED', `The app's archive can't be unpacked: ${what}.`, {
    cause,
  });
}
