import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, median } from './support/figure.ts';
import { startNginx } from './support/nginx.ts';
import { type NodeProcess, startNode } from './support/node-process.ts';
import { residentBytes } from './support/resident-bytes.ts';

/** What is measured: a process of its own that answers a PUT once the bytes are synced. */
interface PutTarget {
  pid: number;
  /** A URL that takes one PUT of that many bytes. */
  nextUrl(size: number): Promise<string>;
}

interface Rival {
  name: string;
  /** Milliseconds until the bytes are synced; the file is gone when this resolves. */
  put(): Promise<number>;
}

const gibibyte = 1024 ** 3;
const memoryLimitBytes = 64 * 1024 ** 2;

/** PUT of 1 GiB, synced: the service against a bare pipeline and, where installed, nginx. `directory` is on the disk measured. */
export async function benchPut(service: PutTarget, directory: string, rounds = 5): Promise<Figure[]> {
  await mkdir(directory, { recursive: true });
  const place = await mkdtemp(join(directory, 'bench-put-'));
  const nginxPlace = join(place, 'nginx');
  await mkdir(nginxPlace);
  const client = startNode(['--input-type=module', '-e', clientSource]);
  const bare = startNode(['--input-type=module', '-e', bareSource, place]);
  const nginx = await startNginx(nginxPlace);
  try {
    const bareUrl = String(await bare.nextLine());
    const ours: Rival = { name: 'service', put: () => putToService(client, service) };
    const rivals: Rival[] = [{ name: 'bare pipeline', put: () => put(client, bareUrl) }];
    if (nginx !== null) {
      let count = 0;
      const nginxPut = () => {
        count += 1;
        return put(client, nginx.url(`upload-${count}`), nginx.fileOf(`upload-${count}`));
      };
      rivals.push({ name: 'nginx', put: nginxPut });
    }
    return await compare(ours, rivals, service.pid, rounds);
  } finally {
    await Promise.all([client.stop(), bare.stop(), nginx?.stop()]);
    await rm(place, { recursive: true, force: true });
  }
}

async function compare(ours: Rival, rivals: Rival[], pid: number, rounds: number): Promise<Figure[]> {
  const all = [ours, ...rivals];
  const times = new Map(all.map(({ name }) => [name, [] as number[]]));
  const before = await residentBytes(pid);
  for (const rival of all) await rival.put();
  let peak = before;
  for (let round = 0; round < rounds; round += 1) {
    for (const rival of orderOf(all, round)) {
      // Nothing is deleted before the end: freeing a gigabyte is slow, and whoever syncs next would pay for it.
      await promisify(execFile)('sync');
      const sampling = setInterval(async () => {
        peak = Math.max(peak, await residentBytes(pid));
      }, 50);
      const ms = await rival.put();
      clearInterval(sampling);
      times.get(rival.name)?.push(ms);
    }
  }
  const rate = (name: string) => 1024 / (median(times.get(name) ?? []) / 1000);
  const figures = rivals.map(({ name }): Figure => {
    const ratio = rate(ours.name) / rate(name);
    const least = name === 'nginx' ? 1 : 0.95;
    return {
      name: 'PUT of 1 GiB, synced, MiB/s',
      value: rate(ours.name),
      baseline: `${name} ${rate(name).toFixed(0)} MiB/s`,
      ratio,
      target: `≥ ${least} ×`,
      met: ratio >= least,
      note: `medians of ${rounds}: ${all.map((one) => `${one.name} ${(times.get(one.name) ?? []).map((ms) => ms.toFixed(0)).join(' ')} ms`).join('; ')}`,
    };
  });
  const growth = peak - before;
  figures.push({
    name: 'memory of the service during PUT of 1 GiB, bytes more',
    value: growth,
    baseline: `${before} bytes before the first PUT`,
    ratio: growth / memoryLimitBytes,
    target: '< 64 MiB',
    met: growth < memoryLimitBytes,
  });
  return figures;
}

/** Turned by one each round and mirrored every other, so that nobody always follows the same one. */
function orderOf(all: Rival[], round: number): Rival[] {
  const shift = round % all.length;
  const turned = [...all.slice(shift), ...all.slice(0, shift)];
  return round % 2 === 0 ? turned : turned.reverse();
}

async function putToService(client: NodeProcess, service: PutTarget): Promise<number> {
  const url = await service.nextUrl(gibibyte);
  return put(client, url);
}

async function put(client: NodeProcess, url: string, syncPath?: string): Promise<number> {
  const answer = await client.ask({ url, size: gibibyte, syncPath });
  if (typeof answer !== 'number')
    throw new Error(`PUT to ${new URL(url).origin} failed: ${JSON.stringify(answer)}`);
  return answer;
}

const clientSource = `
import { request } from 'node:http';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
const chunk = Buffer.alloc(1024 * 1024);
for (let i = 0; i < chunk.length; i += 1) chunk[i] = (i * 2654435761) >>> 13;
for await (const line of createInterface({ input: process.stdin })) {
  const { url, size, syncPath } = JSON.parse(line);
  const started = performance.now();
  try {
    const status = await put(url, size);
    if (syncPath !== undefined) {
      const file = await open(syncPath, 'r+');
      await file.sync();
      await file.close();
    }
    const ms = performance.now() - started;
    console.log(JSON.stringify(status < 300 ? ms : { status }));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
function put(url, size) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': size, 'content-type': 'application/octet-stream' };
    const req = request(url, { method: 'PUT', headers, agent: false }, (res) => {
      res.resume().once('end', () => resolve(res.statusCode)).once('error', reject);
    });
    req.once('error', reject);
    let left = size;
    const more = () => {
      while (left > 0) {
        const part = left >= chunk.length ? chunk : chunk.subarray(0, left);
        left -= part.length;
        if (!req.write(part)) return req.once('drain', more);
      }
      req.end();
    };
    more();
  });
}
`;

/** The least that a correct server does: stream to a file, sync it, answer. */
const bareSource = `
import { createServer } from 'node:http';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pipeline } from 'node:stream/promises';
let count = 0;
const server = createServer(async (req, res) => {
  const path = join(process.argv[1], 'bare-' + (count += 1));
  await pipeline(req, createWriteStream(path));
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
  res.end();
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify('http://127.0.0.1:' + server.address().port + '/')));
`;
