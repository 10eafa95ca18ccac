import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Run, verifyWebhook, WebhookVerificationError } from '../../../client/index.ts';
import { type CallOf, defineCommand } from '../command.ts';
import { connect } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { projectOptions } from '../options.ts';
import { verdictLines } from '../runs/describe-run.ts';
import { clean } from '../terminal/text.ts';

type ListenCall = CallOf<typeof listen>;

/** A result with all its steps and issues stays far below this. */
const longestBodyBytes = 64 * 1024 * 1024;

/** Receives results until Ctrl-C, or until it has as many as were wanted. */
export const listen = defineCommand({
  path: 'listen',
  summary: 'receive results on this machine, verify and print them',
  details:
    'Prints an address to use as --result-url. Verifies signatures with the secret of the project, which an admin key can read, or with --secret. Ctrl-C stops it.',
  args: [],
  options: {
    port: {
      kind: 'integer',
      range: { min: 0, max: 65_535 },
      fallback: '4280',
      description: 'port to listen on; 0 takes any free one',
    },
    host: { kind: 'text', fallback: '127.0.0.1', description: 'address to listen on' },
    secret: {
      kind: 'text',
      placeholder: 'whsec_…',
      isRepeatable: true,
      description: 'verify with this secret',
    },
    forward: {
      kind: 'url',
      description: 'forward each delivery unchanged to this address, and return its answer',
    },
    count: {
      kind: 'integer',
      range: { min: 1, max: 1_000_000 },
      description: 'stop after this many deliveries',
    },
    ...projectOptions,
  },
  examples: ['gantry listen', 'gantry listen --port 9000 --forward http://localhost:3000/gantry'],
  async run(call): Promise<undefined> {
    const { options, printer, signal } = call;
    const secrets = await secretsOf(call);
    const { createServer } = await import('node:http');
    const over = new AbortController();
    let received = 0;
    const server = createServer((request, response) => {
      void answer(call, secrets, request, response).finally(() => {
        received += 1;
        if (received === options.count) over.abort();
      });
    });
    server.listen(options.port, options.host);
    await once(server, 'listening', { signal });
    const { address, port, family } = server.address() as AddressInfo;
    const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
    printer.jsonLine({ type: 'listening', url });
    printer.line(`Listening on ${url}. Ctrl-C ends it.`);
    const ending = AbortSignal.any([signal, over.signal]);
    if (!ending.aborted) await once(ending, 'abort');
    server.close();
    server.closeAllConnections();
    if (signal.aborted) printer.note('Stopped.');
  },
});

/** Those that were given, or that of the project. */
async function secretsOf(call: ListenCall): Promise<string[]> {
  const { options } = call;
  if (options.secret.length > 0) {
    if (options.secret.every((secret) => /^whsec_[A-Za-z0-9+/]+=*$/.test(secret))) return options.secret;
    throw new UsageError('--secret must be the whsec_… that "gantry projects show --show-secret" shows.');
  }
  const { client, projectId } = await connect(call);
  const { webhookSecret } = await client.call('getProject', { path: { projectId: await projectId() } });
  return [webhookSecret];
}

/** Answers the service with 2xx only for what was verified, else with the answer of the receiver behind it. */
async function answer(
  call: ListenCall,
  secrets: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = await bodyOf(request);
    if (body === null) return await end(response, 413);
    const verdict = await verified(request, body, secrets);
    const status = await forwarded(call, request, body);
    tell(call, request, verdict, status);
    await end(response, typeof verdict === 'string' ? 400 : (status ?? 204));
  } catch {
    response.destroy();
  }
}

/** Resolves when it is on its way, so that ending the server then cuts no answer off. */
function end(response: ServerResponse, status: number): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.writeHead(status, { connection: 'close' }).end(resolve);
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > longestBodyBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The run that it carries, or why it is not believed. */
async function verified(
  { headers }: IncomingMessage,
  body: Buffer,
  secret: readonly string[],
): Promise<Run | string> {
  try {
    return await verifyWebhook({ headers, body, secret });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

const forwardedHeaders = /^(content-type|user-agent|webhook-.*)$/;

/** The bytes and the signature stay as they came. Null where nothing is sent on; 502 where nobody answers. */
async function forwarded(
  { options, signal }: ListenCall,
  { headers }: IncomingMessage,
  body: Buffer,
): Promise<number | null> {
  if (options.forward === undefined) return null;
  const kept = Object.entries(headers).filter(([name]) => forwardedHeaders.test(name));
  try {
    const { status, body: rest } = await fetch(options.forward, {
      method: 'POST',
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    await rest?.cancel();
    return status;
  } catch {
    return 502;
  }
}

function tell(
  { printer }: ListenCall,
  { headers }: IncomingMessage,
  verdict: Run | string,
  forwardedStatus: number | null,
): void {
  const { style } = printer;
  const isVerified = typeof verdict !== 'string';
  printer.jsonLine({
    type: 'delivery',
    receivedAt: new Date().toISOString(),
    webhookId: headers['webhook-id'] ?? null,
    isVerified,
    ...(isVerified ? { run: verdict } : { reason: verdict }),
    ...(forwardedStatus !== null && { forwardedStatus }),
  });
  const time = style.dim(new Date().toTimeString().slice(0, 8));
  const onward = forwardedStatus === null ? '' : style.dim(`  forwarded: ${forwardedStatus}`);
  const text = isVerified
    ? `${style.green('✓')} ${verdictLines(verdict, style).join('\n')}  ${style.dim(verdict.id)}`
    : `${style.red('✗')} refused: ${clean(verdict)}`;
  printer.line(`${time} ${text}${onward}`);
}
