import type { Role } from '../scene/target.ts';

/** What people call a thing on a screen. */
export interface Noun {
  /** Null: it tells nothing about what it is, only that something is written there or is around. */
  readonly role: Role | null;
  /** `the password field` is also the field that is called "password". */
  readonly name?: string;
  /** How else the same word is written. */
  readonly spelling?: string;
  /** `the search field` is also the one that is made for searching, whatever it is called. */
  readonly nameless?: Role;
  /** By itself, `the text box` is one for a single line, where there is one. */
  readonly alone?: Role;
}

const wordsFor: Readonly<Record<Role, string>> = {
  button: 'button',
  link: 'link, hyperlink',
  field: 'field, text field',
  'text input':
    'text input, input, input field, text box, textbox, input box, input textbox, input text box, edit box',
  'text area': 'text area, textarea',
  'search field': 'searchbox',
  checkbox: 'checkbox, check box, tickbox',
  radio: 'radio, radio button',
  switch: 'switch, toggle, toggle switch, toggle button',
  dropdown:
    'dropdown, drop-down, drop down, dropdown list, dropdown menu, drop-down list, drop-down menu, combobox, combo box, select box, select, picker, selector',
  option: 'option',
  tab: 'tab',
  'menu item': 'menu item, menu entry, menu option',
  heading: 'heading, headline',
  image: 'image, picture, photo',
  row: 'row, table row',
  cell: 'cell, table cell',
  'list item': 'list item, list entry',
  dialog: 'dialog, modal, popup, pop-up, dialog box, modal dialog, dialogue, modal window, pop-up window',
  slider: 'slider',
  table: 'table, grid, data table',
  list: 'list, listbox, list box, scroll list, selection list',
  form: 'form',
  navigation: 'navigation, nav, navbar, nav bar, navigation bar, navigation menu, main navigation, main menu',
  header: 'header, page header, top bar',
  footer: 'footer, page footer',
  sidebar: 'sidebar, side bar, side panel, side menu',
  toolbar: 'toolbar, tool bar',
  menu: 'menu, context menu, submenu, menu bar, menubar, pie menu, radial menu',
  section: 'section',
  'column header': 'column header, column heading, table header, header row, column',
  'progress bar': 'progress bar',
  paragraph: 'paragraph, paragraph of text',
};

/** Nothing but a text, or whatever is around one. */
const plainWords =
  'text, message, error message, success message, warning message, validation message, confirmation message, error, warning, notice, notification, toast, toast message, alert, banner, label, word, words, icon, item, entry, badge, element, chip, tag, tooltip, placeholder, line, card, group, panel, area, region, fieldset, box, tile, widget, block, container, product card, page, counter, hint, tip, caption, subtitle, indicator';

/** What people give no other name than what it is. */
const ownNames = 'logo, avatar, thumbnail';

/** What is in front of "field" or "box" is as good as its name. */
const namedFields = 'search, password, email, e-mail, username, user name';
const spellings: Readonly<Record<string, string>> = {
  email: 'e-mail',
  'e-mail': 'email',
  username: 'user name',
  'user name': 'username',
};

const nouns = new Map<string, Noun>();
for (const [role, words] of Object.entries(wordsFor) as [Role, string][]) {
  const noun: Noun = role === 'text input' ? { role: 'field', alone: role } : { role };
  for (const word of words.split(', ')) nouns.set(word, noun);
}
for (const word of plainWords.split(', ')) nouns.set(word, { role: null });
for (const word of ownNames.split(', ')) nouns.set(word, { role: null, name: word });
for (const name of namedFields.split(', ')) {
  const spelling = spellings[name];
  for (const word of ['field', 'box', 'input', 'text field', 'input field', 'bar'])
    nouns.set(`${name} ${word}`, {
      role: 'field',
      name,
      ...(spelling !== undefined && { spelling }),
      ...(name === 'search' && { nameless: 'search field' }),
    });
}
/** Of several alike, each is one. */
const oneOfSeveral: ReadonlyMap<string, Noun> = new Map(
  [
    'item',
    'entry',
    'card',
    'result',
    'element',
    'record',
    'hit',
    'message',
    'comment',
    'post',
    'notification',
  ].map((word) => [word, { role: 'list item' }]),
);

const plurals = new Map<string, string>();
for (const word of [...nouns.keys(), ...oneOfSeveral.keys()]) plurals.set(pluralOf(word), word);

/** What people call all that is to be seen. */
export const screenWords = 'page|screen|app|application|site|website|window|view';
const wholeScreen = new RegExp(`^(?:the )?(?:(?:current|same|whole|entire) )?(?:${screenWords})$`);
export const longestScreen = 3;

export function isWholeScreen(words: string): boolean {
  return wholeScreen.test(words);
}

export const longestNoun = Math.max(...[...nouns.keys()].map((word) => word.split(' ').length));

const wordsInNouns = new Set(
  [...nouns.keys(), ...oneOfSeveral.keys(), ...plurals.keys()].flatMap((noun) => noun.split(' ')),
);

/** A noun begins and ends with such a word. */
export function isInNouns(word: string): boolean {
  return wordsInNouns.has(word);
}

export function nounOf(words: string): Noun | null {
  return nouns.get(words) ?? null;
}

/** Such as "message": by itself it names nothing. */
export function isPlainNoun(words: string): boolean {
  const noun = nouns.get(words);
  return noun?.role === null && noun.name === undefined;
}

/** As it is counted: `3 rows`, `1 row`, `5 items`. */
export function countedNounOf(words: string): Noun | null {
  const singular = plurals.get(words) ?? words;
  return oneOfSeveral.get(singular) ?? nouns.get(singular) ?? null;
}

/** `rows`, and not `row`. */
export function pluralNounOf(words: string): Noun | null {
  return plurals.has(words) ? countedNounOf(words) : null;
}

/** `the second item` is one of several. */
export function orderedNounOf(words: string): Noun | null {
  return oneOfSeveral.get(words) ?? nouns.get(words) ?? null;
}

/** Those that say what a thing is, for people to read. */
export function nounsWithRole(): string[] {
  return Object.values(wordsFor).flatMap((words) => words.split(', '));
}

export function pluralOf(word: string): string {
  if (/(?:x|ch|sh|s)$/.test(word)) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? word.replace(/y$/, 'ies') : `${word}s`;
}

/** The words of all that things and several of them are called. */
export function nounWords(): string[] {
  return [...wordsInNouns];
}
