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

/** The step of the test in the group Nightly. */
const firstMissed = 'miss the prices';

/**
 * What the docs assume: a service with an app, an ended run, a group Smoke that passes and a group Nightly whose last
 * batch failed and would pass now; and a repository with a build, tests and files for standard input.
 */
export async function openWorkspace({ isFailing = false } = {}): Promise<Workspace> {
  const platforms = ['web', 'ios', 'android'] as const;
  const service = await startTestService({
    execution: isFailing ? scriptedExecution({ platforms }) : recoveringExecution({ platforms }),
  });
  if (!isFailing) await failNightly(service);
  await fill(service, isFailing ? 'miss the total' : 'See "Welcome"');
  const folder = await createTestFolder();
  await mkdir(join(folder, 'build'));
  await writeFile(join(folder, 'build/MyApp.app.zip'), await simulatorBuild.bytes());
  await mkdir(join(folder, 'deploy'));
  await mkdir(join(folder, 'e2e'));
  await writeFile(join(folder, 'e2e/shop.yaml'), tests);
  await writeFile(join(folder, 'checkout.txt'), 'Open https://shop.example.com. See "Welcome".\n');
  await writeFile(join(folder, 'password.txt'), 'wonderland\n');
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

/** Passes, except for the first run of the test in the group Nightly. */
function recoveringExecution(place: Parameters<typeof passingExecution>[0]) {
  const [failing] = scriptedExecution(place).runners;
  const passing = passingExecution(place);
  let hasMissed = false;
  const runners = passing.runners.map((runner) => ({
    ...runner,
    run: ((work, ...rest) => {
      const isFirst = !hasMissed && work.task.steps?.[0]?.title === firstMissed;
      if (isFirst) hasMissed = true;
      return isFirst && failing ? failing.run(work, ...rest) : runner.run(work, ...rest);
    }) as typeof runner.run,
  }));
  return { ...passing, runners };
}

async function failNightly({ projectId, call }: TestService): Promise<void> {
  const { group } = (await call('POST', '/groups', { projectId, name: 'Nightly' })).body;
  const steps = [{ type: 'assert', title: firstMissed }];
  await call('POST', '/tests', { projectId, title: 'Prices', groupId: group.id, steps });
  const { batchId } = (await call('POST', `/groups/${group.id}/runs`, {})).body;
  await eventually(async () =>
    expect((await call('GET', `/batches/${batchId}`)).body.batch).toMatchObject({ result: 'FAILED' }),
  );
}
