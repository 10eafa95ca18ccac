import { createServer } from 'node:http';
import { listening } from './listening.ts';

/** A registry in which every package has this one version; with null, one that is out of order. */
export async function startNpmRegistry(version: string | null): Promise<string> {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '/').slice(1));
    const document = {
      name,
      'dist-tags': { latest: version },
      versions: { [`${version}`]: { name, version } },
    };
    response.writeHead(version === null ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(version === null ? {} : document));
  });
  return `${await listening(server)}/`;
}
