import { Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import { testWebhook, type WebhookTestParts } from '../deliveries/test-webhook.ts';
import type { HttpServer } from './parts.ts';
import { ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

const TestWebhook = Type.Object(
  {
    url: Type.Optional(
      nullable.text({ format: 'http-url', description: 'Omitted means the webhookUrl of the project' }),
    ),
  },
  { title: 'TestWebhook' },
);

const WebhookTestResult = Type.Object(
  {
    status: nullable.integer({ description: 'HTTP status of the answer; null where none came' }),
    durationMs: Type.Integer({ description: 'From the look-up of the name to the end of the answer' }),
    error: nullable.text({ description: 'Why it failed, in one sentence; null where it succeeded' }),
    answer: nullable.text({ description: 'The first 2 KiB of the answer as text; null where none came' }),
  },
  { title: 'WebhookTestResult' },
);

const operation = operationsOf('Deliveries', 'admin');

export function webhookTestRoutes(api: HttpServer, parts: WebhookTestParts): void {
  api.post(
    '/projects/:projectId/webhook/test',
    operation('testWebhook', {
      errors: ['Conflict'],
      summary: 'Send a sample result to a receiver',
      description:
        'One attempt, signed and bounded like a delivery, with a `webhook-id` of its own; nothing is stored. The body is a result with sample values and the member `"test": true`, which no other result has.',
      params: ProjectPath,
      body: TestWebhook,
      response: { 200: WebhookTestResult },
    }),
    async ({ params: { projectId }, body: { url = null } }) => {
      const { statusCode, durationMs, failure, answer } = await testWebhook(parts, { projectId, url });
      return { status: statusCode, durationMs, error: failure, answer };
    },
  );
}
