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
  const change = useDebouncedCallback(onChange, 250);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        change(currentTarget.value.trim());
      }}
    />
  );
}
