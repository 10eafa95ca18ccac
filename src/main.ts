#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeStart } from './banner.ts';
import { type Config, loadConfig, misspeltVariables, programFolders, settings } from './config.ts';
import { StartupError } from './kernel/errors.ts';
import { createLog } from './kernel/log.ts';
import { ConfigError, flagName, variableName } from './kernel/settings.ts';
import { startService } from './service.ts';

const usage = `Usage: gantry <command> [--<setting> <value> …]

  gantry serve           run the service
  gantry serve --help    list every setting
  gantry doctor          say what this machine has for the service, what is missing and what to do
  gantry doctor --json   the same for programs
  gantry --version       print the version
`;

await main(process.argv.slice(2));

async function main([command, ...args]: string[]): Promise<void> {
  if (command === 'serve') await serve(args);
  else if (command === 'doctor') await doctor(args);
  else if (command === '--version') process.stdout.write(`${await version()}\n`);
  else if (command === undefined || command === '--help' || command === '-h' || command === 'help')
    process.stdout.write(usage);
  else fail(2, `There is no command "${command}".\n\n${usage}`);
}

async function serve(args: string[]): Promise<void> {
  const flags = readFlags(args);
  if (flags === null) return;
  if (flags.help) {
    process.stdout.write(settingsHelp());
    return;
  }
  const config = configured(flags);
  if (config === null) return;
  const log = createLog(config.logLevel);
  for (const name of misspeltVariables())
    log.warn({ variable: name }, 'there is no such setting; see gantry serve --help');
  const stopping = new AbortController();
  onFirstSignal(() => stopping.abort());
  const starting = startService(config, {
    log,
    signal: stopping.signal,
    searchPath: programFolders(),
    onFatal: (error) => {
      log.fatal({ err: error }, 'the service can not go on');
      process.exitCode = 1;
      stopping.abort();
    },
  });
  try {
    const service = await starting;
    process.stdout.write(describeStart(service, config));
    await aborted(stopping.signal);
    log.info('stopping');
    await service.close();
    log.info('stopped');
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    log.debug({ err: error.cause }, 'the start failed');
    fail(1, error.message);
  }
}

/** Exits with 1 when something that the settings ask for can't be had. */
async function doctor(args: string[]): Promise<void> {
  const flags = readFlags(args, { json: { type: 'boolean' } });
  if (flags === null) return;
  if (flags.help) {
    process.stdout.write(usage);
    return;
  }
  const { json, ...settingFlags } = flags;
  const config = configured(settingFlags);
  if (config === null) return;
  const { describeExamined, examine } = await import('./doctor.ts');
  const examined = await examine(config, programFolders());
  process.stdout.write(json ? `${JSON.stringify(examined, null, 2)}\n` : describeExamined(examined));
  process.exitCode = examined.some(({ ok }) => ok === false) ? 1 : 0;
}

/** Null when it has faults, which are told then. */
function configured(flags: Flags): Config | null {
  try {
    return loadConfig(flags);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(2, error.message);
    return null;
  }
}

type Flags = Record<string, string | boolean | undefined>;

function readFlags(args: string[], others: Record<string, { type: 'boolean' }> = {}): Flags | null {
  const options = Object.fromEntries(
    Object.entries(settings).map(([name, { isFlag }]) => [
      flagName(name),
      { type: isFlag ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({
      args,
      allowNegative: true,
      options: { ...options, ...others, help: { type: 'boolean', short: 'h' } },
    }).values;
  } catch (error) {
    fail(2, `${error instanceof Error ? error.message : error}\n\nSee "gantry serve --help".`);
    return null;
  }
}

function settingsHelp(): string {
  const rows = Object.entries(settings).map(([name, { help, shape, fallback, isFlag }]) => {
    const value = isFlag ? '' : ` <${shape}>`;
    const byDefault = fallback === undefined || String(fallback) === '' ? '' : ` (${fallback})`;
    return `  --${flagName(name)}${value}\n      ${variableName(name)}: ${help}${byDefault}\n`;
  });
  return `Usage: gantry serve [--<setting> <value> …]\n\nEach setting is a flag or a variable; the flag wins. Defaults stand in brackets.\n\n${rows.join('')}`;
}

/**
 * A later signal ends the process at once: the operator has lost patience. One that comes right behind the first is
 * the same: on Ctrl-C both the terminal and npm send it.
 */
function onFirstSignal(stop: () => void): void {
  let firstMs = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (firstMs === 0) {
        firstMs = performance.now();
        stop();
      } else if (performance.now() - firstMs > 1_000) process.exit(1);
    });
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function version(): Promise<string> {
  const manifest: { version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

function fail(exitCode: number, message: string): void {
  process.stderr.write(`${message.trimEnd()}\n`);
  process.exitCode = exitCode;
}
