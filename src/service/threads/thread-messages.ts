/** To a thread, which has one job at a time. An answer is to a question that the job has asked. */
export type ToThread =
  | { type: 'job'; asked: unknown }
  | { type: 'answer'; question: number; bytes: Uint8Array }
  | { type: 'no-answer'; question: number };

/** From a thread. Every job begins with `taken` and ends in exactly one of the last two. */
export type FromThread =
  | { type: 'taken' }
  | { type: 'question'; question: number; asked: unknown }
  | { type: 'found'; found: unknown }
  | { type: 'broken'; message: string; stack: string | undefined };
