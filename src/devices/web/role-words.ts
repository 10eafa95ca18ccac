import type { Role, Target } from '../device.ts';
import type { PageQuery, Purpose } from './in-page/matching.ts';

/** Roles of ARIA that a person's word means, then those that people call so as well. */
const tiersOfRole: Record<Role, ReadonlyArray<readonly string[]>> = {
  button: [['button', 'file'], ['link', 'menuitem', 'tab', 'switch', 'combobox'], ['clickable']],
  link: [['link'], ['button', 'menuitem', 'tab'], ['clickable']],
  field: [
    ['textbox', 'searchbox', 'combobox', 'spinbutton'],
    ['file', 'slider', 'listbox'],
  ],
  checkbox: [['checkbox', 'menuitemcheckbox'], ['switch']],
  radio: [
    ['radio', 'menuitemradio'],
    ['option', 'checkbox'],
  ],
  switch: [['switch'], ['checkbox', 'button']],
  dropdown: [['combobox', 'listbox'], ['button'], ['clickable']],
  option: [['option'], ['menuitem', 'menuitemradio', 'radio', 'treeitem'], ['listitem', 'clickable']],
  tab: [['tab'], ['link', 'button'], ['clickable']],
  'menu item': [
    ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
    ['link', 'button', 'option'],
    ['listitem', 'clickable'],
  ],
  heading: [['heading']],
  image: [['img', 'figure']],
  row: [['row'], ['listitem', 'treeitem']],
  cell: [['cell', 'gridcell', 'columnheader', 'rowheader']],
  'list item': [
    ['listitem', 'treeitem'],
    ['option', 'row', 'article'],
  ],
  dialog: [['dialog', 'alertdialog']],
  slider: [['slider'], ['spinbutton']],
};

export function queryFor(target: Target, purpose: Purpose): PageQuery {
  return {
    name: target.name ?? null,
    tiers: target.role === undefined ? null : tiersOfRole[target.role],
    within: target.within ?? null,
    nth: target.nth === undefined || target.nth === 0 ? null : target.nth,
    purpose,
  };
}

/** As it stands in a sentence: `the 2nd button "Delete" in "Bob"`. */
export function wordsFor(target: Target): string {
  if (target.ref !== undefined) return target.name ? `"${target.name}"` : `the thing ${target.ref}`;
  const which = target.nth === undefined || target.nth === 0 ? '' : `${ordinal(target.nth)} `;
  const kind = target.role ?? '';
  const name = target.name === undefined ? '' : `"${target.name}"`;
  const place = target.within === undefined ? '' : ` in "${target.within}"`;
  const article = which !== '' || kind !== '' ? 'the ' : '';
  return `${article}${which}${[kind, name].filter(Boolean).join(' ') || 'thing'}${place}`;
}

export function ordinal(nth: number): string {
  if (nth === -1) return 'last';
  const tens = nth % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][nth % 10] ?? 'th');
  return `${nth}${suffix}`;
}

const plainWords: Record<string, string> = {
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'dropdown',
  listbox: 'list',
  spinbutton: 'number field',
  listitem: 'list item',
  menuitem: 'menu item',
  menuitemcheckbox: 'menu item',
  menuitemradio: 'menu item',
  img: 'image',
  gridcell: 'cell',
  columnheader: 'column heading',
  rowheader: 'row heading',
  alertdialog: 'dialog',
  contentinfo: 'footer',
  banner: 'header',
  region: 'section',
  file: 'file field',
};

export function plainRole(role: string | null): string {
  return role === null ? 'text' : (plainWords[role] ?? role);
}
