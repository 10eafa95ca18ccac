import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
}

/** Tells what was typed when the typing pauses. */
export function SearchField({ label, placeholder, value, onChange }: Props) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [shown, setShown] = useState(value);
  const tell = useDebouncedCallback((typed: string) => {
    setTold(typed);
    onChange(typed);
  }, 250);
  // Whoever empties the filters, or goes back, changes the address and not the field.
  if (value !== shown) {
    setShown(value);
    if (value !== told) setText(value);
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
        tell(currentTarget.value.trim());
      }}
    />
  );
}
