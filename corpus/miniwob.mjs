import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readTask } from '../dist/engine/grammar/understand.js';
import { judge, startPool } from './judge.mjs';

/** Each task is there at once, as a whole. */
const stepTimeoutMs = 6_000;
const surveyMs = 60_000;
/** Some tasks give their reward after an animation. */
const rewardMs = 2_000;
/** What a machine was too slow for, it is asked again; a reward is never asked for twice. */
const mostAttempts = 3;
const tooSlow = /^((SITE|STEP)_TIMEOUT|TimeoutError)$/;
const wantedShare = 0.99;

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
};

/**
 * Tasks whose utterances are sentences of the grammar, but do not name what to do by what is written on the page. Each is
 * named when it is left out, and never taken for a success.
 */
const cannot = Object.fromEntries(
  Object.entries({
    'it tells things by their color, shape, size or place in a drawing':
      'circle-center click-color click-shades click-shape count-shape drag-shapes drag-shapes-2 find-midpoint hot-cold identify-shape moving-items use-colorwheel use-colorwheel-2',
    'it asks for an order that must be worked out or remembered': 'ascending-numbers simon-says',
    'it tells words by others that mean the same': 'click-checkboxes-soft',
    'it tells pictures that have no name': 'click-menu-2 social-media-all social-media-some',
    'it calls things by what they are about, or them by "it" and "their"':
      'email-inbox email-inbox-delete email-inbox-forward email-inbox-important email-inbox-noscroll email-inbox-reply email-inbox-star-reply phone-book',
    'it tells a text by its beginning and its end': 'use-autocomplete use-autocomplete-nodelay',
    'it tells any thing of a kind, by what HTML calls the kind': 'click-widget',
    'it does not say that a button is to be pressed in the end': 'form-sequence-2',
    'it says nothing of the dialog that comes in between': 'login-user-popup',
    'its reward depends on the time that a click takes': 'button-delay',
  }).flatMap(([reason, tasks]) => tasks.split(' ').map((task) => [task, reason])),
);

/**
 * Goes before the page's own start. It presses START on an episode with the seed of the address, or on one after the other
 * for several, without an end by time, and tells the server what is asked for and what was earned for it. The utterance,
 * the score and the marks of clicks are no part of the task: MiniWoB++ leaves them out of what it gives to agents, too.
 */
const harness = `<style>#query, #reward-display, #click-canvas { visibility: hidden !important; }</style>
<script>
(() => {
  const { search } = location;
  const asked = new URLSearchParams(search);
  const seeds = asked.get('seeds').split(',');
  const tell = (what) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/told' + search, false);
    request.send(JSON.stringify(what));
  };
  const utteranceOf = (seed) => {
    Math.seedrandom(seed);
    core.cover_div.click();
    const said = core.getUtterance();
    return said.utterance ?? said;
  };
  const { startEpisode, endEpisode } = core;
  core.countdownTimer = () => {};
  core.startEpisode = () => {
    core.startEpisode = startEpisode;
    core.EPISODE_MAX_TIME = 3_600_000;
    startEpisode();
    tell({ utterances: seeds.map(utteranceOf) });
  };
  core.endEpisode = (...given) => {
    const isRunning = core.EP_TIMER !== null;
    endEpisode(...given);
    if (isRunning) tell({ reward: WOB_RAW_REWARD_GLOBAL, why: WOB_REWARD_REASON ?? null });
  };
  Math.seedrandom(seeds[0]);
})();
</script>
</head>`;

