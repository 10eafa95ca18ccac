import type { Finding } from '../report.ts';
import type { AppCrashed } from './device.ts';

/** The step that the app did not survive, or the one before it. */
interface BlamedStep extends Pick<Finding, 'stepIndex' | 'stepsToReproduce' | 'screenshotUrl'> {
  /** Null where nothing had been done yet. */
  readonly title: string | null;
}

/** The worst that can be found: nothing else works any more. */
export function crashFinding({ kind, message }: AppCrashed, { title, ...place }: BlamedStep): Finding {
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
    ...place,
  };
}
