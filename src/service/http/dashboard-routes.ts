import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyReply } from 'fastify';
import { notFound } from '../../kernel/errors.ts';
import type { HttpServer, Parts } from './parts.ts';
import { unlisted } from './route-declaration.ts';
import { readStaticFiles, sendStaticFile } from './static-files.ts';
import { traceViewerPath } from './trace-viewer-routes.ts';

const builtFolder = fileURLToPath(new URL('../../dashboard/', import.meta.url));
const pageName = 'index.html';

type DashboardParts = Pick<Parts, 'publicUrl' | 'filesUrl' | 'store' | 'uploads' | 'clock'>;

const notBuilt =
  'The dashboard has not been built. "npm run build" in the folder of Gantry builds it; then start the service again.\n';

/** The dashboard: its files, and its page at `/` and at every address that is nothing else's. */
export async function dashboardRoutes(
  app: HttpServer,
  parts: DashboardParts,
  folder = builtFolder,
): Promise<void> {
  const files = await readStaticFiles(folder);
  const page = files.get(pageName)?.content.toString();

  app.get('/', unlisted, async (_request, reply) => sendPage(reply));

  app.get<{ Params: { '*': string } }>('/*', unlisted, async (request, reply) => {
    const path = request.params['*'];
    const file = path === pageName ? undefined : files.get(path);
    if (file !== undefined) {
      // Names below assets/ carry a hash of the content.
      const caching = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return sendStaticFile(request, reply.header('cache-control', caching), file);
    }
    // A caller that does not ask for a page by name (a script, with `*/*`) gets a 404.
    if (belongsToOthers(path) || !request.headers.accept?.includes('text/html')) throw notFound('address');
    return sendPage(reply);
  });

  async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
    if (page === undefined) return reply.type('text/plain; charset=utf-8').send(notBuilt);
    const nonce = randomBytes(16).toString('base64');
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', await policyOf(parts, nonce))
      .send(fillIn(page, nonce, parts));
  }
}

function belongsToOthers(path: string): boolean {
  return (
    /^(?:api|assets|docs|healthz|metrics|openapi\.json|readyz|storage)(?:\/|$)/.test(path) ||
    /^(?:runs|baselines)\/[^/]*\/files(?:\/|$)/.test(path)
  );
}

/** A proxy may have the service below a path; addresses in the page are relative to its base. */
function fillIn(page: string, nonce: string, parts: DashboardParts): string {
  const basePath = new URL(`${parts.publicUrl()}/`).pathname;
  const viewer = hasFilesOrigin(parts) ? attribute(new URL(parts.filesUrl() + traceViewerPath).href) : '';
  return page
    .replace('<base href="/"', () => `<base href="${attribute(basePath)}"`)
    .replace('<meta name="style-nonce" content=""', () => `<meta name="style-nonce" content="${nonce}"`)
    .replace('<meta name="trace-viewer" content=""', () => `<meta name="trace-viewer" content="${viewer}"`);
}

async function policyOf(parts: DashboardParts, nonce: string): Promise<string> {
  const uploadOrigin = parts.uploads === null ? await originOfUploads(parts) : '';
  const filesOrigin = hasFilesOrigin(parts) ? new URL(parts.filesUrl()).origin : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${filesOrigin}`.trimEnd(),
    `media-src 'self' ${filesOrigin}`.trimEnd(),
    "font-src 'self'",
    `connect-src 'self' ${uploadOrigin}`.trimEnd(),
    `frame-src ${filesOrigin || "'none'"}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

function hasFilesOrigin({ publicUrl, filesUrl }: DashboardParts): boolean {
  return filesUrl() !== publicUrl();
}

/** The rest of what ends an attribute is written in another way in every URL. */
function attribute(url: string): string {
  return url.replaceAll('&', '&amp;');
}

/** Where S3 takes binaries. Only its client knows; a store that can't sign now takes none either. */
async function originOfUploads({ store, clock }: DashboardParts): Promise<string> {
  const expiresAt = new Date(clock.now() + 60_000);
  const url = await store.presignPut({ key: 'files/origin', size: 1, expiresAt }).catch(() => undefined);
  return url === undefined ? '' : new URL(url).origin;
}
