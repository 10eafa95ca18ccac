import { emptyOutput } from '../runs/output.ts';
import type { RunRecord } from '../runs/run-record.ts';

const sampleDurationMs = 1_500;
const prompt = 'The page shows "Example Domain".';
const targetUrl = 'https://example.com/';

/** A result as receivers get it. `test` stands first, and no real result has it. */
export function sampleResult({
  runId,
  projectId,
  url,
  nowMs,
}: {
  runId: string;
  projectId: string;
  url: string;
  nowMs: number;
}): { test: true } & RunRecord {
  const startedAt = new Date(nowMs - sampleDurationMs).toISOString();
  return {
    test: true,
    id: runId,
    projectId,
    type: 'chat',
    status: 'completed',
    platform: 'web',
    name: null,
    source: 'api',
    input: { prompt, targetUrl },
    prompt,
    targetUrl,
    appId: null,
    testId: null,
    batchId: null,
    device: null,
    deviceName: null,
    deviceModel: null,
    deviceVersion: null,
    deviceSessionUrl: null,
    output: {
      ...emptyOutput,
      featureName: 'Sample of a test delivery',
      result: 'PASS',
      description: 'This is a test of the webhook. No run belongs to it.',
    },
    stepResults: [],
    error: null,
    durationMs: sampleDurationMs,
    createdAt: startedAt,
    startedAt,
    completedAt: new Date(nowMs).toISOString(),
    webhookUrl: url,
    webhookStatus: 'pending',
  };
}
