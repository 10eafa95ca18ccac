import { page, routes } from './serve.mjs';

const forgets = 'going back loses what was typed';
const swapped = 'the summary has two labels swapped';
const dead = 'the last button does nothing';

/** Three steps on one page with a summary; the order goes to the server at the end. */
export const wizard = {
  name: 'wizard',
  layout: 'numbered',
  sentences: (url) => [
    `Open ${url}/order`,
    'Enter "Ada" into "First name"',
    'Enter "Lovelace" into "Last name"',
    'Click "Next"',
    'Select "Express" from "Delivery"',
    'Click "Back"',
    'The "First name" field has the value "Ada"',
    'Click "Next"',
    '"Express" is selected in "Delivery"',
    'Click "Next"',
    'See "First name: Ada"',
    'See "Last name: Lovelace"',
    'See "Delivery: Express"',
    'Take a screenshot',
    'Click "Place order"',
    'See "Thank you, Ada. Your order number is 4711."',
  ],
  bugs: [
    { name: forgets, issue: /First name.*Ada/ },
    { name: swapped, issue: /First name: Ada.*First name: Lovelace/ },
    { name: dead, issue: /Thank you, Ada/ },
  ],
  serve(bug) {
    return routes({
      'GET /order': ({ html }) =>
        html(form({ forgets: bug === forgets, swapped: bug === swapped, dead: bug === dead })),
      'POST /orders': async ({ body, json }) => json({ number: 4711, firstName: (await body()).firstName }),
    });
  },
};

function form(faults) {
  return page({
    title: 'Order',
    body: `<main><h1>Your order</h1><ol class="steps"><li>You</li><li>Delivery</li><li>Summary</li></ol>
<fieldset data-step="0"><legend>You</legend><label>First name <input name="firstName"></label>
<label>Last name <input name="lastName"></label></fieldset>
<fieldset data-step="1"><legend>Delivery</legend><label for="delivery">Delivery</label>
<select id="delivery"><option>Standard</option><option>Express</option></select></fieldset>
<fieldset data-step="2"><legend>Summary</legend><p id="first"></p><p id="last"></p><p id="how"></p></fieldset>
<p><button id="back">Back</button> <button id="next">Next</button></p><p id="done" role="status"></p></main>`,
    client: runWizard,
    data: faults,
  });
}

function runWizard({ forgets: isForgetful, swapped: isSwapped, dead: isDead }) {
  const one = (selector) => document.querySelector(selector);
  const value = (name) => one(`[name=${name}]`).value;
  let step = 0;
  const show = () => {
    for (const part of document.querySelectorAll('fieldset'))
      part.hidden = Number(part.dataset.step) !== step;
    one('#back').hidden = step === 0;
    one('#next').textContent = step === 2 ? 'Place order' : 'Next';
    one('#first').textContent = `First name: ${value(isSwapped ? 'lastName' : 'firstName')}`;
    one('#last').textContent = `Last name: ${value(isSwapped ? 'firstName' : 'lastName')}`;
    one('#how').textContent = `Delivery: ${one('#delivery').value}`;
  };
  one('#back').addEventListener('click', () => {
    step -= 1;
    if (isForgetful) for (const input of document.querySelectorAll('input')) input.value = '';
    show();
  });
  one('#next').addEventListener('click', async () => {
    if (step < 2) {
      step += 1;
      return show();
    }
    if (isDead) return undefined;
    const answer = await fetch('/orders', {
      method: 'POST',
      body: JSON.stringify({ firstName: value('firstName') }),
    });
    const order = await answer.json();
    one('#done').textContent = `Thank you, ${order.firstName}. Your order number is ${order.number}.`;
    return undefined;
  });
  show();
}
