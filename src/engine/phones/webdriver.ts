import type { AppiumServer } from './servers.ts';
import { type Command, sendCommand, WireRefusal } from './wire.ts';

export type WebDriver = ReturnType<typeof webDriverOn>;

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** A page source or a screenshot of the largest tablet is a tenth of it. */
const mostBytes = 128 * 1024 * 1024;

/** The commands of W3C WebDriver that phones need. */
export function webDriverOn(server: AppiumServer, sessionId: string, commandMs: number) {
  const send = (method: Command['method'], path: string, input?: object) =>
    sendCommand(server, sessionId, {
      method,
      path,
      mostBytes,
      signal: AbortSignal.timeout(commandMs),
      ...(input !== undefined && { input }),
    });
  const get = (path: string) => send('GET', path);
  const getText = async (path: string) => String((await get(path)) ?? '');
  const post = async (path: string, input: object = {}): Promise<void> =>
    void (await send('POST', path, input));
  const element = (id: string) => `element/${encodeURIComponent(id)}`;
  return {
    getPageSource: () => getText('source'),
    /** As base64. */
    takeScreenshot: () => getText('screenshot'),
    executeScript: (script: string, args: unknown[]) => send('POST', 'execute/sync', { script, args }),
    performActions: (actions: object[]) => post('actions', { actions }),
    back: () => post('back'),
    setOrientation: (orientation: string) => post('orientation', { orientation }),

    /** What the driver calls the element; null where there is none. */
    findElement: (using: string, value: string) => foundId(send('POST', 'element', { using, value })),
    /** The element that has the focus; null where none has it. */
    getActiveElement: () => foundId(get('element/active')),
    getElementRect: (id: string) => get(`${element(id)}/rect`) as Promise<{ x: number; y: number }>,
    elementClear: (id: string) => post(`${element(id)}/clear`),
    elementSendKeys: (id: string, text: string) => post(`${element(id)}/value`, { text }),

    getAlertText: () => getText('alert/text'),
    sendAlertText: (text: string) => post('alert/text', { text }),
    acceptAlert: () => post('alert/accept'),
    dismissAlert: () => post('alert/dismiss'),
  };
}

async function foundId(finding: Promise<unknown>): Promise<string | null> {
  try {
    const id = ((await finding) as Record<string, unknown> | null)?.[elementKey];
    return typeof id === 'string' ? id : null;
  } catch (error) {
    if (error instanceof WireRefusal && error.code === 'no such element') return null;
    throw error;
  }
}
