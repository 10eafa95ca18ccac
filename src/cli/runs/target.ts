import { UsageError } from '../errors.ts';

interface Target {
  readonly targetUrl: string | undefined;
  readonly environment: string | undefined;
}

/** As a body names it. */
export function targetOf({ targetUrl, environment }: Target): Target {
  if (targetUrl !== undefined && environment !== undefined)
    throw new UsageError('Give only one of --target-url and --environment.');
  return { targetUrl, environment };
}
