// https://tanstack.com/table: headless, so the markup is that of its examples; with TanStack Virtual for long tables.
export default {
  name: 'tanstack-table',
  script: `
import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  columnFilteringFeature, createFilteredRowModel, createPaginatedRowModel, createSortedRowModel, filterFn_includesString,
  globalFilteringFeature, rowPaginationFeature, rowSelectionFeature, rowSortingFeature, sortFn_alphanumeric, sortFn_basic,
  tableFeatures, useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';

const features = tableFeatures({
  rowSortingFeature, columnFilteringFeature, globalFilteringFeature, rowPaginationFeature, rowSelectionFeature,
  sortedRowModel: createSortedRowModel(), filteredRowModel: createFilteredRowModel(), paginatedRowModel: createPaginatedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
  filterFns: { includesString: filterFn_includesString },
});
const people = [
  ['Tanner', 'Linsley', 33, 'Relationship'], ['Kevin', 'Vandy', 27, 'Single'], ['Joe', 'Dirte', 45, 'Complicated'],
  ['Ada', 'Byron', 36, 'Married'], ['Alan', 'Moore', 9, 'Not married'], ['Grace', 'Hopper', 85, 'Married'],
  ['Linus', 'Pauling', 93, 'Single'], ['Marie', 'Curie', 66, 'Widowed'], ['Emmy', 'Noether', 53, 'Single'],
  ['Paul', 'Dirac', 82, 'Married'], ['Mary', 'Shelley', 53, 'Widowed'], ['Niels', 'Bohr', 77, 'Married'],
].map(([firstName, lastName, age, status]) => ({ firstName, lastName, age, status }));
const columns = [
  { id: 'select', enableSorting: false,
    header: ({ table }) => <input type="checkbox" checked={table.getIsAllPageRowsSelected()} onChange={table.getToggleAllPageRowsSelectedHandler()} />,
    cell: ({ row }) => <input type="checkbox" checked={row.getIsSelected()} onChange={row.getToggleSelectedHandler()} /> },
  { accessorKey: 'firstName', header: 'First Name', sortFn: 'alphanumeric', filterFn: 'includesString' },
  { accessorKey: 'lastName', header: 'Last Name', sortFn: 'alphanumeric', filterFn: 'includesString' },
  { accessorKey: 'age', header: 'Age', sortFn: 'basic', sortDescFirst: false },
  { accessorKey: 'status', header: 'Status', sortFn: 'alphanumeric' },
  { id: 'actions', header: '', enableSorting: false, cell: ({ row, table }) => <button onClick={() => table.options.meta.drop(row.original)}>Remove</button> },
];

function People() {
  const [data, setData] = useState(people);
  const [said, setSaid] = useState('');
  const drop = (person) => { setData(data.filter((one) => one !== person)); setSaid('Removed ' + person.firstName); };
  const table = useTable({
    features, columns, data, initialState: { pagination: { pageIndex: 0, pageSize: 5 } }, globalFilterFn: 'includesString', meta: { drop },
  });
  const { pageIndex } = table.state.pagination;
  return (
    <section>
      <h2>People</h2>
      <input placeholder="Search all columns..." onChange={({ target }) => table.setGlobalFilter(target.value)} />
      <table>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id}>
                  <div style={{ cursor: header.column.getCanSort() ? 'pointer' : 'default' }} onClick={header.column.getToggleSortingHandler()}>
                    <table.FlexRender header={header} />
                    {{ asc: ' 🔼', desc: ' 🔽' }[header.column.getIsSorted()] ?? null}
                  </div>
                  {header.column.id === 'lastName' ? <input placeholder="Filter last name" onChange={({ target }) => header.column.setFilterValue(target.value)} /> : null}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id}>{row.getAllCells().map((cell) => <td key={cell.id}><table.FlexRender cell={cell} /></td>)}</tr>
          ))}
        </tbody>
      </table>
      <div>
        <button onClick={() => table.setPageIndex(0)} disabled={!table.getCanPreviousPage()}>{'<<'}</button>
        <button onClick={() => table.previousPage()} disabled={!table.getCanPreviousPage()}>{'<'}</button>
        <button onClick={() => table.nextPage()} disabled={!table.getCanNextPage()}>{'>'}</button>
        <button onClick={() => table.setPageIndex(table.getPageCount() - 1)} disabled={!table.getCanNextPage()}>{'>>'}</button>
        <span> Page <strong>{pageIndex + 1} of {table.getPageCount()}</strong> </span>
        <select value={table.state.pagination.pageSize} onChange={({ target }) => table.setPageSize(Number(target.value))}>
          {[5, 10, 20].map((size) => <option key={size} value={size}>Show {size}</option>)}
        </select>
      </div>
      <p>{Object.keys(table.state.rowSelection).length} of {table.getPreFilteredRowModel().rows.length} rows selected</p>
      <p>{said}</p>
    </section>
  );
}

const parcels = Array.from({ length: 500 }, (_, at) => ({ parcel: 'Parcel ' + (at + 1), state: at % 7 === 0 ? 'Lost' : 'Delivered' }));
const plain = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: { alphanumeric: sortFn_alphanumeric } });
const parcelColumns = [{ accessorKey: 'parcel', header: 'Parcel' }, { accessorKey: 'state', header: 'State' }];

function Parcels() {
  const table = useTable({ features: plain, columns: parcelColumns, data: parcels });
  const { rows } = table.getRowModel();
  const area = useRef(null);
  const virtualizer = useVirtualizer({ count: rows.length, getScrollElement: () => area.current, estimateSize: () => 34, overscan: 5 });
  return (
    <section>
      <h2>Parcels</h2>
      <div ref={area} style={{ height: 200, overflow: 'auto', border: '1px solid gray' }}>
        <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map((item) => (
            <div key={rows[item.index].id} style={{ position: 'absolute', top: 0, transform: 'translateY(' + item.start + 'px)', width: '100%', height: 34, display: 'flex' }}>
              {rows[item.index].getAllCells().map((cell) => <span key={cell.id} style={{ display: 'inline-block', width: 150 }}><table.FlexRender cell={cell} /></span>)}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

createRoot(document.getElementById('root')).render(<><People /><Parcels /></>);
`,
  body: '<div id="root"></div>',
  right: [
    {
      steps: [
        'See 5 rows in the section "People"',
        'See "Single" in the row "Kevin"',
        '"Age" in the row "Joe" is "45"',
        'See "Page 1 of 3"',
      ],
    },
    {
      steps: [
        'Click "Age"',
        'See "Alan" in the first row',
        'See "Kevin" before "Tanner"',
        'Click "Age"',
        'See "Linus" in the first row',
      ],
    },
    {
      steps: [
        'Type "hop" into "Search all columns..."',
        'See "Grace"',
        'Do not see "Tanner"',
        'See "Page 1 of 1"',
      ],
    },
    {
      steps: [
        'Click ">"',
        'See "Page 2 of 3"',
        'See "Paul"',
        'Do not see "Ada"',
        'Click ">>"',
        'The ">" button is disabled',
        'See "Niels"',
      ],
    },
    {
      steps: [
        'Check the checkbox in the row "Ada"',
        'Check the checkbox in the row "Kevin"',
        'See "2 of 12 rows selected"',
        'Uncheck the checkbox in the row "Ada"',
        'See "1 of 12 rows selected"',
      ],
    },
    {
      steps: [
        'Check the first checkbox',
        'See "5 of 12 rows selected"',
        'The checkbox in the row "Alan" is checked',
      ],
    },
    {
      steps: [
        'Type "moo" into "Filter last name"',
        'See "Not married" in the row "Alan"',
        'Do not see "Joe"',
      ],
    },
    { steps: ['Click "Remove" in the row "Joe"', 'See "Removed Joe"', 'See "Grace"', 'Do not see "Dirte"'] },
    {
      steps: [
        'Select "Show 20" from the first dropdown',
        'See "Niels"',
        'See "Page 1 of 1"',
        'See "Shelley" after "Hopper"',
      ],
    },
    {
      steps: [
        'See "Lost" in the row "Parcel 1"',
        'See "Delivered" in the row "Parcel 2"',
        'See "Parcel 2" below "Parcel 1"',
      ],
    },
    { steps: ['Scroll to "Parcel 90"', 'See "Parcel 90"'] },
    { steps: ['The "<" button is disabled', 'The "<<" button is disabled', 'The ">>" button is enabled'] },
  ],
  broken: [
    {
      bug: 'ages are sorted as texts',
      change: ({ script }) => ({
        script: script.replace(
          "sortFn: 'basic', sortDescFirst: false",
          'sortDescFirst: false, sortFn: (a, b) => String(a.original.age) < String(b.original.age) ? -1 : 1',
        ),
      }),
      steps: ['Click "Age"', 'See "Alan" in the first row'],
    },
    {
      bug: 'another row is removed',
      change: ({ script }) => ({
        script: script.replace('data.filter((one) => one !== person)', 'data.slice(1)'),
      }),
      steps: ['Click "Remove" in the row "Joe"', 'Do not see "Dirte"'],
    },
    {
      bug: 'Ada is not married',
      change: ({ script }) => ({ script: script.replace("36, 'Married'", "36, 'Not married'") }),
      steps: ['"Status" in the row "Ada" is "Married"'],
    },
    {
      bug: 'rows cannot be selected',
      change: ({ script }) => ({
        script: script.replace('onChange={row.getToggleSelectedHandler()}', 'onChange={() => undefined}'),
      }),
      steps: ['Check the checkbox in the row "Ada"', 'The checkbox in the row "Ada" is checked'],
    },
    {
      bug: 'the parcels lie on top of each other, the first is covered',
      change: ({ script }) => ({
        script: script.replace(
          "'translateY(' + item.start + 'px)', width: '100%'",
          "'translateY(0)', background: 'white', width: '100%'",
        ),
      }),
      steps: ['See "Parcel 1"'],
    },
    {
      bug: 'the next page stays disabled',
      change: ({ script }) => ({
        script: script.replace(
          'onClick={() => table.nextPage()} disabled={!table.getCanNextPage()}',
          'disabled',
        ),
      }),
      steps: ['The ">" button is enabled'],
    },
    {
      bug: 'the table begins with parcel 10',
      change: ({ script }) => ({ script: script.replace("'Parcel ' + (at + 1)", "'Parcel ' + (at + 10)") }),
      steps: ['See "Parcel 1"'],
    },
  ],
};
