import type { Finding, RunReport, Step } from '../report.ts';
import { describeResult } from './describe-result.ts';
import type { StepReport } from './planned-step.ts';

/** Where in a run something came up. */
export type FindingPlace = Pick<Finding, 'stepIndex' | 'stepsToReproduce'>;

export type Notes = ReturnType<typeof takeNotes>;

/** The report, and what the final description needs. */
export function takeNotes(report: RunReport) {
  const steps: Step[] = [];
  const found: Finding[] = [];
  let lastScreenshot: string | null = null;
  let storing: Promise<unknown> = Promise.resolve();

  function add(finding: Finding): void {
    found.push(finding);
    report.finding(finding);
  }

  /** One after the other: they stand in the order in which they were taken. */
  function screenshot(png: Buffer): Promise<string> {
    const stored = storing.then(async () => {
      lastScreenshot = await report.screenshot(png);
      return lastScreenshot;
    });
    storing = stored.catch(() => undefined);
    return stored;
  }

  return {
    /** For steps that write findings of their own. */
    reportAt: (place: FindingPlace): Omit<StepReport, 'sentences'> => ({
      screenshot,
      baseline: (picture) => report.baseline(picture),
      propose: (proposed) => report.propose(proposed),
      finding: (finding) => add({ ...finding, ...place, rect: null }),
    }),
    describe: (featureName: string, remark?: string) => {
      const description = [describeResult(steps, found), remark].filter(Boolean).join(' ');
      report.describe({ featureName, ...(steps.length > 0 && { description }) });
    },
    step(step: Step) {
      steps.push(step);
      report.step(step);
    },
    findings(findings: readonly Finding[]) {
      for (const finding of findings) add(finding);
    },
    screenshot,
    scene: (json: Buffer) => report.scene(json),
    lastScreenshot: () => lastScreenshot,
    hasIssue: () => found.some(({ type }) => type === 'issue'),
  };
}
