import { type Static, Type } from 'typebox';
import { nullableDevice, type RequestedDevice } from '../../engine/requested-device.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { EnvironmentSelector } from '../projects/environment-store.ts';
import { type RequestedPlatform, requestedPlatforms } from './requested-platform.ts';
import type { Run } from './run.ts';

/** How a run was started. */
export const runSources = ['api', 'group', 'webhook', 'schedule', 'rerun'] as const;
export type RunSource = (typeof runSources)[number];

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

export interface StartingCall {
  targetUrl: string | null;
  environment?: EnvironmentSelector | null;
  app: { appId: string } | { bundleId: string } | { artifactUrl: string } | null;
  platform?: RequestedPlatform | null;
  device?: RequestedDevice | null;
  webhookUrl: string | null;
}

export function inputOf({
  targetUrl,
  environment,
  app,
  platform,
  device,
  webhookUrl,
}: StartingCall): StoredInput {
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
