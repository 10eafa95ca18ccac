import { escapeHtml, page, routes } from './serve.mjs';

const asText = 'amounts are sorted as text';
const offByOne = 'the second page begins with the last row of the first';
const caseMatters = 'the filter heeds upper and lower case';

const names = [
  'Adler',
  'Berg',
  'Carlsen',
  'Dahl',
  'Eriksen',
  'Falk',
  'Grahn',
  'Holm',
  'Ibsen',
  'Juhl',
  'Krogh',
  'Lund',
];
const invoices = names.map((customer, index) => ({
  number: `INV-${String(index + 1).padStart(3, '0')}`,
  customer,
  amount: ((index * 37) % 97) * 12 + 9,
}));
const pageSize = 5;

/** Invoices that are sorted, filtered and paged on the server by links and a form. */
export const table = {
  name: 'table',
  targetUrl: (url) => url,
  sentences: () => [
    'Open the page /invoices',
    'See 5 rows',
    'See "INV-001" before "INV-005"',
    'Click the "Next page" link',
    'See "INV-006"',
    'Do not see "INV-005"',
    'The address contains "page=2"',
    'Click "Sort by amount"',
    'See "Adler" before "Dahl"',
    'See "Dahl" before "Grahn"',
    'Type "lund" into "Filter by customer"',
    'Press Enter',
    'See "1 invoice found"',
    'See "INV-012"',
  ],
  bugs: [
    { name: asText, issue: /Adler.*before.*Dahl/ },
    { name: offByOne, issue: /not.*INV-005/i },
    { name: caseMatters, issue: /1 invoice found.*0 invoices found/ },
  ],
  serve(bug) {
    return routes({
      'GET /invoices': ({ html, query }) => {
        const filter = query.get('filter') ?? '';
        const matching = invoices.filter(({ customer }) => contains(customer, filter, bug === caseMatters));
        if (query.get('sort') === 'amount') matching.sort(bug === asText ? byText : byAmount);
        const number = Number(query.get('page') ?? '1');
        const start = (number - 1) * pageSize - (bug === offByOne && number > 1 ? 1 : 0);
        html(list({ rows: matching.slice(start, start + pageSize), count: matching.length, filter, number }));
      },
    });
  },
};

function contains(text, part, caseSensitive) {
  return caseSensitive ? text.includes(part) : text.toLowerCase().includes(part.toLowerCase());
}

const byAmount = (one, other) => one.amount - other.amount;
const byText = (one, other) => String(one.amount).localeCompare(String(other.amount));

function list({ rows, count, filter, number }) {
  const pages = Math.ceil(count / pageSize);
  const next = number < pages ? `<a href="?page=${number + 1}" rel="next">Next page</a>` : '';
  const previous = number > 1 ? `<a href="?page=${number - 1}" rel="prev">Previous page</a>` : '';
  const lines = rows.map(
    (row) => `<tr><td>${row.number}</td><td>${escapeHtml(row.customer)}</td><td>€ ${row.amount}.00</td></tr>`,
  );
  return page({
    title: 'Invoices',
    body: `<main><h1>Invoices</h1>
<form role="search"><label for="filter">Filter by customer</label>
<input id="filter" name="filter" type="search" value="${escapeHtml(filter)}"></form>
<p>${count} ${count === 1 ? 'invoice' : 'invoices'} found</p>
<table><thead><tr><th>Number</th><th>Customer</th><th><a href="?sort=amount">Sort by amount</a></th></tr></thead>
<tbody>${lines.join('')}</tbody></table>
<nav aria-label="Pages">${previous} <span>Page ${number} of ${pages}</span> ${next}</nav></main>`,
  });
}
