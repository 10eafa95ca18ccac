import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import { systemClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createDiskStore } from '../../src/storage/disk.ts';
import { createUrlSigner } from '../../src/storage/signed-url.ts';

/** The disk store behind the barest HTTP server, to tune it apart from the service. */
const root = process.argv[2];
if (root === undefined) throw new Error('usage: disk-server <directory>');

const server = createServer(async (req, res) => {
  const [path = '', query = ''] = (req.url ?? '').split('?');
  const key = path.slice('/storage/'.length);
  if (req.method === 'DELETE') {
    await store.delete([key]);
    res.end();
    return;
  }
  const signed = signer.verify({ key, query: parse(query) });
  if (!signed.ok) {
    res.writeHead(403).end();
    return;
  }
  const staged = await store.stage(req, signed.size);
  await staged.commit(key);
  res.end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;
const signer = createUrlSigner(randomBytes(32), () => `http://127.0.0.1:${port}`, systemClock);
const store = createDiskStore({ root, signer, log: createLog('warn') });

process.stdin.on('data', async (line) => {
  const size = Number(JSON.parse(String(line)));
  const key = `files/bench/${randomBytes(8).toString('hex')}.apk`;
  console.log(
    JSON.stringify(await store.presignPut({ key, size, expiresAt: new Date(Date.now() + 600_000) })),
  );
});
process.stdin.on('end', () => process.exit());
