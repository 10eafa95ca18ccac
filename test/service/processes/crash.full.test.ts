import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { startEmbedded } from '../../../src/service/database/embedded/server.ts';
import { call, createTestFolder, eventually, startTestService } from '../../support/service.ts';

describe('a restart of the database server', () => {
  it('is survived without a restart of the service: 503 with Retry-After meanwhile, then as before', async () => {
    const folder = await createTestFolder();
    const log = createLog('silent');
    const startDatabase = () => startEmbedded({ dataDir: join(folder, 'database'), log });
    let server = await startDatabase();
    onTestFinished(() => server.stop());
    const { user, password, host, port, database } = server.connection;
    const url = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    await mkdir(join(folder, 'data'));
    const service = await startTestService({
      dataDir: join(folder, 'data'),
      database: { url, query: () => Promise.reject(new Error('not used')) },
    });
    const upload = { filename: 'a.apk', fileSize: 1 };
    const path = `/projects/${service.projectId}/mobile/upload`;
    expect((await service.call('POST', path, upload)).status).toBe(200);
    await server.stop();
    for (const answer of [await service.call('POST', path, upload), await service.call('GET', '/projects')]) {
      expect(answer).toMatchObject({ status: 503, body: { error: 'Unavailable' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await call(`${service.url}/readyz`, 'GET')).toMatchObject({
      status: 503,
      body: { message: "The database can't be used at the moment." },
    });
    expect((await call(`${service.url}/healthz`, 'GET')).status).toBe(200);
    server = await startDatabase();
    await eventually(async () => expect((await service.call('POST', path, upload)).status).toBe(200));
    expect((await call(`${service.url}/readyz`, 'GET')).status).toBe(200);
  });
});
