import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { masking } from '../../../kernel/masking.ts';
import { networkReason } from '../../../kernel/network-reason.ts';
import { withSignal } from '../../../kernel/with-signal.ts';
import { ExecutionFailure } from '../../report.ts';
import type { AppSuffix, CloudUploads } from '../../task.ts';
import { basic } from '../servers.ts';
import { readStart } from '../wire.ts';
import type { Cloud, CloudAccount } from './cloud.ts';
import { clouds, parsedJson, textIn } from './clouds.ts';

export interface Build {
  /** As people call it. */
  readonly name: string;
  readonly path: string;
  /** Of what was uploaded to the service. */
  readonly sha256: string;
  readonly form: AppSuffix;
}

interface CloudUpload {
  readonly account: CloudAccount;
  readonly isReal: boolean | null;
  readonly build: Build;
  readonly known: CloudUploads;
  /** Also where the cloud has it by all that is known. */
  readonly isAnew: boolean;
}

/** Says what the cloud calls the build, which is uploaded where it does not have it yet. Throws `ExecutionFailure`. */
export type UploadBuild = (upload: CloudUpload, signal: AbortSignal) => Promise<string>;

const longestMs = 15 * 60_000;
/** To look into a build that has arrived; it takes a minute for a large one. */
const answerMs = 5 * 60_000;
const longestAnswer = 64 * 1024;
const longestReason = 300;

export function createBuildUploader() {
  const underWay = new Map<string, Promise<string>>();
  const stopping = new AbortController();

  return {
    upload,
    /** Ends what is under way. */
    async close() {
      stopping.abort(new Error('the service stops'));
      await Promise.allSettled(underWay.values());
    },
  };

  async function upload(
    { account, isReal, build, known, isAnew }: CloudUpload,
    signal: AbortSignal,
  ): Promise<string> {
    const cloud = clouds[account.kind];
    const url = account.uploadUrl ?? cloud.upload.url(account, isReal);
    const key = {
      cloud: account.kind,
      account: accountHash(account, url),
      sha256: build.sha256,
      form: build.form,
    };
    const reference = isAnew ? null : await known.find(key, cloud.upload.reliedUponDays);
    if (reference !== null) return reference;
    const name = Object.values(key).join(' ');
    let work = underWay.get(name);
    if (work === undefined) {
      // It continues when one who waits for it leaves: the next one needs it as well.
      work = send(cloud, account, url, build, stopping.signal)
        .then(async (sent) => {
          await known.remember(key, sent);
          return sent;
        })
        .finally(() => underWay.delete(name));
      work.catch(() => undefined);
      underWay.set(name, work);
    }
    return withSignal(work, signal);
  }
}

/** Who has it, and where. The key is no part of it: a new one changes nothing. */
function accountHash({ username }: CloudAccount, url: string): string {
  return createHash('sha256')
    .update(JSON.stringify([username, url]))
    .digest('hex');
}

async function send(
  cloud: Cloud,
  account: CloudAccount,
  url: string,
  build: Build,
  signal: AbortSignal,
): Promise<string> {
  const mask = masking([account.accessKey]);
  const filename = `${build.name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80) || 'app'}${build.form}`;
  const form = await formOf(cloud, filename, build.path);
  let answer: { status: number; text: string };
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { ...form.headers, authorization: basic(account.username, account.accessKey) },
      body: form.body,
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
    });
    answer = { status: statusCode, text: await readStart(body, longestAnswer) };
  } catch (error) {
    form.body.destroy();
    throw new ExecutionFailure(
      'CLOUD_UNREACHABLE',
      mask(`${cloud.name} can't be reached: ${reasonOf(error)}`),
      {
        cause: error,
      },
    );
  }
  const parsed = parsedJson(answer.text);
  const reference = answer.status < 300 ? cloud.upload.reference(parsed) : null;
  if (reference !== null) return reference;
  throw new ExecutionFailure('CLOUD_REFUSED', mask(refusal(cloud, account, answer, parsed)));
}

function refusal(
  { name }: Cloud,
  { username }: CloudAccount,
  { status, text }: { status: number; text: string },
  parsed: unknown,
): string {
  if (status === 401 || status === 403) {
    return `${name} does not accept the account "${username}": check its "username" and "accessKey" in the list of devices.`;
  }
  const said =
    textIn(parsed, 'error') ?? textIn(parsed, 'message') ?? textIn(parsed, 'error', 'message') ?? text;
  const [line = ''] = said.trim().split('\n');
  const reason = line.slice(0, longestReason) || 'it gave no reason';
  return `${name} did not take the build: ${reason} (status ${status}).`;
}

/** Of known length: not every server takes a body without. The file is read as it is sent. */
async function formOf(cloud: Cloud, filename: string, path: string) {
  const boundary = `gantry-${randomBytes(16).toString('hex')}`;
  const fields = Object.entries(cloud.upload.fields(filename)).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${fields.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${cloud.upload.fileField}"; ` +
      `filename="${filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { size } = await stat(path);
  async function* parts(): AsyncGenerator<Buffer> {
    yield head;
    yield* createReadStream(path, { highWaterMark: 256 * 1024 });
    yield tail;
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + size + tail.length),
    },
    body: Readable.from(parts(), { highWaterMark: 1 }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `the upload took longer than ${longestMs / 60_000} minutes.`;
  return `${networkReason(error).slice(0, longestReason)}.`;
}
