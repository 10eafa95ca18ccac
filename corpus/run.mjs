import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build, version } from 'esbuild';
import { watchStolenShare } from '../dist/kernel/stolen-time.js';
import { angularLinker } from './angular-linker.mjs';
import { judge, startPool } from './judge.mjs';
import { runMiniwob } from './miniwob.mjs';
import { svelteComponents } from './svelte-components.mjs';

const usage = `Usage: node corpus/run.mjs [--library <name>]… [--times <number>] [--at-once <number>] [--verbose] [--json]
       node corpus/run.mjs --miniwob <folder> [--task <name>]… [--seeds <number>] [--times <number>] [--at-once <number>] [--verbose] [--json]

Runs the sentences of corpus/libraries on the pages of these libraries, each in a fresh page of one browser, and
compares the verdicts with those that a person gives. Exit code 1: at least one verdict is wrong.

  --library <name>   only this one; may be given several times
  --miniwob <folder> instead of the libraries the tasks of MiniWoB++, from a checkout that you have
  --task <name>      with --miniwob, only this one; may be given several times
  --seeds <number>   with --miniwob, so many episodes of each task (20)
  --times <number>   all of it so many times (1)
  --at-once <number> so many prompts at the same time (3)
  --verbose          a line for every prompt, with what Gantry said of it
  --json             the whole result as JSON on stdout
  --help             this text

It uses the browser that the service would use; GANTRY_BROWSER_PATH names another.
`;

const values = readOptions();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const times = Number(values.times);
const atOnce = Number(values['at-once']);
if (![times, atOnce].every((number) => Number.isInteger(number) && number >= 1)) fail(usage);

if (values.miniwob !== undefined) {
  const isRight = await runMiniwob({
    folder: values.miniwob,
    tasks: values.task,
    seeds: Number(values.seeds),
    times,
    atOnce,
    isVerbose: values.verbose,
    isJson: values.json,
  });
  process.exit(isRight ? 0 : 1);
}

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = join(here, '.cache');
/** What a machine was too slow for, it is asked again; a verdict is never asked for twice. */
const mostAttempts = 3;
const tooSlow = /^((SITE|STEP)_TIMEOUT|TimeoutError)$|did not open a page in time/;
/**
 * An attempt during which the host of the machine gave more of the processor to others is void, whether it was right or
 * not; but no machine is slow enough to excuse a PASS of a broken page.
 */
const mostStolen = 0.25;
const mostVoid = 100;
const restMs = 15_000;
/** A script in Svelte is the component that fills the page. */
const mountSvelte = `import { mount } from 'svelte'; import Page from 'Page.svelte'; mount(Page, { target: document.body });`;

const libraries = await loadLibraries(values.library);
const assets = new Map();
const pages = new Map();
const closers = [];
const results = [];
const isTerminal = process.stderr.isTTY === true;

