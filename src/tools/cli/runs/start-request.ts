import { parseDeviceText, type RequestedDevice } from '../../../client/index.ts';
import { isHeaderText } from '../connect.ts';
import { UsageError } from '../errors.ts';

type Name =
  | 'app'
  | 'bundleId'
  | 'artifactUrl'
  | 'targetUrl'
  | 'environment'
  | 'device'
  | 'resultUrl'
  | 'idempotencyKey';
type StartOptions = Readonly<Record<Name, string | undefined>>;

/** What the options of a start say to the service. Throws `UsageError` for those that exclude each other. */
export function startRequest(options: StartOptions) {
  const { app, bundleId, artifactUrl, targetUrl, environment, resultUrl } = options;
  const apps = [app, bundleId, artifactUrl].filter(Boolean);
  if (apps.length > 1) throw new UsageError('Give only one of --app, --bundle-id and --artifact-url.');
  if (targetUrl !== undefined && environment !== undefined)
    throw new UsageError('Give only one of --target-url and --environment.');
  const mobile = {
    ...(app && { appId: app }),
    ...(bundleId && { bundleId }),
    ...(artifactUrl && { artifactUrl }),
  };
  return {
    headers: idempotencyHeaders(options.idempotencyKey),
    body: {
      mobile: apps.length === 0 ? undefined : mobile,
      device: deviceOf(options.device),
      targetUrl,
      environment,
      webhookUrl: resultUrl,
    },
  };
}

function deviceOf(text: string | undefined): RequestedDevice | undefined {
  if (text === undefined) return undefined;
  try {
    return parseDeviceText(text);
  } catch (error) {
    throw new UsageError(`--device: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The header of a call that must start nothing twice. Without one, the client makes one up for its own retries. */
export function idempotencyHeaders(key: string | undefined): Record<string, string> {
  if (!key) return {};
  if (!isHeaderText(key))
    throw new UsageError(
      '--idempotency-key must have only letters, digits and signs of ASCII, and no blanks.',
    );
  return { 'idempotency-key': key };
}
