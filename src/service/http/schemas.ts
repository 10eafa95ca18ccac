import { Type } from 'typebox';
import { errorStatus } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';

/** A schema with a `title` becomes a named component of the OpenAPI document. */

/** What names a resource: one whose id has another shape does not exist, wherever a call names it. */
export const idOf = (resource: string) => ({
  format: 'uuid',
  description: `Identifier of the ${resource}`,
  'x-resource': resource,
});
const id = (description: string) => Type.String({ format: 'uuid', description });
const timestamp = (description: string) => Type.String({ format: 'date-time', description });

export const ErrorBody = Type.Object(
  {
    error: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'Stable code of the error',
    }),
    message: Type.String({ description: 'One sentence that says what to do' }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Each wrong field, where several are wrong',
      }),
    ),
    requestId: Type.String({ description: 'The log of the service has the same id' }),
  },
  { title: 'Error' },
);

export const Warnings = Type.Array(
  Type.Object({
    path: Type.String({ description: 'Of the member or parameter, such as `mobile.appID`' }),
    message: Type.String({ description: 'Follows the path' }),
  }),
  { description: 'What the service has not taken from the call; absent where it took everything' },
);

export const MobileApp = Type.Object(
  {
    id: id('Identifier of the upload'),
    platform: oneOf(['ios', 'android']),
    filename: Type.String({ description: 'Name of the app, without its archive suffix' }),
    bundleId: nullable.text({ description: 'Bundle identifier; several uploads may share one' }),
    appVersion: nullable.text({ description: 'Version label' }),
    buildVersion: nullable.text({ description: 'Build label' }),
    builtFor: Type.Unsafe<'simulator' | 'device' | null>({
      type: ['string', 'null'],
      enum: ['simulator', 'device', null],
      description:
        'Where an iOS build runs: in the simulator, or on a real device; null for Android and where the build does not tell',
    }),
    architectures: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description:
        'Of its machine code, such as arm64 or x86_64; empty where an Android app has none of its own, null where the build does not tell',
    }),
    fileSize: Type.Integer({ description: 'Bytes' }),
    source: oneOf(['api_upload', 'group_webhook_artifact']),
    expiresAt: nullable.text({ format: 'date-time', description: 'Null when the upload is permanent' }),
    removeAfter: nullable.integer({ description: 'Seconds; null when the upload is permanent' }),
    iconUrl: nullable.text({
      format: 'uri',
      description:
        'The icon of the build, a PNG or WebP, for everyone who has the address, as long as the app is listed; null where it has none that can be shown',
    }),
    createdAt: timestamp('Creation time'),
  },
  { title: 'MobileApp' },
);

const filename = Type.String({
  format: 'build-filename',
  description: 'A name that ends in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa',
  examples: ['MyApp.app.zip'],
});
const fileSize = Type.Integer({ minimum: 1, description: 'Size of the file in bytes', examples: [1048576] });
const removeAfter = Type.Optional(
  nullable.integer({
    minimum: 1,
    maximum: 31_536_000,
    description: 'Delete the upload after this many seconds; omitted means permanent',
  }),
);

const sha256Pattern = '^[0-9a-fA-F]{64}$';

export const InitiateUpload = Type.Object({ filename, fileSize, removeAfter }, { title: 'InitiateUpload' });

export const UploadTicket = Type.Object(
  {
    uploadUrl: Type.String({
      format: 'uri',
      description: 'Address for one HTTP PUT of the binary, valid for 30 minutes',
    }),
    storageKey: Type.String({ description: 'files/{projectId}/<unique>.<extension>' }),
    filename: Type.String(),
    fileSize: Type.Integer(),
    removeAfter: Type.Optional(Type.Integer()),
  },
  { title: 'UploadTicket' },
);

export const ConfirmUpload = Type.Object(
  {
    storageKey: Type.String({
      format: 'plain-text',
      'x-resource': 'upload in this project',
      description: 'The storageKey of the ticket',
      maxLength: 1024,
    }),
    filename: Type.String({
      format: 'plain-text',
      description: 'The filename of the ticket',
      maxLength: 1024,
    }),
    fileSize: Type.Integer({ description: 'The fileSize of the ticket' }),
    removeAfter,
    sha256: Type.Optional(
      nullable.text({
        pattern: sha256Pattern,
        description:
          'SHA-256 of the binary as the caller has computed it, in hex: a list can then be asked for it',
      }),
    ),
  },
  { title: 'ConfirmUpload' },
);

export const Project = Type.Object(
  {
    id: id('Identifier of the project'),
    name: Type.String(),
    webhookUrl: nullable.text({ description: 'Receives the results of all runs that name no other address' }),
    targetUrl: nullable.text({ description: 'What web runs test when they name no other address' }),
    url: nullable.text({ description: 'The same as `targetUrl`' }),
    description: nullable.text(),
    concurrency: Type.Integer({ description: 'How many runs of the project are executed at once' }),
    allowedHosts: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'Where the browser of a run may go; null: the host that it goes to first',
    }),
    allowedReceivers: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description:
        'Where a group webhook may have results sent, beside the origin of the webhookUrl of the project; null: nowhere else',
    }),
    createdAt: timestamp('Creation time'),
    updatedAt: timestamp('Time of the last change'),
  },
  { title: 'Project' },
);

export const ProjectSettings = Type.Object(
  {
    ...Project.properties,
    webhookSecret: Type.String({
      description: 'Signs the results of the project by Standard Webhooks',
      examples: ['whsec_…'],
    }),
    previousWebhookSecretsValidUntil: nullable.text({
      format: 'date-time',
      description: 'Until then former secrets sign beside the current one; null when none does',
    }),
  },
  { title: 'ProjectSettings' },
);

