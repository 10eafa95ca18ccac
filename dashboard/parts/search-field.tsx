import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** Reports the text when typing pauses. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [reported, setReported] = useState(value);
  const [shown, setShown] = useState(value);
  const report = useDebouncedCallback((typed: string) => {
    setReported(typed);
    onChange(typed);
  }, 250);
  // Clearing the filters or going back changes the address, not the field.
  if (value !== shown) {
    setShown(value);
    if (value !== reported) setText(value);
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        report(currentTarget.value.trim());
      }}
    />
  );
}
