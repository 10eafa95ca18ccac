import type { RestartableReport } from '../../engine/report.ts';

/** A report to which secrets can be told by mistake, and which does not pass them on. */
export function maskedReport(report: RestartableReport, mask: (text: string) => string): RestartableReport {
  const masked = (text: string | null) => (text === null ? null : mask(text));
  return {
    viewers: report.viewers,
    restart: () => report.restart(),
    describe({ featureName, description }) {
      report.describe({
        ...(featureName !== undefined && { featureName: mask(featureName) }),
        ...(description !== undefined && { description: mask(description) }),
      });
    },
    step: (step) =>
      report.step({
        ...step,
        title: mask(step.title),
        summary: masked(step.summary),
        error: masked(step.error),
        sentences: step.sentences?.map(mask) ?? null,
      }),
    finding: (finding) =>
      report.finding({
        ...finding,
        name: mask(finding.name),
        description: mask(finding.description),
        url: masked(finding.url),
        expectedBehavior: masked(finding.expectedBehavior),
        actualBehavior: masked(finding.actualBehavior),
        stepsToReproduce: masked(finding.stepsToReproduce),
      }),
    screenshot: (png) => report.screenshot(png),
    scene: (json) => report.scene(json),
    baseline: (picture) => report.baseline({ ...picture, name: mask(picture.name) }),
    propose: ({ picture, ...proposed }) =>
      report.propose({ ...proposed, picture: { ...picture, name: mask(picture.name) } }),
    trace: (zip) => report.trace(zip),
    device: (details) => report.device(details),
    file: (kind, bytes) =>
      report.file(kind, kind === 'video' ? bytes : Buffer.from(mask(bytes.toString('utf8')))),
  };
}
