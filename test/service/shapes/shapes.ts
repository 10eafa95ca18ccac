import { expect } from 'vitest';
import type { Answer } from '../../support/service.js';

/** The documented fields of each record, and what each may hold. A record may have more of them, never fewer. */
const text = expect.any(String);
const id = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const count = expect.any(Number);
const flag = expect.any(Boolean);
const orNull = (value: unknown) => expect.toBeOneOf([value, null]);
const listOf = (value: unknown) =>
  expect.toSatisfy(
    (list: unknown) => Array.isArray(list) && list.every((item) => matches(item, value)),
    'a list whose records have all documented fields',
  );

export const project = {
  id,
  name: text,
  url: orNull(text),
  targetUrl: orNull(text),
  description: orNull(text),
  webhookUrl: orNull(text),
  createdAt: time,
};

export const environment = { id, name: text, url: text };

export const test = {
  id,
  projectId: id,
  title: text,
  description: orNull(text),
  platform: expect.toBeOneOf(['web', 'mobile', 'ios', 'android']),
  enabled: flag,
  steps: listOf({ type: expect.toBeOneOf(['act', 'assert', 'screenshot']), title: text }),
  createdAt: time,
  updatedAt: time,
};

export const group = { id, projectId: id, name: text, testCount: count, createdAt: time, updatedAt: time };

const step = {
  stepIndex: count,
  title: text,
  type: expect.toBeOneOf(['act', 'assert', 'screenshot']),
  status: expect.toBeOneOf(['passed', 'failed', 'skipped']),
  summary: orNull(text),
  error: orNull(text),
  startedAtMs: count,
  completedAtMs: count,
};

const issue = {
  type: expect.toBeOneOf(['issue', 'warning']),
  name: text,
  description: text,
  url: orNull(text),
  severity: count,
  expectedBehavior: orNull(text),
  actualBehavior: orNull(text),
  screenshotUrl: orNull(text),
};

/** In a list the steps stand once, in `output.steps`. */
export const listedRun = {
  id,
  projectId: id,
  type: expect.toBeOneOf(['chat', 'test']),
  status: expect.toBeOneOf(['queued', 'running', 'completed', 'failed', 'cancelled']),
  name: orNull(text),
  source: expect.toBeOneOf(['api', 'group', 'webhook', 'schedule', 'rerun']),
  input: { prompt: orNull(text), targetUrl: orNull(text) },
  platform: orNull(expect.toBeOneOf(['web', 'ios', 'android'])),
  prompt: orNull(text),
  appId: orNull(id),
  testId: orNull(id),
  batchId: orNull(id),
  output: {
    featureName: orNull(text),
    result: orNull(expect.toBeOneOf(['PASS', 'FAILED'])),
    description: orNull(text),
    issues: listOf(issue),
    screenshots: listOf(text),
    steps: listOf(step),
  },
  error: orNull({ code: text, message: text }),
  durationMs: orNull(count),
  createdAt: time,
  startedAt: orNull(time),
  completedAt: orNull(time),
  webhookUrl: orNull(text),
  webhookStatus: orNull(expect.toBeOneOf(['pending', 'delivered', 'failed'])),
};

export const run = { ...listedRun, stepResults: listOf(step) };

export const startedTest = { status: 'queued', runId: id, testId: id };

export const groupRun = {
  received: true,
  status: 'queued',
  groupId: id,
  batchId: id,
  runIds: listOf(id),
  queuedRunIds: listOf(id),
  cancelledRunIds: listOf(id),
  count,
  metadata: expect.any(Object),
};

export const batch = {
  id,
  projectId: id,
  groupId: id,
  status: text,
  count,
  runs: listOf({ id, testId: orNull(id), title: text, status: text }),
  createdAt: time,
};

export const cancelledBatch = {
  batchId: id,
  cancelled: count,
  alreadyFinished: count,
  cancelledRunIds: listOf(id),
  alreadyFinishedRunIds: listOf(id),
  batch,
};

export const rerunBatch = {
  status: 'queued',
  groupId: id,
  batchId: id,
  sourceBatchId: id,
  runIds: listOf(id),
  queuedRunIds: listOf(id),
  cancelledRunIds: listOf(id),
  skippedTestIds: listOf(id),
  count,
  batch,
};

/** The bare record. */
export function expectRecord(answer: Answer, status: number, shape: object): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.body).toMatchObject(shape);
}

/** One member, named after what it holds. */
export function expectMember(answer: Answer, status: number, name: string, shape: object): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(Object.keys(answer.body)).toEqual([name]);
  expect(answer.body[name]).toMatchObject(shape);
}

/** The records under their plural, and where the next page begins, also in the `Link` header. */
export function expectList(answer: Answer, name: string, shape: object, length: number): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(Object.keys(answer.body).toSorted()).toEqual([name, 'nextCursor'].toSorted());
  expect(answer.body[name]).toHaveLength(length);
  for (const record of answer.body[name]) expect(record).toMatchObject(shape);
  const next = /[?&]cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
  expect(answer.body.nextCursor).toBe(next === null ? null : decodeURIComponent(next));
}

export function expectDeleted(answer: Answer, deletedId: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body).toEqual({ deleted: true, id: deletedId });
}

function matches(value: unknown, shape: unknown): boolean {
  try {
    if (isRecord(shape)) expect(value).toMatchObject(shape);
    else expect(value).toEqual(shape);
    return true;
  } catch {
    return false;
  }
}

function isRecord(shape: unknown): shape is object {
  return typeof shape === 'object' && shape !== null && !('asymmetricMatch' in shape);
}
