import { parseArgs } from 'node:util';
import { createNarrator } from './narrator.mjs';
import { perform } from './perform.mjs';
import { Impossible, Interrupted, openStage } from './stage.mjs';

/** As those of the command line: 1 when the demo saw something else than it should. */
const exitCodes = { asExpected: 0, unexpected: 1, usage: 2, impossible: 3 };

const usage = `Usage: npm run demo [-- options]

Starts the service, a sample shop and a receiver of results on free ports, uploads a build, runs a group of
tests and shows what comes of it. Nothing is left behind.

  --no-wait    end at once; without it, on a terminal, everything stays up until you press Enter
  --no-phone   leave the pretend phone and its test out
  --json       print one summary for programs, and nothing else; it implies --no-wait
`;

const options = readOptions();
if (options === null) process.exitCode = exitCodes.usage;
else if (options.help) process.stdout.write(usage);
else await main(options);

async function main(options) {
  const narrator = createNarrator(process.stdout, { isQuiet: options.json });
  const stage = await openStage();
  listenForSignals(stage, narrator);
  let interruption = null;
  try {
    const summary = await perform(stage, narrator, {
      withPhone: !options['no-phone'],
      isHeld: !options['no-wait'] && !options.json && process.stdin.isTTY && process.stdout.isTTY,
    });
    if (options.json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    process.exitCode = summary.ok ? exitCodes.asExpected : exitCodes.unexpected;
  } catch (error) {
    const cause = stage.signal.aborted ? stage.signal.reason : error;
    if (cause instanceof Interrupted) interruption = cause;
    else tellFailure(cause, narrator, options.json);
  } finally {
    narrator.working('taking everything down');
    await stage.close();
    narrator.end(interruption === null ? '' : 'Interrupted. Nothing is left behind.');
  }
  if (interruption !== null) endBy(interruption.signal);
}

function tellFailure(error, narrator, isJson) {
  process.exitCode = error instanceof Impossible ? exitCodes.impossible : exitCodes.unexpected;
  if (isJson)
    process.stdout.write(
      `${JSON.stringify({ ok: false, error: error?.message ?? String(error) }, null, 2)}\n`,
    );
  else narrator.failure(error);
}

/** Whatever comes after the first is waited out: what is left half taken down stays for good. */
function listenForSignals(stage, narrator) {
  const stop = (signal) => {
    if (stage.signal.aborted) narrator.working('still taking everything down');
    else stage.fail(new Interrupted(signal));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // The reader has left, as that of `npm run demo | head` does.
  process.stdout.on('error', () => stop('SIGTERM'));
}

/** By the signal itself, as npm and shells expect. */
function endBy(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

function readOptions() {
  const flag = { type: 'boolean', default: false };
  try {
    const { values } = parseArgs({
      options: { 'no-wait': flag, 'no-phone': flag, json: flag, help: { ...flag, short: 'h' } },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}`);
    return null;
  }
}
