import { page, routes } from './serve.mjs';

const wrong = 'the link opens another document';
const unread = 'reading the terms is not remembered in the first tab';

/** Terms that open in a tab of their own, and a first tab that hears of it. */
export const documentsInTabs = {
  name: 'tabs',
  sentences: (url) => [
    `Open ${url}/contract`,
    'See "The terms are unread"',
    'Click "Read the terms"',
    'See the heading "Terms of service"',
    'Click "I have read this"',
    'Close the tab',
    'See "The terms are read"',
    'Click "Sign the contract"',
    'See "Signed"',
    'The "Sign the contract" button is disabled',
  ],
  bugs: [
    { name: wrong, issue: /Terms of service.*Privacy policy/ },
    { name: unread, issue: /The terms are read.*The terms are unread/ },
  ],
  serve(bug) {
    return routes({
      'GET /contract': ({ html }) => html(contract({ channel: bug === unread ? 'term' : 'terms' })),
      'GET /terms': ({ html }) => html(paper(bug === wrong ? 'Privacy policy' : 'Terms of service')),
    });
  },
};

function contract(data) {
  return page({
    title: 'Contract',
    body: `<main><h1>Contract</h1><p id="state">The terms are unread</p>
<p><a href="/terms" target="_blank">Read the terms</a></p><button>Sign the contract</button><p id="signed" role="status"></p></main>`,
    client: listen,
    data,
  });
}

function listen({ channel }) {
  new BroadcastChannel(channel).addEventListener('message', () => {
    document.querySelector('#state').textContent = 'The terms are read';
  });
  document.querySelector('button').addEventListener('click', ({ target }) => {
    target.disabled = true;
    document.querySelector('#signed').textContent = 'Signed';
  });
}

function paper(title) {
  return page({
    title,
    body: `<main><h1>${title}</h1><p>Paragraph one.</p><button>I have read this</button></main>`,
    client: tell,
  });
}

function tell() {
  document.querySelector('button').addEventListener('click', ({ target }) => {
    new BroadcastChannel('terms').postMessage('read');
    target.disabled = true;
  });
}
