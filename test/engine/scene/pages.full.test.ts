import { judgePages } from './verdicts.ts';

judgePages('./more-pages.json');
