import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeliveriesSearch } from './deliveries-search.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';

const statusChoices = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Delivering' },
  { value: 'delivered', label: 'Delivered' },
];

interface Props {
  search: DeliveriesSearch;
  onNarrow: (change: DeliveriesSearch) => void;
  onReset: () => void;
}

export function Filters({ search, onNarrow, onReset }: Props) {
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label="State"
        data={statusChoices}
        value={search.status ?? 'all'}
        onChange={(value) =>
          onNarrow({ status: value === 'all' ? undefined : (value as DeliveriesSearch['status']) })
        }
      />
      <FilterField
        label="Receiver"
        value={search.receiver ?? ''}
        onCommit={(text) => onNarrow({ receiver: text.trim() === '' ? undefined : text.trim() })}
      />
      <FilterField
        label="From"
        type="datetime-local"
        value={search.from === undefined ? '' : toLocalInput(search.from)}
        onCommit={(text) => onNarrow({ from: fromLocalInput(text) })}
      />
      <FilterField
        label="To"
        type="datetime-local"
        value={search.to === undefined ? '' : toLocalInput(search.to)}
        onCommit={(text) => onNarrow({ to: fromLocalInput(text) })}
      />
      {Object.keys(search).length > 0 && (
        <Button variant="default" onClick={onReset}>
          Show all deliveries
        </Button>
      )}
    </Group>
  );
}

interface FieldProps {
  label: string;
  type?: 'text' | 'datetime-local';
  value: string;
  onCommit: (text: string) => void;
}

/** Counts when it is left or Enter is pressed: a half typed host or year is no filter yet. */
function FilterField({ label, type = 'text', value, onCommit }: FieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The address has changed by other means, such as a link or the reset.
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  const commit = () => {
    if (text !== value) onCommit(text);
  };
  return (
    <TextInput
      label={label}
      type={type}
      {...(type === 'text' ? { placeholder: 'ci.example.com', maxLength: 300 } : { max: '9999-12-31T23:59' })}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}
