import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { notFound } from '../../kernel/errors.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';
import { readStaticFiles, type StaticFile, type StaticFiles, sendStaticFile } from './static-files.ts';

export const traceViewerPath = '/trace-viewer/index.html';

/** Playwright's own viewer of recordings, as its package brings it. */
export async function traceViewerRoutes(
  app: HttpServer,
  { publicUrl }: Pick<Parts, 'publicUrl'>,
): Promise<void> {
  const packageFile = createRequire(import.meta.url).resolve('playwright-core/package.json');
  const files = await readStaticFiles(join(dirname(packageFile), 'lib/vite/traceViewer'));
  const inline = { scripts: inlineScripts(files), styles: inlineStyles(files) };

  app.get<{ Params: { '*': string } }>('/trace-viewer/*', unlisted, async (request, reply) => {
    const path = request.params['*'];
    const file = files.get(path);
    if (file === undefined) throw notFound('address');
    reply
      .header('content-security-policy', policyOf(inline, publicUrl()))
      .header('cache-control', isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    return sendStaticFile(request, reply, await compressedOnce(file));
  });
}

/** Its package brings no compressed files. They are made when they are first asked for: few services are asked at all. */
async function compressedOnce(file: StaticFile): Promise<StaticFile> {
  file.compressed.gzip ??= await promisify(gzip)(file.content);
  return file;
}

function isHashed(path: string): boolean {
  return /[.-][\w-]{8}\.(?:css|js|ttf)$/.test(path);
}

function policyOf(inline: { scripts: string[]; styles: string[] }, publicUrl: string): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...inline.scripts].join(' '),
    ['style-src', "'self'", ...inline.styles].join(' '),
    // Coloured error texts: it builds them as HTML.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${dashboardOrigins(publicUrl).join(' ')}`,
  ].join('; ');
}

function inlineScripts(files: StaticFiles): string[] {
  return hashesOf(files.get('index.html'), /<script>(.*?)<\/script>/gs);
}

/** Of the empty page that it shows in a frame where there is no picture; its service worker makes that page up. */
function inlineStyles(files: StaticFiles): string[] {
  return hashesOf(files.get('sw.bundle.js'), /<style>([^<`$]+)<\/style>/g);
}

function hashesOf(file: StaticFile | undefined, pattern: RegExp): string[] {
  const text = file?.content.toString() ?? '';
  return [...text.matchAll(pattern)].map(
    ([, inline = '']) => `'sha256-${createHash('sha256').update(inline).digest('base64')}'`,
  );
}

/** A service on loopback is reached by both of its names. */
function dashboardOrigins(publicUrl: string): string[] {
  const { origin, hostname, port } = new URL(publicUrl);
  return hostname === '127.0.0.1' || hostname === 'localhost'
    ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
    : [origin];
}
