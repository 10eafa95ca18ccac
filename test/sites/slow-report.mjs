import { setTimeout as delay } from 'node:timers/promises';
import { page, routes } from './serve.mjs';

const spins = 'the spinner stays after the report is there';
const overtaken = 'a late answer to an earlier question replaces the right one';

const tookMs = 500;
const lateMs = 300;

/** A report that takes its time, asked for twice in a row. */
export const slowReport = {
  name: 'slow page',
  sentences: (url) => [
    `Open ${url}/report`,
    'Select "2023" from "Year"',
    'Select "2024" from "Year"',
    'Wait until "Loading the report" is gone',
    'See "Revenue in 2024: 1,204,000"',
    'Wait 1 second',
    'Do not see "Revenue in 2023"',
    'See "Revenue in 2024: 1,204,000"',
  ],
  bugs: [
    { name: spins, issue: /Loading the report/ },
    { name: overtaken, issue: /Revenue in 202[34]/ },
  ],
  serve(bug) {
    let onAnswered = () => undefined;
    const answered = new Promise((resolve) => {
      onAnswered = resolve;
    });
    return routes({
      'GET /report': async ({ html }) => {
        await delay(300);
        html(report({ spins: bug === spins, overtaken: bug === overtaken }));
      },
      'GET /api/revenue': async ({ query, json }) => {
        const year = query.get('year');
        // However fast the questions come, the first is answered behind the second.
        if (year === '2023') await answered.then(() => delay(lateMs));
        else await delay(tookMs);
        onAnswered();
        json({ year, revenue: year === '2024' ? '1,204,000' : '987,000' });
      },
    });
  },
};

function report(faults) {
  return page({
    title: 'Report',
    body: `<main><h1>Revenue</h1><label for="year">Year</label>
<select id="year"><option value="">Choose a year</option><option>2023</option><option>2024</option></select>
<p id="spinner" class="hidden" role="progressbar" aria-label="Loading">Loading the report…</p><p id="revenue" aria-live="polite"></p></main>`,
    client: showRevenue,
    data: faults,
  });
}

function showRevenue({ spins: isSpinning, overtaken: isCareless }) {
  const spinner = document.querySelector('#spinner');
  let asked = '';
  document.querySelector('#year').addEventListener('change', async ({ target }) => {
    asked = target.value;
    const year = asked;
    spinner.classList.remove('hidden');
    const answer = await fetch(`/api/revenue?year=${year}`);
    const { revenue } = await answer.json();
    if (year !== asked && !isCareless) return;
    document.querySelector('#revenue').textContent = `Revenue in ${year}: ${revenue}`;
    if (!isSpinning) spinner.classList.add('hidden');
  });
}
