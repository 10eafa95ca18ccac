import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { adminKey, eventually } from '../../support/service.ts';
import { html, noBrowser, serve, sharedRealService, verdictOf, whyNot } from './support.ts';

const service = sharedRealService({ GANTRY_ASSERT_TIMEOUT_SECONDS: '200' });

describe.skipIf(noBrowser)(`the screen of a run${whyNot}`, { timeout: 400_000 }, () => {
  it('is not pictured when nobody looks', async () => {
    const { run, query } = await service();
    const site = await serve((_request, response) => response.end(html('<h1>Welcome</h1>')));
    expect(verdictOf(await run('See "Welcome".', { targetUrl: site.url }))).toBe('completed PASS');
    const { rows } = await query(`select pg_relation_size('run_screens')::int as bytes`);
    expect(rows).toEqual([{ bytes: 0 }]);
  });

  it('is shown as it changes between two steps, to whoever may see the run; the page notices nothing, and nothing is left', async () => {
    const { call, query, url } = await service();
    const site = await serveChanging();
    const prompt = 'See "Done, noticed: nothing".';
    const { body: run } = await call('POST', '/runs', { prompt, targetUrl: site.url });
    const look = (key = adminKey) => lookAt(url, run.id, key);

    const stepsDone = async () => (await call('GET', `/runs/${run.id}`)).body.output.steps.length;
    await eventually(async () => expect(await stepsDone()).toBe(1));
    const first = await until(look, (jpeg) => jpeg !== null);
    expect(first?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(first?.length).toBeLessThan(100 * 1024);
    site.turnRed();
    await until(look, (jpeg) => jpeg !== null && !jpeg.equals(first ?? Buffer.alloc(0)));
    expect(await stepsDone()).toBe(1);

    const { body: other } = await call('POST', '/projects', { name: 'Other' });
    const { body: issued } = await call('POST', `/projects/${other.project.id}/keys`, {});
    const key = issued.key.key;
    expect((await call('GET', `/runs/${run.id}/screen`, undefined, { key })).status).toBe(404);

    site.finish();
    const ended = async () => (await call('GET', `/runs/${run.id}`)).body;
    await eventually(async () => expect((await ended()).completedAt).not.toBeNull());
    const { output } = await ended();
    expect([output.result, ...output.issues]).toEqual(['PASS']);
    expect(await look()).toBeNull();
    await eventually(async () => expect((await query('select run_id from run_screens')).rows).toEqual([]));
  });
});

/** Null where there is no picture. */
async function lookAt(url: string, runId: string, key: string): Promise<Buffer | null> {
  const answer = await fetch(`${url}/api/v1/runs/${runId}/screen`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect([200, 204]).toContain(answer.status);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  if (answer.status === 204) return null;
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  return Buffer.from(await answer.arrayBuffer());
}

async function until(
  look: () => Promise<Buffer | null>,
  isRight: (jpeg: Buffer | null) => boolean,
): Promise<Buffer | null> {
  let seen: Buffer | null = null;
  await eventually(async () => {
    seen = await look();
    expect(isRight(seen)).toBe(true);
  });
  return seen;
}

/** A page that turns red, and then is done, when it is told so, and notices what a picture might do to it. */
async function serveChanging(): Promise<{ url: string; turnRed(): void; finish(): void }> {
  const told = { '/red': hold(), '/done': hold() };
  const { url } = await serve(({ url: path }, response) => {
    if (path === '/red' || path === '/done') told[path].wait(response);
    else response.end(changingPage);
  });
  return { url, turnRed: told['/red'].release, finish: told['/done'].release };
}

function hold() {
  let waiting: ServerResponse | null = null;
  let isReleased = false;
  return {
    wait(response: ServerResponse) {
      if (isReleased) response.end();
      else waiting = response;
    },
    release() {
      isReleased = true;
      waiting?.end();
    },
  };
}

/** It notices nothing before it is red: the browser tells a page that has just come where the pointer is. */
const changingPage = html(`<h1>Welcome</h1><script>
  const noticed = [];
  const notice = ({ type }) => noticed.push(type);
  (async () => {
    await fetch('/red');
    document.body.style.background = 'red';
    for (const type of ['resize', 'focus', 'blur', 'mousemove', 'scroll']) addEventListener(type, notice);
    document.addEventListener('visibilitychange', notice);
    matchMedia('(min-resolution: 1.5dppx)').addEventListener('change', notice);
    new MutationObserver(() => noticed.push('mutation')).observe(document, { subtree: true, childList: true, attributes: true });
    await fetch('/done');
    document.querySelector('h1').textContent = 'Done, noticed: ' + (noticed.join(', ') || 'nothing');
  })();
</script>`);
