import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeGroup } from '../groups/support.js';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import { createTestFolder, startTestService } from '../support/service.js';
import { builds } from '../support/uploads.js';
import { blocksOf, missingPrograms, shell } from './shell.js';

const missing = missingPrograms('curl', 'jq');
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

interface Recipe {
  command: string;
  env: Record<string, string>;
}

describe.skipIf(missing.length > 0)(`docs/ci-recipes.md${whyNot}`, () => {
  it('tests a build in each pipeline, with no variables but those that it names or that its server sets', async () => {
    const place = await openPlace();
    for (const [name, recipe] of Object.entries(await recipes())) {
      const { folder, values } = await place.checkout(name);
      const env = Object.fromEntries(
        Object.entries(recipe.env).map(([key, value]) => [key, values(key, value)]),
      );
      const done = await shell(recipe.command, { cwd: folder, env });
      expect({ name, ...done }).toMatchObject({
        name,
        code: 0,
        out: expect.stringContaining('PASS\tTest 1'),
      });
      expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('<testcase');
    }
  });
});

/** What each server would run, with the environment that the recipe gives it. */
async function recipes(): Promise<Record<string, Recipe>> {
  const [github, gitlab] = (await blocksOf('docs/ci-recipes.md', 'yaml')).map((block) => parse(block));
  const [jenkins = ''] = await blocksOf('docs/ci-recipes.md', 'groovy');
  const step = github.jobs.test.steps.find(({ run }: { run?: string }) => run !== undefined);
  const ofProject = ['GANTRY_URL', 'GANTRY_PROJECT', 'GANTRY_API_KEY', 'GANTRY_WEBHOOK'];
  const environment = /environment \{([^}]*)\}/.exec(jenkins)?.[1] ?? '';
  const assigned = [...environment.matchAll(/(\w+) = (.+)/g)].map(([, key = '', value = '']) => [key, value]);
  return {
    github: { command: step.run, env: step.env },
    gitlab: {
      command: gitlab.gantry.script.join('\n'),
      env: { ...Object.fromEntries(ofProject.map((name) => [name, ''])), ...gitlab.gantry.variables },
    },
    jenkins: {
      command: /sh '([^']+)'/.exec(jenkins)?.[1] ?? '',
      env: { ...Object.fromEntries(assigned), GIT_COMMIT: '' },
    },
  };
}

async function openPlace() {
  const service = await startTestService({
    execution: scriptedExecution({ platforms: ['ios', 'android'], slots: 2 }),
  });
  const { webhookUrl } = await makeGroup(service, ['mobile']);
  const { key } = (await service.call('POST', `/projects/${service.projectId}/keys`, {})).body.key;
  const known: Record<string, string> = {
    GANTRY_URL: `${service.url}/api/v1`,
    GANTRY_API_KEY: key,
    GANTRY_PROJECT: service.projectId,
    GANTRY_WEBHOOK: webhookUrl,
  };
  return {
    /** A repository with ci.md's script in it, made as the page says, and a build. */
    async checkout(commit: string) {
      const folder = await createTestFolder();
      await mkdir(join(folder, 'docs'));
      await cp(new URL('../../docs/ci.md', import.meta.url), join(folder, 'docs/ci.md'));
      const [makeScript = ''] = await blocksOf('docs/ci-recipes.md', 'sh');
      expect(await shell(makeScript, { cwd: folder })).toMatchObject({ code: 0 });
      await mkdir(join(folder, 'build'));
      await writeFile(join(folder, 'build/MyApp.app.zip'), await builds.ios.bytes());
      const values = (name: string, value: string) =>
        name === 'GIT_COMMIT' ? commit : (known[name] ?? value.replaceAll("'", ''));
      return { folder, values };
    },
  };
}
