import { Pool } from 'undici';
import { createJudge } from './judge.mjs';
import { createKnownThings } from './known-things.mjs';
import { createRandom } from './random.mjs';
import { asCurl, makeRequest, operationsOf } from './requests.mjs';

const maxFaults = 20;
const requestTimeoutMs = 60_000;

/**
 * Sends requests that are made from the service's own OpenAPI document, right ones and broken ones, and holds every answer
 * against it. Each lane has a project and a seed of its own and sends one request after the other, so that a seed makes
 * the same requests again.
 */
export async function fuzzApi({ url, key, count, seconds, seed, lanes = 4, onProgress = () => undefined }) {
  const pool = new Pool(url, {
    connections: lanes,
    bodyTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
  });
  const giveUpAtMs = performance.now() + seconds * 1_000;
  const report = { requests: 0, statuses: {}, succeeded: new Set(), faults: [] };
  const state = {
    url,
    key,
    pool,
    report,
    isOver: () => report.faults.length >= maxFaults || performance.now() >= giveUpAtMs,
  };
  try {
    const document = JSON.parse((await send(pool, { method: 'GET', url: '/api/v1/openapi.json' })).text);
    const operations = operationsOf(document);
    const judge = createJudge();
    const progress = setInterval(() => onProgress(report), 5_000);
    const share = (lane) => Math.floor(count / lanes) + (lane < count % lanes ? 1 : 0);
    await Promise.all(
      Array.from({ length: lanes }, (_none, lane) =>
        runLane({ ...state, operations, judge, seed, lane, count: share(lane) }),
      ),
    ).finally(() => clearInterval(progress));
    const neverSucceeded = operations
      .map(({ operationId }) => operationId)
      .filter((id) => !report.succeeded.has(id));
    return { ...report, succeeded: [...report.succeeded], neverSucceeded };
  } finally {
    await pool.destroy();
  }
}

async function runLane({ url, key, pool, report, isOver, operations, judge, seed, lane, count }) {
  const random = createRandom(seed * 1_000 + lane);
  const manage = async (path, body) => {
    const headers = { 'content-type': 'application/json' };
    const { text } = await send(pool, { method: 'POST', url: `/api/v1${path}`, key, headers, body });
    return JSON.parse(text);
  };
  // A webhook may name the addresses that the values have.
  const own = { allowedHosts: ['127.0.0.1'], allowedReceivers: ['127.0.0.1'] };
  const { project } = await manage('/projects', { name: `Fuzzed by lane ${lane}`, ...own });
  const issued = await manage(`/projects/${project.id}/keys`, {});
  const things = createKnownThings(random, project.id);
  const keys = { admin: key, project: issued.key.key };
  await makeGroup(manage, things, project.id);

  const webhookCall = operations.find(({ operationId }) => operationId === 'triggerGroupByWebhook');
  for (let number = 0; number < count && !isOver(); number += 1) {
    // First of all the webhook: later requests take away what it starts.
    const operation = number === 0 ? webhookCall : random.pick(operations);
    const request = makeRequest(operation, random, things, keys);
    const answer = await send(pool, request);
    report.requests += 1;
    report.statuses[answer.status] = (report.statuses[answer.status] ?? 0) + 1;
    const fault = judge(operation, answer);
    if (fault !== null)
      report.faults.push({
        operationId: operation.operationId,
        lane,
        number,
        fault,
        curl: asCurl(url, request),
      });
    else if (answer.status < 300) {
      report.succeeded.add(operation.operationId);
      if (answer.text.startsWith('{')) things.learn(operation.operationId, JSON.parse(answer.text), request);
    }
  }
}

/** A group that can be started, with its webhook: chance alone would rarely put one together. */
async function makeGroup(manage, things, projectId) {
  const steps = [{ type: 'assert', title: 'See "Welcome"' }];
  const made = await manage('/tests', { projectId, title: 'Welcome', platform: 'web', steps });
  const { group } = await manage('/groups', { projectId, name: 'Checkout' });
  const params = { id: group.id };
  const body = { testId: made.test.id };
  things.learn('createTest', made);
  things.learn('createGroup', { group });
  things.learn('addTestToGroup', await manage(`/groups/${group.id}/tests`, body), { params, body });
  things.learn('makeGroupWebhook', await manage(`/groups/${group.id}/webhook`), { params });
}

async function send(pool, { method, url, key, headers = {}, body, raw }) {
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const answer = await pool.request({
    method,
    path: url,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: text ?? null,
  });
  const isStream = String(answer.headers['content-type']).startsWith('text/event-stream');
  if (isStream) answer.body.on('error', () => undefined).destroy();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: isStream ? '' : await answer.body.text(),
  };
}
