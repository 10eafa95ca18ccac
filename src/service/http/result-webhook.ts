import { RunRecord } from '../runs/run-record.ts';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** The one call that the service makes: to the `webhookUrl` of a run that has ended. */
export const resultWebhook = {
  post: {
    operationId: 'runResult',
    tags: ['Deliveries'],
    summary: 'Receive the result of a run at its webhookUrl',
    description:
      'The body is the run as `GET /api/v1/runs/{id}` shows it at its end, with `webhookStatus` still `pending`. It is signed by Standard Webhooks with the webhook secret of the project; every attempt and every redelivery carries the same bytes. An attempt takes at most 10 seconds, and a redirect is not followed.',
    security: [],
    parameters: [
      header(
        'webhook-id',
        'The same in every attempt and redelivery',
        'msg_0190a0a0-0000-7000-8000-000000000000',
      ),
      header('webhook-timestamp', 'When this attempt was made, in seconds since 1970', '1767225600'),
      header(
        'webhook-signature',
        'One `v1,<base64>` for each secret that signs, with blanks between',
        'v1,…',
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: RunRecord } } },
    responses: {
      '2XX': { description: 'The result is delivered.' },
      default: {
        description: 'The attempt failed. Up to three more follow, 1, 2 and 4 seconds after the one before.',
      },
    },
  },
};
