import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Bench, ownerAndMode, query, serverUid } from './support/embedded-bench.ts';

const bench = new Bench();
afterEach(() => bench.clear());

describe('a start', () => {
  it('below a very long path puts the socket on a short one, and cleans up before and behind itself', async () => {
    const parent = await bench.folder();
    const dataDir = join(parent, 'long'.repeat(30), 'data');
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    await mkdir(join(dataDir, `postgres.new-${gone.pid}-abcd`, 'data'), { recursive: true });
    for (const folder of [dataDir, join(dataDir, '..')]) await chmod(folder, 0o711);

    const server = await bench.start({ dataDir });
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(server.connection.host.length).toBeLessThan(60);
    expect(await ownerAndMode(server.connection.host)).toEqual({ uid: serverUid, mode: '700' });
    // What a first start killed half-way has left is gone as well.
    expect((await readdir(dataDir)).filter((name) => name.includes('new'))).toEqual([]);
    await Promise.all([server.stop(), server.stop()]);
    await expect(stat(server.connection.host)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
