// https://datatables.net/examples: searching, ordering, pages, a button in each row.
export default {
  name: 'datatables',
  styles: ['datatables.net-dt/css/dataTables.dataTables.css'],
  script: `
    import DataTable from 'datatables.net-dt';

    const names = ['Airi Satou', 'Angelica Ramos', 'Ashton Cox', 'Bradley Greer', 'Brielle Williamson', 'Bruno Nash',
      'Caesar Vance', 'Cara Stevens', 'Cedric Kelly', 'Charde Marshall', 'Colleen Hurst', 'Dai Rios'];
    const offices = ['Tokyo', 'London', 'San Francisco', 'Edinburgh'];
    const rows = names.map((name, i) => [name, offices[i % 4], 20 + ((i * 7) % 40), '<button>Remove</button>']);
    const table = new DataTable('#people', {
      data: rows,
      pageLength: 5,
      lengthMenu: [5, 10, 25],
      columns: [{ title: 'Name' }, { title: 'Office' }, { title: 'Age' }, { title: '', orderable: false }],
    });
    document.querySelector('#people').addEventListener('click', (event) => {
      if (event.target.tagName !== 'BUTTON') return;
      const row = table.row(event.target.closest('tr'));
      document.getElementById('out').textContent = 'Removed ' + row.data()[0];
      row.remove().draw(false);
    });
  `,
  body: `<style>body { font-family: sans-serif; max-width: 900px }</style><h1>Staff</h1><p id="out"></p><table id="people" class="display"></table>`,
  right: [
    { steps: ['See 5 rows', 'See "Showing 1 to 5 of 12 entries"', 'See "Tokyo" in the row "Airi Satou"'] },
    {
      steps: [
        'Type "Cedric" into "Search:"',
        'See 1 row',
        'See "Cedric Kelly"',
        'Do not see "Airi Satou"',
        'See "filtered from 12 total entries"',
      ],
    },
    {
      steps: [
        'See "Airi Satou" before "Ashton Cox"',
        'Click "Name"',
        'See "Dai Rios" before "Colleen Hurst"',
        'Do not see "Airi Satou"',
      ],
    },
    {
      steps: [
        'Click "2"',
        'See "Bruno Nash"',
        'Do not see "Airi Satou"',
        'See "Showing 6 to 10 of 12 entries"',
      ],
    },
    {
      steps: [
        'Click the "Remove" button in the row "Ashton Cox"',
        'See "Removed Ashton Cox"',
        'See "Showing 1 to 5 of 11 entries"',
        'There is no row "Ashton Cox"',
      ],
    },
    { steps: ['Select "10" from "entries per page"', 'See 10 rows', 'See "Charde Marshall"'] },
    {
      steps: ['"Age" in the row "Airi Satou" is "20"', '"Office" in the row "Bradley Greer" is "Edinburgh"'],
    },
    { steps: ['Type "nobody" into "Search:"', 'See "No matching records found"'] },
    {
      steps: [
        'There are 5 "Remove" buttons',
        'Click the last "Remove" button',
        'See "Removed Brielle Williamson"',
      ],
    },
    { steps: ['Do not see "London" in the row "Airi Satou"', 'See "London" in the row "Angelica Ramos"'] },
    {
      steps: [
        'Click "Age"',
        'See "Caesar Vance" after "Airi Satou"',
        'See "Caesar Vance" before "Angelica Ramos"',
        'The first row contains "Airi Satou"',
      ],
    },
  ],
  broken: [
    {
      bug: 'the wrong row is removed',
      change: ({ body, script }) => ({
        body,
        script: script.replace('row.remove().draw(false)', 'table.row(0).remove().draw(false)'),
      }),
      steps: ['Click the "Remove" button in the row "Ashton Cox"', 'There is no row "Ashton Cox"'],
    },
    {
      bug: 'the search does nothing',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          'pageLength: 5,',
          'pageLength: 5, search: { smart: false }, layout: { topEnd: () => Object.assign(document.createElement("div"), { innerHTML: "<label>Search: <input></label>" }) },',
        ),
      }),
      steps: ['Type "Cedric" into "Search:"', 'See "Cedric Kelly"'],
    },
    {
      bug: 'the columns are shifted',
      change: ({ body, script }) => ({
        body,
        script: script.replace(
          "{ title: 'Office' }, { title: 'Age' }",
          "{ title: 'Age' }, { title: 'Office' }",
        ),
      }),
      steps: ['"Age" in the row "Airi Satou" is "20"'],
    },
    {
      bug: 'the order is not turned round',
      change: ({ body, script }) => ({
        body,
        script: script.replace("{ title: 'Name' }", "{ title: 'Name', orderSequence: ['asc'] }"),
      }),
      steps: ['Click "Name"', 'See "Dai Rios" before "Colleen Hurst"'],
    },
    {
      bug: 'the number of entries is wrong',
      change: ({ body, script }) => ({
        body,
        script: script.replace('data: rows,', 'data: rows.slice(0, 11),'),
      }),
      steps: ['See "Showing 1 to 5 of 12 entries"'],
    },
  ],
};
