import { createClient, GantryError } from '../../src/client/index.ts';

/** Calls the service that the page came from; the browser sends the cookie of the session with each call. */
export const client = createClient({ url: document.baseURI, retries: 2 });

export function isSignedOut(error: unknown): boolean {
  return error instanceof GantryError && error.status === 401;
}

/** Also of an id in the address that is none. */
export function isNotFound(error: unknown): boolean {
  return error instanceof GantryError && (error.status === 404 || error.status === 400);
}
