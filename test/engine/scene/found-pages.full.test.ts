import { judgePages } from './verdicts.ts';

/** Where a person says yes. */
judgePages('./more-found-pages.json');
