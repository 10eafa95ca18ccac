import { judgeRuns } from './everyday/judge-runs.ts';
import { runs } from './everyday/runs.ts';

judgeRuns(runs);
