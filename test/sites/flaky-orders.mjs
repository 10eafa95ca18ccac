import { page, routes } from './serve.mjs';

const givesUp = 'the page gives up at the first lost answer';
const doubled = 'an order is taken twice when its answer was lost';

/** Lines that are cut now and then; the page asks again, and the server takes the same order only once. */
export const flakyOrders = {
  name: 'flaky network',
  sentences: (url) => [
    `Open ${url}/orders`,
    'See "Stock: 12 pieces"',
    'Fill in "Pieces" with "3"',
    'Click "Order"',
    'See "Ordered 3 pieces"',
    'Nothing says "Connection lost"',
    'Reload the page',
    'See "Stock: 9 pieces"',
  ],
  bugs: [
    { name: givesUp, issue: /Stock: 12 pieces.*Stock: / },
    { name: doubled, issue: /Stock: 9 pieces.*Stock: 3 pieces/ },
  ],
  serve(bug) {
    const seen = new Set();
    let stock = 12;
    let calls = 0;
    // Two in a row: a browser repeats by itself what was cut on a connection that it had used before.
    const isCut = () => {
      calls += 1;
      return calls % 3 !== 0;
    };
    return routes({
      'GET /orders': ({ html }) => html(orders({ attempts: bug === givesUp ? 1 : 4 })),
      'GET /api/stock': ({ json, cut }) => (isCut() ? cut() : json({ stock })),
      'POST /api/orders': async ({ body, json, cut }) => {
        const { key, pieces } = await body();
        if (bug === doubled || !seen.has(key)) stock -= pieces;
        seen.add(key);
        return isCut() ? cut() : json({ pieces });
      },
    });
  },
};

function orders(data) {
  return page({
    title: 'Orders',
    body: `<main><h1>Orders</h1><p id="stock">Stock: …</p>
<form><label for="pieces">Pieces</label><input id="pieces" type="number" min="1" value="1"> <button>Order</button></form>
<p id="state" role="status"></p></main>`,
    client: order,
    data,
  });
}

function order({ attempts }) {
  const state = document.querySelector('#state');
  const ask = async (path, options) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await fetch(path, options);
        return await answer.json();
      } catch (error) {
        if (attempt === attempts) {
          state.textContent = 'Connection lost. Try again later.';
          throw error;
        }
        await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
      }
    }
  };
  const showStock = async () => {
    const { stock } = await ask('/api/stock');
    document.querySelector('#stock').textContent = `Stock: ${stock} pieces`;
  };
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const pieces = Number(document.querySelector('#pieces').value);
    const taken = await ask('/api/orders', {
      method: 'POST',
      body: JSON.stringify({ key: crypto.randomUUID(), pieces }),
    });
    state.textContent = `Ordered ${taken.pieces} pieces`;
  });
  showStock();
}
