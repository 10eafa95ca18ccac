import { expect, it } from 'vitest';
import { runOn, secret, textAt, useWatchedPhones } from './phone-evidence.ts';

const phones = useWatchedPhones();

it('keeps the log of a crash, with secrets masked, and no video of a run that used one', async () => {
  const service = await phones.start();
  await service.call('PUT', `/projects/${service.projectId}/variables/phrase`, {
    value: secret,
    secret: true,
  });
  const run = await runOn(
    service,
    'android',
    'Type "{{phrase}}" into "Email". See "Nowhere". Tap "Forgot password?". See "Sent"',
  );
  expect(run.output.issues.map(({ name }) => name)).toContain('The app crashed: Tap "Forgot password?"');
  expect(run.output.videoUrl).toBeNull();
  const log = await textAt(run.output.deviceLogUrl);
  expect(log).toContain('IllegalStateException: no account for •••');
  expect(log).not.toContain('battery');
  const hierarchy = await textAt(run.output.steps[1]?.hierarchyUrl ?? null);
  expect(hierarchy).toContain('•••');
  expect(hierarchy).not.toContain('battery');
  await service.call('DELETE', `/projects/${service.projectId}/variables/phrase`);
});
