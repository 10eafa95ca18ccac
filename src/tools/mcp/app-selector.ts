import { z } from 'zod';

/** How a call names the app to test: by one of these, or by none for the web. */
export const appSelector = {
  appId: z
    .uuid()
    .optional()
    .describe(
      'Id of an uploaded app (upload_app, list_apps). Give at most one of appId, bundleId and artifactUrl',
    ),
  bundleId: z.string().min(1).optional().describe('The newest upload with this bundle identifier'),
  artifactUrl: z
    .url()
    .optional()
    .describe('An address that the service fetches the app from, for this call alone'),
};

export interface AppSelector {
  appId?: string | undefined;
  bundleId?: string | undefined;
  artifactUrl?: string | undefined;
}

/** Whether exactly one is named is for the service to say. */
export function selectedApp({ appId, bundleId, artifactUrl }: AppSelector): AppSelector | undefined {
  const isNamed = [appId, bundleId, artifactUrl].some((one) => one !== undefined);
  return isNamed ? { appId, bundleId, artifactUrl } : undefined;
}
