export type { ReadSentence } from './acting/planner.ts';
export { rememberedIn } from './acting/run-values.ts';
export { readTask } from './grammar/understand.ts';
