import { Table, type TableProps, type TableTdProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  /** Stands above it; its name by default. */
  head?: ReactNode;
  cell: (row: Row, at: number) => ReactNode;
  /** Where its head and its cells are shown, and how. */
  place?: Pick<TableTdProps, 'className' | 'visibleFrom'>;
}

interface Props<Row> extends TableProps {
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

export function DataTable<Row>({ columns, rows, keyOf, ...table }: Props<Row>) {
  return (
    <Table {...table}>
      <HeadOf columns={columns} />
      <Table.Tbody>
        {rows.map((row, at) => (
          <Table.Tr key={keyOf(row)}>
            <CellsOf columns={columns} row={row} at={at} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function HeadOf<Row>({ columns }: Pick<Props<Row>, 'columns'>) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ name, head = name, place }) => (
          <Table.Th key={name} {...place}>
            {head}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}

export function CellsOf<Row>({ columns, row, at }: Pick<Props<Row>, 'columns'> & { row: Row; at: number }) {
  return columns.map(({ name, cell, place }) => (
    <Table.Td key={name} {...place}>
      {cell(row, at)}
    </Table.Td>
  ));
}
