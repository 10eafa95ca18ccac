import { escapeHtml, page, routes } from './serve.mjs';

const total = 'the total forgets the shipping';
const twice = 'an item is put into the cart twice';
const stuck = 'the remove button does nothing because its handler throws';

const products = [
  { id: 'mug', name: 'Blue mug', cents: 850 },
  { id: 'plate', name: 'Dinner plate', cents: 1200 },
  { id: 'bowl', name: 'Soup bowl', cents: 999 },
];
const shippingCents = 495;

/** Cards, a cart in a session cookie, totals, and one item removed by script. */
export const shop = {
  name: 'shop',
  sentences: (url) => [
    `Open ${url}/`,
    'See the heading "Crockery"',
    'Click the "Add to cart" button in the section "Blue mug"',
    'See "1 item in your cart"',
    'Click the "Add to cart" button in the section "Soup bowl"',
    'See "2 items in your cart"',
    'Click the "View cart" link',
    'See "Total: $23.44"',
    'See "Blue mug" before "Soup bowl"',
    'Click the "Remove" button in the row "Soup bowl"',
    'Do not see "Soup bowl"',
    'See "Total: $13.45"',
  ],
  bugs: [
    { name: total, issue: /Total: \$23\.44.*Total: \$18\.49/ },
    { name: twice, issue: /2 items in your cart.*3 items in your cart/ },
    { name: stuck, issue: /not.*Soup bowl/i },
  ],
  serve(bug) {
    const carts = new Map();
    const cartOf = ({ cookies }) => carts.get(cookies.get('cart')) ?? [];
    return routes({
      'GET /': (exchange) => exchange.html(catalogue(cartOf(exchange))),
      'POST /cart': async (exchange) => {
        const id = carts.has(exchange.cookies.get('cart'))
          ? exchange.cookies.get('cart')
          : crypto.randomUUID();
        const cart = carts.get(id) ?? [];
        const product = products.find((candidate) => candidate.id === exchange.query.get('add'));
        cart.push(product);
        if (bug === twice && cart.length > 1) cart.push(product);
        carts.set(id, cart);
        exchange.redirect('/', { 'set-cookie': `cart=${id}; Path=/` });
      },
      'GET /cart': (exchange) => exchange.html(overview(cartOf(exchange), bug)),
      'DELETE /cart': (exchange) => {
        const cart = cartOf(exchange);
        cart.splice(Number(exchange.query.get('line')), 1);
        exchange.json({ total: totalOf(cart, bug) });
      },
    });
  },
};

function catalogue(cart) {
  const count = `${cart.length} ${cart.length === 1 ? 'item' : 'items'} in your cart`;
  return page({
    title: 'Crockery shop',
    body: `<header><p>${count}</p><a href="/cart">View cart</a></header>
<main><h1>Crockery</h1><div class="cards">${products.map(card).join('')}</div></main>`,
  });
}

function card({ id, name, cents }) {
  return `<section class="card" aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(name)}</h2><p>${dollars(cents)}</p>
<form method="post" action="/cart?add=${id}"><button>Add to cart</button></form></section>`;
}

function overview(cart, bug) {
  const rows = cart.map(
    ({ name, cents }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${dollars(cents)}</td><td><button class="remove">Remove</button></td></tr>`,
  );
  return page({
    title: 'Your cart',
    body: `<main><h1>Your cart</h1>
<table><thead><tr><th>Item</th><th>Price</th><th><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody>${rows.join('')}</tbody></table>
<p>Shipping: ${dollars(shippingCents)}</p><p id="total">Total: ${totalOf(cart, bug)}</p>
<a href="/">Go on shopping</a></main>`,
    client: removeLines,
    data: { isBroken: bug === stuck },
  });
}

function removeLines({ isBroken }) {
  document.querySelector('tbody').addEventListener('click', async (event) => {
    const row = event.target.closest('tr');
    if (!event.target.matches('.remove')) return;
    const line = isBroken ? row.dataset.line.trim() : row.sectionRowIndex;
    const answer = await fetch(`/cart?line=${line}`, { method: 'DELETE' });
    row.remove();
    document.querySelector('#total').textContent = `Total: ${(await answer.json()).total}`;
  });
}

function totalOf(cart, bug) {
  const items = cart.reduce((sum, { cents }) => sum + cents, 0);
  return dollars(bug === total ? items : items + shippingCents);
}

function dollars(cents) {
  return `$${(cents / 100).toFixed(2)}`;
}
