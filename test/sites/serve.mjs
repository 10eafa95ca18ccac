import { createServer } from 'node:http';

/** A site in its good version, or with one of its bugs, on loopback. Its state lives as long as the server. */
export async function serveSite(site, bug = null) {
  if (bug !== null && !site.bugs.some(({ name }) => name === bug)) throw new Error(`No bug "${bug}"`);
  const handle = site.serve(bug);
  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    Promise.resolve(handle(request, response)).catch((error) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The site itself is broken: ${error.stack}`);
    });
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A handler from a table such as `{ 'GET /login': ({ html }) => html(…) }`; the rest is answered with 404. */
export function routes(table) {
  return async (request, response) => {
    const exchange = openExchange(request, response);
    const route = table[`${request.method} ${exchange.path}`];
    if (route) await route(exchange);
    else exchange.html(page({ title: 'Not found', body: '<h1>Page not found</h1>' }), { status: 404 });
  };
}

function openExchange(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
  const send = (type, body, { status = 200, headers = {} } = {}) => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      ...headers,
    });
    response.end(body);
  };
  return {
    path: pathname,
    query: searchParams,
    cookies: new Map((request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='))),
    html: (text, options) => send('text/html', text, options),
    json: (value, options) => send('application/json', JSON.stringify(value), options),
    redirect: (location, headers = {}) => response.writeHead(303, { location, ...headers }).end(),
    bytes: () => readAll(request),
    form: async () => new URLSearchParams((await readAll(request)).toString()),
    body: async () => JSON.parse((await readAll(request)).toString()),
    /** Cuts the line without an answer. */
    cut: () => request.socket.resetAndDestroy(),
  };
}

async function readAll(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A whole document. `client` is a function that the browser calls with `data`; it can't see anything else of its module. */
export function page({ title, body, lang = 'en', dir = 'ltr', style = '', client, data = null }) {
  const call = client
    ? `<script>(${client})(${JSON.stringify(data).replaceAll('<', '\\u003c')});</script>`
    : '';
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${baseStyle}${style}</style>
</head>
<body>
${body}
${call}
</body>
</html>`;
}

export function escapeHtml(text) {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const baseStyle = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; color: #222; }
label { display: block; margin: .5rem 0 .1rem; }
input, select, button, textarea { font: inherit; padding: .2rem .5rem; }
table { border-collapse: collapse; } th, td { border: 1px solid #ccc; padding: .2rem .6rem; text-align: start; }
.error { color: #b00020; } .notice { background: #e8f5e9; padding: .4rem .8rem; }
.hidden { display: none; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; } .card { border: 1px solid #ccc; padding: 1rem; }
`;
