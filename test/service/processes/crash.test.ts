import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { objectsIn } from '../../support/objects.ts';
import { type GantryProcess, runGantry } from '../../support/process.ts';
import { adminKey, call, createTestFolder, eventually } from '../../support/service.ts';
import { builds, put } from '../../support/uploads.ts';

describe('kill -9 of the service in the middle of uploads', () => {
  it('loses no confirmed app, and leaves no object that the sweep does not find', async () => {
    const database = await createTestDatabase();
    const dataDir = await createTestFolder();
    const settings = {
      GANTRY_PORT: '0',
      GANTRY_DATA_DIR: dataDir,
      GANTRY_DATABASE_URL: database.url,
      GANTRY_ADMIN_KEY: adminKey,
      GANTRY_LOG_LEVEL: 'fatal',
      // A browser's folder would outlive the kill.
      GANTRY_BROWSER_SLOTS: '0',
    };
    const confirmed = new Set<string>();
    const longestMs = 700;
    for (const lifetimeMs of [150, 400, longestMs]) {
      const gantry = runGantry(['serve'], settings);
      const { url, projectId } = await addressOf(gantry);
      const uploading = Promise.allSettled(
        Array.from({ length: 4 }, () => keepUploading(url, projectId, confirmed)),
      );
      await delay(lifetimeMs);
      // How far a short life gets is up to the machine; the longest lasts until there is something to lose.
      if (lifetimeMs === longestMs) await expect.poll(() => confirmed.size).toBeGreaterThan(0);
      gantry.child.kill('SIGKILL');
      await Promise.all([gantry.exited, uploading]);
    }

    const gantry = runGantry(['serve'], settings);
    const { url, projectId } = await addressOf(gantry);
    // Time passes: every URL has run out long ago, and every clean-up that was written down is due.
    await database.query(`update upload_tickets set expires_at = now() - interval '2 hours'`);
    await database.query('update jobs set due_at = now()');
    await eventually(async () => {
      expect((await database.query('select from upload_tickets where swept_at is null')).rowCount).toBe(0);
      expect((await database.query('select from jobs')).rowCount).toBe(0);
    });
    const { body } = await call(`${url}/api/v1/projects/${projectId}/mobile`, 'GET');
    const listed: string[] = body.apps.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(expect.arrayContaining([...confirmed]));
    const { rows } = await database.query('select object_key from apps');
    const objects = (await objectsIn(dataDir)).filter((key) => !key.startsWith('tmp/'));
    expect(objects.sort()).toEqual(rows.map(({ object_key }) => object_key).sort());
  });
});

async function addressOf(gantry: GantryProcess): Promise<{ url: string; projectId: string }> {
  const [, url = ''] = await gantry.printed(/listens on (\S+)\n/);
  const [, projectId = ''] = await gantry.printed(/Project +(\S+)\n/);
  return { url, projectId };
}

/** Uploads and confirms until the service is gone; the error of the broken connection ends it. */
async function keepUploading(url: string, projectId: string, confirmed: Set<string>): Promise<void> {
  const bytes = await builds.ios.bytes();
  const path = `${url}/api/v1/projects/${projectId}/mobile/upload`;
  for (;;) {
    const { body: ticket } = await call(path, 'POST', {
      filename: 'TestApp.app.zip',
      fileSize: bytes.length,
    });
    await put(ticket.uploadUrl, bytes);
    const { storageKey, filename, fileSize } = ticket;
    const { body } = await call(`${path}/confirm`, 'POST', { storageKey, filename, fileSize });
    confirmed.add(body.app.id);
  }
}
