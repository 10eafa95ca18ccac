import { z } from 'zod';

const environment = z
  .string()
  .min(1)
  .optional()
  .describe('The site to test, as the name of an environment of the project, instead of targetUrl');

const device = z
  .strictObject({
    platform: z.enum(['ios', 'android']).optional(),
    version: z.string().optional().describe('Version of its system; 17 stands for 17.1 as well'),
    labels: z.array(z.string()).optional(),
    permissions: z
      .array(z.string())
      .optional()
      .describe('Granted to the app before it starts, such as camera'),
    locale: z.string().optional().describe('Such as de-DE'),
    timeZone: z.string().optional().describe('Such as Europe/Berlin'),
  })
  .optional()
  .describe('What runs on phones want of their phone; they wait for one that fits');

/** Of tools that start something. An app is named in one of three ways, or in none for the web. */
export const startInput = {
  environment,
  device,
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

interface StartInput {
  environment?: string | undefined;
  device?: z.infer<typeof device>;
  appId?: string | undefined;
  bundleId?: string | undefined;
  artifactUrl?: string | undefined;
}

/** The members of the request. Whether exactly one app is named is for the service to say. */
export function startBody({ environment, device, appId, bundleId, artifactUrl }: StartInput) {
  const isNamed = [appId, bundleId, artifactUrl].some((one) => one !== undefined);
  return { environment, device, mobile: isNamed ? { appId, bundleId, artifactUrl } : undefined };
}
