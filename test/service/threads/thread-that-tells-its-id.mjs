import { threadId } from 'node:worker_threads';
import { serveJobs } from '../../../dist/service/threads/serve-jobs.js';

/** Finds the number of its own thread; fails where it is asked to. */
serveJobs(async (asked) => {
  if (asked === 'fail') throw new TypeError('as asked');
  return threadId;
});
