import { UsageError } from '../errors.ts';

interface TargetOptions {
  readonly targetUrl: string | undefined;
  readonly environment: string | undefined;
}

/** The members of the request body. */
export function targetOf({ targetUrl, environment }: TargetOptions): TargetOptions {
  if (targetUrl !== undefined && environment !== undefined)
    throw new UsageError('Give only one of --target-url and --environment.');
  return { targetUrl, environment };
}
