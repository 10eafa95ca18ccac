import { parseDeviceText, type RequestedDevice } from '../../../client/index.ts';
import { UsageError } from '../errors.ts';

export function deviceOf(text: string | undefined): RequestedDevice | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDeviceText(text);
  } catch (error) {
    throw new UsageError(`--device: ${error instanceof Error ? error.message : String(error)}`);
  }
}
