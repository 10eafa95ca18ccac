import type { EverydayPage } from './page.ts';

const cell = (text: string) => `<td>${text}</td>`;
const row = (cells: readonly string[]) => `<tr>${cells.map(cell).join('')}</tr>`;

/** What holds for each of several, for none, or for so many. */
export const valuePages: readonly EverydayPage[] = [
  {
    id: 'a table with empty cells',
    body: `<table><tr><th>Name</th><th>Paid</th><th>Note</th></tr>${row(['Alice', '', 'late'])}${row(['Bob', '5 May', ''])}</table>`,
    right: [
      '"Paid" in the row "Alice" is empty',
      '"Paid" in the row "Bob" is not empty',
      '"Note" in the row "Bob" is empty',
    ],
    wrong: ['"Note" in the row "Alice" is empty', '"Paid" in the row "Alice" is not empty'],
  },
  {
    id: 'a table of invoices beside a form',
    body: `<h2 id="i">Invoices</h2><table aria-labelledby="i"><thead><tr><th>No.</th><th>Status</th><th>Price</th><th></th></tr></thead><tbody>
      ${row(['INV-0001', 'Paid', '€12.50', '<button>Edit</button>'])}
      ${row(['INV-0002', 'Overdue', '€1,249.90', '<button>Edit</button>'])}
      ${row(['INV-0003', 'Paid', '€7.00', '<button disabled>Edit</button> <button>Remind</button>'])}
      </tbody></table>
      <fieldset><legend>Notices</legend><label><input type="checkbox" checked> Mail</label> <label><input type="checkbox" checked> Push</label> <label><input type="checkbox"> Letter</label></fieldset>
      <p><label>Name <input></label> <label>Town <input></label></p>`,
    right: [
      'Every row contains "INV"',
      'Every row contains "€"',
      'Every row has an "Edit" button',
      'See "Edit" in each row',
      'Every row of the table "Invoices" has an "Edit" button',
      'No row contains "Draft"',
      '"Draft" is in no row',
      'At least one row has the status "Overdue" in the column "Status"',
      'Exactly 2 rows have "Paid" in the column "Status"',
      'There is exactly one row that has the status "Overdue"',
      'All checkboxes except "Letter" are checked',
      'All checkboxes but the last are checked',
      'At least two checkboxes are checked',
      'At most one checkbox is not checked',
      'No checkbox except "Mail" and "Push" is checked',
      'All text fields are empty',
      'All values in the column "Price" are greater than 6',
      'No value in the column "Price" is less than 7',
      'Every row except the second has "Paid" in the column "Status"',
      'Two "Edit" buttons are enabled',
      'The row "INV-0003" has the status "Paid"',
      'The table has 3 rows, not counting the header',
    ],
    wrong: [
      'Every row contains "Paid"',
      'Every row has a "Remind" button',
      'Every row has 2 buttons',
      'No row contains "Overdue"',
      'No row has "Draft" in the column "State"',
      'No heading is checked',
      'At least one row has the status "Draft" in the column "Status"',
      'Exactly one row has "Paid" in the column "Status"',
      'All checkboxes are checked',
      'All checkboxes except "Push" are checked',
      'All checkboxes except "Letter" and "Push" are checked',
      'All checkboxes except "Fax" are unchecked',
      'No checkbox is checked',
      'Exactly two checkboxes are unchecked',
      'Every slider is enabled',
      'All "Edit" buttons are enabled',
      'All values in the column "Price" are greater than 10',
      'Every row in the table "Orders" contains "INV"',
      'The row "INV-0003" has the status "Overdue"',
    ],
  },
  {
    id: 'lists of the browser and of the page',
    body: `<label>Country <select><option>Norway</option><option selected>Sweden</option><option>Finland</option></select></label>
      <p><span id="s">Size</span> <button role="combobox" aria-labelledby="s" aria-haspopup="listbox" aria-expanded="false" onclick="this.setAttribute('aria-expanded', 'true'); list.hidden = false">S</button></p>
      <div id="list" role="listbox" hidden><div role="option" aria-selected="true">S</div><div role="option">M</div></div>
      <div role="tablist"><button role="tab" aria-selected="true">General</button><button role="tab">History</button></div>
      <table><thead><tr><th>Name ▲</th><th>Price</th><th></th></tr></thead><tbody>
      ${row(['Alice', '12', '<button>Edit</button>'])}${row(['Bob', '7', '<button>Edit</button>'])}</tbody></table>`,
    right: [
      'The "Country" dropdown has the option "Norway"',
      'The "Country" dropdown has the options "Norway" and "Finland"',
      'The "Country" dropdown has no option "Denmark"',
      'The "Country" dropdown has only the options "Sweden", "Norway" and "Finland"',
      'The options in "Country" are "Norway", "Sweden", "Finland" in this order',
      'The "Country" dropdown has 3 options',
      '"Sweden" is preselected',
      'The column headers are "Name" and "Price" in this order',
      'The columns from left to right are "Name" and "Price"',
      'The table has the columns "Price" and "Name"',
      'The tabs are "General" and "History"',
      'Only the tab "General" is selected',
      'The order of the rows is "Alice" and "Bob"',
      'Only the rows "Bob" and "Alice" are listed',
    ],
    wrong: [
      'The "Country" dropdown has the option "Denmark"',
      'The "Country" dropdown has no option "Norway"',
      'The "Country" dropdown has only the options "Norway" and "Finland"',
      'The options in "Country" are "Sweden", "Norway", "Finland" in this order',
      'The "Country" dropdown has 2 options',
      'The "Size" dropdown has the option "M"',
      'The "Size" dropdown has no option "L"',
      'The "Size" dropdown has no options',
      'The column headers are "Price" and "Name" in this order',
      'The table has the columns "Price" and "Total"',
      'The tabs are "General" and "Histories"',
      'Only the tab "History" is selected',
      'The order of the rows is "Bob" and "Alice"',
      'Only the row "Bob" is listed',
    ],
    done: ['Click "Size". The "Size" dropdown has only the options "S" and "M".'],
  },
  {
    id: 'numbers, dates and patterns',
    body: `<dl><dt>Net</dt><dd>€ 1.000,50</dd><dt>Tax</dt><dd>€ 284,00</dd><dt>Total</dt><dd>€ 1.284,50</dd><dt>Storage</dt><dd>1.2 GB</dd><dt>Level</dt><dd>24 %</dd>
      <dt>Order</dt><dd>INV-2031</dd><dt>Payable</dt><dd>14.03.2026</dd><dt>Weight</dt><dd>1.250 kg</dd></dl>
      <label>Billing <input value="Oak Road 1"></label> <label>Shipping <input value="Oak Road 1"></label> <label>Office <input value="oak road 1"></label>
      <table><thead><tr><th>Name</th><th>Price</th><th>Hours</th><th>Created</th><th>Due</th><th>Size</th><th>Badge</th></tr></thead><tbody>
      ${row(['Adam', '€ 9,50', '7.5', '14 March 2026', '03/04/2026', '900 MB', '1'])}
      ${row(['bea', '€ 10,00', '10', '2 April 2026', '04/03/2026', '1.2 GB', '2'])}
      ${row(['Carl', '€ 1.284,50', '20', '1 December 2026', '05/06/2026', '3 GB', '2'])}
      </tbody></table><ul><li>Ash</li><li>Beech</li><li>Oak</li></ul>`,
    right: [
      '"Total" is € 1.284,50',
      '"Total" is more than 1,284',
      '"Total" is less than € 1.285',
      '"Level" shows 24 %',
      '"Level" is between 18 and 24 %',
      '"Storage" is more than 1 GB',
      '"Weight" is more than 1 kg',
      '"Order" matches "INV-####"',
      '"Payable" is in the format "DD.MM.YYYY"',
      '"Billing" and "Shipping" are the same',
      '"Billing" has the same value as "Shipping"',
      '"Net" and "Tax" are not the same',
      'The sum of "Net" and "Tax" is 1284.50',
      '"Total" is more than "Net"',
      '"Total" is at least the sum of "Net" and "Tax"',
      '"Total" equals the sum of "Net" and "Tax"',
      'The sum of the column "Hours" is 37.5',
      'The sum of the column "Hours" is less than 38',
      'The names in the column "Name" are in alphabetical order',
      'The prices are sorted ascending',
      'The column "Created" is sorted, oldest first',
      'The list items are in alphabetical order',
      'All values in the column "Name" are different',
      'Every value in the column "Price" is at least € 9.50',
    ],
    wrong: [
      '"Total" is € 1,284.50',
      '"Total" is more than € 1.285',
      '"Total" is less than $2,000',
      '"Level" is between 25 and 30 %',
      '"Storage" is less than 900 MB',
      '"Weight" is less than 1000 kg',
      '"Order" matches "INV-###"',
      '"Order" matches "ORD-####"',
      '"Payable" is in the format "MM.DD.YYYY"',
      '"Billing" and "Office" are the same',
      '"Net" and "Tax" are the same',
      'The sum of "Net" and "Tax" is 1285',
      '"Net" is more than "Total"',
      '"Total" is more than the sum of "Net" and "Tax"',
      '"Total" is more than "Storage"',
      'The sum of the column "Hours" is 37',
      'The sum of the column "Size" is more than 2',
      'The prices are sorted descending',
      'The column "Created" is sorted, newest first',
      'The column "Due" is sorted, oldest first',
      'The column "Size" is sorted ascending',
      'The list items are in descending order',
      'No two rows have the same value in the column "Badge"',
    ],
  },
  {
    id: 'a form that counts',
    body: `<label>Arrival <input type="date"></label> <label>Departure <input></label>
      <label>Volume <input type="range" min="0" max="100" value="20"></label>
      <p>Members: <span id="m">9</span></p><p>Total: <span id="t">€ 11,70</span></p><p>Inbox <b>3</b></p>
      <button onclick="m.textContent = Number(m.textContent) + 1">Add</button> <button onclick="t.textContent = '€ 3,90'">Remove</button> <button>Nothing</button>`,
    right: ['"Inbox" shows 3, not 4'],
    wrong: ['"Inbox" shows 4, not 3', '"Inbox" shows 3, not 3'],
    done: [
      `Set "Arrival" to 14 March 2026. "Arrival" is 14 March 2026. "Arrival" is not 15 March 2026. Enter 14 March 2026 in "Departure". "Departure" is 14 March 2026.
      Enter tomorrow in the format DD.MM.YYYY in "Departure". "Departure" is tomorrow in the format DD.MM.YYYY. "Departure" is not today in the format DD.MM.YYYY. "Departure" is in the format "DD.MM.YYYY".
      Set the slider "Volume" to 65 %. "Volume" is 65.
      Remember "Members" as {{members}}. Click "Add". "Members" has grown by 1. "Members" is exactly one higher than {{members}}. Click "Nothing". "Members" does not change. Click "Remove". "Total" drops by 7.80 to 3.90.`,
    ],
    failed: ['Click "Nothing". "Members" has grown by 1.'],
  },
];
