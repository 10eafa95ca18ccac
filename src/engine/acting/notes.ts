import type { Finding, RunReport, Step } from '../report.ts';
import { describeResult } from './describe-result.ts';
import type { StepReport } from './planned-step.ts';

/** Where in a run something came up. */
export type FindingPlace = Pick<Finding, 'stepIndex' | 'stepsToReproduce'>;

export interface Notes {
  /** For steps that write findings of their own. */
  reportAt(place: FindingPlace): Omit<StepReport, 'sentences'>;
  describe(featureName: string, remark?: string): void;
  step(step: Step): void;
  findings(findings: readonly Finding[]): void;
  screenshot(png: Buffer): Promise<string>;
  scene(json: Buffer): Promise<string>;
  lastScreenshot(): string | null;
  hasIssue(): boolean;
}

/** The report, and what the final description needs. */
export function takeNotes(report: RunReport): Notes {
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
    reportAt: (place) => ({
      screenshot,
      baseline: (picture) => report.baseline(picture),
      propose: (proposed) => report.propose(proposed),
      finding: (finding) => add({ ...finding, ...place, rect: null }),
    }),
    describe: (featureName, remark) => {
      const description = [describeResult(steps, found), remark].filter(Boolean).join(' ');
      report.describe({ featureName, ...(steps.length > 0 && { description }) });
    },
    step(step) {
      steps.push(step);
      report.step(step);
    },
    findings(findings) {
      for (const finding of findings) add(finding);
    },
    screenshot,
    scene: (json) => report.scene(json),
    lastScreenshot: () => lastScreenshot,
    hasIssue: () => found.some(({ type }) => type === 'issue'),
  };
}
