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
  /** Of the service, with a slash at its end. */
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
      explanation:
        'GANTRY_API_KEY and GANTRY_WEBHOOK are masked variables of the GitLab project. ci/gantry.sh is the shell script.',
      text: gitlab(given),
    },
    {
      name: 'Shell',
      explanation:
        'ci/gantry.sh: starts the group, waits, keeps the report, and fails unless every test passes.',
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

function gitlab({ group, needs, url }: Given): string {
  return lines(
    '# .gitlab-ci.yml',
    'gantry:',
    '  stage: test',
    '  image: debian:stable-slim',
    '  timeout: 1h',
    '  variables:',
    `    GANTRY_URL: ${url}api/v1`,
    needs.app && `    GANTRY_PROJECT: ${group.projectId}`,
    '    GIT_COMMIT: $CI_COMMIT_SHA',
    needs.app && '    FILE: build/MyApp.app.zip',
    '  before_script:',
    '    - apt-get update && apt-get install -y --no-install-recommends ca-certificates curl jq',
    '  script:',
    '    - bash ci/gantry.sh',
    '  artifacts:',
    '    when: always',
    '    reports: { junit: junit.xml }',
  );
}

function shell({ group, needs, url }: Given): string {
  const given = [needs.app && '--arg app "$app"', '--arg sha "$GIT_COMMIT"'].filter(Boolean).join(' ');
  const body = [
    needs.app && 'mobile: {appId: $app}',
    needs.address && `targetUrl: "${exampleSite}"`,
    'commitSha: $sha',
  ]
    .filter(Boolean)
    .join(', ');
  return lines(
    'set -euo pipefail',
    `: "\${GANTRY_URL:=${url}api/v1}" "\${GANTRY_PROJECT:=${group.projectId}}"`,
    'auth="Authorization: Bearer $GANTRY_API_KEY"',
    `json='Content-Type: application/json'`,
    needs.app && upload,
    '',
    'attempt="$GIT_COMMIT-$(date +%s)-$$"',
    'batch=$(curl -fsS --retry 3 -X POST "$GANTRY_WEBHOOK" -H "$json" -H "Idempotency-Key: $attempt" \\',
    `  -d "$(jq -n ${given} '{${body}}')" | jq -r .batchId)`,
    'echo "started $batch"',
    '',
    'until curl -fsS --retry 3 "$GANTRY_URL/batches/$batch" -H "$auth" > batch.json && jq -e .batch.completedAt batch.json > /dev/null',
    'do sleep 2; done',
    'curl -fsS --retry 3 "$GANTRY_URL/batches/$batch/junit.xml" -H "$auth" > junit.xml',
    `jq -r '.batch.runs[] | "\\(.result // .status)\\t\\(.title)\\t\\(.error.message // "")"' batch.json`,
    `jq -e '.batch.result == "PASS"' batch.json > /dev/null`,
  );
}

const upload = `
name=$(basename "$FILE")
size=$(wc -c < "$FILE" | tr -d ' ')
ticket=$(curl -fsS --retry 3 "$GANTRY_URL/projects/$GANTRY_PROJECT/mobile/upload" -H "$auth" -H "$json" \\
  -d "$(jq -n --arg name "$name" --argjson size "$size" '{filename: $name, fileSize: $size, removeAfter: 86400}')")
curl -fsS --retry 3 -T "$FILE" -H 'Content-Type: application/octet-stream' "$(jq -r .uploadUrl <<< "$ticket")"
app=$(curl -fsS --retry 3 "$GANTRY_URL/projects/$GANTRY_PROJECT/mobile/upload/confirm" -H "$auth" -H "$json" \\
  -d "$(jq '{storageKey, filename, fileSize, removeAfter}' <<< "$ticket")" | jq -r .app.id)`;

/** A name from outside must not end the comment that it stands in. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function lines(...given: Array<string | false>): string {
  return given.filter((line) => line !== false).join('\n');
}
