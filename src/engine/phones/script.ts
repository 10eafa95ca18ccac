import { ExecutionFailure } from '../report.ts';
import { type AppiumSession, DriverRefusal, nullIfRefused } from './session.ts';

/** A command of the driver's own. */
export async function script<Result>(
  { session }: { readonly session: AppiumSession },
  name: string,
  input: object,
  signal: AbortSignal,
): Promise<Result> {
  return (await session.call(signal, (client) => client.executeScript(name, [input]))) as Result;
}

/** A step that this phone can't do, whatever the app is like. */
export function notOffered(message: string): ExecutionFailure {
  return new ExecutionFailure('STEP_NOT_OFFERED', message);
}

/** What only some phones can do: of one that refuses, the sentence says so. */
export async function whereOffered<Result>(sentence: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DriverRefusal) throw notOffered(`${sentence} The driver says: ${error.message}`);
    throw error;
  }
}

/** Whether an iPhone is none that people hold in their hands; a driver that does not say has a real one. */
export async function isSimulator(
  phone: { readonly session: AppiumSession },
  signal: AbortSignal,
): Promise<boolean> {
  const asked = script<{ isSimulator?: unknown } | null>(phone, 'mobile: deviceInfo', {}, signal);
  return (await asked.catch(nullIfRefused))?.isSimulator === true;
}
