import { surpriseIn } from './group.mjs';

/** All that is not as it should be. */
export function surprisesIn({ tests, runs, batch, forgery }) {
  const found = tests.flatMap((test, index) => {
    const surprise = surpriseIn(test, runs[index]);
    return surprise === null ? [] : [`${test.title}: ${surprise}`];
  });
  if (batch.result !== 'FAILED') found.push(`the batch is ${batch.result}`);
  if (forgery.status !== 400) found.push('the receiver believes a forged result');
  return found;
}

/** What there is to look at while the service is up. */
export function linksTo({ service, shopUrl, batch, runs, groupId }) {
  const failed = runs.find(({ output }) => output.result === 'FAILED');
  return {
    dashboard: `${service.url}/projects/${batch.projectId}/builds?groupId=${groupId}`,
    screenshot: failed?.output.issues[0]?.screenshotUrl ?? null,
    trace: failed?.output.traceUrl ?? null,
    junit: `${service.url}/api/v1/batches/${batch.id}/junit.xml`,
    reference: `${service.url}/docs`,
    shop: shopUrl,
    apiKey: service.apiKey,
  };
}

export function tellOutcome(narrator, { surprises, durationMs }) {
  if (surprises.length === 0) {
    const time = `${Math.round(durationMs / 1_000)} seconds`;
    narrator.outcome(`The group is FAILED, and rightly: the coupon takes nothing off. ${time} in all.`, true);
    return;
  }
  narrator.outcome('Something went otherwise than it should:', false);
  for (const surprise of surprises) narrator.note(surprise);
}

export function tellLinks(narrator, { screenshot, trace, junit, reference, shop, apiKey }, signInAddress) {
  narrator.plain();
  if (screenshot !== null) narrator.link('The page with the bug', screenshot);
  if (trace !== null)
    narrator.link('A recording of that run', 'npx playwright-core show-trace \\', `  ${trace}`);
  narrator.link('JUnit, for CI servers', `curl -H 'Authorization: Bearer ${apiKey}' \\`, `  ${junit}`);
  narrator.link('Every call of the API', reference);
  narrator.link('The shop itself (coupon TEA10)', shop);
  narrator.plain();
  narrator.link('All of it in the dashboard (signs you in once, within 5 minutes)', signInAddress);
}

/** What `--json` prints. */
export function summarize({
  surprises,
  durationMs,
  links,
  phone,
  app,
  batch,
  tests,
  runs,
  junit,
  deliveries,
  forgery,
}) {
  return {
    ok: surprises.length === 0,
    surprises,
    durationMs,
    links,
    phone: phone.isUp ? `pretended, behind Appium ${phone.version}` : null,
    app: { id: app.id, platform: app.platform, bundleId: app.bundleId, fileSize: app.fileSize },
    batch: { id: batch.id, status: batch.status, result: batch.result },
    tests: tests.map(({ title }, index) => testResult(title, runs[index])),
    junit: { cases: countOf(junit, '<testcase '), failures: countOf(junit, '<failure ') },
    deliveries: deliveries.map(({ run, headers }) => ({
      runId: run.id,
      webhookId: headers['webhook-id'],
      result: run.output.result,
    })),
    forgery: { status: forgery.status },
  };
}

function testResult(title, { id, platform, status, error, durationMs, output }) {
  return {
    title,
    runId: id,
    platform,
    status,
    result: output.result,
    error,
    durationMs,
    steps: output.steps.map((step) => ({
      title: step.title,
      status: step.status,
      durationMs: step.completedAtMs - step.startedAtMs,
    })),
    issues: output.issues,
    screenshots: output.screenshots,
  };
}

function countOf(text, part) {
  return text.split(part).length - 1;
}