try {
  const site = await startSite();
  const pool = await startPool(closers);
  const ofLibraries = [];
  for (const library of libraries) ofLibraries.push(await promptsOf(library, site));
  const prompts = inTurns(ofLibraries);
  const waiting = [];
  for (let round = 1; round <= times; round += 1)
    for (const [index, prompt] of prompts.entries()) waiting.push({ round, index, prompt });
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { round, index, prompt } = next;
      progress(`round ${round} of ${times}, ${index + 1} of ${prompts.length}: ${prompt.library}`);
      const result = { round, ...prompt, ...(await judgeAtLast(prompt, pool)) };
      results.push(result);
      tell(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
} finally {
  progress('');
  for (const close of closers.reverse()) await close();
}

const summary = sum(results);
if (values.json) process.stdout.write(`${JSON.stringify({ ...summary, results }, null, 2)}\n`);
else for (const line of summary.lines) process.stdout.write(`${line}\n`);
process.exit(summary.wrong === 0 ? 0 : 1);

function readOptions() {
  try {
    return parseArgs({
      options: {
        miniwob: { type: 'string' },
        task: { type: 'string', multiple: true, default: [] },
        seeds: { type: 'string', default: '20' },
        library: { type: 'string', multiple: true, default: [] },
        times: { type: 'string', default: '1' },
        'at-once': { type: 'string', default: '3' },
        verbose: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return fail(`${error.message}\n${usage}`);
  }
}

async function loadLibraries(wanted) {
  const folder = new URL('libraries/', import.meta.url);
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -4));
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) fail(`No such library: ${unknown.join(', ')}. There are ${names.join(', ')}.\n`);
  const chosen = wanted.length === 0 ? names.sort() : [...new Set(wanted)];
  return Promise.all(
    chosen.map(async (name) => {
      const { default: library } = await import(new URL(`${name}.mjs`, folder));
      if (library.name !== name) fail(`libraries/${name}.mjs is called "${library.name}".\n`);
      return library;
    }),
  );
}

/** The first of each, then the second of each: pages that take long to start, one library's, do not all start at once. */
function inTurns(lists) {
  const most = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** Every version of a page is bundled before anything runs, so that no run waits for it. */
async function promptsOf(library, site) {
  const { name, right, broken } = library;
  const plain = { script: '', styles: [], body: '', ...library };
  progress(`bundling ${name}`);
  const url = await site.publish(name, plain);
  const prompts = right.map((one, index) => ({
    library: name,
    id: `${name}/right/${index + 1}`,
    kind: 'right',
    ...one,
    expect: one.expect ?? 'PASS',
    url,
  }));
  for (const [index, { change, ...one }] of broken.entries()) {
    const id = `${name}/broken/${index + 1}`;
    const changed = { ...plain, ...change(plain) };
    // A bug that is not planted any more would be a right page.
    if (changed.body === plain.body && changed.script === plain.script && changed.styles === plain.styles)
      fail(`${id} (${one.bug}) changes nothing.\n`);
    const brokenUrl = await site.publish(`${name}-broken-${index + 1}`, changed);
    prompts.push({
      library: name,
      id,
      kind: 'broken',
      ...one,
      expect: one.expect ?? 'FAILED',
      url: brokenUrl,
    });
  }
  return prompts;
}

async function judgeAtLast(prompt, pool) {
  const voided = [];
  for (let attempts = 1; ; attempts += 1) {
    const stolenShare = watchStolenShare();
    const judged = await judge({ prompt: prompt.steps.join('\n'), url: prompt.url }, pool);
    const isFalsePass = judged.got === 'PASS' && isWrong({ ...prompt, ...judged });
    const isVoid = stolenShare() > mostStolen && !isFalsePass;
    const isTooSlow = tooSlow.test(judged.got) || tooSlow.test(judged.reason);
    if (isVoid) voided.push(judged.got);
    const counted = attempts - voided.length;
    const isOver = isVoid ? voided.length === mostVoid : !isTooSlow || counted === mostAttempts;
    if (isOver) return { ...judged, ...(isVoid && { got: 'VOID' }), attempts: counted, voided };
    say(`${isVoid ? 'VOID' : 'AGAIN'} ${prompt.id} -> ${judged.got}: ${oneLine(judged.reason)}`);
    if (isVoid) await delay(restMs);
  }
}

function isWrong({ cannot, got, expect }) {
  return cannot === undefined && got !== expect;
}

function tell(result) {
  const { id, kind, bug, steps, expect, got, reason, cannot, failedAt, ms } = result;
  const what = `${id}${kind === 'broken' ? ` (${bug})` : ''}: ${steps.join('. ')}`;
  const said = failedAt === null ? reason : `at "${failedAt}": ${reason}`;
  if (isWrong(result)) say(`WRONG ${what} -> ${got}, a person says ${expect}. ${oneLine(said)}`);
  else if (cannot !== undefined && got === expect) say(`CAN ${what} -> ${got}, but is marked: ${cannot}`);
  else if (values.verbose) say(`ok ${ms} ms ${what} -> ${got} ${oneLine(said)}`);
}

function say(line) {
  progress('');
  (values.json ? process.stderr : process.stdout).write(`${line}\n`);
}

function sum(all) {
  const count = (kind, holds) =>
    all.filter((one) => one.kind === kind && one.cannot === undefined && holds(one)).length;
  const part = (kind, verdict) => {
    const wrong = count(kind, isWrong);
    const total = count(kind, () => true);
    return { total, wrong, text: `${total} ${kind} prompts: ${total - wrong} ${verdict}, ${wrong} wrong` };
  };
  const right = part('right', 'PASS');
  const broken = part('broken', 'FAILED');
  const cannot = all.filter((one) => one.cannot !== undefined);
  const names = new Map(cannot.map(({ id, cannot: reason }) => [id, reason]));
  const lines = [...names].map(([id, reason]) => `cannot ${id}: ${reason}`);
  const again = all.filter(({ attempts }) => attempts > 1).length;
  const verdicts = ['PASS', 'FAILED'];
  const voided = all.flatMap((one) => one.voided.map((got) => ({ ...one, got })));
  const voidedWrong = voided.filter((one) => verdicts.includes(one.got) && isWrong(one)).length;
  lines.push(
    `${right.text}; ${broken.text}; ${cannot.length} that Gantry cannot do; ${again} asked again, since the machine was too slow`,
    `${voided.length} attempts void, since the host took the processor away; ${voidedWrong} of them with a wrong verdict`,
  );
  return {
    lines,
    right: right.total,
    broken: broken.total,
    cannot: cannot.length,
    again,
    voided: voided.length,
    voidedWrong,
    wrong: right.wrong + broken.wrong,
  };
}

async function startSite() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://127.0.0.1');
    const found = pages.get(pathname) ?? assets.get(pathname);
    response.statusCode = found === undefined ? 404 : 200;
    response.setHeader('content-type', found?.type ?? 'text/plain');
    response.end(found?.content ?? 'not found');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  closers.push(() => server.closeAllConnections());
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    async publish(path, { name, script, language, styles, body }) {
      const { js, css } = await bundle(name, { script, language, styles });
      assets.set(js.path, js);
      if (css !== null) assets.set(css.path, css);
      const link = css === null ? '' : `<link rel="stylesheet" href="${css.path}">`;
      const content = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title><link rel="icon" href="data:,">${link}</head>
<body>
${body}
<script src="${js.path}"></script>
</body>
</html>`;
      pages.set(`/${path}/`, { type: 'text/html; charset=utf-8', content });
      return `${origin}/${path}/`;
    },
  };
}

/** Kept by what went into it: the script, the styles and the versions of all that is installed. */
async function bundle(name, source) {
  const lock = await readFile(join(here, 'package-lock.json'));
  const parts = [version, JSON.stringify(source), lock];
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  const key = `${name}-${hash.digest('hex').slice(0, 16)}`;
  const folder = join(cache, key);
  const isKept = await stat(join(folder, 'page.js')).then(
    () => true,
    () => false,
  );
  if (!isKept) await buildInto(folder, source);
  const read = async (file, type) => {
    const content = await readFile(join(folder, file)).catch(() => null);
    return content && { path: `/assets/${key}/${file}`, type, content };
  };
  return {
    js: await read('page.js', 'text/javascript; charset=utf-8'),
    css: await read('page.css', 'text/css; charset=utf-8'),
  };
}

async function buildInto(folder, { script, language, styles }) {
  const imports = styles.map((path) => `import ${JSON.stringify(path)};\n`).join('');
  const isSvelte = language === 'svelte';
  const entry = isSvelte ? mountSvelte : script;
  const { outputFiles } = await build({
    stdin: { contents: `${imports}${entry}`, resolveDir: here, loader: 'jsx', sourcefile: 'page.jsx' },
    bundle: true,
    write: false,
    outfile: 'page.js',
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    // The build that compiles templates in the page, as without a build step.
    alias: { vue: join(here, 'node_modules/vue/dist/vue.esm-bundler.js') },
    plugins: isSvelte ? [svelteComponents(script)] : [angularLinker],
    conditions: isSvelte ? ['svelte', 'module'] : ['module'],
    define: {
      'process.env': '{}',
      'process.env.NODE_ENV': '"production"',
      ngDevMode: 'false',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    loader: {
      '.woff': 'dataurl',
      '.woff2': 'dataurl',
      '.ttf': 'dataurl',
      '.eot': 'dataurl',
      '.svg': 'dataurl',
      '.png': 'dataurl',
      '.gif': 'dataurl',
    },
    logLevel: 'error',
  });
  await mkdir(folder, { recursive: true });
  // The script last: a folder that has it is whole.
  for (const { path, contents } of outputFiles.sort((a) => (a.path.endsWith('.js') ? 1 : -1)))
    await writeFile(join(folder, path.endsWith('.css') ? 'page.css' : 'page.js'), contents);
}

/** One line that changes; where there is no terminal, one for every tenth prompt. */
function progress(text) {
  if (isTerminal) process.stderr.write(`\r\x1b[K${text}`);
  else if (text !== '' && results.length % 10 === 0) process.stderr.write(`${text}\n`);
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').slice(0, 600);
}

function fail(text) {
  process.stderr.write(text);
  process.exit(2);
}
