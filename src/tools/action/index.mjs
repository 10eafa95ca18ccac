// The step of a GitHub job: gets the command line of the very service that it talks to, and runs its "github-action".
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const pausesMs = [1_000, 2_000, 4_000, 8_000];
const timeoutMs = 30_000;
const maxBytes = 4 * 1024 * 1024;

let tool;
try {
  tool = await fetchTool(serviceUrl(process.env));
} catch (error) {
  const title = error.title ?? "the service can't be reached";
  const message = error.message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::error title=Gantry%3A ${title}::${message}\n`);
  process.exit(1);
}
await start(tool);

/** The address of the service is that of its webhook up to the API. */
function serviceUrl(env) {
  const given = env.INPUT_URL?.trim() || env['INPUT_WEBHOOK-URL']?.trim() || '';
  const url = given.replace(/\/api\/v1(?:\/.*)?$/, '').replace(/\/+$/, '');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    fail(
      'the inputs are wrong',
      'url: must be the address of the service, such as https://gantry.example.com',
    );
  return url;
}

async function fetchTool(url) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await download(`${url}/gantry.mjs`);
    } catch (error) {
      if (error.title !== undefined || attempt === pausesMs.length) throw error;
      process.stdout.write(`${error.message} Trying again in ${pausesMs[attempt] / 1_000} s.\n`);
      await sleep(pausesMs[attempt]);
    }
  }
}

async function download(address) {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error) =>
      fail(
        undefined,
        `The service can't be reached: ${error.cause?.message || error.cause?.code || error.message}.`,
      ),
  );
  if (response.status === 404)
    fail(
      'the service refused',
      `There is no ${address}: is this the address of a Gantry service of this version?`,
    );
  if (!response.ok) fail(undefined, `${address} answered ${response.status}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxBytes || !bytes.subarray(0, 2).equals(Buffer.from('#!')))
    fail('the service refused', `${address} is not the command line of Gantry.`);
  return bytes;
}

async function start(tool) {
  const folder = await mkdtemp(join(process.env.RUNNER_TEMP || tmpdir(), 'gantry-'));
  const file = join(folder, 'gantry.mjs');
  await writeFile(file, tool);
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'github-action');
  await import(pathToFileURL(file).href);
}

function fail(title, message) {
  throw Object.assign(new Error(message), { title });
}
