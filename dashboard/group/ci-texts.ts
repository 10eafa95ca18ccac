import type { Group } from '../../src/client/index.ts';
import type { Needs } from '../run-now/needs.ts';

export interface Snippet {
  name: string;
  explanation: string;
  text: string;
}

interface Given {
  group: Group;
  needs: Needs;
  webhookUrl: string | undefined;
  /** Of the service, without a slash at its end. */
  url: string;
}

/** The same calls as in docs/ci.md, docs/ci-recipes.md and docs/github-action.md, with what is known filled in. */
export function snippetsOf(given: Given): Snippet[] {
  return [
    {
      name: 'curl',
      explanation: 'Starts the group and ends. The address of the webhook is a secret.',
      text: curl(given),
    },
    {
      name: 'GitHub Actions',
      explanation:
        'GANTRY_API_KEY is a secret of the repository: a key of this project. The action is the repository of Gantry itself.',
      text: githubActions(given),
    },
    {
      name: 'GitLab CI',
      explanation: 'GANTRY_API_KEY is a masked variable of the GitLab project: a key of this project.',
      text: gitlab(given),
    },
    {
      name: 'Shell',
      explanation:
        'Starts the group, waits, keeps the report, and fails unless every test passes. It needs Node and GANTRY_API_KEY.',
      text: shell(given),
    },
  ];
}

const exampleSite = 'https://staging.example.com';
const exampleApp = 'com.example.app';

function curl({ needs, webhookUrl }: Given): string {
  const body = {
    ...(needs.app && { mobile: { bundleId: exampleApp } }),
    ...(needs.address && { targetUrl: exampleSite }),
    commitSha: 'abc1234',
  };
  return [
    `curl -X POST ${webhookUrl === undefined ? '"$GANTRY_WEBHOOK"' : `'${webhookUrl}'`}`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

function githubActions({ group, needs, url }: Given): string {
  return lines(
    '# .github/workflows/gantry.yml',
    'name: Gantry',
    'on: [push]',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - uses: actions/checkout@v5',
    needs.app && '      # Your build comes here; it leaves build/MyApp.app.zip.',
    '      - uses: your-org/gantry@v1',
    '        with:',
    `          url: ${url}`,
    `          api-key: \${{ secrets.GANTRY_API_KEY }}`,
    needs.app && '          app-path: build/MyApp.app.zip',
    needs.app && '          remove-after: 7d',
    needs.address && `          target-url: ${exampleSite}`,
    `          group: ${group.id} # ${oneLine(group.name)}`,
    '          junit-path: junit.xml',
  );
}

function gitlab(given: Given): string {
  return lines(
    '# .gitlab-ci.yml',
    'gantry:',
    '  stage: test',
    '  image: node:24-slim',
    '  timeout: 1h',
    '  variables:',
    `    GANTRY_URL: ${given.url}`,
    `    GANTRY_PROJECT: ${given.group.projectId}`,
    '  script:',
    `    - ${trigger(given, '"$CI_COMMIT_SHA"')}`,
    '  artifacts:',
    '    when: always',
    '    reports: { junit: junit.xml }',
  );
}

function shell(given: Given): string {
  return lines(
    `export GANTRY_URL=${given.url} GANTRY_PROJECT=${given.group.projectId}`,
    trigger(given, '"$(git rev-parse HEAD)"'),
  );
}

/** The command line, which the service itself hands out. */
function trigger({ group, needs }: Given, commit: string): string {
  return [
    `npx --yes "$GANTRY_URL/cli.tgz" trigger ${group.id}`,
    needs.app && '--upload build/MyApp.app.zip --remove-after 1d',
    needs.address && `--target-url ${exampleSite}`,
    `--commit ${commit} --wait --timeout 50m --junit junit.xml`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A name from outside must not end the comment that it is in. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function lines(...given: Array<string | false>): string {
  return given.filter((line) => line !== false).join('\n');
}
