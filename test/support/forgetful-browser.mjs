import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * The browser, except that it forgets to answer when it is asked for a picture, as it does when the page is replaced
 * meanwhile: `<program> <kept> <arguments>` answers every so many requests, or none with 0.
 */
const [program, kept, ...args] = process.argv.slice(2);
const keepEvery = Number(kept);
const browser = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
const [, , , commands, answers] = browser.stdio;
const ours = { commands: new Socket({ fd: 3 }), answers: new Socket({ fd: 4 }) };
let asked = 0;

let rest = '';
ours.commands.setEncoding('utf8').on('data', (text) => {
  const messages = (rest + text).split('\0');
  rest = messages.pop() ?? '';
  for (const message of messages) if (!isForgotten(message)) commands.write(`${message}\0`);
});
ours.commands.on('end', () => commands.end());
answers.pipe(ours.answers);
for (const stream of [commands, answers, ours.commands, ours.answers]) stream.on('error', () => undefined);
browser.on('error', () => process.exit(1));
browser.on('exit', (code) => process.exit(code ?? 1));

function isForgotten(message) {
  if (JSON.parse(message).method !== 'Page.captureScreenshot') return false;
  asked += 1;
  return keepEvery === 0 || asked % keepEvery !== 0;
}
