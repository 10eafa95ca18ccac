import type { Static } from 'typebox';
import type { StepContext } from '../acting/planned-step.ts';
import { photograph } from './screen.ts';
import type { reportIssueTool } from './tools.ts';

const issuesAtMost = 10;

/** Puts an issue that the model has found into the report, once. The input has been checked. */
export async function reportIssue(input: unknown, known: Set<string>, context: StepContext): Promise<string> {
  const { device, report, signal } = context;
  const issue = input as Static<typeof reportIssueTool.parameters>;
  if (known.has(issue.name)) return 'This issue is reported already.';
  if (known.size >= issuesAtMost) return `No more than ${issuesAtMost} issues are taken in one run.`;
  known.add(issue.name);
  const png = await photograph(device, signal);
  const { url } = await device.scene(signal);
  const screenshotUrl = png && (await report.screenshot(png).catch(() => null));
  signal.throwIfAborted();
  report.finding({
    type: 'issue',
    name: issue.name.slice(0, 200),
    description: issue.description,
    url,
    severity: issue.severity as 1 | 2 | 3 | 4 | 5,
    expectedBehavior: issue.expected,
    actualBehavior: issue.actual,
    screenshotUrl,
  });
  return 'The issue is reported. Go on with the step.';
}
