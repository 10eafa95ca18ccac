import { type Static, Type } from 'typebox';
import { nullableDevice, type RequestedDevice } from '../../engine/requested-device.ts';
import { PublicError } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Run } from './run.ts';
import { type RequestedPlatform, type RunRequest, requestedPlatforms } from './run-request.ts';

// The hosted product, whose clients this service answers, has several names for one thing. They are read and written here
// alone; everything else knows a `RunRequest`.

/** Names an app by exactly one of three members, each of which may be null. */
const MobileSelector = Type.Object(
  {
    appId: Type.Optional(nullable.text({ description: 'Id of an uploaded app' })),
    bundleId: Type.Optional(
      nullable.text({
        format: 'plain-text',
        maxLength: 1_024,
        description: 'The latest upload with that bundle identifier',
      }),
    ),
    artifactUrl: Type.Optional(
      nullable.text({
        format: 'http-url',
        description: 'An address that the service fetches the app from, for these runs alone',
      }),
    ),
  },
  { title: 'MobileSelector' },
);

/** Members of a body that say on which phone, and with which app. */
export function phoneMembers(descriptions: { mobile: string; device: string }) {
  return {
    mobile: Type.Optional(
      nullable.record(MobileSelector, {
        description: `${descriptions.mobile}; names the app by exactly one member`,
      }),
    ),
    // An app has its platform, so that this only makes sure of it.
    platform: Type.Optional(
      nullable.oneOf(requestedPlatforms, {
        description: 'Where it must take place; a 400 where the test or the app is for another platform',
      }),
    ),
    device: Type.Optional(nullableDevice(descriptions.device)),
  };
}

/** Members of a body that say what is tested, of which a call gives one at most. */
export function targetMembers(description: string) {
  return {
    targetUrl: Type.Optional(nullable.text({ format: 'http-url', description })),
    environment: Type.Optional(
      nullable.text({
        format: 'plain-text',
        maxLength: 200,
        description: 'Name of an environment of the project, in any case; stands for its url',
      }),
    ),
    projectEnvironmentId: Type.Optional(
      nullable.text({
        format: 'uuid',
        description: 'Id of an environment of the project; stands for its url',
        'x-resource': 'environment',
      }),
    ),
  };
}

interface StartBody {
  mobile?: Static<typeof MobileSelector> | null;
  platform?: RequestedPlatform | null;
  device?: RequestedDevice | null;
  targetUrl?: string | null;
  environment?: string | null;
  projectEnvironmentId?: string | null;
  webhookUrl?: string | null;
}

/** What the body of a call asks for. */
export function requestFrom(body: StartBody): RunRequest {
  return {
    app: selectedApp(body),
    ...selectedTarget(body),
    webhookUrl: body.webhookUrl ?? null,
    platform: body.platform ?? undefined,
    device: body.device ?? undefined,
  };
}

function selectedApp({ mobile }: StartBody): RunRequest['app'] {
  if (mobile == null) return null;
  const { appId, bundleId, artifactUrl } = mobile;
  if ([appId, bundleId, artifactUrl].filter((selector) => selector != null).length !== 1) {
    throw new PublicError(
      'ValidationError',
      'mobile: must name exactly one of appId, bundleId and artifactUrl',
    );
  }
  if (artifactUrl != null) return { artifactUrl };
  return bundleId != null ? { bundleId } : { appId: appId ?? '' };
}

function selectedTarget({
  targetUrl = null,
  environment: name = null,
  projectEnvironmentId: id = null,
}: StartBody): Pick<RunRequest, 'targetUrl' | 'environment'> {
  if ([targetUrl, name, id].filter((given) => given !== null).length > 1) {
    throw new PublicError(
      'ValidationError',
      'environment: give only one of targetUrl, environment and projectEnvironmentId',
    );
  }
  if (id !== null) return { targetUrl, environment: { id } };
  return { targetUrl, environment: name === null ? undefined : { name } };
}

export const runIdList = (description: string) =>
  Type.Array(Type.String({ format: 'uuid' }), { description });

/** Members of the answer to a call that started runs. */
export const startedMembers = {
  runIds: runIdList('In the order of the tests'),
  queuedRunIds: runIdList('The same as `runIds`'),
  cancelledRunIds: runIdList('Empty: no run is cancelled by the start of another'),
};

export function showStarted(runIds: string[]) {
  return { runIds, queuedRunIds: runIds, cancelledRunIds: [], count: runIds.length };
}

/** The call that started a run: a re-run has that of the run before it. */
export const RunInput = Type.Object(
  {
    prompt: nullable.text(),
    targetUrl: nullable.text({ description: 'Null where the call named none' }),
    environment: Type.Optional(Type.String()),
    projectEnvironmentId: Type.Optional(Type.String({ format: 'uuid' })),
    mobile: Type.Optional(
      Type.Object({
        appId: Type.Optional(Type.String()),
        bundleId: Type.Optional(Type.String()),
        artifactUrl: Type.Optional(Type.String({ description: 'Without its query' })),
      }),
    ),
    platform: Type.Optional(oneOf(requestedPlatforms)),
    device: Type.Optional(nullableDevice('What the call wanted of the phone')),
    webhookUrl: Type.Optional(Type.String()),
  },
  { title: 'RunInput' },
);
export type RunInput = Static<typeof RunInput>;

/** As it is kept: the prompt has a column of its own. */
export type StoredInput = Partial<Omit<RunInput, 'prompt'>>;

export function inputOf({
  targetUrl,
  environment,
  app,
  platform,
  device,
  webhookUrl,
}: RunRequest): StoredInput {
  return {
    ...(targetUrl !== null && { targetUrl }),
    ...(environment != null &&
      ('id' in environment ? { projectEnvironmentId: environment.id } : { environment: environment.name })),
    ...(app !== null && {
      mobile: 'artifactUrl' in app ? { artifactUrl: withoutSecrets(app.artifactUrl) } : app,
    }),
    ...(platform != null && { platform }),
    ...(device != null && { device }),
    ...(webhookUrl !== null && { webhookUrl }),
  };
}

/** Runs of earlier versions did not keep it; the address that they tested is the nearest to it. */
export function storedInputOf({ input, target_url }: Pick<Run, 'input' | 'target_url'>): StoredInput {
  if (input !== null) return input as StoredInput;
  return target_url === null ? {} : { targetUrl: target_url };
}

export function showInput(run: Pick<Run, 'input' | 'target_url' | 'prompt'>): RunInput {
  return { prompt: run.prompt, targetUrl: null, ...storedInputOf(run) };
}

/** Receivers of results see the input, and a signed address of a build is not theirs to use. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
