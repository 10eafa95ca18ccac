import { StartupError } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { loadConfig } from '../../service/config.ts';
import { Interrupted, UsageError } from '../cli/errors.ts';
import type { Io } from '../cli/io.ts';
import type { Printer } from '../cli/printer.ts';
import { bytesText, counted, localTimeText } from '../cli/terminal/format.ts';
import { clean } from '../cli/terminal/text.ts';
import type { ArchiveTask } from './backup/archive-format.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { logDestination } from './log-lines.ts';

interface ArchiveCall {
  args: { file: string };
  options: { dataDir: string | undefined };
  io: Io;
  printer: Printer;
}

export async function writeBackup(call: ArchiveCall): Promise<undefined> {
  const { printer } = call;
  const result = await untilInterrupted(call, 'Backing up', backUp);
  printer.show(result, () => [
    `${result.file}: ${bytesText(result.bytes)}, ${counted(result.objects, 'object')}.`,
  ]);
  if (!result.hasSecretKey)
    printer.note('The service has its key from GANTRY_SECRET_KEY, which is not in the backup: keep it, too.');
  if (result.deletedMeanwhile > 0)
    printer.note(`Deleted while the backup was made: ${counted(result.deletedMeanwhile, 'object')}.`);
  if (result.missing > 0)
    printer.note(
      `Named by the database, but not in the data directory: ${counted(result.missing, 'object')}.`,
    );
}

export async function restoreBackup(call: ArchiveCall): Promise<undefined> {
  const { printer } = call;
  const result = await untilInterrupted(call, 'Restoring', restore);
  printer.show(result, () => [
    `${result.dataDir} is as it was at ${localTimeText(result.createdAt)}, with Gantry ${clean(result.version)}: ${counted(result.objects, 'object')}.`,
  ]);
  if (!result.hasSecretKey)
    printer.note('The backup holds no secret key: start the service with the GANTRY_SECRET_KEY that it had.');
  if (result.missing > 0)
    printer.note(`Named by the database, but not in the backup: ${counted(result.missing, 'object')}.`);
}

const drawEveryMs = 100;

/** On the data directory of an embedded service. Ctrl-C lets it clean up. */
async function untilInterrupted<Result>(
  { args, options, io, printer }: ArchiveCall,
  doing: string,
  work: (task: ArchiveTask) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController();
  const stopListening = io.onInterrupt((signal) => stopping.abort(new Interrupted(signal)));
  let drawnAtMs = 0;
  try {
    const { dataDir, logFormat } = embeddedConfig(options.dataDir);
    return await work({
      dataDir,
      file: args.file,
      log: createLog('warn', logDestination(logFormat, io)),
      signal: stopping.signal,
      onProgress({ what, bytes }) {
        if (performance.now() - drawnAtMs < drawEveryMs) return;
        drawnAtMs = performance.now();
        printer.status.set(`${doing}: ${what}, ${bytesText(bytes)}`);
      },
    });
  } catch (error) {
    stopping.signal.throwIfAborted();
    throw error instanceof StartupError ? new UsageError(error.message) : error;
  } finally {
    printer.status.set('');
    stopListening();
  }
}

function embeddedConfig(dataDir: string | undefined) {
  const config = loadConfig(dataDir === undefined ? {} : { 'data-dir': dataDir });
  const [external] = [
    config.databaseUrl === undefined
      ? null
      : 'The database is outside (GANTRY_DATABASE_URL): use pg_dump and pg_restore',
    config.s3Bucket === undefined
      ? null
      : 'The objects are outside (GANTRY_S3_BUCKET): use the tools of the store',
  ].filter((sentence) => sentence !== null);
  if (external === undefined) return config;
  throw new UsageError(`${external}. docs/operating.md says in which order.`);
}
