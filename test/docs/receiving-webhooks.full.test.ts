import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listening } from '../support/listening.ts';
import { quietPort } from '../support/ports.ts';
import { scriptedExecution } from '../support/scripted-execution.mjs';
import {
  adminKey,
  createTestFolder,
  eventually,
  startTestService,
  type TestService,
} from '../support/service.js';
import { blocksOf } from './blocks.js';
import { missingPrograms, shell } from './shell.js';

const programs = {
  node: { language: 'js', file: 'receiver.mjs', command: [process.execPath] },
  python: { language: 'python', file: 'receiver.py', command: ['python3'] },
  go: { language: 'go', file: 'receiver.go', command: ['go', 'run'] },
} as const;

const present = Object.entries(programs).filter(
  ([, { command }]) => command[0] === process.execPath || missingPrograms(command[0]).length === 0,
);
const absent = Object.keys(programs).filter((name) => !present.some(([there]) => there === name));
const whyNot = absent.length === 0 ? '' : ` (without ${absent.join(', ')}: not on this machine)`;
const missing = missingPrograms('openssl', 'jq', 'curl', 'od');

describe(`the receivers of docs/receiving-webhooks.md${whyNot}`, () => {
  it('take a result of the service, and refuse one that is forged, changed or old', async () => {
    const service = await start();
    const { webhookSecret } = (await service.call('GET', `/projects/${service.projectId}`)).body;
    await Promise.all(
      present.map(async ([name, program]) => {
        const receiver = await startReceiver(program, webhookSecret);
        const run = await deliver(service, receiver.url);
        expect({ name, webhookStatus: run.webhookStatus }).toEqual({ name, webhookStatus: 'delivered' });
        await eventually(async () => expect(receiver.out()).toBe(`msg_${run.id} completed PASS\n`));
        const answers = await Promise.all(
          attempts(webhookSecret).map((attempt) => send(receiver.url, attempt)),
        );
        expect({ name, answers }).toEqual({ name, answers: [204, 204, 401, 401, 401, 401, 401] });
      }),
    );
  });
});

const whyNoShell = missing.length === 0 ? '' : ` (skipped: there is no ${missing.join(', ')})`;

describe.skipIf(missing.length > 0)(`the shell of docs/receiving-webhooks.md${whyNoShell}`, () => {
  it('reads the secret, tells a genuine result from a changed one, and takes either secret while one is rotated', async () => {
    const service = await start();
    const folder = await createTestFolder();
    const [readSecret = ''] = await blocksOf('docs/receiving-webhooks.md', 'sh');
    const secret = await shell(readSecret, {
      cwd: folder,
      env: {
        GANTRY_URL: service.url,
        GANTRY_API_KEY: adminKey,
        GANTRY_PROJECT: service.projectId,
      },
    });
    await service.call('POST', `/projects/${service.projectId}/webhook-secret/rotate`);
    const got = await captured(service);

    const [verify = ''] = await blocksOf('docs/receiving-webhooks.md', 'bash');
    const judge = async (body: string, timestamp = got.timestamp) => {
      await writeFile(join(folder, 'body.json'), body);
      const env = { WEBHOOK_SECRET: secret.out.trim(), id: got.id, timestamp, signatures: got.signatures };
      return shell(verify, { cwd: folder, env });
    };
    expect(got.signatures.split(' ')).toHaveLength(2);
    expect(await judge(got.body)).toMatchObject({ code: 0, out: 'genuine\n' });
    expect(await judge(`${got.body} `)).toMatchObject({ code: 1, out: '' });
    expect(await judge(got.body, String(Number(got.timestamp) - 1))).toMatchObject({ code: 1, out: '' });
  });
});

async function start(): Promise<TestService> {
  return startTestService({ execution: scriptedExecution() });
}

async function deliver(service: TestService, webhookUrl: string) {
  const { id } = (await service.call('POST', '/runs', { prompt: 'see a', webhookUrl })).body;
  let run = { id, webhookStatus: 'pending' };
  await eventually(async () => {
    run = (await service.call('GET', `/runs/${id}`)).body;
    expect(run.webhookStatus).not.toBe('pending');
  });
  return run;
}

/** The first two are genuine, the second beside a signature by another secret. */
function attempts(secret: string) {
  const now = new Date();
  const old = new Date(now.getTime() - 10 * 60_000);
  const other = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const body = '{"status":"completed","output":{"result":"PASS"},"titel":"Größe"}';
  const signed = (by: string, at = now) => ({
    body,
    id: 'msg_1',
    timestamp: String(Math.floor(at.getTime() / 1000)),
    signatures: new Webhook(by).sign('msg_1', at, body),
  });
  const genuine = signed(secret);
  return [
    genuine,
    { ...genuine, signatures: `${signed(other).signatures} ${genuine.signatures}` },
    signed(other),
    signed(secret, old),
    { ...genuine, body: body.replace('PASS', 'FAIL') },
    { ...genuine, signatures: genuine.signatures.replace('v1,', 'v2,') },
    { ...genuine, signatures: '' },
  ];
}

async function send(url: string, attempt: ReturnType<typeof attempts>[number]): Promise<number> {
  const headers = {
    'webhook-id': attempt.id,
    'webhook-timestamp': attempt.timestamp,
    'webhook-signature': attempt.signatures,
  };
  return (await fetch(url, { method: 'POST', headers, body: attempt.body })).status;
}

/** A delivery as it came in. */
async function captured(service: TestService) {
  let got = { id: '', timestamp: '', signatures: '', body: '' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const header = (name: string) => String(request.headers[name]);
    got = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      body: Buffer.concat(chunks).toString(),
    };
    response.end();
  });
  await deliver(service, await listening(server));
  return got;
}

async function startReceiver(program: (typeof programs)[keyof typeof programs], secret: string) {
  const folder = await createTestFolder();
  const file = join(folder, program.file);
  const [source = ''] = await blocksOf('docs/receiving-webhooks.md', program.language);
  await writeFile(file, source);
  const port = await quietPort();
  const [command, ...args] = program.command;
  const child = spawn(command, [...args, file], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
    // `go run` starts a program of its own, which must end with it.
    detached: true,
  });
  const exited = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await exited;
  });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  await eventually(() => reachable(port));
  return { url: `http://127.0.0.1:${port}`, out: () => out.replaceAll(/^msg_1 .*\n/gm, '') };
}

async function reachable(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
