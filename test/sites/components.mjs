import { page, routes } from './serve.mjs';

const limit = 'more seats can be taken than there are';
const sum = 'the price is that of one seat too few';

/** Custom elements with shadow roots: a counter and a price that follows it. */
export const components = {
  name: 'web components',
  sentences: (url) => [
    `Visit ${url}/booking`,
    'See "0 of 3 seats"',
    'The "Fewer" button is disabled',
    'Click "More"',
    'Click "More"',
    'See "2 of 3 seats"',
    'See "Price: £ 50"',
    'Click "More"',
    'The "More" button is disabled',
    'Press Tab',
    'Click the "Book" button',
    'See "Booked 3 seats for £ 75"',
  ],
  bugs: [
    { name: limit, issue: /More.*disabled/ },
    { name: sum, issue: /Price: £ 50.*Price: £ 25/ },
  ],
  serve(bug) {
    return routes({
      'GET /booking': ({ html }) => html(booking({ limit: bug === limit, sum: bug === sum })),
    });
  },
};

function booking(faults) {
  return page({
    title: 'Booking',
    body: '<main><h1>Booking</h1><seat-counter max="3"></seat-counter><p id="price"></p><button id="book">Book</button><p id="done" role="status"></p></main>',
    client: define,
    data: faults,
  });
}

function define({ limit: isUnlimited, sum: isCheap }) {
  customElements.define(
    'seat-counter',
    class extends HTMLElement {
      seats = 0;
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML =
          '<style>button { font: inherit; }</style><button id="less">Fewer</button> <output></output> <button id="more">More</button>';
        root.querySelector('#less').addEventListener('click', () => this.change(-1));
        root.querySelector('#more').addEventListener('click', () => this.change(1));
        this.change(0);
      }
      change(by) {
        this.seats += by;
        const max = Number(this.getAttribute('max'));
        this.shadowRoot.querySelector('output').textContent = `${this.seats} of ${max} seats`;
        this.shadowRoot.querySelector('#less').disabled = this.seats === 0;
        this.shadowRoot.querySelector('#more').disabled = !isUnlimited && this.seats === max;
        this.dispatchEvent(new CustomEvent('change', { bubbles: true }));
      }
    },
  );
  const counter = document.querySelector('seat-counter');
  const price = () => 25 * (isCheap ? Math.max(0, counter.seats - 1) : counter.seats);
  const draw = () => {
    document.querySelector('#price').textContent = `Price: £ ${price()}`;
  };
  counter.addEventListener('change', draw);
  document.querySelector('#book').addEventListener('click', () => {
    document.querySelector('#done').textContent = `Booked ${counter.seats} seats for £ ${price()}`;
  });
  draw();
}
