import { judgeRuns } from './everyday/judge-runs.ts';
import { otherRuns } from './everyday/runs.ts';

judgeRuns(otherRuns);
