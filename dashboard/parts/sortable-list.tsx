import { ActionIcon, Group, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { DownIcon, GripIcon, UpIcon } from './icons.tsx';
import classes from './sortable-list.module.css';

interface Props<Item> {
  items: readonly Item[];
  label: string;
  keyOf: (item: Item) => string;
  /** Such as "step 2": what a button says that it moves. */
  nameOf: (item: Item, at: number) => string;
  onMove: (from: number, to: number) => void;
  /** What stands beside the buttons that move an item. */
  actions?: (item: Item, at: number) => ReactNode;
  children: (item: Item, at: number) => ReactNode;
}

/** A list whose items are moved by dragging, by buttons, or by Alt with the arrow keys. */
export function SortableList<Item>({ items, label, keyOf, nameOf, onMove, actions, children }: Props<Item>) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || to === from) return;
    onMove(from, to);
    setAnnounced(`Moved to place ${to + 1} of ${items.length}`);
  };
  const moveByKey = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1);
  };
  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };

  return (
    <>
      <ol className={classes.list} aria-label={label}>
        {items.map((item, at) => (
          <li
            key={keyOf(item)}
            className={classes.row}
            data-dragged={dragged === at}
            data-drop={
              dragged === null || over !== at || over === dragged
                ? undefined
                : over < dragged
                  ? 'before'
                  : 'after'
            }
            onKeyDown={(event) => moveByKey(event, at)}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              setOver(at);
            }}
            onDrop={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              move(dragged, at);
              endDrag();
            }}
          >
            <span
              className={classes.grip}
              draggable
              aria-hidden="true"
              title="Drag to move"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', nameOf(item, at));
                setDragged(at);
              }}
              onDragEnd={endDrag}
            >
              <GripIcon />
            </span>
            <div>{children(item, at)}</div>
            <Group gap={4} wrap="nowrap">
              <ActionIcon
                variant="default"
                aria-label={`Move ${nameOf(item, at)} up`}
                title="Move up (Alt+Up)"
                disabled={at === 0}
                onClick={() => move(at, at - 1)}
              >
                <UpIcon />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={`Move ${nameOf(item, at)} down`}
                title="Move down (Alt+Down)"
                disabled={at === items.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <DownIcon />
              </ActionIcon>
              {actions?.(item, at)}
            </Group>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  );
}

/** The list with one of its items at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
