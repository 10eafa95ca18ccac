import type { TestService } from '../support/service.js';

export interface Place {
  service: TestService;
  groupId: string;
  testIds: string[];
  webhookUrl: string;
}

/** As the scripted pilot reads it. */
export const webStep = { type: 'assert', title: 'see a' };

/** A group with a test for each platform named, and its webhook. */
export async function makeGroup(
  service: TestService,
  platforms: string[],
  settings: { runMode?: string } = {},
): Promise<Place> {
  const { projectId } = service;
  const group = await service.call('POST', '/groups', { projectId, name: 'Checkout', ...settings });
  const groupId = group.body.group.id;
  const testIds: string[] = [];
  for (const [at, platform] of platforms.entries()) {
    const test = { projectId, title: `Test ${at + 1}`, platform, steps: [webStep] };
    const { id } = (await service.call('POST', '/tests', test)).body.test;
    await service.call('POST', `/groups/${groupId}/tests`, { testId: id });
    testIds.push(id);
  }
  const { url } = (await service.call('POST', `/groups/${groupId}/webhook`)).body.webhook;
  return { service, groupId, testIds, webhookUrl: url };
}

/** An app record without bytes. */
export async function insertApp(
  { query, projectId }: TestService,
  app: { platform?: string; bundleId?: string; createdAt?: string } = {},
): Promise<string> {
  const { rows } = await query(
    `insert into apps (id, project_id, platform, upload_filename, bundle_id, file_size, source, object_key, created_at)
     values (gen_random_uuid(), $1, $2, 'MyApp.app.zip', $3, 1, 'api_upload', 'apps/x/' || gen_random_uuid(), coalesce($4::timestamptz, now()))
     returning id`,
    [projectId, app.platform ?? 'ios', app.bundleId ?? 'com.example.app', app.createdAt ?? null],
  );
  return rows[0].id;
}
