import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

/** The baseline of `initiate`: a typed body, one prepared insert, a small answer; no keys, no checks, no signature. */
const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? '{}'), max: 10 });
const app = Fastify();
const body = {
  type: 'object',
  required: ['filename', 'fileSize'],
  properties: { filename: { type: 'string' }, fileSize: { type: 'integer' } },
};
const answer = {
  type: 'object',
  properties: {
    uploadUrl: { type: 'string' },
    storageKey: { type: 'string' },
    filename: { type: 'string' },
    fileSize: { type: 'integer' },
  },
};
app.post<{ Params: { projectId: string }; Body: { filename: string; fileSize: number } }>(
  '/:projectId',
  { schema: { body, response: { 200: answer } } },
  async (request) => {
    const { filename, fileSize } = request.body;
    const id = randomUUID();
    const storageKey = `files/${request.params.projectId}/${id}.zip`;
    await pool.query({
      name: 'insert',
      text: `insert into bench_tickets (id, project_id, filename, file_size, extension, expires_at) values ($1, $2, $3, $4, 'zip', now())`,
      values: [id, request.params.projectId, filename, fileSize],
    });
    return { uploadUrl: `http://127.0.0.1/storage/${storageKey}`, storageKey, filename, fileSize };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
console.log(JSON.stringify(address !== null && typeof address === 'object' ? address.port : 0));
