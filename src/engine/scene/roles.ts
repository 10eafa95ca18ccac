import type { Thing } from './scene.ts';
import { areaRoles, type Container, type Role } from './target.ts';

const fieldTiers = [
  ['textbox', 'searchbox', 'combobox', 'spinbutton'],
  ['file', 'slider', 'listbox'],
];

/** Roles of ARIA that a person's word means, then those that people call so as well. */
export const tiersOfRole: Record<Role, ReadonlyArray<readonly string[]>> = {
  button: [['button', 'file'], ['link', 'menuitem', 'tab', 'switch', 'combobox', 'img'], ['clickable']],
  link: [['link'], ['button', 'menuitem', 'tab', 'treeitem'], ['clickable']],
  field: fieldTiers,
  'text input': [['one line'], ...fieldTiers],
  'text area': [['several lines'], ...fieldTiers],
  checkbox: [['checkbox', 'menuitemcheckbox'], ['switch', 'radio'], ['pressed']],
  radio: [
    ['radio', 'menuitemradio'],
    ['option', 'checkbox'],
  ],
  switch: [['switch'], ['checkbox'], ['pressed', 'button']],
  dropdown: [['combobox'], ['listbox'], ['button', 'textbox'], ['clickable']],
  option: [
    ['option'],
    ['menuitem', 'menuitemradio', 'radio', 'treeitem', 'checkbox'],
    ['listitem', 'row', 'clickable', 'button'],
  ],
  tab: [['tab'], ['link', 'button', 'radio'], ['clickable']],
  'menu item': [
    ['menuitem', 'menuitemcheckbox', 'menuitemradio'],
    ['link', 'button', 'option'],
    ['listitem', 'row', 'clickable'],
  ],
  heading: [['heading']],
  image: [['img', 'figure']],
  row: [['row'], ['listitem', 'treeitem'], ['cell', 'gridcell']],
  cell: [
    ['cell', 'gridcell', 'columnheader', 'rowheader'],
    ['row', 'listitem'],
  ],
  'list item': [
    ['listitem', 'treeitem', 'listed'],
    ['option', 'row', 'article', 'cell', 'gridcell'],
  ],
  dialog: [['dialog', 'alertdialog']],
  slider: [['slider'], ['spinbutton']],
  'search field': [['searchbox'], ['searching'], ['textbox', 'combobox']],
  table: [['table', 'grid', 'treegrid']],
  list: [
    ['list', 'listbox', 'tree'],
    ['menu', 'table', 'grid', 'treegrid'],
  ],
  form: [['form', 'search']],
  navigation: [['navigation'], ['menubar', 'tablist']],
  header: [['banner']],
  footer: [['contentinfo']],
  sidebar: [['complementary']],
  toolbar: [['toolbar'], ['menubar']],
  menu: [
    ['menu', 'menubar'],
    ['listbox', 'list', 'navigation'],
  ],
  section: [['region', 'group', 'article', 'tabpanel', 'form']],
  'column header': [['columnheader']],
  'progress bar': [['progressbar', 'meter']],
  paragraph: [['paragraph'], ['passage']],
};

const looseRoles: ReadonlySet<Role | undefined> = new Set<Role>(areaRoles);

/** People have many words for a part of a screen: where it has a name, the name decides. */
export function isLoose({ name, role }: Container): boolean {
  return name !== undefined && looseRoles.has(role);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const interactive = words(
  'button link textbox searchbox combobox listbox spinbutton slider checkbox radio switch option tab menuitem menuitemcheckbox menuitemradio treeitem file',
);
const checkable = words('checkbox radio switch menuitemcheckbox menuitemradio');
/** What holds something is called by its label, and says what it holds. */
const holding = words('textbox searchbox combobox listbox spinbutton slider progressbar meter');
const measured = words('slider spinbutton progressbar meter');
const items = words('row listitem article dialog alertdialog option treeitem');
const areas = words(
  'form region group radiogroup tabpanel navigation banner contentinfo complementary main search figure table grid treegrid tree list listbox menu menubar toolbar tablist',
);
const cells = words('cell gridcell rowheader columnheader');

export const isInteractive = ({ role }: Thing) => role !== null && interactive.has(role);
/** What a person would click on, as far as it can be told. */
export const isActive = (thing: Thing) => isInteractive(thing) || thing.isClickable;
export const isCheckable = ({ role }: Thing) => role !== null && checkable.has(role);
export const isHolding = ({ role, isEditable }: Thing) => isEditable || (role !== null && holding.has(role));
/** Its value is set by other means than text. */
export const isMeasured = ({ role, isEditable }: Thing) => !isEditable && role !== null && measured.has(role);
/** One of several alike: what belongs to it does not belong to its neighbour. */
export const isItem = ({ role }: Thing) => role !== null && items.has(role);
export const isArea = ({ role }: Thing) => role !== null && areas.has(role);
export const isCell = ({ role }: Thing) => role !== null && cells.has(role);
export const isDialog = ({ role }: Thing) => role === 'dialog' || role === 'alertdialog';

/** Whether a thing is of one of these kinds: roles of ARIA, or what it is like. */
export function isOfKind(thing: Thing, kinds: readonly string[]): boolean {
  if (thing.role !== null && kinds.includes(thing.role)) return true;
  if (kinds.includes('paragraph') && thing.role === null && /^P(?: |$)/.test(thing.shape)) return true;
  if (kinds.includes('passage') && isPassage(thing)) return true;
  if (kinds.includes('one line') && isInput(thing) && !isTextArea(thing)) return true;
  if (kinds.includes('several lines') && isTextArea(thing)) return true;
  if (kinds.includes('listed') && thing.isListed) return true;
  if (kinds.includes('searching') && isSearching(thing)) return true;
  if (kinds.includes('clickable') && thing.isClickable && !isInteractive(thing)) return true;
  return kinds.includes('pressed') && thing.isChecked !== null;
}

function isInput({ role }: Thing): boolean {
  return role !== null && fieldTiers[0]?.includes(role) === true;
}

/** A field that is no input of the browser is made for several lines. */
function isTextArea({ role, shape }: Thing): boolean {
  return role === 'textbox' && !/^INPUT(?: |$)/.test(shape);
}

/** A box with nothing but a text in it. */
function isPassage({ role, isBlock, index, end, textFrom, textTo }: Thing): boolean {
  return role === null && isBlock && end === index + 1 && textTo > textFrom;
}

/** A field to search in that is marked as any other. */
function isSearching({ role, names }: Thing): boolean {
  const isField = role === 'textbox' || role === 'combobox';
  return isField && names.some(({ text }) => /\b(search|find)/i.test(text));
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
  tabpanel: 'tab panel',
  file: 'file field',
};

/** As people say it: "field", "list item". */
export function plainRole(role: string | null): string {
  return role === null ? 'text' : (plainWords[role] ?? role);
}
