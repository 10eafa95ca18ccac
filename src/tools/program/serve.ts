import { once } from 'node:events';
import { StartupError } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { ConfigError, flagName, variableName } from '../../kernel/settings.ts';
import { nearest } from '../../kernel/similarity.ts';
import {
  type Config,
  executesWebRuns,
  findsOnlyTheClientsKey,
  loadConfig,
  misspeltVariables,
  settings,
  slotEnvironment,
} from '../../service/config.ts';
import { forkSlotAhead } from '../../service/slots/slot-process.ts';
import type { OptionSpecs } from '../cli/command.ts';
import type { Connecting } from '../cli/connect.ts';
import { exitCodes } from '../cli/exit-codes.ts';
import type { Io } from '../cli/io.ts';
import type { Printer } from '../cli/printer.ts';
import { clientVariables } from '../cli/settings.ts';
import { describeStart } from './banner.ts';
import { logDestination } from './log-lines.ts';

/** Every setting as an option. Its value is read by the setting itself, so that all faults are reported together. */
export function settingOptions(): OptionSpecs {
  return Object.fromEntries(
    Object.entries(settings).map(([name, { help, shape, fallbackText, isFlag }]) => [
      name,
      {
        kind: isFlag ? 'switch' : 'text',
        placeholder: shape,
        description: `${variableName(name)}: ${help}${fallbackText === '' ? '' : ` (${fallbackText})`}`,
        section: 'Settings',
      } as const,
    ]),
  );
}

export async function serveUntilStopped({
  options,
  io,
  printer,
}: {
  options: object;
  io: Io;
  printer: Printer;
}): Promise<number> {
  const config = configured(options, io.stderr);
  if (config === null) return exitCodes.usage;
  const environment = slotEnvironment(config);
  // Before anything else: it takes as long to load as the service does.
  const slotAhead = executesWebRuns(config) ? forkSlotAhead(environment) : undefined;
  const { startService } = await import('../../service/service.ts');
  const log = createLog(config.logLevel, logDestination(config.logFormat, io));
  for (const { variable, advice } of unknownSettings())
    log.warn({ variable }, `there is no such setting; ${advice}`);
  if (findsOnlyTheClientsKey(config))
    log.warn(
      { variable: 'GANTRY_API_KEY' },
      'a service does not read GANTRY_API_KEY; name its admin key with GANTRY_ADMIN_KEY',
    );
  const stopping = new AbortController();
  let exitCode = 0;
  onFirstSignal(() => stopping.abort());
  const starting = startService(config, {
    log,
    signal: stopping.signal,
    environment,
    slotAhead,
    onFatal: (error) => {
      log.fatal({ err: error }, 'the service can not continue');
      exitCode = 1;
      stopping.abort();
    },
  });
  try {
    const service = await starting;
    io.stdout.write(describeStart(service, config, printer.style));
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    log.info('stopping');
    await service.close();
    log.info('stopped');
    return exitCode;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    log.debug({ err: error.cause }, 'the start failed');
    io.stderr.write(`${error.message.trimEnd()}\n`);
    return 1;
  }
}

/** Returns 1 when something that the settings ask for can't be had. */
export async function examineMachine(
  call: Omit<Connecting, 'options'> & { options: { json: boolean; url: string | undefined } },
): Promise<number> {
  const { options, io } = call;
  const { json, url, ...given } = options;
  const config = configured(given, io.stderr);
  if (config === null) return exitCodes.usage;
  for (const { variable, advice } of unknownSettings())
    io.stderr.write(`${variable}: there is no such setting; ${advice}\n`);
  const [{ describeExamined, examine }, { examineService }] = await Promise.all([
    import('./doctor.ts'),
    import('./examine-service.ts'),
  ]);
  const service = examineService({ ...call, options: { url, key: undefined, retries: 0 } });
  const examined = [...(await examine(config, slotEnvironment(config))), ...(await service)];
  io.stdout.write(json ? `${JSON.stringify(examined, null, 2)}\n` : describeExamined(examined));
  return examined.some(({ ok }) => ok === false) ? 1 : 0;
}

/** Null if it has faults, which are then reported. */
function configured(options: object, errors: { write(text: string): unknown }): Config | null {
  try {
    return loadConfig(
      Object.fromEntries(Object.entries(options).map(([name, value]) => [flagName(name), value])),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    errors.write(`${error.message.trimEnd()}\n`);
    return null;
  }
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

interface UnknownSetting {
  variable: string;
  /** The setting that was probably meant, or where all of them are listed. */
  advice: string;
}

/** Each variable `GANTRY_…` that neither the service nor the command line reads: probably misspelt. */
function unknownSettings(env: NodeJS.ProcessEnv = process.env): UnknownSetting[] {
  const known = [...Object.keys(settings).map(variableName), ...clientVariables];
  return misspeltVariables(env)
    .filter((variable) => !clientVariables.includes(variable))
    .map((variable) => {
      // The prefix that all share would make every one look near.
      const bare = (name: string) => name.slice('GANTRY_'.length);
      const meant = nearest(bare(variable), known.map(bare));
      return {
        variable,
        advice: meant === null ? 'see gantry serve --help' : `did you mean GANTRY_${meant}?`,
      };
    });
}
