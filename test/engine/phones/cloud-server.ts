import { createServer } from 'node:http';
import { sha256 } from './support.ts';

export interface Uploaded {
  path: string;
  /** What the form holds besides the file. */
  fields: Record<string, string>;
  fileField: string;
  filename: string;
  sha256: string;
  hasLength: boolean;
}

export interface CloudServer {
  url: string;
  uploads: Uploaded[];
  /** Answers with that from now on; null: as documented. */
  refuse(answer: { status: number; body: string } | null): void;
  close(): Promise<void>;
}

const answers: Record<string, (serial: number) => object> = {
  '/app-automate/upload': (serial) => ({ app_url: `bs://${serial}` }),
  '/v1/storage/upload': (serial) => ({ item: { id: String(serial), name: 'x' } }),
  '/app/upload/realDevice': (serial) => ({ app_url: `lt://APP${serial}`, name: 'x', status: 'success' }),
};

/** Takes builds as BrowserStack, Sauce Labs and LambdaTest document it, each under its own path, from `user:key`. */
export async function startCloud(): Promise<CloudServer> {
  const uploads: Uploaded[] = [];
  let refusal: { status: number; body: string } | null = null;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const isKnown =
      request.headers.authorization === `Basic ${Buffer.from('user:secret-key').toString('base64')}`;
    if (refusal !== null) return void response.writeHead(refusal.status).end(refusal.body);
    if (!isKnown) return void response.writeHead(401).end('Authorization required for secret-key');
    const form = readForm(Buffer.concat(parts), request.headers['content-type'] ?? '');
    const hasLength = Number(request.headers['content-length']) > 0;
    uploads.push({ path: pathname, ...form, hasLength });
    response.writeHead(pathname.startsWith('/v1/') ? 201 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answers[pathname]?.(uploads.length) ?? {}));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    uploads,
    refuse: (answer) => {
      refusal = answer;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readForm(body: Buffer, type: string): Omit<Uploaded, 'path' | 'hasLength'> {
  const boundary = /boundary=(\S+)/.exec(type)?.[1] ?? '';
  const form: Omit<Uploaded, 'path' | 'hasLength'> = { fields: {}, fileField: '', filename: '', sha256: '' };
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const [head = '', ...rest] = part.slice(2).split('\r\n\r\n');
    const content = Buffer.from(rest.join('\r\n\r\n').slice(0, -2), 'latin1');
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    if (filename === undefined) form.fields[name] = content.toString();
    else Object.assign(form, { fileField: name, filename, sha256: sha256(content) });
  }
  return form;
}
