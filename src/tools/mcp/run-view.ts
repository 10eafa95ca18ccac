import { z } from 'zod';
import type { ListedRun, Run } from '../../client/index.ts';
import { members } from './members.ts';

/** Texts and lists are cut, so that one run does not fill the context of an agent. */
const limits = { steps: 200, issues: 50, text: 1_000 };

const run = members('Run', [
  ...(['id', 'status', 'platform', 'name', 'prompt', 'targetUrl', 'appId', 'testId', 'batchId'] as const),
  ...(['error', 'durationMs', 'createdAt', 'completedAt'] as const),
]);
const output = members('RunOutput', [
  ...(['result', 'featureName', 'description', 'traceUrl', 'videoUrl', 'deviceLogUrl'] as const),
]);
const step = members('RunStep', ['type', 'title', 'status', 'summary', 'error']);
const issue = members('RunIssue', [
  ...(['type', 'name', 'description', 'url', 'severity', 'expectedBehavior', 'actualBehavior'] as const),
  ...(['screenshotUrl', 'stepsToReproduce', 'rect'] as const),
]);

export const runStatus = run.status;

const summaryShape = {
  ...run,
  status: run.status.describe('completed: executed; failed: could not be executed, so there is no verdict'),
  result: output.result.describe('The verdict; null unless completed'),
  name: run.name.describe('Title of its stored test; null for a prompt'),
  error: run.error.describe('Why a failed run could not be executed'),
};

export const runSummary = z.object(summaryShape);

export const runDetails = z.object({
  ...summaryShape,
  featureName: output.featureName,
  description: output.description,
  steps: z.array(
    z.object({
      step: z.int().describe('From 1; get_run_screenshot takes it'),
      ...step,
      hasScreenshot: z.boolean(),
    }),
  ),
  issues: z.array(
    z.object({
      ...issue,
      type: issue.type.describe('Only an issue makes a run FAILED'),
      step: z.int().nullable().describe('The step that it came up in, from 1; null after the last'),
      stepsToReproduce: issue.stepsToReproduce.describe('The steps until then'),
      rect: issue.rect.describe('The element concerned, in pixels of its screenshot'),
    }),
  ),
  leftOut: z.object({ steps: z.int(), issues: z.int() }).describe('How many did not fit'),
  traceUrl: output.traceUrl.describe('For `npx playwright-core show-trace`'),
  videoUrl: output.videoUrl.describe('The screen of the phone, as MP4'),
  deviceLogUrl: output.deviceLogUrl.describe("The end of the phone's log at the first failure"),
});

type RunSummary = z.infer<typeof runSummary>;
export type RunDetails = z.infer<typeof runDetails>;

export function summarize(run: ListedRun): RunSummary {
  const { name, prompt, output } = run;
  const clippedTexts = { name: clipped(name), prompt: clipped(prompt) };
  return runSummary.parse({ ...run, ...clippedTexts, result: output.result });
}

/** Only the members that the tool declares: a newer service may answer with more. */
export function detail(run: Run): RunDetails {
  const { featureName, description, steps, issues } = run.output;
  // What decides against a run is shown before what does not.
  const ordered = issues.toSorted((one, other) => one.type.localeCompare(other.type));
  return runDetails.parse({
    ...run.output,
    ...summarize(run),
    featureName: clipped(featureName),
    description: clipped(description),
    steps: steps.slice(0, limits.steps).map((step) => ({
      ...step,
      step: step.stepIndex + 1,
      title: clip(step.title),
      summary: clipped(step.summary),
      error: clipped(step.error),
      hasScreenshot: step.screenshotUrl !== null,
    })),
    issues: ordered.slice(0, limits.issues).map((issue) => ({
      ...issue,
      name: clip(issue.name),
      description: clip(issue.description),
      url: clipped(issue.url),
      expectedBehavior: clipped(issue.expectedBehavior),
      actualBehavior: clipped(issue.actualBehavior),
      step: issue.stepIndex === null ? null : issue.stepIndex + 1,
      stepsToReproduce: clipped(issue.stepsToReproduce),
    })),
    leftOut: {
      steps: Math.max(0, steps.length - limits.steps),
      issues: Math.max(0, issues.length - limits.issues),
    },
  });
}

export function clip(text: string): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text - 1).toWellFormed()}…`;
}

function clipped(text: string | null): string | null {
  return text === null ? null : clip(text);
}
