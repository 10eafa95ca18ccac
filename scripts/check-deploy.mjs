// Checks what lies in deploy/ as far as can be without a container engine or systemd:
// - the steps of the Dockerfile, on what .dockerignore lets through, in plain folders and with the Node of this machine;
// - the service that comes out, as an ordinary user, asked by the image's own health check;
// - a run in the browser with its sandbox on, under the system calls that deploy/seccomp.json and deploy/gantry.service leave.
// Takes some minutes and some 2 GB below the temporary folder. Not part of `npm test`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, chown, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildStage } from './deploy/build-stages.mjs';
import { parseDockerfile, readIgnore } from './deploy/dockerfile.mjs';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('..', import.meta.url));
const apiKey = 'gk_check_0123456789abcdefghijABCDEFGHIJ';
const startMs = 120_000;
const stopMs = 60_000;

const work = await mkdtemp(join(tmpdir(), 'gantry-deploy-'));
try {
  await chmod(work, 0o755);
  await check();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function check() {
  const owner = ordinaryUser();
  const context = join(work, 'context');
  const ignore = readIgnore(await readFile(join(repository, '.dockerignore'), 'utf8'));
  await cp(repository, context, { recursive: true, filter: (path) => letsThrough(path, ignore) });
  say(`context: ${(await readdir(context)).sort().join(', ')}`);

  const stages = parseDockerfile(await readFile(join(repository, 'deploy/Dockerfile'), 'utf8'));
  say(`node ${process.version}, where the image has ${stages[0].base}`);
  const image = await buildStage({ stages, target: 'service', context, work, owner, say }).catch(
    giveUpOffline,
  );
  if (image === null) return;
  await expectLean(image);

  await serve(image, owner, 'as an ordinary user', []);
  for (const file of ['deploy/seccomp.json', 'deploy/gantry.service']) {
    const filter = ['python3', join(repository, 'scripts/deploy/under-filter.py'), join(repository, file)];
    const missing = await whatIsMissing();
    if (missing === null) await serve(image, owner, `under ${file}`, [...filter, String(owner.uid)]);
    else say(`not checked: ${file}, since there is no ${missing}`);
  }
}

/** Starts it, asks the health check, has a page looked at, and stops it. */
async function serve(image, owner, how, wrapper) {
  say(`the service ${how}`);
  const port = await freePort();
  await rm(image.volume, { recursive: true, force: true });
  await run('mkdir', ['-m', '0700', image.volume]);
  await chown(image.volume, owner.uid, owner.gid);
  const env = {
    PATH: process.env.PATH,
    HOME: image.volume,
    ...image.env,
    GANTRY_HOST: '127.0.0.1',
    GANTRY_PUBLIC_URL: `http://127.0.0.1:${port}`,
    GANTRY_PORT: String(port),
    GANTRY_ADMIN_KEY: apiKey,
  };
  const asOwner = {
    cwd: image.folder,
    env,
    ...(wrapper.length === 0 && process.getuid() === 0 ? owner : {}),
  };
  const [program, ...args] = [...wrapper, ...image.entrypoint, ...image.cmd];
  const child = spawn(program, args, { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'close');
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  try {
    await healthy(image.healthcheck, asOwner, child);
    say('  the health check passes');
    expect(
      !(await exists(join(image.volume, 'runtime'))),
      'PostgreSQL runs from the image, without a copy of it',
    );
    await lookAtPage(port);
  } catch (error) {
    process.stderr.write(log.slice(-4_000));
    throw error;
  } finally {
    child.kill('SIGTERM');
    const killed = setTimeout(() => child.kill('SIGKILL'), stopMs);
    const [code] = await exited;
    clearTimeout(killed);
    expect(code === 0, `it stops in order (exit code ${code})`);
  }
}

async function lookAtPage(port) {
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ prompt: `Open ${url}/docs. See "Submit a run".` });
  const { id } = await (await fetch(`${url}/api/v1/runs`, { method: 'POST', headers, body })).json();
  for (;;) {
    const found = await (await fetch(`${url}/api/v1/runs/${id}`, { headers })).json();
    if (found.completedAt === null) await delay(250);
    else if (found.error?.code === 'NO_DEVICE')
      return say('  not checked: a run, since there is no browser here');
    else
      return expect(
        found.output.result === 'PASS',
        `a run in the browser passes${found.error === null ? '' : ` (${JSON.stringify(found.error)})`}`,
      );
  }
}

async function healthy([program, ...args], options, child) {
  const deadline = Date.now() + startMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const isHealthy = await run(program, args, options).then(
      () => true,
      () => false,
    );
    if (isHealthy) return;
    if (Date.now() > deadline) throw new Error('it does not get healthy');
    await delay(250);
  }
}

async function expectLean({ root, folder, user }) {
  expect(user !== undefined && !/^(root|0)\b/.test(user), `its user is not root (${user})`);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const unwanted = Object.keys(manifest.devDependencies);
  const found = [];
  for (const name of unwanted) if (await exists(join(folder, 'node_modules', name))) found.push(name);
  // Some are there as dependencies of dependencies as well.
  expect(
    !found.some((name) => ['typescript', 'vitest', '@biomejs/biome', 'appium'].includes(name)),
    'no tools in it',
  );
  expect(
    !(await exists(join(folder, 'test'))) && !(await exists(join(folder, 'src'))),
    'no tests or sources in it',
  );
  const { stdout } = await run('du', ['-sm', root]);
  say(`on top of its base it has ${Number.parseInt(stdout, 10)} MB`);
}

/** The one of whom PostgreSQL and Chromium need to know the name: `nobody` for root, else whoever runs this. */
function ordinaryUser() {
  const uid = process.getuid();
  return uid === 0 ? { uid: 65534, gid: 65534 } : { uid, gid: process.getgid() };
}

function letsThrough(path, ignore) {
  const name = relative(repository, path);
  return name === '' || ignore(name);
}

async function whatIsMissing() {
  for (const [program, ...args] of [
    ['python3', '-c', 'import ctypes; ctypes.CDLL("libseccomp.so.2")'],
    ['systemd-analyze', 'syscall-filter', '@default'],
  ]) {
    const works = await run(program, args).then(
      () => true,
      () => false,
    );
    if (!works) return program === 'python3' ? 'python3 with libseccomp' : program;
  }
  return null;
}

function giveUpOffline(error) {
  if (!/ENOTCACHED|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT|network/.test(error.stderr ?? '')) throw error;
  say('not checked: the steps of the Dockerfile, since npm reaches no registry and its cache lacks packages');
  return null;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function exists(path) {
  return access(path).then(
    () => true,
    () => false,
  );
}

function expect(holds, what) {
  if (!holds) throw new Error(`does not hold: ${what}`);
  say(`  ${what}`);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
