import { type Static, Type } from 'typebox';
import { orNotFound, PublicError } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Group } from '../groups/group-store.ts';
import { type Triggered, triggerGroup } from '../groups/trigger.ts';
import {
  authenticateWebhook,
  deleteWebhook,
  enableWebhook,
  findWebhook,
  makeWebhook,
} from '../groups/webhook.ts';
import {
  phoneMembers,
  requestFrom,
  showStarted,
  startedMembers,
  targetMembers,
} from '../runs/hosted-shapes.ts';
import { addressedGroup, GroupPath } from './group-routes.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { IdempotencyHeaders } from './run-routes.ts';

const TriggerBody = Type.Object(
  {
    ...phoneMembers({
      mobile: 'Needed for a group with mobile tests',
      device: 'What the runs want of their phones; its members stand before those of the tests and the group',
    }),
    ...targetMembers('What web tests test'),
    commitSha: Type.Optional(
      nullable.text({ format: 'plain-text', maxLength: 200, description: 'Shown with the batch' }),
    ),
    webhookUrl: Type.Optional(
      nullable.text({ format: 'http-url', description: 'Receives the result of each run' }),
    ),
  },
  { title: 'TriggerGroup' },
);
const TriggeredBatch = Type.Object(
  {
    received: Type.Boolean(),
    status: oneOf(['queued']),
    groupId: Type.String({ format: 'uuid' }),
    batchId: Type.String({ format: 'uuid' }),
    ...startedMembers,
    count: Type.Integer(),
    metadata: Type.Object({
      mobile: Type.Optional(
        Type.Object({
          source: oneOf(['app_id', 'artifact_url']),
          resolvedAppId: nullable.text({ description: 'Null until an artifact is imported' }),
        }),
      ),
    }),
  },
  { title: 'TriggeredBatch' },
);
const Webhook = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    enabled: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'GroupWebhook' },
);
const MadeWebhook = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    secret: Type.String({ description: 'Shown only now' }),
    url: Type.String({ format: 'uri', description: 'POST to it to start the group' }),
  },
  { title: 'MadeGroupWebhook' },
);
/** No more than text: an id or a secret of another shape is looked up like a wrong one, in the same time. */
const ofWebhook = { format: 'plain-text', 'x-resource': 'group webhook' };
const WebhookPath = Type.Object({ id: Type.String(ofWebhook), secret: Type.String(ofWebhook) });
const operation = operationsOf('Groups', 'project');

export function triggerRoutes(api: HttpServer, parts: Parts): void {
  const { db, publicUrl } = parts;

  api.post(
    '/groups/webhook/:id/:secret',
    operation('triggerGroupByWebhook', {
      access: 'public',
      errors: ['Forbidden'],
      summary: 'Start a group by its webhook',
      description:
        'Needs no key: id and secret in the path are one. No body is the same as `{}`. `targetUrl` must be on a host of the `allowedHosts`, the `targetUrl` or an environment of the project, `webhookUrl` on the origin of its `webhookUrl` or on one of its `allowedReceivers`; the same call with an API key is free in both.',
      security: [],
      params: WebhookPath,
      headers: IdempotencyHeaders,
      body: TriggerBody,
      response: { 202: TriggeredBatch },
    }),
    async (request, reply) => {
      const { id, secret } = request.params;
      const webhook = orNotFound(await authenticateWebhook(db, id, secret), 'group webhook');
      if (!webhook.enabled) throw new PublicError('Forbidden', 'This group webhook is disabled.');
      const { group, webhookId } = webhook;
      return reply.code(202).send(await start(group, request, { scope: webhookId, isKeyless: true }));
    },
  );

  api.post(
    '/groups/:id/runs',
    operation('triggerGroup', {
      summary: 'Start a group with an API key',
      params: GroupPath,
      headers: IdempotencyHeaders,
      body: TriggerBody,
      response: { 202: TriggeredBatch },
    }),
    async (request, reply) => {
      const group = await addressedGroup(db, request);
      const caller = { scope: group.project_id, isKeyless: false };
      return reply.code(202).send(await start(group, request, caller));
    },
  );

  async function start(
    group: Group,
    { body, headers }: { body: Static<typeof TriggerBody>; headers: Static<typeof IdempotencyHeaders> },
    { scope, isKeyless }: { scope: string; isKeyless: boolean },
  ) {
    const key = headers['idempotency-key'];
    const request = { ...requestFrom(body), commitSha: body.commitSha ?? null };
    const triggered = await triggerGroup(parts, {
      group,
      request,
      isKeyless,
      idempotency: key === undefined ? null : { scope, key },
    });
    return showTriggered(group.id, triggered, request.app);
  }

  api.post(
    '/groups/:id/webhook',
    operation('makeGroupWebhook', {
      summary: 'Make the webhook of a group, or give it a new secret',
      description: 'The secret is shown only now; a former one is dead at once.',
      params: GroupPath,
      response: { 201: Type.Object({ webhook: MadeWebhook }) },
    }),
    async (request, reply) => {
      const { id: groupId } = await addressedGroup(db, request);
      const { id, secret } = await makeWebhook(db, groupId);
      const url = `${publicUrl()}/api/v1/groups/webhook/${id}/${secret}`;
      return reply.code(201).send({ webhook: { id, secret, url } });
    },
  );

  api.get(
    '/groups/:id/webhook',
    operation('getGroupWebhook', {
      summary: 'Read the webhook of a group, without its secret',
      params: GroupPath,
      response: { 200: Type.Object({ webhook: Webhook }) },
    }),
    async (request) => shownWebhook((await addressedGroup(db, request)).id),
  );

  api.patch(
    '/groups/:id/webhook',
    operation('updateGroupWebhook', {
      summary: 'Enable or disable the webhook of a group',
      params: GroupPath,
      body: Type.Object({ enabled: Type.Boolean() }, { title: 'UpdateGroupWebhook' }),
      response: { 200: Type.Object({ webhook: Webhook }) },
    }),
    async (request) => {
      const { id } = await addressedGroup(db, request);
      await enableWebhook(db, id, request.body.enabled);
      return shownWebhook(id);
    },
  );

  api.delete(
    '/groups/:id/webhook',
    operation('deleteGroupWebhook', {
      summary: 'Delete the webhook of a group',
      params: GroupPath,
      response: { 200: Deleted },
    }),
    async (request) => {
      const { id: groupId } = await addressedGroup(db, request);
      const id = orNotFound(await deleteWebhook(db, groupId), 'webhook of this group');
      return { deleted: true, id };
    },
  );

  async function shownWebhook(groupId: string) {
    const webhook = orNotFound(await findWebhook(db, groupId), 'webhook of this group');
    const { id, enabled, created_at } = webhook;
    return { webhook: { id, enabled, createdAt: created_at.toISOString() } };
  }
}

function showTriggered(
  groupId: string,
  { batchId, runIds, appId }: Triggered,
  app: ReturnType<typeof requestFrom>['app'],
) {
  const source = app !== null && 'artifactUrl' in app ? ('artifact_url' as const) : ('app_id' as const);
  return {
    received: true,
    status: 'queued' as const,
    groupId,
    batchId,
    ...showStarted(runIds),
    metadata: app === null ? {} : { mobile: { source, resolvedAppId: appId } },
  };
}
