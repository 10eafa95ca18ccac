import type { Handler } from '../cli/command.ts';
import type { githubAction } from '../cli/specs/github-action.ts';
import { runAction } from './run-action.ts';

/** `gantry github-action`: what the runner of GitHub Actions starts. */
export const runStepOfJob: Handler<typeof githubAction> = () =>
  runAction({
    env: process.env,
    write: (text) => void process.stdout.write(text),
    // The runner sends SIGINT when a job is cancelled, SIGTERM 7.5 seconds later, and ends the process 2.5 seconds after that.
    onCancel(listener) {
      const signals = ['SIGINT', 'SIGTERM'] as const;
      for (const signal of signals) process.on(signal, listener);
      return () => {
        for (const signal of signals) process.off(signal, listener);
      };
    },
  });
