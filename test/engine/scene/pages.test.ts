import { judgePages } from './verdicts.ts';

judgePages('./pages.json');
