import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../support/service.js';

const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** The real command on a terminal of its own, made by `script`. */
export function onTerminal(args: string[], settings: Record<string, string>) {
  const command = [process.execPath, main, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols 120; ${command}`, '/dev/null'], {
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm', SHELL: '/bin/sh', ...settings },
  });
  let shown = '';
  child.stdout.on('data', (chunk) => (shown += chunk));
  onTestFinished(() => void child.kill());
  return {
    type: (text: string) => child.stdin.write(text),
    shows: (text: string) => eventually(async () => expect(shown).toContain(text)),
    ended: new Promise<{ code: number | null; shown: string }>((done) => {
      child.on('close', (code) => done({ code, shown }));
    }),
  };
}
