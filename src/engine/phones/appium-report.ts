import { request } from 'undici';
import { networkReason } from '../../kernel/network-reason.ts';
import type { AppiumServer } from './servers.ts';
import { readStart } from './wire.ts';

interface AppiumReport {
  readonly ok: boolean;
  readonly version: string | null;
  /** What to do when it is not well; null when it is. */
  readonly advice: string | null;
}

const statusTimeoutMs = 5_000;
const maxStatusBytes = 64 * 1024;

/** Asks a server how it is, for a person who sets it up. */
export async function examineAppium(
  server: AppiumServer,
  timeoutMs = statusTimeoutMs,
): Promise<AppiumReport> {
  const address = `${server.url}/status`;
  try {
    const answer = await request(address, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: server.authorization === null ? {} : { authorization: server.authorization },
    });
    const text = await readStart(answer.body, maxStatusBytes);
    if (answer.statusCode === 401 || answer.statusCode === 403) {
      return unwell(
        `${server.url} wants a user and a password: write them into its address in GANTRY_APPIUM_URL, or as "username" and "accessKey" into GANTRY_DEVICES.`,
      );
    }
    if (answer.statusCode !== 200) {
      return unwell(
        `${address} answered ${answer.statusCode}: check the path of its address in GANTRY_APPIUM_URL or GANTRY_DEVICES against the server's --base-path.`,
      );
    }
    return judge(text, address);
  } catch (error) {
    return unwell(
      `${server.url} can't be reached (${networkReason(error)}): start it with "npx appium", or correct its address in GANTRY_APPIUM_URL or GANTRY_DEVICES.`,
    );
  }
}

function judge(text: string, address: string): AppiumReport {
  const status = statusOf(text);
  if (status === null)
    return unwell(`${address} is no Appium server: its answer is not the one of WebDriver.`);
  const version = status.build?.version ?? null;
  if (status.ready === false) {
    return { ok: false, version, advice: `${address} says that it takes no new session now.` };
  }
  return { ok: true, version, advice: null };
}

function statusOf(text: string): { ready?: boolean; build?: { version?: string } } | null {
  try {
    const { value } = JSON.parse(text) as { value?: unknown };
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function unwell(advice: string): AppiumReport {
  return { ok: false, version: null, advice };
}
