import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'node:querystring';
import { type Clock, systemClock } from '../../../src/kernel/clock.ts';
import { createLog } from '../../../src/kernel/log.ts';
import { createDiskStore, type DiskStore } from '../../../src/service/storage/disk.ts';
import { SizeMismatch } from '../../../src/service/storage/object-store.ts';
import { createUrlSigner } from '../../../src/service/storage/signed-url.ts';

export interface DiskPlace {
  root: string;
  open(clock?: Clock): DiskStore;
  /** How many PUTs came to their end, answered or not. */
  ended(): number;
  stop(): Promise<void>;
}

/** A data directory of its own, and the signed URLs served as the service's HTTP layer serves it. */
export async function startDiskPlace(): Promise<DiskPlace> {
  const root = await mkdtemp(join(tmpdir(), 'gantry-disk-'));
  const secret = randomBytes(32);
  const log = createLog('silent');
  let ended = 0;
  const server = createServer(async (req, res) => {
    if (req.method === 'GET') return void read(req, res);
    res.writeHead(await answer(req).catch(() => 500)).end();
    ended += 1;
    if (!req.complete) res.once('close', () => req.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  const open = (clock: Clock = systemClock) =>
    createDiskStore({ root, signer: createUrlSigner(secret, () => baseUrl, clock), log, clock });
  const signer = createUrlSigner(secret, () => baseUrl, systemClock);
  const store = open();

  async function answer(req: IncomingMessage): Promise<number> {
    const [path = '', query = ''] = (req.url ?? '').split('?');
    const key = path.slice('/storage/'.length);
    const signed = signer.verifyPut({ key, query: parse(query) });
    if (!signed.ok) return 403;
    try {
      const staged = await store.stage(req, signed.size);
      await staged.commit(key);
      return 200;
    } catch (error) {
      if (error instanceof SizeMismatch) return 400;
      throw error;
    }
  }

  async function read(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (req.url ?? '').split('?');
    const key = path.slice('/storage/'.length);
    const signed = signer.verifyGet({ key, query: parse(query) });
    if (!signed.ok) return void res.writeHead(403).end();
    res.writeHead(200, { 'content-disposition': `attachment; filename="${signed.filename}"` });
    (await store.read(key)).pipe(res);
  }

  return {
    root,
    open,
    ended: () => ended,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true, force: true });
    },
  };
}
