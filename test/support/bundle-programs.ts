import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const inputs = {
  gantry: fileURLToPath(new URL('../../dist/main.js', import.meta.url)),
  'scripted-gantry': fileURLToPath(new URL('./scripted-gantry.mjs', import.meta.url)),
};

/** What the service loads only when it is needed stays where it is. */
const loadedLate = /^(?:playwright-core|ai|@ai-sdk\/.+|@aws-sdk\/.+)$/;

/**
 * The programs in a few files. Tests start them about a hundred times, and from a thousand modules each start costs a
 * second more of a core. What a module knows by its own address, it finds where it has always been.
 */
export async function bundlePrograms(folder: string): Promise<{ gantry: string; scripted: string }> {
  const bundle = await rolldown({
    input: inputs,
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
  return { gantry: join(folder, 'gantry.mjs'), scripted: join(folder, 'scripted-gantry.mjs') };
}
