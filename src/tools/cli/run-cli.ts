import { version } from '../../kernel/version.ts';
import type { Command, OptionSpecs } from './command.ts';
import { Interrupted, UsageError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import { type Found, findCommand } from './find-command.ts';
import { commandHelp, groupHelp, type Nouns, rootHelp } from './help.ts';
import { type Io, processIo } from './io.ts';
import { parseArguments } from './parse-arguments.ts';
import { createPrinter } from './printer.ts';

export interface Program {
  commands: readonly Command[];
  nouns: Nouns;
  /** Commands that another program has, by their first word, and what to say to those who type them here. */
  elsewhere: ReadonlyMap<string, string>;
}

/** Runs the command that was typed; the process ends with its exit code. */
export async function runProgram(program: Program): Promise<void> {
  const exitCode = await runCli(process.argv.slice(2), processIo(), program);
  // After a signal, an open connection must not keep the process alive.
  if (exitCode > 128) process.exit(exitCode);
  process.exitCode = exitCode;
}

/** Executes a command line and returns the exit code. Errors go to stderr. */
export async function runCli(argv: readonly string[], io: Io, program: Program): Promise<number> {
  try {
    return await carryOut(argv, io, program);
  } catch (error) {
    const { reportFailure } = await import('./report-failure.ts');
    return reportFailure(error, io, argv.includes('--json'));
  }
}

async function carryOut(argv: readonly string[], io: Io, program: Program): Promise<number> {
  const [first, ...behind] = argv;
  const { words, wantsHelp } = first === 'help' ? { words: behind, wantsHelp: true } : withoutHelp(argv);
  if (!wantsHelp && first === '--version') {
    io.stdout.write(`${version}\n`);
    return exitCodes.passed;
  }
  const elsewhere = program.elsewhere.get(words[0] ?? '');
  if (elsewhere !== undefined) throw new UsageError(elsewhere, '');
  const found = findCommand(program.commands, words);
  if (wantsHelp || found.command === null) {
    if (!wantsHelp) refuseOptions(found);
    io.stdout.write(await helpOf(found, io, program));
    return exitCodes.passed;
  }
  const { command } = found;
  const options = await optionsOf(command);
  try {
    const parsed = parseArguments(command, options, found.rest);
    return await run(command, parsed, io);
  } catch (error) {
    // Where to read more about it.
    if (error instanceof UsageError && error.path === undefined) {
      throw new UsageError(error.message, command.path);
    }
    throw error;
  }
}

async function run(
  command: Command,
  { args, options }: ReturnType<typeof parseArguments>,
  io: Io,
): Promise<number> {
  const printer = createPrinter(io, { isJson: options.json === true, isQuiet: options.quiet === true });
  const stopping = new AbortController();
  const stopListening = command.ownsSignals ? () => undefined : onInterrupt(io, stopping);
  try {
    const call = { args, options, io, printer, signal: stopping.signal };
    // They were read as the command declares them, which its own type of a call restates.
    const running = command.run(call as never);
    return (await Promise.race([running, overdue(stopping.signal)])) ?? exitCodes.passed;
  } catch (error) {
    // An error after an interrupt is only its consequence.
    throw stopping.signal.aborted && !(error instanceof Interrupted) ? stopping.signal.reason : error;
  } finally {
    printer.status.set('');
    stopListening();
  }
}

/** A user who stops something does not wait for it. */
const graceMs = 500;

/** Rejects when a command that was interrupted has had its time to end in good order. */
function overdue(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => setTimeout(() => reject(signal.reason), graceMs).unref(), {
      once: true,
    });
  });
}

/** One that comes right behind the first is the same: on Ctrl-C both the terminal and npm send it. */
const sameSignalMs = 250;

/** The first interrupt lets a command end in good order, the second one does not wait for it. */
function onInterrupt(io: Io, stopping: AbortController): () => void {
  let firstMs = 0;
  return io.onInterrupt((signal) => {
    const interrupted = new Interrupted(signal);
    if (!stopping.signal.aborted) {
      firstMs = performance.now();
      stopping.abort(interrupted);
    } else if (performance.now() - firstMs > sameSignalMs) io.exit(interrupted.exitCode);
  });
}

async function optionsOf({ options, moreOptions }: Command): Promise<OptionSpecs> {
  return moreOptions === undefined ? options : { ...options, ...(await moreOptions()) };
}

async function helpOf({ command, path }: Found, io: Io, { commands, nouns }: Program): Promise<string> {
  const width = Math.min(110, io.stdout.columns ?? 100);
  if (command !== null) return commandHelp(command, await optionsOf(command), width);
  return path === '' ? rootHelp(commands, nouns, width) : groupHelp(commands, path, nouns, width);
}

/** `--help` anywhere asks for help, but behind `--` it is text. */
function withoutHelp(argv: readonly string[]): { words: string[]; wantsHelp: boolean } {
  const end = argv.indexOf('--');
  const isHelp = (word: string, at: number) =>
    (end === -1 || at < end) && (word === '--help' || word === '-h');
  const words = argv.filter((word, at) => !isHelp(word, at));
  return { words, wantsHelp: words.length < argv.length };
}

/** `gantry --prot 1` is no wish for help. */
function refuseOptions({ path, rest }: Found): void {
  const [option] = rest;
  if (option === undefined) return;
  throw new UsageError(`${option} needs a command behind "${`gantry ${path}`.trim()}".`, path);
}
