import { setTimeout as delay } from 'node:timers/promises';
import { escapeHtml, page, routes } from './serve.mjs';

const swallowed = 'the server answers 500 and the page says that it has saved';
const late = 'the server answers 500 after the page has said that it has saved';
const notKept = 'the server answers 200 and keeps nothing';

/** A profile that is saved by script; the page believes in success. */
export const profile = {
  name: 'saved',
  sentences: (url) => [
    `Open ${url}/profile`,
    'Fill "Display name" with "Ada L."',
    'Click the "Save" button',
    'See "Saved"',
    'Reload the page',
    'The "Display name" field has the value "Ada L."',
  ],
  /** The last check is left out: what the server answered must be enough for the verdict. */
  bugs: [
    { name: swallowed, issue: /(POST|PUT) \/api\/profile.*500/, sentences: savedOnly },
    { name: late, issue: /(POST|PUT) \/api\/profile.*500/, sentences: savedOnly },
    { name: notKept, issue: /Display name.*Ada L\./ },
  ],
  serve(bug) {
    let name = 'Ada Lovelace';
    return routes({
      'GET /profile': ({ html }) => html(form({ name })),
      'POST /api/profile': async ({ body, json }) => {
        const { name: wanted } = await body();
        if (bug === late) await delay(900);
        if (bug === swallowed || bug === late) return json({ error: 'deadlock detected' }, { status: 500 });
        if (bug !== notKept) name = wanted;
        return json({ name: wanted });
      },
    });
  },
};

function savedOnly(url) {
  return profile.sentences(url).slice(0, 4);
}

function form({ name }) {
  return page({
    title: 'Profile',
    body: `<main><h1>Your profile</h1><label for="name">Display name</label><input id="name" value="${escapeHtml(name)}">
<p><button>Save</button></p><p id="state" role="status"></p></main>`,
    client: saveAtOnce,
  });
}

function saveAtOnce() {
  document.querySelector('button').addEventListener('click', () => {
    const name = document.querySelector('#name').value;
    fetch('/api/profile', { method: 'POST', body: JSON.stringify({ name }) }).catch(() => undefined);
    document.querySelector('#state').textContent = 'Saved';
  });
}
