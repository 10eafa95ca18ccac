import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { startWebServer } from '../web-server.mjs';
import { cartPage, cataloguePage, notFoundPage, signInPage, thanksPage } from './pages.mjs';

/** Prices are in cents. */
const products = [
  { id: 'teapot', name: 'Teapot', cents: 2_400, about: 'Stoneware, for four cups.' },
  { id: 'mug', name: 'Mug', cents: 850, about: 'Holds the heat and your hand.' },
  { id: 'tea', name: 'Green tea', cents: 600, about: 'Loose leaves, 100 grams.' },
];
const customer = { email: 'alice@example.com', password: 'wonderland', name: 'Alice' };
const coupon = { code: 'TEA10', percent: 10 };

/** A small shop with sessions in memory: catalogue, sign-in, cart, coupon, checkout. Returns its address. */
export function openShop(stage, { hasBug = true } = {}) {
  const routes = routesOf((session) => bill(session, { hasBug }));
  const sessions = new Map();
  return startWebServer(stage, async (request, response) => {
    const session = sessionOf(request, response, sessions);
    const route = routes[`${request.method} ${new URL(request.url, 'http://shop').pathname}`];
    if (route === undefined) return sendPage(response, notFoundPage(session), 404);
    const answer = route(session, new URLSearchParams(await text(request)));
    if (answer.goTo === undefined) sendPage(response, answer.page);
    else response.writeHead(303, { location: answer.goTo }).end();
  });
}

const routesOf = (billOf) => ({
  'GET /': (session) => ({ page: cataloguePage(session, products) }),
  'GET /sign-in': (session) => ({ page: signInPage(session) }),
  'POST /sign-in': (session, form) => {
    if (form.get('email') !== customer.email || form.get('password') !== customer.password)
      return { page: signInPage(session, 'We do not know that email and password.') };
    session.name = customer.name;
    return { goTo: '/' };
  },
  'POST /cart': (session, form) => {
    const product = products.find(({ id }) => id === form.get('product'));
    if (product !== undefined) session.cart.push(product);
    return { goTo: '/' };
  },
  'GET /cart': (session) => ({ page: cartPage(session, billOf(session)) }),
  'POST /coupon': (session, form) => {
    const isKnown = form.get('code')?.trim().toUpperCase() === coupon.code;
    if (!isKnown) return { page: cartPage(session, billOf(session), 'That coupon is not known.') };
    session.coupon = coupon;
    return { goTo: '/cart' };
  },
  'POST /checkout': (session) => {
    const page = thanksPage(session, billOf(session));
    session.cart = [];
    session.coupon = null;
    return { page };
  },
});

function bill({ cart, coupon: used }, { hasBug }) {
  const sumCents = cart.reduce((sum, { cents }) => sum + cents, 0);
  const discountCents = used === null ? 0 : Math.round((sumCents * used.percent) / 100);
  // The planted bug, which the second test finds: the discount is shown, and not taken off.
  return { discountCents, totalCents: hasBug ? sumCents : sumCents - discountCents };
}

function sessionOf(request, response, sessions) {
  const [, id] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? [];
  const known = sessions.get(id);
  if (known !== undefined) return known;
  const fresh = { name: null, cart: [], coupon: null };
  const newId = randomUUID();
  sessions.set(newId, fresh);
  response.setHeader('set-cookie', `session=${newId}; Path=/; HttpOnly; SameSite=Lax`);
  return fresh;
}

function sendPage(response, page, status = 200) {
  response
    .writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(page);
}
