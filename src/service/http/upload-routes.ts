import { Type } from 'typebox';
import { nullable } from '../../kernel/schema.ts';
import { MobileApp, toAppRecord } from '../apps/app.ts';
import { confirmUpload } from '../apps/confirm-upload.ts';
import { createInitiateUpload } from '../apps/initiate-upload.ts';
import type { HttpServer, Parts } from './parts.ts';
import { ProjectPath } from './resources.ts';
import { operationsOf } from './route-declaration.ts';

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

export const sha256Pattern = '^[0-9a-fA-F]{64}$';

const InitiateUpload = Type.Object({ filename, fileSize, removeAfter }, { title: 'InitiateUpload' });

const UploadTicket = Type.Object(
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

const ConfirmUpload = Type.Object(
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
const OneApp = Type.Object({ app: MobileApp });
const operation = operationsOf('Mobile apps', 'project');

/** Steps 1 and 3 of an upload; step 2 goes to the storage. */
export function uploadRoutes(api: HttpServer, parts: Parts): void {
  const { metrics, filesUrl } = parts;
  const initiateUpload = createInitiateUpload(parts);

  api.post(
    '/projects/:projectId/mobile/upload',
    operation('initiateUpload', {
      summary: 'Ask for a URL to upload a binary to',
      description:
        'Step 1 of 3. Step 2 is one PUT of the binary to `uploadUrl`, within 30 minutes and without a key; it answers 200, 403 when the URL is wrong or its time is over, 409 after confirm, 422 when the length is not `fileSize` (S3 answers in its own way).',
      params: ProjectPath,
      body: InitiateUpload,
      response: { 200: UploadTicket },
    }),
    async (request) => {
      const { filename, fileSize, removeAfter } = request.body;
      const { projectId } = request.params;
      const ticket = await initiateUpload({ projectId, filename, fileSize });
      return { ...ticket, filename, fileSize, ...(removeAfter != null && { removeAfter }) };
    },
  );

  api.post(
    '/projects/:projectId/mobile/upload/confirm',
    operation('confirmUpload', {
      errors: ['UploadIncomplete', 'UploadExpired', 'UploadMismatch', 'InvalidApp'],
      summary: 'Turn an uploaded binary into an app record',
      description: 'Step 3 of 3. Safe to repeat: the same record comes back, then with status 200.',
      params: ProjectPath,
      body: ConfirmUpload,
      response: { 200: OneApp, 201: OneApp },
    }),
    async (request, reply) => {
      const { storageKey, filename, fileSize, removeAfter, sha256 } = request.body;
      const { projectId } = request.params;
      const { app, created } = await confirmUpload(parts, {
        projectId,
        storageKey,
        filename,
        fileSize,
        removeAfter: removeAfter ?? null,
        sha256: sha256?.toLowerCase() ?? null,
      });
      if (created) metrics.appsConfirmed.inc({ platform: app.platform });
      return reply.code(created ? 201 : 200).send({ app: toAppRecord(app, filesUrl()) });
    },
  );
}
