import { escapeHtml, page, routes } from './serve.mjs';

const deaf = 'the page does not hear that the frame has paid';
const amount = 'the frame charges another amount than the page says';

/** A card form within an iframe that tells the page around it. */
export const paymentFrame = {
  name: 'iframe',
  sentences: (url) => [
    `Open ${url}/checkout`,
    'See "Amount due: 49.90 EUR"',
    'See "You pay 49.90 EUR"',
    'Type "4242 4242 4242 4242" into "Card number"',
    'Type "12/30" into "Expiry date"',
    'Click the "Pay now" button',
    'See "Payment received"',
    'Verify that the "Show receipt" button is enabled',
    'Click "Show receipt"',
    'See "Receipt for card ending in 4242"',
  ],
  bugs: [
    { name: deaf, issue: /Payment received/ },
    { name: amount, issue: /You pay 49\.90 EUR.*You pay 4990 EUR/ },
  ],
  serve(bug) {
    return routes({
      'GET /checkout': ({ html }) => html(checkout({ messageType: bug === deaf ? 'payed' : 'paid' })),
      'GET /card-form': ({ html }) => html(cardForm(bug === amount ? '4990 EUR' : '49.90 EUR')),
      'POST /payments': async ({ body, json }) => json({ ending: (await body()).number.slice(-4) }),
    });
  },
};

function checkout(data) {
  return page({
    title: 'Checkout',
    body: `<main><h1>Checkout</h1><p>Amount due: 49.90 EUR</p>
<iframe src="/card-form" title="Card payment" width="480" height="320"></iframe>
<p id="state" role="status">Waiting for payment</p><button id="receipt" disabled>Show receipt</button><p id="paper"></p></main>`,
    client: listen,
    data,
  });
}

function listen({ messageType }) {
  const receipt = document.querySelector('#receipt');
  let ending = '';
  addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin || data.type !== messageType) return;
    ending = data.ending;
    document.querySelector('#state').textContent = 'Payment received';
    receipt.disabled = false;
  });
  receipt.addEventListener('click', () => {
    document.querySelector('#paper').textContent = `Receipt for card ending in ${ending}`;
  });
}

function cardForm(sum) {
  return page({
    title: 'Card form',
    body: `<form><p>You pay ${escapeHtml(sum)}</p>
<label for="number">Card number</label><input id="number" inputmode="numeric" autocomplete="cc-number">
<label for="expiry">Expiry date</label><input id="expiry" placeholder="MM/YY">
<p><button>Pay now</button></p></form>`,
    client: pay,
  });
}

function pay() {
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const number = document.querySelector('#number').value;
    const answer = await fetch('/payments', { method: 'POST', body: JSON.stringify({ number }) });
    const { ending } = await answer.json();
    parent.postMessage({ type: 'paid', ending }, location.origin);
    document.querySelector('form').replaceChildren('Paid. You can go on outside of this frame.');
  });
}
