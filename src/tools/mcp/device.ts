import { z } from 'zod';

/** Of tools that start something. */
export const device = z
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
