import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { PublicError } from '../../kernel/errors.ts';
import type { HttpServer } from './parts.ts';
import { unlisted } from './route-declaration.ts';
import { readStaticFiles, type StaticFile, sendStaticFile } from './static-files.ts';

const builtFolder = fileURLToPath(new URL('../../tool/', import.meta.url));

/** One package holds both: each address says what it is fetched for. */
const fileOf = {
  '/gantry.mjs': 'gantry.mjs',
  '/cli.tgz': 'gantry.tgz',
  '/client.tgz': 'gantry.tgz',
} as const;

/** The command line and the client of this very version, for machines that have nothing else of Gantry. */
export async function toolRoutes(app: HttpServer): Promise<void> {
  const files = await readStaticFiles(builtFolder);
  for (const [path, name] of Object.entries(fileOf)) {
    const file = files.get(name);
    const etag = file && etagOf(file);
    app.get(path, unlisted, async (request, reply) => {
      if (file === undefined) throw notBuilt();
      // After an update of the service the same address holds another version.
      reply.header('cache-control', 'no-cache').header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return sendStaticFile(request, reply, file);
    });
  }
}

function etagOf({ content }: StaticFile): string {
  return `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

function notBuilt(): PublicError {
  return new PublicError(
    'NotFound',
    'The command line has not been built. Run "npm run build", then start the service again.',
  );
}
