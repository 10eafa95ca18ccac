import { type Static, Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import type { BatchRequest } from '../groups/batch.ts';
import { requestedPlatforms } from '../runs/requested-platform.ts';
import { validationError } from './validation.ts';

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

export function mobileSelector(description: string) {
  return Type.Optional(
    nullable.record(MobileSelector, {
      description: `${description}; names the app by exactly one member`,
    }),
  );
}

/** Beside `mobile`: an app has its platform, so that this only makes sure of it. */
export const requestedPlatform = Type.Optional(
  nullable.oneOf(requestedPlatforms, {
    description: 'Where it must take place; a 400 where the test or the app is for another platform',
  }),
);

export function selectedApp(mobile: Static<typeof MobileSelector> | null | undefined): BatchRequest['app'] {
  if (mobile == null) return null;
  const { appId, bundleId, artifactUrl } = mobile;
  if ([appId, bundleId, artifactUrl].filter((selector) => selector != null).length !== 1) {
    throw validationError([
      { path: 'mobile', message: 'must name exactly one of appId, bundleId and artifactUrl' },
    ]);
  }
  if (artifactUrl != null) return { artifactUrl };
  return bundleId != null ? { bundleId } : { appId: appId ?? '' };
}
