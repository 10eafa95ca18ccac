import type { Log } from '../../../kernel/log.ts';
import { masking } from '../../../kernel/masking.ts';
import type { Device } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import type { Capabilities } from '../servers.ts';
import type { AppiumSession } from '../session.ts';
import { WireRefusal } from '../wire.ts';
import type { CloudAccount, CloudPhone, SessionNames } from './cloud.ts';
import { clouds } from './clouds.ts';

/** The build must be uploaded once more before a session can be had. */
export const appUnknownToCloud = 'CLOUD_APP_UNKNOWN';

/** A session that is closed has little time. */
const scriptMs = 5_000;
const credentials =
  /unauthori[sz]ed|authori[sz]ation|authentication|(?:invalid|wrong|incorrect).*(?:username|access ?key|credentials)/i;

/** What a cloud learns about a session. Settings of the operator stay. */
export function cloudCapabilities(
  phone: CloudPhone,
  names: SessionNames,
  wanted: Capabilities,
): Capabilities {
  const { optionsName, options } = clouds[phone.kind];
  const own = wanted[optionsName];
  return { [optionsName]: { ...options(names, phone), ...(typeof own === 'object' ? own : {}) } };
}

/** The refusal of a session, as far as it has a name of its own on a cloud. */
export function cloudFailure(phone: CloudPhone, error: unknown): unknown {
  if (!(error instanceof ExecutionFailure) || !(error.cause instanceof WireRefusal)) return error;
  const { name, unknownApp } = clouds[phone.kind];
  const { message } = error.cause;
  if (unknownApp.test(message)) {
    return new ExecutionFailure(appUnknownToCloud, `${name} does not have the build. ${error.message}`, {
      cause: error,
    });
  }
  if (!credentials.test(message)) return error;
  return new ExecutionFailure(
    'CLOUD_REFUSED',
    `${name} does not accept the account: check its "username" and "accessKey" in the list of devices.`,
    { cause: error },
  );
}

/** The same error, of which nobody learns the key of the account: some servers repeat what they were sent. */
export function withoutKey(error: unknown, { accessKey }: CloudAccount): unknown {
  if (!(error instanceof ExecutionFailure)) return error;
  return new ExecutionFailure(error.code, masking([accessKey])(error.message), { cause: error.cause });
}

/** The same phone, which says where its cloud shows the session, and which reports the result to its cloud before it ends. */
export function onCloud(
  device: Device,
  session: AppiumSession,
  { kind }: CloudPhone,
  sessionUrl: string | null,
  log: Log,
): Device {
  const cloud = clouds[kind];
  const { phone } = device;
  return {
    ...device,
    phone: phone && { ...phone, details: { ...phone.details, sessionUrl } },
    async close(result) {
      if (result !== undefined) {
        await runScript(session, cloud.resultScript(result)).catch((error: unknown) =>
          log.warn({ err: error, cloud: cloud.name }, 'a cloud could not be told the result of a run'),
        );
      }
      await device.close(result);
    },
  };
}

/** Null where the cloud does not say. */
export async function sessionPageOf(session: AppiumSession, phone: CloudPhone): Promise<string | null> {
  const { page } = clouds[phone.kind];
  if ('url' in page) return page.url(session.id, phone);
  const answer = await runScript(session, page.script).catch(() => null);
  return page.read(answer);
}

function runScript(session: AppiumSession, script: string): Promise<unknown> {
  return session.call(AbortSignal.timeout(scriptMs), (client) => client.executeScript(script, []));
}
