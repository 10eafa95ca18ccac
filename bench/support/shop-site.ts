import { createServer } from 'node:http';

/** A small shop, in a process of its own; prints its address. */
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`;
const pages: Record<string, string> = {
  '/login': page(
    'Sign in',
    `<form action="/shop"><label>Username <input name="user"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>`,
  ),
  '/shop': page(
    'Shop',
    `<p>Welcome, alice</p><label>Search <input id="search"></label><ul id="found"></ul><p id="cart"></p>
     <script>
       const items = ['Red shoes', 'Blue shoes', 'Green hat'];
       const search = document.getElementById('search');
       search.addEventListener('input', () => {
         const hits = items.filter((item) => item.toLowerCase().includes(search.value.toLowerCase()));
         document.getElementById('found').innerHTML =
           hits.map((item) => '<li>' + item + ' <button>Add ' + item + '</button></li>').join('');
       });
       document.addEventListener('click', (event) => {
         if (event.target.textContent.startsWith('Add ')) document.getElementById('cart').textContent = '1 item in the cart';
       });
     </script><a href="/cart">Cart</a>`,
  ),
  '/cart': page('Cart', '<p>Red shoes</p><p>Total: 59.00</p>'),
};

const server = createServer((request, response) => {
  const body = pages[(request.url ?? '').replace(/\?.*/, '')];
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
