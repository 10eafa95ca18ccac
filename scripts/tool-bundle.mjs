// Writes dist/tool/: the command line as one file, and the npm package of it and of the client that a service hands out.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { rolldown } from 'rolldown';
import { pack } from 'tar-stream';
import { replaceFolder } from './replace-folder.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const limitBytes = 1024 * 1024;
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const { pageNames } = await import('../dist/tools/mcp/pages.js');

const tool = await bundleTool();
if (tool.length > limitBytes) throw new Error(`gantry.mjs is ${tool.length} bytes; it may be ${limitBytes}`);
const files = new Map([
  ['gantry.mjs', tool],
  ['gantry.mjs.gz', await compressed(tool)],
  ['gantry.tgz', await compressed(await archive(await packageFiles(tool)))],
]);
await replaceFolder(dist, 'tool', files);

async function bundleTool() {
  const bundle = await rolldown({
    cwd: root,
    input: 'src/tools/program/tool.ts',
    platform: 'node',
    transform: { target: 'node20' },
    plugins: [
      replacing('src/kernel/version.ts', `export const version = ${JSON.stringify(manifest.version)};`),
      replacing('src/tools/mcp/read-page.ts', await pagesModule()),
    ],
  });
  // One file: what a command needs is still evaluated only when the command is called.
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false, minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  if (chunk.type !== 'chunk' || others.length > 0) throw new Error('the tool must be one file');
  const foreign = chunk.imports.filter((name) => !name.startsWith('node:'));
  if (foreign.length > 0) throw new Error(`the tool must bring along what it imports: ${foreign.join(', ')}`);
  return Buffer.from(`${chunk.code}\n/*\n${await licencesOf(Object.keys(chunk.modules))}*/\n`);
}

/** A file that reads others beside it, which a single file does not have. */
function replacing(path, code) {
  const id = join(root, path);
  let isUsed = false;
  return {
    name: `replace ${path}`,
    load(loaded) {
      if (loaded !== id) return null;
      isUsed = true;
      return code;
    },
    buildEnd() {
      if (!isUsed) throw new Error(`${path} is no part of the tool any more`);
    },
  };
}

async function pagesModule() {
  const pages = {};
  for (const name of pageNames) pages[name] = await readFile(join(root, `docs/${name}.md`), 'utf8');
  return `const pages = ${JSON.stringify(pages)};\nexport async function readPage(name) { return pages[name]; }`;
}

/** The licences of the bundled packages ask to travel with their code. */
async function licencesOf(modules) {
  const folders = new Set();
  for (const id of modules) {
    const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const texts = [];
  for (const folder of [...folders].sort()) {
    const names = await readdir(folder);
    const licence = names.find((name) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(name));
    if (licence === undefined) throw new Error(`${folder} has no licence`);
    const { name, version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const text = (await readFile(join(folder, licence), 'utf8')).trim().replaceAll('*/', '* /');
    texts.push(`${name} ${version}\n\n${text}\n`);
  }
  return texts.join('\n');
}

async function packageFiles(bundled) {
  const { version, description, license, engines, exports } = manifest;
  const described = {
    name: manifest.name,
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { gantry: 'gantry.mjs' },
    exports: JSON.parse(JSON.stringify(exports).replaceAll('./dist/', './')),
  };
  const found = new Map([
    ['package.json', Buffer.from(`${JSON.stringify(described, null, 2)}\n`)],
    ['gantry.mjs', bundled],
    ['LICENSE', await readFile(join(root, 'LICENSE'))],
  ]);
  for (const name of (await readdir(join(dist, 'client'))).sort()) {
    if (!/\.(?:js|d\.ts)$/.test(name)) continue;
    const text = await readFile(join(dist, 'client', name), 'utf8');
    found.set(`client/${name}`, Buffer.from(text.replace(/^\/\/# sourceMappingURL=.*\n?/m, '')));
  }
  return found;
}

/** The same bytes for the same content: npm remembers them by their hash. */
async function archive(contents) {
  const tar = pack();
  const whole = buffer(tar);
  for (const [name, content] of contents) {
    const mode = name === 'gantry.mjs' ? 0o755 : 0o644;
    tar.entry({ name: `package/${name}`, mode, mtime: new Date(0) }, content);
  }
  tar.finalize();
  return whole;
}

function compressed(content) {
  return promisify(gzip)(content, { level: 9 });
}
