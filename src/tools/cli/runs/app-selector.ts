import { UsageError } from '../errors.ts';

export interface AppOptions {
  readonly app: string | undefined;
  readonly bundleId: string | undefined;
  readonly artifactUrl: string | undefined;
}

export interface AppSelector {
  appId?: string;
  bundleId?: string;
  artifactUrl?: string;
}

/** The one app that the options name; undefined where they name none. */
export function appSelector({ app, bundleId, artifactUrl }: AppOptions): AppSelector | undefined {
  const selectors: AppSelector[] = [
    ...(app ? [{ appId: app }] : []),
    ...(bundleId ? [{ bundleId }] : []),
    ...(artifactUrl ? [{ artifactUrl }] : []),
  ];
  if (selectors.length > 1) throw new UsageError('Give only one of --app, --bundle-id and --artifact-url.');
  return selectors[0];
}
