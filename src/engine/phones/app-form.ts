import { posix } from 'node:path';
import type { AppFile, AppSuffix, Platform } from '../task.ts';

/** What the app must be for its phone: the driver of a real iPhone takes nothing but an `.ipa`, by the name of the file. */
export function formFor(app: AppFile, platform: Platform, isReal: boolean | null): AppSuffix {
  if (platform !== 'ios') return '.apk';
  return (isReal ?? app.builtFor === 'device') && app.folder !== null ? '.ipa' : '.zip';
}

/** Whether the upload can go out under that suffix with nothing done to it. */
export function isInForm(app: AppFile, form: AppSuffix): boolean {
  const { filename, folder } = app;
  if (form === '.apk') return /\.apk$/i.test(filename);
  return isZip(filename) && (folder === null || folder === folderIn(form, app));
}

export function isZip(filename: string): boolean {
  return /\.(?:zip|ipa)$/i.test(filename);
}

/** Where in an archive of that form the app lies. Drivers know it by `.app` in lower case. */
export function folderIn(form: AppSuffix, { folder, filename }: AppFile): string {
  const own = posix.basename(folder ?? '');
  const fallback = /^[\w -]+/.exec(filename)?.[0] ?? 'App';
  const name = `${(own === '' ? fallback : own).replace(/\.app$/i, '')}.app`;
  return form === '.ipa' ? `Payload/${name}` : name;
}
