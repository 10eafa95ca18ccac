import { createClient, GantryError, tellingWarnings } from '../../src/client/index.ts';
import { addWarning } from './warnings.ts';

/** Calls the service that the page came from; the browser sends the cookie of the session with each call. */
export const client = tellingWarnings(createClient({ url: document.baseURI, retries: 2 }), addWarning);

export function isSignedOut(error: unknown): boolean {
  return error instanceof GantryError && error.status === 401;
}

/** Also of an id in the address that is none. */
export function isNotFound(error: unknown): boolean {
  return error instanceof GantryError && (error.status === 404 || error.status === 400);
}
