// Builds dashboard/ into dist/dashboard/ when its sources changed. `--report` prints how much a first load transfers.
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const target = join(dist, 'dashboard');
const sourceFolders = ['dashboard', 'src/client'];
const sourceFiles = ['npm-shrinkwrap.json', 'scripts/dashboard-bundle.mjs'];

const fingerprintFile = '.fingerprint';
const manifestFile = '.vite/manifest.json';
const unfinishedPrefix = '.dashboard-';
const firstLoadLimitBytes = 200 * 1024;
const leastCompressedBytes = 1024;

const fingerprint = await fingerprintOfSources();
const builtFrom = await readFile(join(target, fingerprintFile), 'utf8').catch(() => null);
if (builtFrom !== fingerprint) await build();
if (process.argv.includes('--report')) report(await firstLoadBytes(target));

/** In a folder of its own, which takes its place when it is whole: a build that breaks off leaves the one before. */
async function build() {
  await removeUnfinished();
  const folder = await mkdtemp(join(dist, `${unfinishedPrefix}${process.pid}-`));
  try {
    await bundle(folder);
    await requirePlaceholders(folder);
    await compressFiles(folder);
    const bytes = await firstLoadBytes(folder);
    if (bytes > firstLoadLimitBytes)
      fail(`The first load of the dashboard is ${kib(bytes)} KiB compressed; it may be 200 KiB.`);
    await writeFile(join(folder, fingerprintFile), fingerprint);
    // A temporary folder is its owner's alone; the service may run as somebody else.
    await chmod(folder, 0o755);
    await takePlace(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bundle(outDir) {
  // Read by React's own files: whatever the caller's environment says, this is the build that users get.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  await vite.build({
    root: join(root, 'dashboard'),
    configFile: join(root, 'dashboard/vite.config.ts'),
    // The default writes next to the packages, which others may be building with.
    configLoader: 'runner',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true, manifest: true, reportCompressedSize: false },
  });
}

/** The service fills them in: the path of its public address, a nonce, and where recordings are opened. */
async function requirePlaceholders(folder) {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const filledIn = [
    '<base href="/"',
    '<meta name="style-nonce" content=""',
    '<meta name="trace-viewer" content=""',
  ];
  for (const placeholder of filledIn)
    if (page.split(placeholder).length !== 2) fail(`dashboard/index.html needs ${placeholder} once.`);
}

async function compressFiles(folder) {
  for (const name of await filesBelow(folder)) {
    // The page is made anew for each answer; names with a dot are not served.
    if (name === 'index.html' || name.startsWith('.')) continue;
    const content = await readFile(join(folder, name));
    if (content.length <= leastCompressedBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    const compressed = {
      br: await promisify(brotliCompress)(content, { params }),
      gz: await promisify(gzip)(content, { level: 9 }),
    };
    for (const [extension, bytes] of Object.entries(compressed))
      if (bytes.length < content.length) await writeFile(join(folder, `${name}.${extension}`), bytes);
  }
}

/** What a browser transfers before anything is shown: the page, its script with all that it imports, and their styles. */
async function firstLoadBytes(folder) {
  const manifest = JSON.parse(await readFile(join(folder, manifestFile), 'utf8'));
  const chunks = new Set();
  const visit = (key) => {
    if (chunks.has(manifest[key])) return;
    chunks.add(manifest[key]);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const [key, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(key);
  const names = new Set(['index.html', ...[...chunks].flatMap(({ file, css = [] }) => [file, ...css])]);
  const sizes = await Promise.all([...names].map((name) => transferredBytes(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function transferredBytes(path) {
  const content = await readFile(`${path}.br`).catch(() => readFile(path));
  return content.length;
}

/** A folder that is not empty can't be renamed onto; another build may do the same at this moment. */
async function takePlace(folder) {
  for (let attempt = 1; ; attempt += 1) {
    const former = await mkdtemp(join(dist, `${unfinishedPrefix}${process.pid}-`));
    await rename(target, join(former, 'former')).catch(ignore('ENOENT'));
    try {
      await rename(folder, target);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code) || attempt === 10) throw error;
    } finally {
      await rm(former, { recursive: true, force: true });
    }
  }
}

async function removeUnfinished() {
  for (const name of await readdir(dist)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    if (!isRunning(Number.parseInt(name.slice(unfinishedPrefix.length), 10)))
      await rm(join(dist, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function fingerprintOfSources() {
  const names = [...sourceFiles];
  for (const folder of sourceFolders)
    names.push(...(await filesBelow(join(root, folder))).map((name) => join(folder, name)));
  const hash = createHash('sha256');
  for (const name of names) {
    const content = await readFile(join(root, name));
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function ignore(code) {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

function report(bytes) {
  process.stdout.write(`first load of the dashboard: ${kib(bytes)} KiB compressed (at most 200)\n`);
}

function kib(bytes) {
  return (bytes / 1024).toFixed(1);
}

function fail(message) {
  throw new Error(message);
}
