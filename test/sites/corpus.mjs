import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { serveSite, sites } from './index.mjs';

/** Every site once as it should be and once with each of its bugs. */
export const versions = sites.flatMap((site) =>
  [null, ...site.bugs].map((bug) => ({ site, bug, label: `${site.name}: ${bug?.name ?? 'good'}` })),
);

/** Each look costs the service as much as a step. */
const pollMs = 250;
/** For a machine that is busy: each run has limits of its own. */
const patienceMs = 900_000;
const pngSignature = '89504e470d0a1a0a';

/** Has a running service test the version, and says all that is wrong with its answer: nothing is expected. */
export async function judgeVersion({ site, bug, label }, api) {
  const served = await serveSite(site, bug?.name ?? null);
  try {
    const sentences = (bug?.sentences ?? site.sentences)(served.url);
    const run = await runToEnd(api, {
      prompt: layOut(sentences, site.layout),
      ...(site.targetUrl && { targetUrl: site.targetUrl(served.url) }),
    });
    const faults = bug === null ? faultsOfGood(site, sentences, run) : faultsOfBug(bug, sentences, run);
    faults.push(...(await faultsOfScreenshots(run)));
    return { label, run, faults: faults.map((fault) => `${label}: ${fault}`) };
  } finally {
    await served.close();
  }
}

/** Judges all of them, so many at once. */
export async function judgeAll(chosen, api, { atOnce, onJudged = () => undefined }) {
  const waiting = [...chosen];
  const judged = [];
  const work = async () => {
    for (let version = waiting.shift(); version !== undefined; version = waiting.shift()) {
      const judgement = await judgeVersion(version, api);
      judged.push(judgement);
      onJudged(judgement);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return judged;
}

/** Submits a run and asks for it until it has ended. */
export async function runToEnd({ url, key }, body) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const untilMs = performance.now() + patienceMs;
  const ask = async (path, init = {}) => {
    for (;;) {
      const answer = await fetch(`${url}/api/v1${path}`, { ...init, headers });
      if (answer.ok) return answer.json();
      const said = `${init.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`;
      // A service on a busy machine asks to be asked again.
      if (answer.status !== 503 || performance.now() > untilMs) throw new Error(said);
      await delay(pollMs);
    }
  };
  let run = await ask('/runs', { method: 'POST', body: JSON.stringify(body) });
  while (run.completedAt === null) {
    if (performance.now() > untilMs) throw new Error(`The run ${run.id} is still ${run.status}`);
    await delay(pollMs);
    run = await ask(`/runs/${run.id}`);
  }
  return run;
}

function layOut(sentences, layout) {
  if (layout === 'lines') return sentences.join('\n');
  if (layout === 'numbered')
    return sentences.map((sentence, index) => `${index + 1}. ${sentence}`).join('\n');
  return `${sentences.join('. ')}.`;
}

function faultsOfGood(site, sentences, run) {
  const { result, issues, steps, featureName, description } = run.output;
  const faults = faultsOfVerdict(run, 'PASS');
  if (steps.length !== sentences.length)
    faults.push(`${steps.length} steps for ${sentences.length} sentences`);
  for (const step of steps.filter(({ status }) => status !== 'passed')) {
    faults.push(`the step "${step.title}" ${step.status}: ${step.error}`);
  }
  for (const issue of issues.filter(({ type }) => type === 'issue'))
    faults.push(`an issue: ${oneLine(issue)}`);
  if (result === 'PASS' && !featureName) faults.push('no featureName');
  if (result === 'PASS' && !description) faults.push('no description');
  if (site.feature && !site.feature.test(featureName ?? ''))
    faults.push(`the featureName is "${featureName}"`);
  return faults;
}

function faultsOfBug(bug, sentences, run) {
  const { issues, steps } = run.output;
  const faults = faultsOfVerdict(run, 'FAILED');
  if (steps.length !== sentences.length)
    faults.push(`${steps.length} steps for ${sentences.length} sentences`);
  const found = issues.filter(({ type }) => type === 'issue').map(oneLine);
  if (!found.some((text) => bug.issue.test(text))) {
    faults.push(`no issue says ${bug.issue}, but: ${found.join(' || ') || 'none'}`);
  }
  return faults;
}

function faultsOfVerdict(run, result) {
  if (run.status === 'completed' && run.output.result === result && run.error === null) return [];
  return [`${run.status} ${run.output.result} instead of ${result}: ${JSON.stringify(run.error)}`];
}

async function faultsOfScreenshots({ output }) {
  const faults = [];
  if (output.screenshots.length === 0) faults.push('no screenshot');
  for (const address of output.screenshots) {
    const answer = await fetch(address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isPng = bytes.subarray(0, 8).toString('hex') === pngSignature;
    if (answer.status !== 200 || !isPng)
      faults.push(`the screenshot ${address} answers ${answer.status}, a PNG: ${isPng}`);
  }
  for (const { title, screenshotUrl, status } of output.steps) {
    if (status !== 'skipped' && !output.screenshots.includes(screenshotUrl))
      faults.push(`"${title}" has no screenshot`);
  }
  return faults;
}

function oneLine({ name, description, expectedBehavior, actualBehavior }) {
  return [name, description, expectedBehavior, actualBehavior].join(' ').replace(/\s+/g, ' ');
}
