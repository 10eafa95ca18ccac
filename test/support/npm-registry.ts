import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
