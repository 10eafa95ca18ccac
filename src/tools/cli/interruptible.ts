import type { CallArguments, GantryClient } from '../../client/index.ts';

/** The same client, whose calls all end with a signal, unless they bring one of their own. */
export function interruptible(client: GantryClient, signal: AbortSignal): GantryClient {
  const request: GantryClient['request'] = (id, ...[options]) =>
    client.request(id, ...([{ signal, ...options }] as unknown as CallArguments<typeof id>));
  return { ...client, request, call: async (id, ...options) => (await request(id, ...options)).answer };
}
