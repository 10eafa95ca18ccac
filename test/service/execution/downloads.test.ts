import { expect, it } from 'vitest';
import { html, noBrowser, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const realService = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '1' });

const token = 'tok-4711-xyz';

it.skipIf(noBrowser)(`what is secret in a file that was downloaded is in no report${whyNot}`, async () => {
  const { run, call, projectId } = await realService();
  await call('PUT', `/projects/${projectId}/variables/token`, { value: token, secret: true });
  await call('PUT', `/projects/${projectId}/variables/pin`, { value: 'q7q7', secret: true });
  const site = await serve((request, response) => {
    if (request.url === '/') return void response.end(html('<a href="/keys">Keys</a>'));
    response.writeHead(200, { 'content-disposition': `attachment; filename="${token}.csv"` });
    response.end(`key,${token}\npin,q7q7\n`);
  });
  const ended = await run(`Open ${site.url}/
    Download "Keys"
    The downloaded file contains {{token}}
    The file "{{token}}.csv" contains "{{pin}}5"
    The downloaded file does not contain {{token}}
    The downloaded file has 5 lines`);
  expect(verdictOf(ended)).toBe('completed FAILED');
  const { steps, issues } = ended.output;
  expect(steps.map(({ status }) => status)).toEqual([
    'passed',
    'passed',
    'passed',
    'failed',
    'failed',
    'failed',
  ]);
  expect(steps[2]).toMatchObject({ summary: 'The downloaded file contains "{{token}}".' });
  expect(issues.map(({ description }) => description)).toEqual([
    expect.stringContaining(
      'to contain "{{pin}}5"; it does not; it begins with "key,{{token}}", "pin,{{pin}}".',
    ),
    expect.stringContaining('not to contain "{{token}}"; it does; it begins with "key,{{token}}"'),
    expect.stringContaining('it has 2 lines; it begins with "key,•••"'),
  ]);
  expect(JSON.stringify(ended)).not.toContain(token);
});
