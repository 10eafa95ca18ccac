import { type CallArguments, type GantryClient, GantryError } from '../../client/index.ts';

/** Where a key was found, as its user would name it. */
export interface KeyOrigin {
  url: string;
  key: string;
  /** Such as `GANTRY_API_KEY`; null where the user has just typed it. */
  from: string | null;
}

/** The same client; when the service does not accept the key, its error says where the key came from. */
export function namingKey(client: GantryClient, origin: KeyOrigin): GantryClient {
  const request: GantryClient['request'] = (id, ...[options]) =>
    client.request(id, ...([options] as unknown as CallArguments<typeof id>)).catch((error: unknown) => {
      throw explained(error, origin);
    });
  return { ...client, request, call: async (id, ...options) => (await request(id, ...options)).answer };
}

function explained(error: unknown, { url, key, from }: KeyOrigin): unknown {
  if (!(error instanceof GantryError) || error.status !== 401) return error;
  const { status, code, details, requestId } = error;
  const which = from === null ? 'this API key' : `the API key from ${from}`;
  const advice = from === null ? '' : ' Set GANTRY_API_KEY to a valid key, or run "gantry login".';
  return new GantryError(
    `${url} does not accept ${which} (${publicPart(key)}): no such key exists there, or it was revoked.${advice}`,
    { status, code, details, requestId },
  );
}

/** The part that may be shown. */
function publicPart(key: string): string {
  const [, id] = /^gk_([A-Za-z0-9]{4,32})_./.exec(key) ?? [];
  return id === undefined ? 'it does not look like gk_<public id>_<secret>' : `gk_${id}_…`;
}
