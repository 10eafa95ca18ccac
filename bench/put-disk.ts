import { mkdtemp, rm } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchPut } from './put.ts';
import { startNode } from './support/node-process.ts';

/** The disk store alone against the rivals: `node dist-bench/bench/put-disk.js [rounds] [directory]`. */
const directory = resolve(process.argv[3] ?? '.gantry');
const rounds = Number(process.argv[2] ?? 5);
const serverPath = `./support/disk-server${extname(fileURLToPath(import.meta.url))}`;
const root = await mkdtemp(join(directory, 'bench-disk-'));
const server = startNode([fileURLToPath(new URL(serverPath, import.meta.url)), root]);
try {
  const figures = await benchPut(
    {
      pid: server.pid,
      nextUrl: async (size) => String(await server.ask(size)),
      forget: async (url) => void (await fetch(url, { method: 'DELETE' })),
    },
    directory,
    rounds,
  );
  console.log(JSON.stringify(figures, null, 2));
} finally {
  await server.stop();
  await rm(root, { recursive: true, force: true });
}
