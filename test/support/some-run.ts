/** What a run, a step and a finding are made of, as far as a test does not care. */
import type { Finding, Step } from '../../src/engine/report.ts';
import { emptyOutput } from '../../src/service/runs/output.ts';
import type { RunRecord } from '../../src/service/runs/run-record.ts';

export const passedStep = {
  title: 'it is there',
  type: 'assert',
  status: 'passed',
  summary: null,
  error: null,
  startedAtMs: 0,
  completedAtMs: 1,
  screenshotUrl: null,
  sceneUrl: null,
  hierarchyUrl: null,
  sentences: null,
} as const satisfies Step;

export const someIssue = {
  type: 'issue',
  name: 'It was slow',
  description: 'It was slow.',
  url: null,
  severity: 3,
  expectedBehavior: null,
  actualBehavior: null,
  screenshotUrl: null,
  stepIndex: null,
  stepsToReproduce: null,
  rect: null,
} as const satisfies Finding;

export const someRun: RunRecord = {
  id: '',
  projectId: '',
  type: 'test',
  status: 'queued',
  platform: 'web',
  name: null,
  source: 'group',
  input: { prompt: null, targetUrl: null },
  prompt: null,
  targetUrl: null,
  appId: null,
  testId: null,
  batchId: null,
  device: null,
  deviceName: null,
  deviceModel: null,
  deviceVersion: null,
  deviceSessionUrl: null,
  output: emptyOutput,
  stepResults: [],
  error: null,
  durationMs: null,
  createdAt: '',
  startedAt: null,
  completedAt: null,
  webhookUrl: null,
  webhookStatus: null,
};