/** Runs the tasks of a checkout by their own utterances; whether enough of them earned a reward of 1. */
export async function runMiniwob({ folder, tasks: wanted, seeds: count, times, atOnce, isVerbose, isJson }) {
  const html = await htmlOf(folder);
  const tasks = await tasksIn(html, wanted);
  const seeds = Array.from({ length: count }, (_, at) => at + 1);
  const closers = [];
  const episodes = [];
  const strange = [];
  const say = (line) => (isJson ? process.stderr : process.stdout).write(`${line}\n`);
  try {
    const site = await startSite(html, closers);
    const waiting = [...tasks];
    const work = async () => {
      // As the service has it: nobody else uses this browser, nor its clipboard.
      const pool = await startPool(closers);
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        const utterances = await survey(task, seeds, site, pool);
        const problem = whyNotRun(task, utterances);
        if (problem !== null) {
          strange.push({ task, ...problem });
          if (isVerbose) say(`${problem.kind} ${task}: ${problem.utterance} ${problem.reason}`);
          continue;
        }
        for (let round = 1; round <= times; round += 1)
          for (const [at, seed] of seeds.entries()) {
            const episode = await play(task, seed, utterances[at], site, pool);
            episodes.push(episode);
            if (isVerbose || episode.reward !== 1) say(told(episode));
          }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    for (const close of closers.reverse()) await close();
  }
  const summary = sum(episodes, strange);
  if (isJson) process.stdout.write(`${JSON.stringify({ ...summary, episodes, strange }, null, 2)}\n`);
  else for (const line of summary.lines) say(line);
  return summary.share >= wantedShare;
}

/** The folder that has `miniwob`, `core` and `common`, in a checkout of either of its two homes. */
async function htmlOf(folder) {
  for (const path of [folder, join(folder, 'html'), join(folder, 'miniwob/html')].map((one) =>
    resolve(one),
  )) {
    const isThere = await Promise.all(
      ['miniwob', 'core', 'common'].map((part) => isFolder(join(path, part))),
    );
    if (isThere.every(Boolean)) return path;
  }
  throw new Error(
    `${folder} has no html/miniwob, html/core and html/common: it is no checkout of MiniWoB++.`,
  );
}

async function isFolder(path) {
  const found = await stat(path).catch(() => null);
  return found?.isDirectory() ?? false;
}

async function tasksIn(html, wanted) {
  const all = (await readdir(join(html, 'miniwob')))
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.slice(0, -5))
    .sort();
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such task: ${unknown.join(', ')}. There are ${all.join(', ')}.`);
  return wanted.length === 0 ? all : wanted;
}

/** What the task asks for with each of the seeds. */
async function survey(task, seeds, site, pool) {
  const signal = AbortSignal.timeout(surveyMs);
  const url = site.urlOf(task, seeds, task);
  const device = await pool.open(
    { platform: 'web', targetUrl: url, app: null, allowedHosts: null, secrets: [], phone: null },
    signal,
  );
  let utterances = [];
  const isHeard = site.listen(task, (heard) => {
    utterances = heard.utterances ?? utterances;
    return utterances.length > 0;
  });
  const open = device.actions.find(({ name }) => name === 'open');
  await open.perform({ url }, { signal, timeoutMs: surveyMs });
  await Promise.race([isHeard, delay(rewardMs, undefined, { signal })]);
  await device.close();
  return utterances;
}

/** Null where each of the utterances is understood as it is. */
function whyNotRun(task, utterances) {
  const [first = ''] = utterances;
  if (first === '') return { kind: 'NO UTTERANCE', utterance: '', reason: 'it says nothing' };
  for (const utterance of utterances) {
    const strange = readUtterance(utterance).find(({ step }) => step === null);
    if (strange !== undefined)
      return { kind: 'NOT UNDERSTOOD', utterance, reason: `-> ${strange.sentence}: ${strange.problem}` };
  }
  return cannot[task] === undefined
    ? null
    : { kind: 'CANNOT', utterance: first, reason: `-> ${cannot[task]}` };
}

function readUtterance(prompt) {
  return readTask({ prompt, steps: null, targetUrl: 'http://127.0.0.1/', platform: 'web', variables: [] });
}

async function play(task, seed, surveyed, site, pool) {
  let utterance = surveyed;
  for (let attempts = 1; ; attempts += 1) {
    const to = `${task}/${seed}/${attempts}`;
    let earned = null;
    let asked = utterance;
    const isOver = site.listen(to, ({ utterances, ...heard }) => {
      [asked] = utterances ?? [asked];
      if (heard.reward === undefined) return false;
      earned = heard;
      return true;
    });
    const judged = await judge(
      { prompt: utterance, url: site.urlOf(task, [seed], to), stepTimeoutMs },
      pool,
      () => Promise.race([isOver, delay(rewardMs)]),
    );
    // A task may go on where its last episode ended, so that a page of its own asks for something else.
    const isOther = asked !== utterance;
    const isTooSlow = earned === null && tooSlow.test(judged.got);
    utterance = asked;
    if ((isOther || isTooSlow) && attempts < mostAttempts) continue;
    return { task, seed, utterance, ...judged, reward: 0, why: null, ...earned, attempts };
  }
}

function told({ task, seed, utterance, reward, why, got, reason, failedAt, ms }) {
  const parts = [
    `${reward === 1 ? 'ok' : 'WRONG'} ${task} ${seed}: ${utterance} -> reward ${reward}`,
    why === null ? '' : `(${JSON.stringify(why)})`,
    `${got} ${ms} ms`,
    failedAt === null ? '' : `at "${failedAt}"`,
    reward === 1 ? '' : reason,
  ];
  return oneLine(parts.filter((part) => part !== '').join(' '));
}

function sum(episodes, strange) {
  const lines = [];
  for (const { kind, task, utterance, reason } of strange)
    lines.push(oneLine(`${kind} ${task}: ${utterance} ${reason}`));
  const tasks = new Set(episodes.map(({ task }) => task));
  for (const task of tasks) {
    const ofTask = episodes.filter((episode) => episode.task === task);
    const wrong = ofTask.filter(({ reward }) => reward !== 1);
    if (wrong.length > 0) lines.push(`${wrong.length} of ${ofTask.length} ${told(wrong[0])}`);
  }
  const right = episodes.filter(({ reward }) => reward === 1).length;
  const share = episodes.length === 0 ? 0 : right / episodes.length;
  const again = episodes.filter(({ attempts }) => attempts > 1).length;
  const kinds = ['NOT UNDERSTOOD', 'CANNOT', 'NO UTTERANCE'].map(
    (kind) => `${strange.filter((one) => one.kind === kind).length} ${kind.toLowerCase()}`,
  );
  lines.push(
    `${tasks.size} tasks run, ${kinds.join(', ')}`,
    `${episodes.length} episodes, ${right} with reward 1: ${(share * 100).toFixed(2)} %; ${again} asked again, since the machine was too slow`,
  );
  return { lines, tasks: tasks.size, count: episodes.length, right, share, again };
}

function oneLine(lines) {
  return lines.replace(/\s+/g, ' ').slice(0, 600);
}

/** The checkout on 127.0.0.1, its tasks with the harness, and what they tell. */
async function startSite(html, closers) {
  const listeners = new Map();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
    if (pathname === '/told') {
      const told = JSON.parse(await text(request));
      listeners.get(searchParams.get('to'))?.(told);
      return void response.end();
    }
    const { type, content } = await fileAt(html, decodeURIComponent(pathname));
    response.statusCode = content === null ? 404 : 200;
    response.setHeader('content-type', type);
    response.end(content ?? 'not found');
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  closers.push(() => new Promise((done) => server.close(done)));
  closers.push(() => server.closeAllConnections());
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    urlOf: (task, seeds, to) =>
      `${origin}/miniwob/${task}.html?${new URLSearchParams({ seeds: seeds.join(','), to })}`,
    /** Ends when the listener has heard enough. */
    listen: (to, hear) =>
      new Promise((done) => {
        listeners.set(to, (told) => {
          if (hear(told)) done();
        });
      }),
  };
}

async function fileAt(html, pathname) {
  const path = join(html, normalize(pathname));
  const type = types[extname(path)] ?? 'application/octet-stream';
  const content = path.startsWith(html) ? await readFile(path).catch(() => null) : null;
  const isTask = content !== null && /^\/miniwob\/[^/]+\.html$/.test(pathname);
  return { type, content: isTask ? content.toString().replace('</head>', () => harness) : content };
}
