import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, type TestContext } from 'vitest';
import { objectsIn } from '../../support/objects.js';
import { type Answer, eventually, type TestService } from '../../support/service.js';
import { buildZip } from '../../support/zip-writer.js';
import { xmlPlist } from '../inspect/plist-samples.js';

/** Whoever can be asked, in this process or in others. */
export interface Caller {
  projectId: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
}

export interface Place {
  groupId: string;
  testIds: string[];
  webhookUrl: string;
}

/** As the scripted pilot reads it. */
export const webStep = { type: 'assert', title: 'see a' };

/** A group with a test for each platform named, and its webhook. */
export async function makeGroup(
  service: Caller,
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
  return { groupId, testIds, webhookUrl: url };
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

/** The smallest iOS app that can be uploaded. */
export const smallBuild = {
  filename: 'Shop.app.zip',
  bytes: async () =>
    buildZip([
      {
        name: 'Shop.app/Info.plist',
        data: xmlPlist({ CFBundleIdentifier: 'com.example.app', CFBundleExecutable: 'Shop' }),
      },
      { name: 'Shop.app/Shop', data: 'x' },
    ]),
};

/** A server of artifacts on loopback; it goes with the test. */
export async function serve(
  listener: RequestListener,
  { onTestFinished: finished }: Pick<TestContext, 'onTestFinished'> = { onTestFinished },
): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  finished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** No record, no hold, no place taken, no job and no bytes. */
export async function nothingLeft({ query, dataDir }: Pick<TestService, 'query' | 'dataDir'>): Promise<void> {
  await eventually(async () => {
    expect((await query(leftovers)).rows).toEqual([
      { apps: 0, holds: 0, active: 0, jobs: 0, imports: 0, unfinished: 0 },
    ]);
    expect(await objectsIn(dataDir)).toEqual([]);
  });
}

export const leftovers = `
  select (select count(*) from apps)::int as apps, (select count(*) from app_holds)::int as holds,
    (select sum(active_runs) from projects)::int as active, (select count(*) from jobs)::int as jobs,
    (select count(*) from imports where ended_at is null)::int as imports,
    (select count(*) from runs where completed_at is null)::int as unfinished`;
