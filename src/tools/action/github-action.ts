import { defineCommand } from '../cli/command.ts';

/** What the runner of GitHub Actions starts. */
export const githubAction = defineCommand({
  path: 'github-action',
  summary: 'run the step of a GitHub job; reads the inputs of action.yml from environment variables',
  args: [],
  options: {},
  examples: ['INPUT_URL=http://127.0.0.1:4270 INPUT_GROUP=Smoke gantry github-action'],
  ownsSignals: true,
  async run(): Promise<number> {
    const { runAction } = await import('./run-action.ts');
    return runAction({
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
  },
});
