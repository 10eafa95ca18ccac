import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/service.js';
import { builds, uploaded } from '../../support/uploads.js';

describe('the list of apps', () => {
  it('is newest first, ties broken by id, and walks page by page without a gap or a repetition', async () => {
    const service = await startTestService();
    await insertApps(service, 25);
    const all = await ids(service, '');
    const { rows } = await service.query('select id from apps order by created_at desc, id desc');
    expect(all.apps).toEqual(rows.map(({ id }) => id));
    expect(all.next).toBeNull();

    const walked: string[] = [];
    let query: string | null = '?limit=4';
    while (query !== null) {
      const page: { apps: string[]; next: string | null } = await ids(service, query);
      expect(page.apps.length).toBeLessThanOrEqual(4);
      walked.push(...page.apps);
      query = page.next;
    }
    expect(walked).toEqual(all.apps);
  });

  it('is narrowed by platform and bundleId, which the next page keeps', async () => {
    const service = await startTestService();
    await insertApps(service, 12);
    const android = await ids(service, '?platform=android');
    const ofBundle = await ids(service, '?bundleId=com.example.0');
    const both = await ids(service, '?platform=ios&bundleId=com.example.0&limit=1');
    expect(android.apps).toHaveLength(6);
    expect(ofBundle.apps).toHaveLength(4);
    expect(both.apps).toHaveLength(1);
    expect(both.next).toMatch(/platform=ios&bundleId=com\.example\.0/);
    expect((await ids(service, both.next ?? '')).apps).toHaveLength(1);
    expect((await ids(service, '?bundleId=com.example')).apps).toEqual([]);
  });

  it('finds an app by the SHA-256 that it was confirmed with, and none by another', async () => {
    const service = await startTestService();
    const sha256 = createHash('sha256')
      .update(await builds.ios.bytes())
      .digest('hex');
    await uploaded(service, builds.ios);
    const { id } = await uploaded(service, builds.ios, { sha256: sha256.toUpperCase() });
    expect((await ids(service, `?sha256=${sha256}`)).apps).toEqual([id]);
    expect((await ids(service, `?sha256=${'0'.repeat(64)}`)).apps).toEqual([]);
    await service.call('DELETE', `/projects/${service.projectId}/mobile/${id}`);
    expect((await ids(service, `?sha256=${sha256}`)).apps).toEqual([]);
  });

  it('shows at most 1,000 records in one answer when nothing is said', async () => {
    const service = await startTestService();
    await insertApps(service, 1_001);
    const first = await ids(service, '');
    expect(first.apps).toHaveLength(1_000);
    expect((await ids(service, first.next ?? '')).apps).toHaveLength(1);
  });
});

async function ids(service: TestService, query: string): Promise<{ apps: string[]; next: string | null }> {
  const { body, headers, status } = await service.call(
    'GET',
    `/projects/${service.projectId}/mobile${query}`,
  );
  expect(status).toBe(200);
  // The interface fixes this one member.
  expect(Object.keys(body)).toEqual(['apps']);
  const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return {
    apps: body.apps.map(({ id }: { id: string }) => id),
    next: next === undefined ? null : new URL(next).search,
  };
}

/** Three share each creation time, so that ties are common. */
async function insertApps(service: TestService, count: number): Promise<void> {
  await service.query(
    `insert into apps (id, project_id, platform, upload_filename, bundle_id, file_size, source, object_key, created_at)
     select gen_random_uuid(), $1::uuid, case n % 2 when 0 then 'ios' else 'android' end, 'a.zip', 'com.example.' || n % 3, 1,
       'api_upload', 'apps/' || $1::text || '/' || gen_random_uuid(), date_trunc('milliseconds', now()) + n / 3 * interval '1 millisecond'
     from generate_series(1, $2) n`,
    [service.projectId, count],
  );
}
