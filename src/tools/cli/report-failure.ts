import { GantryError, UnreachableError, WebhookVerificationError } from '../../client/index.ts';
import { FilesRefused, faultDocument, Interrupted, StillGoingOn, UsageError } from './errors.ts';
import { exitCodes } from './exit-codes.ts';
import type { Io } from './io.ts';
import { styleFor } from './terminal/style.ts';

interface Failure {
  exitCode: number;
  code: string;
  message: string;
  details?: readonly string[];
  requestId?: string | undefined;
  /** Faults of files, for programs; people read them in the message. */
  problems?: readonly unknown[] | undefined;
}

/** Prints the failure to stderr and returns the exit code. */
export function reportFailure(error: unknown, io: Io, isJson: boolean): number {
  const failure = failureOf(error);
  if (isJson) {
    const { exitCode, code, message, details, requestId, problems } = failure;
    const report = { code, message, details, requestId, problems, exitCode };
    io.stderr.write(`${JSON.stringify({ error: report })}\n`);
    return failure.exitCode;
  }
  const lines = [failure.message, ...(failure.details ?? [])].filter((line) => line !== '');
  if (lines.length === 0) return failure.exitCode;
  const style = styleFor(io, io.stderr);
  const isFailure = !(error instanceof Interrupted);
  io.stderr.write(`${isFailure ? style.red('✗') : ''}${isFailure ? ' ' : ''}${lines.join('\n')}\n`);
  return failure.exitCode;
}

function failureOf(error: unknown): Failure {
  if (error instanceof UsageError) {
    const details = error.path === undefined ? [] : [`See "gantry ${`help ${error.path}`.trim()}".`];
    const problems = error instanceof FilesRefused ? error.faults.map(faultDocument) : undefined;
    return { exitCode: exitCodes.usage, code: 'Usage', message: error.message, details, problems };
  }
  if (error instanceof Interrupted) {
    return { exitCode: error.exitCode, code: 'Interrupted', message: error.message };
  }
  if (error instanceof StillGoingOn) {
    return { exitCode: exitCodes.notExecuted, code: 'Timeout', message: error.message };
  }
  if (error instanceof UnreachableError) {
    const details = ['Is it running? Set its address with --url, GANTRY_URL or "gantry login".'];
    return { exitCode: exitCodes.unreachable, code: 'Unreachable', message: error.message, details };
  }
  if (error instanceof GantryError) return refusal(error);
  if (error instanceof WebhookVerificationError || error instanceof TypeError) return fault(error);
  return fileFault(error) ?? fault(error);
}

function refusal({ status, code, message, details, requestId }: GantryError): Failure {
  const isTrouble = status === 429 || status >= 500;
  return {
    exitCode: isTrouble ? exitCodes.unreachable : exitCodes.usage,
    code,
    message,
    details: [
      ...(details.length > 1 ? details.map((fault) => `  ${fault.path}: ${fault.message}`) : []),
      ...(isTrouble && requestId !== undefined
        ? [`The log of the service has more under ${requestId}.`]
        : []),
    ],
    requestId,
  };
}

const fileFaults: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'access is denied',
  EPERM: 'access is denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'no space is left',
  EROFS: 'the file system is read-only',
  EADDRINUSE: 'the port is in use; choose another one with --port',
};

function fileFault(error: unknown): Failure | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const reason = fileFaults[error.code];
  if (reason === undefined) return null;
  const place = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return { exitCode: exitCodes.usage, code: error.code, message: `${place}${reason}.` };
}

function fault(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? '').split('\n').slice(1) : [];
  return {
    exitCode: exitCodes.fault,
    code: 'Fault',
    message: `Internal error of this program: ${message}`,
    details: stack,
  };
}
