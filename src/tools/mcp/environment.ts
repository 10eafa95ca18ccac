import { z } from 'zod';

/** Of tools that start something. */
export const environment = z
  .string()
  .min(1)
  .optional()
  .describe('The site to test, as the name of an environment of the project, instead of targetUrl');
