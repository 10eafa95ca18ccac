import { withoutTail } from '../../kernel/without-tail.ts';
import type { Finding } from '../report.ts';
import type { Incident } from './device.ts';

/** Beyond this many there is nothing to learn from yet another warning. */
const maxWarnings = 50;

interface Circumstances extends Pick<Finding, 'stepIndex' | 'stepsToReproduce' | 'screenshotUrl'> {
  /** Title of the step during which it came up; null behind the last one. */
  stepTitle: string | null;
}

export interface IncidentJudge {
  /** The findings that incidents are, each only once in a run. */
  judge(incidents: readonly Incident[], circumstances: Circumstances): Finding[];
}

/**
 * A server error that a step caused is an issue; everything else that went wrong beside the screen is a warning.
 * What happened before the first step began was caused by none.
 */
export function createIncidentJudge(firstStepAtMs: number): IncidentJudge {
  const seen = new Set<string>();
  let warnings = 0;
  return {
    judge(incidents, circumstances) {
      const findings: Finding[] = [];
      for (const incident of incidents) {
        const key = `${incident.kind} ${incident.status} ${sentence(incident)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const isIssue = isServerError(incident) && incident.atMs >= firstStepAtMs;
        if (!isIssue) warnings += 1;
        if (isIssue || warnings <= maxWarnings) findings.push(findingOf(incident, isIssue, circumstances));
      }
      return findings;
    },
  };
}

function isServerError({ kind, status }: Incident): boolean {
  return kind === 'answer' && status !== null && status >= 500 && status <= 599;
}

function findingOf(
  incident: Incident,
  isIssue: boolean,
  { stepTitle, ...circumstances }: Circumstances,
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
