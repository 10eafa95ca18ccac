import { judgePages } from './verdicts.ts';

/** What libraries and apps of others have taught us. */
judgePages('./found-pages.json');
