import { UsageError } from '../errors.ts';

export interface WebhookAddress {
  /** Of the service. */
  url: string;
  id: string;
  secret: string;
}

/** Takes the address of a group's webhook apart. It is a secret: no message repeats it. */
export function parseWebhookAddress(text: string): WebhookAddress {
  const { origin, pathname } = new URL(text);
  const [, base = '', id, secret] =
    /^(.*)\/api\/v1\/groups\/webhook\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (id === undefined || secret === undefined) {
    throw new UsageError(
      '--webhook-url must be the address of a group webhook: …/api/v1/groups/webhook/<id>/<secret>.',
    );
  }
  return { url: origin + base, id: decodeURIComponent(id), secret: decodeURIComponent(secret) };
}
