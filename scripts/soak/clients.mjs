import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseByShare } from './site.mjs';

const build = new URL('../../test/node_modules/ios-test-app/TestApp.app.zip', import.meta.url);
/** Runs that wait or are under way; more would only make the end of the soak long. */
const maxOpenRuns = 200;
const repeatAfterMs = 100;

/** What a run does, and how many out of a hundred do that. */
const scripts = [
  { share: 40, describe: () => ({ prompt: 'see one' }) },
  {
    share: 20,
    describe: () => ({ prompt: `see one\nsleep ${Math.round(Math.random() * 400)}\nsee two` }),
  },
  { share: 15, describe: (app) => ({ prompt: 'act open\nsee one\nsleep 100', mobile: { appId: app.id } }) },
  { share: 8, describe: () => ({ prompt: 'see one\nshot\nsee two' }) },
  { share: 5, describe: () => ({ prompt: 'miss something' }) },
  { share: 4, describe: () => ({ prompt: 'see one\nthrow something' }) },
  {
    share: 8,
    describe: (app) => ({ prompt: 'see one\nsleep 2000', mobile: { appId: app.id } }),
    isCancelled: true,
  },
];

/** Submit through both APIs; what is not answered is repeated under the same key, so each accepted run is known. */
export async function startClients(site, clientCount) {
  let refusals = 0;
  const projectId = (await patiently('GET', '/projects', undefined, [200])).body.projects[0].id;
  await patiently('PATCH', `/projects/${projectId}`, { concurrency: 100 }, [200]);
  const app = await uploadApp();
  const accepted = new Map();
  let isOver = false;
  let openRuns = 0;

  /** Repeats a call until it has one of the answers that settle it. */
  async function patiently(method, path, body, settling, headers) {
    for (;;) {
      const apis = site.apis();
      const post = apis[Math.floor(Math.random() * apis.length)];
      const answer = await site.ask(post, method, path, body, headers);
      if (answer !== null && settling.includes(answer.status)) return answer;
      if (answer !== null && answer.status < 500) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      refusals += 1;
      await delay(repeatAfterMs);
    }
  }

  async function submit() {
    const { describe, isCancelled } = chooseByShare(scripts);
    const webhookUrl = Math.random() < 0.03 ? null : site.chooseReceiver().url;
    const headers = { 'idempotency-key': randomUUID() };
    const { body: run } = await patiently('POST', '/runs', { ...describe(app), webhookUrl }, [202], headers);
    accepted.set(run.id, { webhookUrl });
    if (!isCancelled) return;
    await delay(Math.random() * 500);
    await patiently('POST', `/runs/${run.id}/cancel`, undefined, [200, 409]);
  }

  async function uploadApp() {
    const bytes = await readFile(build);
    const path = `/projects/${projectId}/mobile/upload`;
    const asked = { filename: 'TestApp.app.zip', fileSize: bytes.length };
    const { uploadUrl, storageKey } = (await patiently('POST', path, asked, [200])).body;
    const { pathname, search } = new URL(uploadUrl);
    const stored = await fetch(site.apis()[0].url() + pathname + search, { method: 'PUT', body: bytes });
    if (stored.status !== 200) throw new Error(`PUT: ${stored.status}`);
    return (await patiently('POST', `${path}/confirm`, { ...asked, storageKey }, [200, 201])).body.app;
  }

  async function watchBacklog() {
    while (!isOver) {
      const open = `select count(*)::int as count from runs where status in ('queued', 'running')`;
      const result = await site.postgres.query(open).catch(() => null);
      if (result !== null) openRuns = result.rows[0].count;
      await delay(250);
    }
  }

  async function keepSubmitting() {
    while (!isOver) {
      if (openRuns < maxOpenRuns) await submit();
      await delay(20);
    }
  }

  const done = Promise.all([watchBacklog(), ...Array.from({ length: clientCount }, keepSubmitting)]);
  done.catch(() => undefined);
  return {
    accepted,
    refusals: () => refusals,
    /** Rejects as soon as a call has an answer that none of them may have. */
    done,
    /** Resolves when each client has had its last call answered. */
    async stop() {
      isOver = true;
      await done;
    },
    async deleteApp() {
      await patiently('DELETE', `/projects/${projectId}/mobile/${app.id}`, undefined, [200, 404]);
    },
  };
}
