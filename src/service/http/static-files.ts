import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../kernel/durable-file.ts';

/** By path below their folder, such as `assets/index-1a2b3c4d.js`. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

export interface StaticFile {
  contentType: string;
  content: Buffer;
  compressed: Partial<Record<Encoding, Buffer>>;
}

type Encoding = keyof typeof extensionOf;

/** The best first. */
const extensionOf = { br: '.br', gzip: '.gz' } as const;
const encodings = Object.keys(extensionOf) as Encoding[];

/** Reads a built folder into memory, each file with the compressed ones beside it. A folder that is not there has none. */
export async function readStaticFiles(folder: string): Promise<StaticFiles> {
  const contents = new Map<string, Buffer>();
  for (const name of await namesBelow(folder)) contents.set(name, await readFile(join(folder, name)));
  const files = new Map<string, StaticFile>();
  for (const [name, content] of contents) {
    const contentType = contentTypes[extname(name)];
    if (contentType === undefined) continue;
    const compressed: StaticFile['compressed'] = {};
    for (const encoding of encodings) {
      const bytes = contents.get(name + extensionOf[encoding]);
      if (bytes !== undefined) compressed[encoding] = bytes;
    }
    files.set(name, { contentType, content, compressed });
  }
  return files;
}

export function sendStaticFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply.type(file.contentType);
  if (Object.keys(file.compressed).length > 0) reply.header('vary', 'accept-encoding');
  for (const encoding of encodings) {
    const bytes = file.compressed[encoding];
    if (bytes !== undefined && accepts(request.headers['accept-encoding'], encoding))
      return reply.header('content-encoding', encoding).send(bytes);
  }
  return reply.send(file.content);
}

/** Also true of `*`; not of what is named with `q=0`. */
function accepts(header: string | string[] | undefined, encoding: string): boolean {
  const weights = new Map<string, number>();
  for (const entry of [header ?? ''].flat().join(',').toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
}

/** Names with a leading dot belong to the build. */
async function namesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((name) => !name.startsWith('.'));
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.ttf': 'font/ttf',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
