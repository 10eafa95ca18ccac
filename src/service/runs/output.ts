import { type Static, Type } from 'typebox';
import { Finding, Step } from '../../engine/report.ts';
import { nullable } from '../../kernel/schema.ts';

export const RunStep = Type.Object(
  { stepIndex: Type.Integer({ minimum: 0 }), ...Step.properties },
  { title: 'RunStep' },
);

const RunIssue = Type.Object(Finding.properties, { title: 'RunIssue' });

export const RunOutput = Type.Object(
  {
    featureName: nullable.text({ description: 'Name of the tested feature' }),
    result: nullable.oneOf(['PASS', 'FAILED'], { description: 'Null unless the run is completed' }),
    description: nullable.text({ description: 'Summary text' }),
    issues: Type.Array(RunIssue),
    screenshots: Type.Array(Type.String({ format: 'uri' }), { description: 'Addresses that need no key' }),
    steps: Type.Array(RunStep),
    traceUrl: nullable.text({
      description: 'A recording of a web run that found an issue, for `npx playwright-core show-trace`',
    }),
    videoUrl: nullable.text({
      description: 'The screen of the phone in a run that found an issue or failed, as MP4',
    }),
    deviceLogUrl: nullable.text({
      description: "The end of the phone's log when something first went wrong, with the report of a crash",
    }),
  },
  { title: 'RunOutput' },
);

export type RunOutput = Static<typeof RunOutput>;

export const emptyOutput: RunOutput = {
  featureName: null,
  result: null,
  description: null,
  issues: [],
  screenshots: [],
  steps: [],
  traceUrl: null,
  videoUrl: null,
  deviceLogUrl: null,
};

/** Null when nothing was checked: without evidence there is no verdict. */
export function verdictOf({
  steps,
  issues,
}: {
  steps: ReadonlyArray<Pick<Step, 'type' | 'status'>>;
  issues: ReadonlyArray<Pick<Finding, 'type'>>;
}): 'PASS' | 'FAILED' | null {
  if (issues.some(({ type }) => type === 'issue')) return 'FAILED';
  const judged = steps.filter(({ type, status }) => type === 'assert' && status !== 'skipped');
  if (judged.length === 0) return null;
  return judged.every(({ status }) => status === 'passed') ? 'PASS' : 'FAILED';
}

/** What runs of earlier versions do not have. */
const absent = {
  issue: { stepIndex: null, stepsToReproduce: null, rect: null },
  step: { sceneUrl: null, hierarchyUrl: null, sentences: null },
};

/** Addresses of files are kept as paths and shown under the present address for files. */
export function withAddresses(output: RunOutput, filesUrl: string): RunOutput {
  const absolute = (address: string) => (address.startsWith('/') ? filesUrl + address : address);
  const shown = (address: string | null) => address && absolute(address);
  return {
    ...output,
    screenshots: output.screenshots.map(absolute),
    issues: output.issues.map((issue) => ({
      ...absent.issue,
      ...issue,
      screenshotUrl: shown(issue.screenshotUrl),
    })),
    steps: output.steps.map((step) => {
      const { screenshotUrl, sceneUrl, hierarchyUrl } = { ...absent.step, ...step };
      return {
        ...absent.step,
        ...step,
        screenshotUrl: shown(screenshotUrl),
        sceneUrl: shown(sceneUrl),
        hierarchyUrl: shown(hierarchyUrl),
      };
    }),
    traceUrl: shown(output.traceUrl),
    videoUrl: shown(output.videoUrl),
    deviceLogUrl: shown(output.deviceLogUrl),
  };
}
