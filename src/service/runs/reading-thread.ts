import { ExecutionFailure } from '../../engine/report.ts';
import { serveJobs } from '../threads/serve-jobs.ts';
import { readSteps } from './read-steps.ts';
import type { Reading, WasRead } from './sentence-reading.ts';

/** The thread's side of a step reader. */
serveJobs<Reading, never, WasRead>(async ({ text, circumstances }) => {
  try {
    return { sentences: readSteps(text, circumstances) };
  } catch (error) {
    if (!(error instanceof ExecutionFailure)) throw error;
    return { failure: { code: error.code, message: error.message } };
  }
});
