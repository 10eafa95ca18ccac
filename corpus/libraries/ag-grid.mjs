// https://www.ag-grid.com/javascript-data-grid/: sorting, floating filters, selection, editing, paging, virtual rows.
export default {
  name: 'ag-grid',
  script: `
import { AllCommunityModule, ModuleRegistry, createGrid } from 'ag-grid-community';

ModuleRegistry.registerModules([AllCommunityModule]);

const say = (text) => { document.getElementById('out').textContent = text; };
const athletes = [
  { athlete: 'Michael Phelps', age: 23, country: 'United States', paid: true, state: 'Paid' },
  { athlete: 'Natalie Coughlin', age: 25, country: 'United States', paid: false, state: 'Not paid' },
  { athlete: 'Aleksey Nemov', age: 24, country: 'Russia', paid: false, state: 'Overdue' },
  { athlete: 'Alicia Coutts', age: 100, country: 'Australia', paid: true, state: 'Paid' },
  { athlete: 'Missy Franklin', age: 17, country: 'United States', paid: false, state: 'Not paid' },
  { athlete: 'Ryan Lochte', age: 27, country: 'United States', paid: true, state: 'Paid' },
];
class DeleteButton {
  init({ node, api }) {
    this.button = document.createElement('button');
    this.button.textContent = 'Delete';
    this.button.addEventListener('click', () => {
      api.applyTransaction({ remove: [node.data] });
      say(node.data.athlete + ' was deleted');
    });
  }
  getGui() { return this.button; }
  refresh() { return false; }
}
const grid = createGrid(document.getElementById('grid'), {
  rowData: athletes,
  defaultColDef: { flex: 1 },
  columnDefs: [
    { field: 'athlete', filter: 'agTextColumnFilter', floatingFilter: true },
    { field: 'age', editable: true },
    { field: 'country', filter: 'agTextColumnFilter', floatingFilter: true, editable: true, cellEditor: 'agSelectCellEditor', cellEditorParams: { values: ['Australia', 'Norway', 'Russia', 'United States'] } },
    { field: 'paid', editable: true },
    { field: 'state', headerName: 'State' },
    { headerName: 'Action', cellRenderer: DeleteButton, sortable: false },
  ],
  rowSelection: { mode: 'multiRow' },
  onSelectionChanged: ({ api }) => say(api.getSelectedNodes().length + ' rows selected'),
  onCellValueChanged: ({ colDef, newValue, data }) => say(data.athlete + ': ' + colDef.field + ' is now ' + newValue),
});
const orders = Array.from({ length: 2000 }, (_, at) => ({ order: 'Order ' + (at + 1), amount: (at * 7) % 500 + 1 }));
createGrid(document.getElementById('orders'), {
  rowData: orders,
  columnDefs: [{ field: 'order' }, { field: 'amount' }],
});
createGrid(document.getElementById('paged'), {
  rowData: Array.from({ length: 25 }, (_, at) => ({ invoice: 'Invoice ' + (at + 1) })),
  columnDefs: [{ field: 'invoice' }],
  domLayout: 'autoHeight',
  pagination: true,
  paginationPageSize: 10,
  paginationPageSizeSelector: [5, 10, 20],
});
document.getElementById('csv').addEventListener('click', () => grid.exportDataAsCsv({ fileName: 'athletes.csv' }));
document.getElementById('find').addEventListener('input', ({ target }) => grid.setGridOption('quickFilterText', target.value));
`,
  styles: [],
  body: `<h1>Athletes</h1>
<label for="find">Quick filter</label> <input id="find"> <button id="csv">CSV Export</button>
<p id="out">Nothing happened yet</p>
<div id="grid" style="height: 420px"></div>
<h2>Orders</h2>
<div id="orders" style="height: 240px"></div>
<h2>Invoices</h2>
<div id="paged"></div>`,
  right: [
    {
      steps: [
        'Click "CSV Export" to download "athletes.csv"',
        'The file "athletes.csv" has 7 lines',
        `The file "athletes.csv" contains '"Aleksey Nemov","24","Russia"'`,
        'Type "Russia" into "Quick filter"',
        'Do not see "Ryan Lochte"',
        'Download "CSV Export"',
        'The downloaded file has 2 lines',
        'The downloaded file does not contain "Ryan Lochte"',
      ],
    },
    {
      steps: [
        'See "Aleksey Nemov"',
        '"Age" in the row "Aleksey Nemov" is "24"',
        'See "Russia" in the row "Aleksey Nemov"',
        'Do not see "Russia" in the row "Ryan Lochte"',
      ],
    },
    {
      steps: [
        'Click "Age"',
        'See "Missy Franklin" before "Michael Phelps"',
        'See "Ryan Lochte" before "Alicia Coutts"',
        'Click "Age"',
        'See "Alicia Coutts" above "Missy Franklin"',
      ],
    },
    {
      steps: [
        'Check the first checkbox in the row "Ryan Lochte"',
        'See "1 rows selected"',
        'Check the first checkbox in the row "Alicia Coutts"',
        'See "2 rows selected"',
      ],
    },
    {
      steps: [
        'Type "russia" into "Quick filter"',
        'See "Aleksey Nemov"',
        'Do not see "Ryan Lochte"',
        'Clear "Quick filter"',
        'See "Ryan Lochte"',
      ],
    },
    {
      steps: [
        'Type "mi" into "Athlete Filter Input"',
        'See "Missy Franklin"',
        'See "Michael Phelps"',
        'Do not see "Ryan Lochte"',
      ],
    },
    {
      steps: [
        'Double-click "24" in the row "Aleksey Nemov"',
        'Press Control+A',
        'Press 3',
        'Press 1',
        'Press Enter',
        'See "Aleksey Nemov: age is now 31"',
      ],
    },
    {
      steps: [
        'Click "Delete" in the row "Missy Franklin"',
        'See "Missy Franklin was deleted"',
        'Do not see "Not paid" in the row "Ryan Lochte"',
        'See "Not paid" once',
      ],
    },
    {
      steps: [
        '"State" in the row "Missy Franklin" is "Not paid"',
        '"State" in the row "Ryan Lochte" is "Paid"',
      ],
    },
    {
      steps: ['Scroll until "Order 80" is visible', 'See "Order 80"'],
    },
    // A row has two boxes here.
    { steps: ['Check the checkbox in the row "Ryan Lochte"'], expect: 'STEP_AMBIGUOUS' },
    {
      steps: [
        'The "Paid" checkbox in the row "Ryan Lochte" is checked',
        'Check "Paid" in the row "Missy Franklin"',
        'See "Missy Franklin: paid is now true"',
        'The "Paid" checkbox in the row "Missy Franklin" is checked',
      ],
    },
    {
      steps: [
        'See "Invoice 10"',
        'Do not see "Invoice 11"',
        'Click "Next Page"',
        'See "Invoice 11"',
        'Do not see "Invoice 10"',
      ],
    },
    {
      steps: [
        'Select "20" from "Page Size:"',
        'See "Invoice 20"',
        'Do not see "Invoice 21"',
        'The "Next Page" button is enabled',
      ],
    },
    {
      steps: [
        'The "Previous Page" button is disabled',
        'Click "Last Page"',
        'See "Invoice 25"',
        'The "Next Page" button is disabled',
      ],
    },
    {
      steps: ['See "Order 1" before "Order 2"', '"Amount" in the row "Order 2" is "8"'],
    },
    {
      steps: [
        'The first checkbox in the row "Ryan Lochte" is not checked',
        'Check the first checkbox in the row "Ryan Lochte"',
        'The first checkbox in the row "Ryan Lochte" is checked',
      ],
    },
  ],
  broken: [
    {
      bug: 'the export leaves a column out',
      change: ({ script }) => ({
        script: script.replace(
          "fileName: 'athletes.csv'",
          "fileName: 'athletes.csv', columnKeys: ['athlete', 'country']",
        ),
      }),
      steps: [
        'Click "CSV Export" to download "athletes.csv"',
        `The file "athletes.csv" contains '"Aleksey Nemov","24"'`,
      ],
    },
    {
      bug: 'numbers are sorted as texts',
      change: ({ script }) => ({
        script: script.replace(
          "field: 'age', editable: true",
          "field: 'age', editable: true, comparator: (a, b) => String(a) < String(b) ? -1 : 1",
        ),
      }),
      steps: ['Click "Age"', 'See "Ryan Lochte" before "Alicia Coutts"'],
    },
    {
      bug: 'the row is not paid',
      change: ({ script }) => ({
        script: script.replace(
          "country: 'Australia', paid: true, state: 'Paid'",
          "country: 'Australia', paid: true, state: 'Not paid'",
        ),
      }),
      steps: ['"State" in the row "Alicia Coutts" is "Paid"'],
    },
    {
      bug: 'the edit goes back',
      change: ({ script }) => ({
        script: script.replace(
          "say(data.athlete + ': ' + colDef.field + ' is now ' + newValue)",
          'setTimeout(() => { data.age = 24; grid.refreshCells({ force: true }); }, 300)',
        ),
      }),
      steps: [
        'Double-click "24" in the row "Aleksey Nemov"',
        'Press Control+A',
        'Press 3',
        'Press 1',
        'Press Enter',
        'See "31" in the row "Aleksey Nemov"',
      ],
    },
    {
      bug: 'the wrong row is deleted',
      change: ({ script }) => ({ script: script.replace('remove: [node.data]', 'remove: [athletes[0]]') }),
      steps: [
        'Click "Delete" in the row "Missy Franklin"',
        'Do not see "Missy Franklin" in the row "Not paid"',
        'See "Michael Phelps"',
      ],
    },
    {
      bug: 'order 1 is missing, order 10 is there',
      change: ({ script }) => ({
        script: script.replace("{ order: 'Order ' + (at + 1)", "{ order: 'Order ' + (at + 10)"),
      }),
      steps: ['See "Order 1"'],
    },
    {
      bug: 'the filter does nothing',
      change: ({ script }) => ({
        script: script.replace("grid.setGridOption('quickFilterText', target.value)", 'undefined'),
      }),
      steps: ['Type "russia" into "Quick filter"', 'Do not see "Ryan Lochte"'],
    },
    {
      bug: 'the letters of the state have the colour of the row',
      change: ({ script }) => ({
        script: script.replace(
          "headerName: 'State' }",
          "headerName: 'State', cellStyle: { color: 'transparent' } }",
        ),
      }),
      steps: ['See "Overdue"'],
    },
    {
      bug: 'the next page is the same one',
      change: ({ script }) => ({
        script: script.replace(
          "{ invoice: 'Invoice ' + (at + 1) }",
          "{ invoice: 'Invoice ' + (at % 10 + 1) }",
        ),
      }),
      steps: ['Click "Next Page"', 'See "Invoice 11"'],
    },
  ],
};
