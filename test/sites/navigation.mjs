import { escapeHtml, page, routes } from './serve.mjs';

/** Documents that were served, in all of the site's servers. */
export const served = { documents: 0 };

/** Answers come at once, soon and late in turn, so that each way of leaving a page meets each moment of the next one. */
const delaysMs = [0, 3, 40, 0, 15, 120, 8];

/** Each way in which one page takes the place of another. Not part of the corpus: it has no bug to be found. */
export const navigation = {
  name: 'navigation',
  targetUrl: (url) => url,
  sentences: () => [
    'Open the page /start',
    'Type "lund" into "Search"',
    'Press Enter',
    'See "Found lund"',
    'Click the "Details" link',
    'See "These are the details"',
    'Click the "Leave by a script" button',
    'See "Came by a script"',
    'Click the "Leave by a redirect" link',
    'See "Came by two redirects"',
    'Reload the page',
    'See "Came by two redirects"',
    'Go back',
    'See "Came by a script"',
    'Go forward',
    'See "Came by two redirects"',
    'Click the "Relay" link',
    // Each of them has its picture taken while the page is about to go on.
    ...Array.from({ length: 10 }, () => 'See "Relay"'),
    'See "The relay has ended"',
    'Click the "Next" link',
    'See "Second frame"',
    'Do not see "First frame"',
    'Click the "Apart" link',
    'See "In a process of its own"',
    'Type "holm" into "Search"',
    'Press Enter',
    'See "Found holm"',
  ],
  bugs: [],
  serve() {
    let count = 0;
    const handle = routes(pages);
    return async (request, response) => {
      served.documents += 1;
      count += 1;
      await new Promise((resolve) => setTimeout(resolve, delaysMs[count % delaysMs.length]));
      await handle(request, response);
    };
  },
};

const search =
  '<form action="/found"><label for="search">Search</label><input id="search" name="search"></form>';

const pages = {
  'GET /start': ({ html }) => html(document('Start', search)),
  'GET /found': ({ html, query }) =>
    html(document(`Found ${escapeHtml(query.get('search') ?? '')}`, '<a href="/details">Details</a>')),
  'GET /details': ({ html }) =>
    html(
      document(
        'These are the details',
        `<button onclick="setTimeout(() => location.assign('/scripted'), 30)">Leave by a script</button>`,
      ),
    ),
  'GET /scripted': ({ html }) =>
    html(document('Came by a script', '<a href="/first-hop">Leave by a redirect</a>')),
  'GET /first-hop': ({ redirect }) => redirect('/second-hop'),
  'GET /second-hop': ({ redirect }) => redirect('/redirected'),
  'GET /redirected': ({ html }) =>
    html(document('Came by two redirects', '<a href="/relay?left=20">Relay</a>')),
  'GET /relay': ({ html, query }) => {
    const left = Number(query.get('left'));
    if (left === 0) return html(document('Relay', `<p>The relay has ended</p>${frames}`));
    const go = `setTimeout(() => location.replace('/relay?left=${left - 1}'), ${150 + ((left * 37) % 200)})`;
    html(document('Relay', `<p>${left} more to go</p><script>${go}</script>`));
  },
  'GET /frame': ({ html, query }) => {
    const isFirst = query.get('number') === '1';
    html(document(isFirst ? 'First frame' : 'Second frame', '<a href="/frame?number=2">Next</a>'));
  },
  'GET /apart': ({ html }) =>
    html(document('In a process of its own', search), {
      headers: { 'cross-origin-opener-policy': 'same-origin' },
    }),
};

const frames = '<iframe src="/frame?number=1" title="Pages"></iframe><a href="/apart">Apart</a>';

function document(title, body) {
  const filler = '<p>One line of a page that is long enough to be drawn.</p>'.repeat(40);
  return page({ title, body: `<h1>${title}</h1>${body}${filler}` });
}
