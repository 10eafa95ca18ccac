import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

/** What the service loads only when it is needed stays where it is. */
const loadedLate = /^(?:playwright-core|webdriverio|ai|@ai-sdk\/.+|@aws-sdk\/.+)$/;

/**
 * The program of a fleet in a few files. Tests start it about a hundred times, and from its thousand modules each start
 * costs a second more of a core. What the modules know by their own address, they find where they have always been.
 */
export async function bundleProgram(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('./scripted-gantry.mjs', import.meta.url)),
    platform: 'node',
    plugins: [
      {
        name: 'own-addresses',
        async resolveId(name, importer) {
          if (!loadedLate.test(name)) return null;
          const found = await this.resolve(name, importer, { skipSelf: true });
          return found && { id: pathToFileURL(found.id).href, external: 'absolute' };
        },
        transform: (code, id) =>
          code.includes('import.meta.url')
            ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
            : null,
      },
    ],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  return join(folder, 'scripted-gantry.mjs');
}
