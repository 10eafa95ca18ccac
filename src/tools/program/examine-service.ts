import { GantryError } from '../../client/index.ts';
import { networkReason } from '../../kernel/network-reason.ts';
import { version } from '../../kernel/version.ts';
import { type Connecting, connectionSettings, openClient } from '../cli/connect.ts';
import { readCredentials } from '../cli/credentials.ts';
import { accessOf, describeAccess } from '../cli/project-of-key.ts';
import { clean } from '../cli/terminal/text.ts';
import type { Examined } from './doctor.ts';

const answerMs = 5_000;
const noted = 200;

/** Looks at the service that the other commands would talk to, and at the key that they would bring. */
export async function examineService(call: Connecting): Promise<Examined[]> {
  const part = 'Service';
  try {
    const { url, key } = await connectionSettings(call);
    const isNamed = await isServiceNamed(call);
    const answer = await health(url);
    if (answer.version === null) {
      const advice = isNamed
        ? 'Start it, or correct GANTRY_URL (or --url, or "gantry login").'
        : 'Start one with "gantry serve", or set GANTRY_URL to the address of yours.';
      return [{ part, ok: isNamed ? false : null, found: `${url}: ${answer.fault}`, advice: [advice] }];
    }
    const advice = answer.version === version ? [] : [`This gantry is version ${version}.`];
    return [
      { part, ok: true, found: `${url}, version ${clean(answer.version)}`, advice },
      await examineKey(call, url, key),
    ];
  } catch (error) {
    return [{ part, ok: false, found: reasonOf(error), advice: [] }];
  }
}

/** Else the address is only the default one, where nothing needs to be. */
async function isServiceNamed({ options, io }: Connecting): Promise<boolean> {
  const { environment } = io;
  const { current } = await readCredentials(environment.credentialsFile);
  return (options.url ?? environment.url ?? current ?? undefined) !== undefined;
}

async function health(
  url: string,
): Promise<{ version: string; fault?: undefined } | { version: null; fault: string }> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(answerMs) });
    const text = await response.text();
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : null;
    const isGantry = typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
    if (!isGantry) return { version: null, fault: `no Gantry answers there (status ${response.status})` };
    // Services older than this one do not tell it.
    const told = 'version' in body && typeof body.version === 'string' ? body.version : 'unknown';
    return { version: told.slice(0, noted) };
  } catch (error) {
    return { version: null, fault: `it can't be reached (${reasonOf(networkReason(error))})` };
  }
}

async function examineKey(call: Connecting, url: string, key: string | undefined): Promise<Examined> {
  const part = 'API key';
  if (key === undefined) {
    const advice = ['Set GANTRY_API_KEY, or run "gantry login".'];
    return { part, ok: null, found: 'none is set', advice };
  }
  try {
    const found = describeAccess(await accessOf(openClient(call, url, key)));
    return { part, ok: true, found, advice: [] };
  } catch (error) {
    const isRefused = error instanceof GantryError && error.status === 401;
    const advice = isRefused ? ['Set GANTRY_API_KEY to another one, or run "gantry login".'] : [];
    return { part, ok: false, found: isRefused ? `${url} does not know this key` : reasonOf(error), advice };
  }
}

function reasonOf(error: unknown): string {
  return clean(error instanceof Error ? error.message : String(error)).slice(0, noted);
}
