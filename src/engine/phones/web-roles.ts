/** What a page calls its things, as Chromium spells it, in the words of ARIA. */
const roleOfPage: Readonly<Record<string, string>> = {
  alertDialog: 'dialog',
  button: 'button',
  cell: 'cell',
  checkBox: 'checkbox',
  columnHeader: 'columnheader',
  comboBoxSelect: 'combobox',
  dialog: 'dialog',
  gridCell: 'cell',
  heading: 'heading',
  image: 'img',
  link: 'link',
  listItem: 'listitem',
  menuItem: 'menuitem',
  popUpButton: 'combobox',
  radioButton: 'radio',
  row: 'row',
  searchBox: 'textbox',
  slider: 'slider',
  switch: 'switch',
  tab: 'tab',
  table: 'table',
  textField: 'textbox',
};

/**
 * What a thing inside of a web view of Android is. Its page tells only where the driver is set to write the extras
 * (`includeExtrasInPageSource`); without them, what can be tapped there and is nothing else is a link.
 */
export function webRoleOf(attributes: Readonly<Record<string, string>>): string | null {
  const { extras, clickable, text = '' } = attributes;
  const chromeRole = /\bAccessibilityNodeInfo\.chromeRole=(\w+)/.exec(extras ?? '')?.[1];
  if (chromeRole !== undefined) return roleOfPage[chromeRole] ?? null;
  const isNamed = text !== '' || (attributes['content-desc'] ?? '') !== '';
  return clickable === 'true' && isNamed ? 'link' : null;
}
