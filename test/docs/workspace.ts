import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { passingExecution, scriptedExecution } from '../support/scripted-execution.mjs';
import {
  adminKey,
  createTestFolder,
  eventually,
  startTestService,
  type TestService,
} from '../support/service.js';
import { simulatorBuild, uploaded } from '../support/uploads.js';
import { shell } from './shell.js';

export interface Workspace {
  service: TestService;
  folder: string;
  /** With the three variables of the docs, and nothing else of the person who runs the tests. */
  run(script: string): ReturnType<typeof shell>;
}

const tests = `tests:
  - title: The shop opens
    steps:
      - act: Open /
      - assert: See "Welcome"
`;

/** What the docs take for granted: a service with an app, a group called Smoke and an ended run, and a repository with a build and tests. */
export async function openWorkspace({ isFailing = false } = {}): Promise<Workspace> {
  const platforms = ['web', 'ios', 'android'] as const;
  const service = await startTestService({
    execution: isFailing ? scriptedExecution({ platforms }) : passingExecution({ platforms }),
  });
  await fill(service, isFailing ? 'miss the total' : 'See "Welcome"');
  const folder = await createTestFolder();
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'build/MyApp.app.zip'), await simulatorBuild.bytes());
  await mkdir(join(folder, 'e2e'));
  await writeFile(join(folder, 'e2e/shop.yaml'), tests);
  const env = {
    HOME: folder,
    GANTRY_URL: service.url,
    GANTRY_API_KEY: adminKey,
    GANTRY_PROJECT: service.projectId,
  };
  const run = (script: string) => shell(script, { cwd: folder, env });
  const commit = 'git init -q && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m Start';
  expect(await run(commit)).toMatchObject({ code: 0 });
  return { service, folder, run };
}

async function fill(service: TestService, title: string): Promise<void> {
  const { projectId, call } = service;
  await uploaded(service, simulatorBuild);
  const { group } = (await call('POST', '/groups', { projectId, name: 'Smoke' })).body;
  const steps = [{ type: 'assert', title }];
  const { test } = (await call('POST', '/tests', { projectId, title: 'Welcome', platform: 'mobile', steps }))
    .body;
  await call('POST', `/groups/${group.id}/tests`, { testId: test.id });
  const { id } = (await call('POST', '/runs', { projectId, prompt: 'see "Welcome"' })).body;
  await eventually(async () =>
    expect((await call('GET', `/runs/${id}`)).body).toMatchObject({ status: 'completed' }),
  );
}