const projectName = { format: 'display-name', description: 'One to 200 characters', examples: ['Shop'] };
const concurrency = {
  minimum: 1,
  maximum: 1_000,
  description: 'How many runs of the project are executed at once; 5 by default',
};
const hostList = (description: string, options: { minItems?: number } = {}) =>
  Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      ...options,
      maxItems: 100,
      items: { type: 'string', format: 'host-pattern' },
      description,
    }),
  );
const hostLists = {
  allowedHosts: hostList(
    'Where the browser of a run may go, such as shop.example.com, *.example.com or localhost:3000; null: the host that it goes to first, and those that this redirects to',
  ),
  allowedReceivers: hostList(
    'Where a group webhook may have results sent, beside the origin of the webhookUrl of the project, written like allowedHosts; calls with an API key may name any receiver',
  ),
};
const httpUrl = (description: string) => Type.Optional(nullable.text({ format: 'http-url', description }));

/** What a person writes about a project or a test. */
export const description = Type.Optional(
  nullable.text({ format: 'plain-text', maxLength: 5_000, description: 'Null removes it' }),
);

export const CreateProject = Type.Object(
  {
    name: Type.String(projectName),
    webhookUrl: httpUrl('Receives the results of all runs that name no other address'),
    targetUrl: httpUrl('What web runs test when they name no other address'),
    url: httpUrl('Another name of `targetUrl`'),
    description,
    concurrency: Type.Optional(nullable.integer(concurrency)),
    ...hostLists,
  },
  { title: 'CreateProject' },
);

export const UpdateProject = Type.Object(
  {
    name: Type.Optional(nullable.text(projectName)),
    webhookUrl: httpUrl('Null removes it'),
    targetUrl: httpUrl('Null removes it'),
    url: httpUrl('Another name of `targetUrl`'),
    description,
    concurrency: Type.Optional(nullable.integer(concurrency)),
    ...hostLists,
  },
  { title: 'UpdateProject' },
);

export const Variable = Type.Object(
  {
    name: Type.String(),
    value: nullable.text({ description: 'Null for a secret one' }),
    secret: Type.Boolean(),
    hosts: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The pages that a secret is filled in on; null: those that the run may go to',
    }),
    updatedAt: timestamp('Time of the last change'),
  },
  { title: 'Variable' },
);

export const SetVariable = Type.Object(
  {
    value: Type.String({ minLength: 1, maxLength: 4_096, format: 'plain-text' }),
    secret: Type.Optional(nullable.boolean({ description: 'False by default' })),
    hosts: hostList(
      'Of a secret: the only pages and frames that it is filled in on, written like allowedHosts; left out: those of the hosts that the run may go to',
      { minItems: 1 },
    ),
  },
  { title: 'SetVariable' },
);

export const Session = Type.Object(
  {
    id: id('Identifier of the session'),
    keyId: Type.String({ description: 'Public part of the key that it was opened with' }),
    createdAt: timestamp('When the browser signed in'),
    expiresAt: timestamp('When it ends by itself'),
  },
  { title: 'Session' },
);

export const ApiKey = Type.Object(
  {
    id: Type.String({ description: 'Public part of the key' }),
    kind: oneOf(['admin', 'project']),
    projectId: nullable.text({ format: 'uuid', description: 'Null for an admin key' }),
    name: nullable.text(),
    createdAt: timestamp('Creation time'),
    revokedAt: nullable.text({ format: 'date-time' }),
    sessions: Type.Array(Session, {
      description: 'The browsers that are signed in with it, newest first, 20 at most',
    }),
  },
  { title: 'ApiKey' },
);

export const IssuedApiKey = Type.Object(
  { ...ApiKey.properties, key: Type.String({ description: 'The key itself; it is shown only now' }) },
  { title: 'IssuedApiKey' },
);

export const IssueKey = Type.Object(
  { name: Type.Optional(nullable.text({ format: 'display-name', description: 'What the key is for' })) },
  { title: 'IssueKey' },
);

export const ProjectPath = Type.Object({
  projectId: Type.String(idOf('project')),
});

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000, description: 'Records in one page' }),
  ),
  cursor: Type.Optional(
    Type.String({
      format: 'cursor',
      maxLength: 200,
      description: 'Where the page starts; taken from the Link header',
    }),
  ),
};

export const TimeSpan = {
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created at this time or later' }),
  ),
  to: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only what was created before this time' }),
  ),
};

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}

export const ListApps = Type.Object({
  ...PageQuery,
  platform: Type.Optional(oneOf(['ios', 'android'])),
  bundleId: Type.Optional(Type.String({ maxLength: 1_024, format: 'plain-text' })),
  sha256: Type.Optional(
    Type.String({ pattern: sha256Pattern, description: 'Apps that were confirmed with this SHA-256' }),
  ),
});

/** Of a list, beside its records. */
export const NextCursor = nullable.text({
  description: 'The `cursor` of the next page; null on the last page, and where a list has only one',
});

export const Deleted = Type.Object(
  { deleted: Type.Boolean(), id: Type.String({ description: 'What was deleted, as the path names it' }) },
  { title: 'Deleted' },
);

/** Of a call that names its project in its body. */
export const optionalProject = Type.Optional(
  nullable.text({
    ...idOf('project'),
    description: 'A project key implies its project; an admin key needs this when there are several',
  }),
);
