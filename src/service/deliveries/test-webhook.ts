import type { Clock } from '../../kernel/clock.ts';
import { PublicError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Sealer } from '../../kernel/sealed.ts';
import type { Database } from '../database/database.ts';
import { requireProject } from '../projects/project-store.ts';
import { liveSecrets } from '../projects/signing-secret.ts';
import { emptyOutput } from '../runs/output.ts';
import type { RunRecord } from '../runs/run-record.ts';
import { originOf, type ReceiverGate } from './receiver-gate.ts';
import { attemptTimeoutMs } from './schedule.ts';
import { type AttemptResult, type ResultSender, sendResult } from './send.ts';

export interface WebhookTestParts {
  db: Database;
  sealer: Sealer;
  outbound: ResultSender;
  gate: ReceiverGate;
  clock: Clock;
  timeoutMs?: number;
}

interface WebhookTest {
  projectId: string;
  /** Null for the address that the project has. */
  url: string | null;
}

type WebhookTestResult = Pick<AttemptResult, 'statusCode' | 'failure' | 'answer'> & {
  durationMs: number;
};

const tooMany = {
  statusCode: null,
  failure: 'All connections to this receiver are in use.',
  answer: null,
};

/** Sends one sample result as a delivery would be sent, without another attempt; nothing of it is stored. */
export async function testWebhook(
  { db, sealer, outbound, gate, clock, timeoutMs = attemptTimeoutMs }: WebhookTestParts,
  { projectId, url: otherUrl }: WebhookTest,
): Promise<WebhookTestResult> {
  const project = await requireProject(db, projectId);
  const url = otherUrl ?? project.webhook_url;
  if (url === null) {
    throw new PublicError(
      'Conflict',
      'The project has no webhookUrl; set one, or name the address to test as url.',
    );
  }
  const secrets = (await liveSecrets(db, sealer, [projectId])).get(projectId) ?? [];
  const nowMs = clock.now();
  const runId = newId();
  const body = JSON.stringify(sampleResult({ runId, projectId, url, nowMs }));
  const leave = gate.enterNow(originOf(url));
  if (leave === null) return { ...tooMany, durationMs: 0 };
  const startedAtMs = performance.now();
  try {
    const result = await sendResult(outbound, { runId, url, body, secrets }, { timeoutMs, nowMs });
    return { ...result, durationMs: Math.round(performance.now() - startedAtMs) };
  } finally {
    leave();
  }
}

const sampleDurationMs = 1_500;
const prompt = 'The page shows "Example Domain".';
const targetUrl = 'https://example.com/';

/** A result as receivers get it. `test` stands first, and no real result has it. */
function sampleResult({
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
