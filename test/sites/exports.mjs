import { page, routes } from './serve.mjs';

const oldPrices = 'the file has the prices of the year before';
const cut = 'the last line of the file is missing';
const emptied = 'the file is empty';
const gone = 'the server has no such file';
const dead = 'the button does nothing';
const renamed = 'the file has another name';
const packed = 'the file is packed and no text';
const huge = 'the file is far too large';

const march = { [oldPrices]: '1150.00', default: '1200.50' };

/** Files to take along: from the server, from a script, and behind a link with a picture alone. */
export const exports = {
  name: 'exports',
  sentences: (url) => [
    `Open ${url}/exports`,
    'Download "sales.csv" in the row "April"',
    'The file "sales.csv" contains "Bob"',
    'Download "sales.csv" in the row "March"',
    'The file "sales.csv" contains the line "Alice,1200.50"',
    'The file "sales.csv" has 3 lines',
    'The file "sales.csv" does not contain "Bob"',
    'Click "Export" to download "customers.csv"',
    'The file "customers.csv" starts with "Name;City"',
    'The downloaded file contains "Ærø" and "Oslo"',
    'Download "summary.txt"',
    'The file "summary.txt" is not empty',
    'The downloaded file has the text "All is well."',
  ],
  bugs: [
    { name: oldPrices, issue: /"sales\.csv" to contain the line "Alice,1200\.50".*Alice,1150\.00/ },
    { name: cut, issue: /"sales\.csv" to have 3 lines; it has 2 lines/ },
    { name: emptied, issue: /"summary\.txt" not to be empty; it is empty/ },
    { name: gone, issue: /download of "summary\.txt" failed: the server answered with an error/ },
    { name: dead, issue: /No file "customers\.csv" was downloaded within .* no download has begun/ },
    { name: renamed, issue: /what came is called "customers \(copy\)\.csv"/ },
    { name: packed, issue: /"customers\.csv" to start with "Name;City"; it is no text/ },
    { name: huge, issue: /download of "summary\.txt" failed: it is larger than 32 MiB/ },
  ],
  serve(bug) {
    const file = (name, text) => (exchange) =>
      exchange.html(text, { headers: { 'content-disposition': `attachment; filename="${name}"` } });
    const sales = [
      `Name,Amount`,
      `Alice,${march[bug] ?? march.default}`,
      ...(bug === cut ? [] : ['Total,2']),
    ];
    return routes({
      'GET /exports': ({ html }) => html(list(bug)),
      'GET /files/march': file('sales.csv', `${sales.join('\r\n')}\r\n`),
      'GET /files/april': file('sales.csv', 'Name,Amount\r\nBob,7\r\n'),
      ...(bug !== gone && {
        'GET /files/summary.txt': file(
          'summary.txt',
          bug === emptied ? '' : bug === huge ? 'x'.repeat(33 * 1024 * 1024) : 'All is well.\n',
        ),
      }),
    });
  },
};

function list(bug) {
  return page({
    title: 'Exports',
    body: `<main><h1>Exports</h1><table><tr><th>Month</th><th>File</th></tr>
<tr><td>March</td><td><a href="/files/march">sales.csv</a></td></tr>
<tr><td>April</td><td><a href="/files/april" target="_blank">sales.csv</a></td></tr></table>
<button id="export">Export</button>
<a href="/files/summary.txt" download aria-label="Take the summary along"><svg width="20" height="20"><rect width="20" height="20"/></svg></a></main>`,
    client: exportCustomers,
    data: { dead: bug === dead, renamed: bug === renamed, packed: bug === packed },
  });
}

function exportCustomers({ dead: isDead, renamed: isRenamed, packed: isPacked }) {
  document.getElementById('export').addEventListener('click', () => {
    if (isDead) return;
    const content = isPacked
      ? new Uint8Array([80, 75, 3, 4, 0, 0, 8, 0])
      : 'Name;City\nAlice;Oslo\nZoë;Ærø\n';
    const link = document.createElement('a');
    link.download = isRenamed ? 'customers (copy).csv' : 'customers.csv';
    link.href = URL.createObjectURL(new Blob([content], { type: 'text/csv' }));
    link.click();
  });
}
