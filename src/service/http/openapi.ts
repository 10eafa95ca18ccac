import swagger from '@fastify/swagger';
import { RunRecord } from '../runs/run-record.ts';
import type { HttpServer } from './parts.ts';
import { cookieName } from './session-cookie.ts';
import { Warnings } from './warnings.ts';

export const openApiPath = '/api/v1/openapi.json';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

/** The one call that the service makes: to the `webhookUrl` of a run that has ended. */
const resultWebhook = {
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

/** Must come before the routes: it watches them being added. */
export async function useOpenApi(app: HttpServer): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Gantry',
        version: '1',
        summary: 'Uploads of mobile builds, and the test runs that use them.',
        description:
          'Bodies are JSON. Every error has the shape `Error`. A resource of another project answers exactly as one that does not exist. A member or a parameter that a call does not know is named in `warnings` of its answer, or in the header `Gantry-Warnings` where the answer is no JSON object; with `Prefer: handling=strict` the call is a 400 instead, and does nothing.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      } as object as { title: string; version: string },
      servers: [{ url: '/' }],
      security: [{ apiKey: [] }, { session: [] }],
      tags: [
        { name: 'Mobile apps', description: 'Upload a build in three steps, list builds, delete them.' },
        { name: 'Runs', description: 'Submit runs, read and cancel them.' },
        { name: 'Tests', description: 'Tests that are kept, as lists of steps.' },
        { name: 'Groups', description: 'Tests that are started together, by a key or by a webhook.' },
        { name: 'Batches', description: 'What became of a group that was started.' },
        {
          name: 'Deliveries',
          description: 'See how the result of a run was delivered, and deliver it again.',
        },
        { name: 'Events', description: 'Follow what happens as it happens.' },
        { name: 'Projects', description: 'Management of projects; needs an admin key.' },
        { name: 'Environments', description: 'The addresses that a project is tested on, by name.' },
        { name: 'Variables', description: 'What the steps of a project write as `{{name}}`.' },
        { name: 'API keys', description: 'Management of keys; needs an admin key.' },
        { name: 'Sessions', description: 'Browsers that are signed in to the dashboard.' },
      ],
      // As an object: the types of OpenAPI and TypeBox disagree on what a schema is.
      webhooks: { runResult: resultWebhook as object },
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `gk_<public id>_<secret>`' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: cookieName,
            description:
              "The session of a browser that has signed in, for calls of the service's own pages; behind an address with a port, the name ends in `_<port>`",
          },
        },
      },
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? nameErrors(describeWarnings(nameComponents(document.openapiObject)))
        : document.swaggerObject,
  });
}

/**
 * Moves every record with a title to `components`, so that readers and generators meet it once and by name. One that may
 * be null is its component or null.
 */
function nameComponents(document: object): OpenApiDocument {
  const schemas: Record<string, unknown> = {};
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit);
    if (node === null || typeof node !== 'object') return node;
    const copy = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, visit(value)]));
    const [type, orNull] = [copy.type ?? []].flat();
    if (type !== 'object' || typeof copy.title !== 'string') return copy;
    const { title, description, ...schema } = copy;
    schemas[title] = { ...schema, type };
    const reference = { $ref: `#/components/schemas/${title}` };
    return orNull === undefined ? reference : { description, anyOf: [reference, { type: orNull }] };
  };
  const { components, ...rest } = visit(document) as { components: object };
  return { ...rest, components: { ...components, schemas } } as OpenApiDocument;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown>; responses?: Record<string, OpenApiAnswer> };
}

interface OpenApiOperation {
  parameters?: object[];
  requestBody?: object;
  responses: Record<string, OpenApiAnswer | { $ref: string }>;
}

interface OpenApiAnswer {
  description: string;
  content?: Record<string, { schema: AnswerSchema }>;
}

interface AnswerSchema {
  $ref?: string;
  properties?: object;
}

const preferHeader = {
  name: 'Prefer',
  in: 'header',
  schema: { type: 'string', enum: ['handling=strict', 'handling=lenient'] },
  description: 'With `handling=strict`, a member that the service does not know makes the call a 400',
};

/** Every answer may have them; a record that is read by itself stays what it is elsewhere. */
function describeWarnings(document: OpenApiDocument): OpenApiDocument {
  const { components } = document;
  const warnings = { $ref: '#/components/schemas/Warnings' };
  for (const operation of everyOperation(document)) {
    if (operation.requestBody !== undefined) {
      operation.parameters = [...(operation.parameters ?? []), preferHeader];
    }
    for (const [status, answer] of Object.entries(operation.responses)) {
      const json = '$ref' in answer ? undefined : answer.content?.['application/json'];
      if (json === undefined || !status.startsWith('2')) continue;
      json.schema = { ...json.schema, properties: { ...json.schema.properties, warnings } };
    }
  }
  return { ...document, components: { ...components, schemas: { ...components.schemas, Warnings } } };
}

/** The errors of all operations are a dozen answers, each named by its codes. */
function nameErrors(document: OpenApiDocument): object {
  const responses: Record<string, OpenApiAnswer> = {};
  for (const operation of everyOperation(document)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (Number(status) < 400 || '$ref' in answer) continue;
      const name = answer.description.replaceAll(' or ', 'Or');
      responses[name] = answer;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return { ...document, components: { ...document.components, responses } };
}

function everyOperation({ paths }: OpenApiDocument): OpenApiOperation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}
