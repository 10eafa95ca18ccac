import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import {
  displayName,
  extensionOf,
  filenameFault,
  parseStorageKey,
  storageKeyOf,
} from '../../../src/service/apps/upload.ts';

describe('filenames', () => {
  it.each([
    ['MyApp.app.zip', 'MyApp', 'zip'],
    ['MyApp.app.tar.gz', 'MyApp', 'tar.gz'],
    ['My App.ZIP', 'My App', 'zip'],
    ['build.tgz', 'build', 'tgz'],
    ['shop-2.1.apk', 'shop-2.1', 'apk'],
    ['a.zip.apk', 'a.zip', 'apk'],
    ['x.App.Tar.Gz', 'x', 'tar.gz'],
    ['.apk', '.apk', 'apk'],
    ['Shop 1.2.IPA', 'Shop 1.2', 'ipa'],
  ])('%s is shown as %s and kept as .%s', (filename, shown, extension) => {
    expect(filenameFault(filename)).toBeNull();
    expect(displayName(filename)).toBe(shown);
    expect(extensionOf(filename)).toBe(extension);
  });

  it.each([
    'app.exe',
    'app.tar.gz',
    'app.zip ',
    'zip',
    'a/b.zip',
    'a\\b.zip',
    'a\n.zip',
    'a\u0085.zip',
    `${'x'.repeat(252)}.zip`,
  ])('%j is refused', (filename) => {
    expect(filenameFault(filename)).not.toBeNull();
  });

  it.each([
    ['app-release.aab', 'An .aab is for the Play Store: build an APK'],
    ['Shop.APKS', 'bundletool build-apks --mode=universal'],
    ['shop.xapk', 'An .xapk holds an app in parts'],
    ['shop.apkm', 'An .apkm holds an app in parts'],
  ])('%s is refused with what to upload instead', (filename, advice) => {
    expect(filenameFault(filename)).toContain(advice);
  });

  it('that pass never hold a separator or control character, and always keep their suffix', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 80 }),
        fc.constantFrom('.app.zip', '.app.tar.gz', '.zip', '.tgz', '.apk', '.ipa', ''),
        (stem, suffix) => {
          const filename = stem + suffix;
          if (filenameFault(filename) !== null) return;
          expect(filename).not.toMatch(/[/\\\p{Cc}]/u);
          expect(filename.startsWith(displayName(filename))).toBe(true);
        },
      ),
    );
  });
});

describe('storage keys', () => {
  it('lead back to their upload, and nothing else does', () => {
    const upload = { projectId: newId(), id: newId(), extension: 'tar.gz' as const };
    expect(parseStorageKey(storageKeyOf(upload))).toEqual(upload);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
        const parsed = parseStorageKey(text);
        expect(parsed === null || storageKeyOf(parsed) === text).toBe(true);
      }),
    );
    for (const text of [
      'files/../x.zip',
      `files/${upload.projectId}/${upload.id}.exe`,
      `apps/${upload.projectId}/${upload.id}.zip`,
    ]) {
      expect(parseStorageKey(text)).toBeNull();
    }
  });
});
