import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './setting-rows.module.css';

/** What a project has several of. */
export function SettingRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

interface RowProps {
  /** Names its buttons. */
  name: string;
  children: ReactNode;
  onChange: () => void;
  onDelete: () => void;
}

export function SettingRow({ name, children, onChange, onDelete }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.about}>{children}</div>
      <Group gap="xs">
        <Button variant="default" size="xs" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        <Button variant="default" size="xs" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </Group>
    </li>
  );
}
