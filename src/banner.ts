import { resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Service } from './service.ts';

/** What a person reads after the start: the address, the key when it is new, and a call to paste. */
export function describeStart({ publicUrl, bootstrap, cluster }: Service, config: Config): string {
  const lines = [
    '',
    `Gantry listens on ${publicUrl}`,
    '',
    `  Reference  ${publicUrl}/docs`,
    ...(config.s3Bucket === undefined
      ? [`  Data       ${resolve(config.dataDir)}`]
      : [`  Data       S3 bucket ${config.s3Bucket}`]),
    ...(cluster?.moved
      ? [`  Database   ${cluster.path} (the data directory can't be entered by the database's user)`]
      : []),
    `  API key    ${bootstrap.newKey ?? knownKey(config)}`,
    ...(bootstrap.newKey ? ['             Keep it: it is shown only now.'] : []),
    ...(bootstrap.projectId ? [`  Project    ${bootstrap.projectId}`] : []),
    '',
    ...(config.role === 'worker' ? [] : tryIt(publicUrl, bootstrap)),
  ];
  return `${lines.join('\n')}\n`;
}

function knownKey(config: Config): string {
  return config.apiKey === undefined
    ? 'the one shown at the first start (lost? name one with GANTRY_API_KEY and start again)'
    : 'the one that GANTRY_API_KEY names';
}

function tryIt(publicUrl: string, { newKey, projectId }: Service['bootstrap']): string[] {
  const key = newKey ?? '$GANTRY_API_KEY';
  if (projectId === null)
    return ['Try it:', `  curl ${publicUrl}/api/v1/projects -H "Authorization: Bearer ${key}"`, ''];
  return [
    'Try it:',
    `  curl -X POST ${publicUrl}/api/v1/projects/${projectId}/mobile/upload \\`,
    `    -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\`,
    `    -d '{"filename": "MyApp.app.zip", "fileSize": 1048576}'`,
    '',
  ];
}
