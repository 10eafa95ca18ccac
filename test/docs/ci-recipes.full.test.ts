import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from './blocks.js';
import { missingPrograms } from './shell.js';
import { openWorkspace } from './workspace.js';

const missing = missingPrograms('bash', 'git');
const whyNot = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

interface Recipe {
  command: string;
  /** The variables that the recipe names, beside those of its server. */
  names: string[];
  /** The variable of its server that holds the commit. */
  commit: string;
}

const variables = ['GANTRY_API_KEY', 'GANTRY_PROJECT', 'GANTRY_URL'];

describe.skipIf(missing.length > 0)(`docs/ci-recipes.md${whyNot}`, () => {
  it('tests a build in each pipeline, with no variables but the three and those that its server sets', async () => {
    const { folder, run } = await openWorkspace();
    for (const [name, { command, names, commit }] of Object.entries(await recipes())) {
      expect({ name, names }).toEqual({ name, names: variables });
      expect(await run(`export ${commit}=${name}\n${command}`)).toMatchObject({
        code: 0,
        out: expect.stringContaining('Welcome'),
      });
      expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('<testcase');
    }
  });
});

async function recipes(): Promise<Record<string, Recipe>> {
  const [github, gitlab] = (await blocksOf('docs/ci-recipes.md', 'yaml')).map((block) => parse(block));
  const [jenkins = ''] = await blocksOf('docs/ci-recipes.md', 'groovy');
  const step = github.jobs.test.steps.find(({ run }: { run?: string }) => run !== undefined);
  const environment = /environment \{([^}]*)\}/.exec(jenkins)?.[1] ?? '';
  return {
    github: { command: step.run, names: Object.keys(step.env).sort(), commit: 'GITHUB_SHA' },
    // Its variables are those of the GitLab project.
    gitlab: { command: gitlab.gantry.script.join('\n'), names: variables, commit: 'CI_COMMIT_SHA' },
    jenkins: {
      command: /sh '([^']+)'/.exec(jenkins)?.[1] ?? '',
      names: [...environment.matchAll(/(\w+) = /g)].map(([, name = '']) => name).sort(),
      commit: 'GIT_COMMIT',
    },
  };
}
