import { judgePages } from './verdicts.ts';

/** What libraries and apps of others have taught us: where a person says no, and where a yes lies close to one. */
judgePages('./found-pages.json');
