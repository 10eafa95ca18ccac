import { icon, pictures, style } from './look.mjs';

export function cataloguePage(session, products) {
  const cards = products.map(
    ({ id, name, cents, about }) => `
      <section class="card" aria-labelledby="${id}">
        ${pictures[id]}
        <h2 id="${id}">${name}</h2>
        <p>${about}</p>
        <form method="post" action="/cart">
          <strong>${dollars(cents)}</strong>
          <button name="product" value="${id}">Add to cart</button>
        </form>
      </section>`,
  );
  return page(
    'Tea shop',
    session,
    `<h1>For a quiet afternoon</h1><div class="cards">${cards.join('')}</div>`,
  );
}

export function signInPage(session, complaint = '') {
  return page(
    'Sign in',
    session,
    `<form class="panel narrow" method="post" action="/sign-in">
      <h1>Sign in</h1>
      ${alert(complaint)}
      <label>Email <input name="email" type="email" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Sign in</button>
    </form>`,
  );
}

export function cartPage(session, { discountCents, totalCents }, complaint = '') {
  const rows = session.cart.map(({ name, cents }) => `<tr><td>${name}</td><td>${dollars(cents)}</td></tr>`);
  const discount =
    discountCents > 0 ? `<p>Coupon ${session.coupon.code}: −${dollars(discountCents)}</p>` : '';
  return page(
    'Your cart',
    session,
    `<div class="panel">
      <h1>Your cart</h1>
      <table><thead><tr><th>Item</th><th>Price</th></tr></thead><tbody>${rows.join('')}</tbody></table>
      ${alert(complaint)}
      <form class="inline" method="post" action="/coupon">
        <label>Coupon <input name="code"></label><button class="quiet">Apply</button>
      </form>
      <div class="sum">${discount}<p class="total">Total: ${dollars(totalCents)}</p></div>
      <form method="post" action="/checkout"><button>Check out</button></form>
    </div>`,
  );
}

export function thanksPage(session, { totalCents }) {
  const whom = session.name === null ? '' : `, ${session.name}`;
  return page(
    'Thank you',
    session,
    `<div class="panel narrow"><h1>Thank you${whom}</h1>
      <p>We have your order of ${dollars(totalCents)}. The kettle is on.</p>
      <p><a href="/">Go on shopping</a></p></div>`,
  );
}

export function notFoundPage(session) {
  return page('Not found', session, '<div class="panel narrow"><h1>There is no such page</h1></div>');
}

function page(title, { name, cart }, body) {
  const who = name === null ? '<a href="/sign-in">Sign in</a>' : `<span>Hello, ${name}</span>`;
  const count = `${cart.length} ${cart.length === 1 ? 'item' : 'items'} in your cart`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <title>${title}</title>
  <link rel="icon" href="${icon}">
  <style>${style}</style>
</head>
<body>
  <header><a class="brand" href="/">Leaf &amp; Kettle</a><nav>${who}<span>${count}</span><a href="/cart">View cart</a></nav></header>
  <main>${body}</main>
</body>
</html>`;
}

function alert(complaint) {
  return complaint === '' ? '' : `<p role="alert">${complaint}</p>`;
}

function dollars(cents) {
  return `$${(cents / 100).toFixed(2)}`;
}
