import { script } from './script.ts';
import { type AppiumSession, DriverRefusal } from './session.ts';

/** Whether an iPhone is none that people hold in their hands; a driver that does not say has a real one. */
export async function isSimulator(
  phone: { readonly session: AppiumSession },
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const info = await script<{ isSimulator?: unknown } | null>(phone, 'mobile: deviceInfo', {}, signal);
    return info?.isSimulator === true;
  } catch (error) {
    if (error instanceof DriverRefusal) return false;
    throw error;
  }
}
