import { withoutTail } from '../../kernel/without-tail.ts';
import type { Finding, Step } from '../report.ts';
import type { Rect } from '../scene/rect.ts';
import type { Scene } from '../scene/scene.ts';
import type { ActionFailed, AppCrashed, Incident } from './device.ts';
import { rectInPicture } from './rect-in-picture.ts';

/** Where in a run something came up, and what was shown there. */
type Circumstances = Pick<Finding, 'stepIndex' | 'stepsToReproduce' | 'screenshotUrl'>;

/** The issues of a step that failed: one, or each of several shortcomings. */
export function issuesOf(
  step: Pick<Step, 'title' | 'type'>,
  failure: ActionFailed,
  { scene, picture }: { scene: Scene | null; picture: Buffer | null },
  circumstances: Circumstances,
): Finding[] {
  const url = scene?.url ?? null;
  const inPicture = (rect: Rect | null) =>
    rect && scene && picture && rectInPicture(rect, scene.screen, picture);
  if (failure.shortcomings.length > 0) {
    return failure.shortcomings.map(({ name, description, severity, expected, actual, rect }) => ({
      type: 'issue',
      name,
      description,
      url,
      severity,
      expectedBehavior: expected,
      actualBehavior: actual,
      rect: inPicture(rect),
      ...circumstances,
    }));
  }
  const isAct = step.type === 'act';
  return [
    {
      type: 'issue',
      name: `${isAct ? 'Could not be done' : 'Not as expected'}: ${step.title}`,
      description: failure.message,
      url,
      severity: isAct ? 4 : 3,
      expectedBehavior: failure.expected ?? step.title,
      actualBehavior: failure.actual ?? failure.message,
      rect: inPicture(failure.rect),
      ...circumstances,
    },
  ];
}

/** The worst that can be found: nothing else works any more. `title` is of the step that the app did not survive, or the one before it. */
export function crashFinding(
  { kind, message }: AppCrashed,
  title: string | null,
  circumstances: Circumstances,
): Finding {
  const when = title === null ? 'when it was started' : `after "${title}"`;
  return {
    type: 'issue',
    name: `The app ${kind}${title === null ? ' when it was started' : `: ${title}`}`,
    description: `The app ${kind} ${when}. ${message}`,
    url: null,
    severity: 5,
    expectedBehavior: 'The app keeps running.',
    actualBehavior: message,
    rect: null,
    ...circumstances,
  };
}

/** Beyond this many there is nothing to learn from yet another warning. */
const maxWarnings = 50;

export type IncidentJudge = ReturnType<typeof createIncidentJudge>;

/**
 * Says which findings incidents are, each only once in a run. A server error that a step caused is an issue; everything else
 * that went wrong beside the screen is a warning. What happened before the first step began was caused by none.
 */
export function createIncidentJudge(firstStepAtMs: number) {
  const seen = new Set<string>();
  let warnings = 0;
  /** `stepTitle` is of the step during which they came up; null behind the last one. */
  return (
    incidents: readonly Incident[],
    stepTitle: string | null,
    circumstances: Circumstances,
  ): Finding[] => {
    const findings: Finding[] = [];
    for (const incident of incidents) {
      const key = `${incident.kind} ${incident.status} ${sentence(incident)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const isIssue = isServerError(incident) && incident.atMs >= firstStepAtMs;
      if (!isIssue) warnings += 1;
      if (isIssue || warnings <= maxWarnings)
        findings.push(findingOf(incident, isIssue, stepTitle, circumstances));
    }
    return findings;
  };
}

function isServerError({ kind, status }: Incident): boolean {
  return kind === 'answer' && status !== null && status >= 500 && status <= 599;
}

function findingOf(
  incident: Incident,
  isIssue: boolean,
  stepTitle: string | null,
  circumstances: Circumstances,
): Finding {
  const what = sentence(incident);
  const { answer } = incident;
  const when = stepTitle === null ? 'after the last step' : `during the step: ${stepTitle}`;
  return {
    type: isIssue ? 'issue' : 'warning',
    name: what,
    description: `${what}, ${when}.`,
    url: incident.url,
    severity: severityOf(incident, isIssue),
    expectedBehavior: isIssue ? 'The server answers without an error.' : null,
    actualBehavior: isIssue ? `${what}${answer === null ? '.' : `: ${answer}`}` : null,
    rect: null,
    ...circumstances,
  };
}

function severityOf({ kind }: Incident, isIssue: boolean): Finding['severity'] {
  if (isIssue) return 4;
  return kind === 'console' ? 1 : 2;
}

function sentence({ message }: Incident): string {
  return withoutTail(message.trim(), /[.\s]/);
}
