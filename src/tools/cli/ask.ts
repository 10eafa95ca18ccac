import { Interrupted, UsageError } from './errors.ts';
import type { Io } from './io.ts';

/** Asks on the terminal for something that must not be seen. */
export function askHidden(io: Io, question: string, signal: AbortSignal): Promise<string> {
  return ask(io, question, signal, true);
}

/** Throws unless the user clearly says yes, or has said so by `--yes`. */
export async function mustBeConfirmed(
  { options, io, signal }: { options: { yes: boolean }; io: Io; signal: AbortSignal },
  question: string,
  otherwise: string,
): Promise<void> {
  if (options.yes) return;
  if (!io.stdin.isTTY) throw new UsageError('There is no terminal to ask on: give --yes.');
  const answer = await ask(io, `${question} [y/N] `, signal, false);
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError(otherwise);
}

const keys = { interrupt: '\u0003', end: ['\r', '\n', '\u0004'], erase: ['\u007f', '\b'] };

/** Raw, so that the terminal shows nothing of what is typed or pasted. */
async function ask(
  { stdin, stderr }: Io,
  question: string,
  signal: AbortSignal,
  isHidden: boolean,
): Promise<string> {
  // Before the question: an answer may come as soon as it is shown.
  stdin.setRawMode?.(true);
  stdin.setEncoding('utf8');
  try {
    stderr.write(question);
    let typed = '';
    for (;;) {
      for (const character of await nextInput(stdin, signal)) {
        if (character === keys.interrupt) throw new Interrupted('SIGINT');
        if (keys.end.includes(character)) return typed;
        if (keys.erase.includes(character)) typed = typed.slice(0, -1);
        else typed += character;
        if (!isHidden) stderr.write(character);
      }
    }
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** An end of input counts as an end of the answer. */
function nextInput(stdin: Io['stdin'], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => {
      stdin.off('data', onData).off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      how();
    };
    const onData = (chunk: string | Buffer) => settle(() => resolve(String(chunk)));
    const onEnd = () => settle(() => resolve('\n'));
    const onAbort = () => settle(() => reject(signal.reason));
    signal.addEventListener('abort', onAbort, { once: true });
    stdin.on('data', onData).on('end', onEnd);
    stdin.resume();
  });
}
