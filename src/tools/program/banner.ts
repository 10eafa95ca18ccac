import { resolve } from 'node:path';
import { version } from '../../kernel/version.ts';
import { type Config, hasSlots, slotEnvironment } from '../../service/config.ts';
import { firstCodeSeconds } from '../../service/projects/bootstrap.ts';
import { signInUrl } from '../../service/projects/session.ts';
import type { Service } from '../../service/service.ts';
import { describeRights, slotRights } from '../../service/slots/slot-rights.ts';
import type { Style } from '../cli/terminal/style.ts';

const plain = { bold: (text: string) => text };

/** What a person reads after the start: the page to open, the key when it is new, and a call to paste. */
export function describeStart(service: Service, config: Config, style: Pick<Style, 'bold'> = plain): string {
  const { publicUrl, localUrl, embedded } = service;
  const lines = [
    '',
    style.bold(`Gantry ${version} listens on ${localUrl}`),
    '',
    ...(config.role === 'worker' ? [] : dashboard(service)),
    ...(publicUrl === localUrl ? [] : [`  Public     ${publicUrl}`]),
    `  Data       ${config.s3Bucket === undefined ? resolve(config.dataDir) : `S3 bucket ${config.s3Bucket}`}`,
    ...(embedded?.moved ? moved(embedded) : []),
    ...(hasSlots(config) ? [`  Slots      ${describeRights(slotRights(slotEnvironment(config).PATH))}`] : []),
    ...(config.role === 'worker'
      ? ['  Role       worker: only /healthz, /readyz and /metrics are answered', '']
      : access(service, config, style)),
  ];
  return `${lines.join('\n')}\n`;
}

/** There is a code only where the output is read by one person alone; that of others ends up in collections of logs. */
function dashboard({ publicUrl, bootstrap: { signInCode } }: Service): string[] {
  if (signInCode === null) return [`  Dashboard  ${publicUrl}/`];
  return [
    `  Open       ${signInUrl(publicUrl, signInCode)}`,
    `             It signs you in once, within ${firstCodeSeconds / 60} minutes.`,
  ];
}

/** As root, PostgreSQL runs as another user, and what that one can't enter lies elsewhere. */
function moved({ cluster, binaries }: NonNullable<Service['embedded']>): string[] {
  return [
    `  Database   ${cluster}`,
    `  Binaries   ${binaries}`,
    "             where PostgreSQL's user, 65534, can enter",
  ];
}

function access({ publicUrl, bootstrap }: Service, config: Config, { bold }: Pick<Style, 'bold'>): string[] {
  return [
    `  Reference  ${publicUrl}/docs`,
    `  API key    ${bootstrap.newKey ? bold(bootstrap.newKey) : knownKey(config)}`,
    ...(bootstrap.newKey ? ['             Keep it: it is shown only now.'] : []),
    ...(bootstrap.projectId ? [`  Project    ${bootstrap.projectId}`] : []),
    '',
    ...tryIt(publicUrl, bootstrap),
  ];
}

function knownKey(config: Config): string {
  return config.adminKey === undefined
    ? 'the one shown at the first start (lost? name one with GANTRY_ADMIN_KEY and start again)'
    : 'the one that GANTRY_ADMIN_KEY names';
}

function tryIt(publicUrl: string, { newKey, projectId }: Service['bootstrap']): string[] {
  const key = newKey ?? '$GANTRY_API_KEY';
  if (projectId === null) {
    return ['Try it:', `  curl ${publicUrl}/api/v1/projects -H "Authorization: Bearer ${key}"`, ''];
  }
  return [
    'Try it:',
    `  curl -X POST ${publicUrl}/api/v1/runs \\`,
    `    -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `    -d '{"projectId": "${projectId}", "prompt": "Open ${publicUrl}/docs. See \\"Submit a run\\"."}'`,
    '',
  ];
}
