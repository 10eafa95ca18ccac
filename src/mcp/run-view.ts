import { z } from 'zod';
import type { ListedRun, Run } from '../client/index.ts';

/** A run as an agent is shown it: texts and lists have an end, so that one run does not fill its memory. */
const limits = { steps: 200, issues: 50, text: 1_000 };

export const runStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
export const runResult = z.enum(['PASS', 'FAILED']);
export const runError = z.object({ code: z.string(), message: z.string() });

const summaryShape = {
  id: z.string(),
  status: runStatus.describe(
    'completed: carried out; failed: could not be carried out, so there is no verdict',
  ),
  result: runResult.nullable().describe('The verdict; null unless completed'),
  platform: z.enum(['web', 'ios', 'android']).nullable(),
  name: z.string().nullable().describe('Title of its stored test; null for a prompt'),
  prompt: z.string().nullable(),
  targetUrl: z.string().nullable(),
  appId: z.string().nullable(),
  testId: z.string().nullable(),
  batchId: z.string().nullable(),
  error: runError.nullable().describe('Why a failed run could not be carried out'),
  durationMs: z.number().nullable(),
  createdAt: z.string(),
  completedAt: z.string().nullable(),
};

export const runSummary = z.object(summaryShape);

export const runDetails = z.object({
  ...summaryShape,
  featureName: z.string().nullable(),
  description: z.string().nullable(),
  steps: z.array(
    z.object({
      step: z.int().describe('From 1; get_run_screenshot takes it'),
      type: z.enum(['act', 'assert', 'screenshot']),
      title: z.string(),
      status: z.enum(['passed', 'failed', 'skipped']),
      summary: z.string().nullable(),
      error: z.string().nullable(),
      hasScreenshot: z.boolean(),
    }),
  ),
  issues: z.array(
    z.object({
      type: z.enum(['issue', 'warning']).describe('Only an issue makes a run FAILED'),
      name: z.string(),
      description: z.string(),
      url: z.string().nullable(),
      severity: z.number(),
      expectedBehavior: z.string().nullable(),
      actualBehavior: z.string().nullable(),
      screenshotUrl: z.string().nullable(),
      step: z.int().nullable().describe('The step that it came up in, from 1; null after the last'),
      stepsToReproduce: z.string().nullable().describe('What was done until then'),
      rect: z
        .object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
        .nullable()
        .describe('What it speaks of, in pixels of its screenshot'),
    }),
  ),
  /** How many did not fit. */
  leftOut: z.object({ steps: z.int(), issues: z.int() }),
  traceUrl: z.string().nullable().describe('For `npx playwright-core show-trace`'),
  videoUrl: z.string().nullable().describe('The screen of the phone, as MP4'),
  deviceLogUrl: z.string().nullable().describe("The end of the phone's log when something first went wrong"),
});

export type RunSummary = z.infer<typeof runSummary>;
export type RunDetails = z.infer<typeof runDetails>;

export function summarize(run: ListedRun): RunSummary {
  return {
    id: run.id,
    status: run.status,
    result: run.output.result,
    platform: run.platform,
    name: clipped(run.name),
    prompt: clipped(run.prompt),
    targetUrl: run.targetUrl,
    appId: run.appId,
    testId: run.testId,
    batchId: run.batchId,
    error: run.error,
    durationMs: run.durationMs,
    createdAt: run.createdAt,
    completedAt: run.completedAt,
  };
}

export function detail(run: Run): RunDetails {
  const { featureName, description, steps, issues, traceUrl, videoUrl, deviceLogUrl } = run.output;
  // What decides against a run is shown before what does not.
  const ordered = issues.toSorted((one, other) => one.type.localeCompare(other.type));
  return {
    ...summarize(run),
    featureName: clipped(featureName),
    description: clipped(description),
    steps: steps.slice(0, limits.steps).map((step) => ({
      step: step.stepIndex + 1,
      type: step.type,
      title: clip(step.title),
      status: step.status,
      summary: clipped(step.summary),
      error: clipped(step.error),
      hasScreenshot: step.screenshotUrl !== null,
    })),
    issues: ordered.slice(0, limits.issues).map((issue) => ({
      type: issue.type,
      name: clip(issue.name),
      description: clip(issue.description),
      url: clipped(issue.url),
      severity: issue.severity,
      expectedBehavior: clipped(issue.expectedBehavior),
      actualBehavior: clipped(issue.actualBehavior),
      screenshotUrl: issue.screenshotUrl,
      step: issue.stepIndex === null ? null : issue.stepIndex + 1,
      stepsToReproduce: clipped(issue.stepsToReproduce),
      rect: issue.rect,
    })),
    leftOut: {
      steps: Math.max(0, steps.length - limits.steps),
      issues: Math.max(0, issues.length - limits.issues),
    },
    traceUrl,
    videoUrl,
    deviceLogUrl,
  };
}

export function clip(text: string): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text - 1).toWellFormed()}…`;
}

function clipped(text: string | null): string | null {
  return text === null ? null : clip(text);
}
