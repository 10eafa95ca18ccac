import { app, item } from './draw.ts';

const text = (box: Parameters<typeof item>[1], label: string, given = {}) =>
  item('StaticText', box, { label, value: label, traits: 'StaticText', ...given });

const toggle = (top: number, label: string, isOn: boolean, mark: string) =>
  item(
    'Cell',
    [16, top, 358, 44],
    { as: `${mark} row` },
    item(
      'Other',
      [16, top, 358, 44],
      {},
      item(
        'Switch',
        [32, top + 6, 326, 31],
        { label, value: isOn ? '1' : '0', traits: 'Button, Toggle', as: mark },
        item('Switch', [307, top + 6, 51, 31], { value: isOn ? '1' : '0', traits: 'Button, Toggle' }),
      ),
    ),
  );

/** A form of SwiftUI: placeholders or texts beside them name the fields, and a toggle is as wide as its row. */
export const account = app(
  item(
    'NavigationBar',
    [0, 47, 390, 96],
    { name: 'Account' },
    item('Button', [8, 47, 80, 44], { label: 'Settings', name: 'BackButton', traits: 'Button', as: 'back' }),
    text([16, 95, 200, 41], 'Account', { traits: 'Header, StaticText', as: 'title' }),
    item('Button', [330, 47, 52, 44], { label: 'Done', traits: 'Button', enabled: false, as: 'done' }),
  ),
  item(
    'CollectionView',
    [0, 143, 390, 701],
    {},
    text([32, 150, 200, 18], 'PROFILE', { traits: 'Header, StaticText' }),
    item(
      'Cell',
      [16, 175, 358, 44],
      {},
      item(
        'Other',
        [16, 175, 358, 44],
        {},
        item('TextField', [32, 186, 326, 22], {
          value: 'Full name',
          placeholderValue: 'Full name',
          as: 'name',
        }),
      ),
    ),
    item(
      'Cell',
      [16, 219, 358, 44],
      {},
      item(
        'Other',
        [16, 219, 358, 44],
        {},
        text([32, 230, 60, 22], 'E-mail'),
        item('TextField', [120, 230, 238, 22], { value: 'ada@example.com', name: 'emailField', as: 'email' }),
      ),
    ),
    item(
      'Cell',
      [16, 263, 358, 44],
      {},
      item(
        'Other',
        [16, 263, 358, 44],
        {},
        item('SecureTextField', [32, 274, 326, 22], {
          value: '••••••••••',
          placeholderValue: 'Password',
          as: 'password',
        }),
      ),
    ),
    toggle(330, 'Notifications', true, 'notifications'),
    toggle(374, 'Weekly report', false, 'report'),
    item(
      'Cell',
      [16, 430, 358, 44],
      {},
      item('Button', [16, 430, 358, 44], { label: 'Theme, Light', traits: 'Button', as: 'theme' }),
    ),
    item(
      'Cell',
      [16, 490, 358, 44],
      {},
      item('Button', [16, 490, 358, 44], { label: 'Sign Out', traits: 'Button', as: 'sign out' }),
    ),
    item(
      'Cell',
      [16, 860, 358, 44],
      { visible: false, as: 'legal row' },
      item('Button', [16, 860, 358, 44], { label: 'Legal', traits: 'Button', visible: false, as: 'legal' }),
    ),
  ),
);

const contact = (top: number, name: string, town: string, mark: string, given = {}) =>
  item(
    'Cell',
    [0, top, 390, 60],
    { accessible: false, as: `${mark} row`, ...given },
    text([64, top + 8, 200, 22], name, given),
    text([64, top + 32, 200, 18], town, { as: `${mark} town`, ...given }),
    item('Button', [330, top + 8, 44, 44], {
      label: 'Call',
      name: 'phone.fill',
      traits: 'Button',
      as: `call ${mark}`,
      ...given,
    }),
  );

/** A table of UIKit, which tells also of the rows below the screen. */
export const contacts = app(
  item(
    'NavigationBar',
    [0, 47, 390, 44],
    { name: 'Contacts' },
    text([150, 58, 90, 22], 'Contacts', { traits: 'Header, StaticText' }),
    item('Button', [340, 47, 44, 44], { label: 'Add', name: 'plus', traits: 'Button', as: 'add' }),
  ),
  item('SearchField', [16, 96, 358, 36], {
    label: 'Search',
    placeholderValue: 'Search',
    value: 'Search',
    as: 'search',
  }),
  item(
    'Table',
    [0, 140, 390, 621],
    {},
    contact(140, 'Ada Lovelace', 'London', 'ada'),
    contact(200, 'Address book', 'Everybody', 'book'),
    contact(260, 'Alan Turing', 'London', 'alan'),
    contact(900, 'Grace Hopper', 'Arlington', 'grace', { visible: false }),
  ),
  item(
    'TabBar',
    [0, 761, 390, 83],
    { label: 'Tab Bar' },
    item('Button', [0, 762, 130, 48], { label: 'Favorites', traits: 'Button', as: 'favorites' }),
    item('Button', [130, 762, 130, 48], {
      label: 'Contacts',
      traits: 'Button, Selected',
      value: '1',
      as: 'contacts',
    }),
    item('Button', [260, 762, 130, 48], { label: 'Keypad', traits: 'Button', as: 'keypad' }),
  ),
);

/** An alert lies over what it came from. */
export const alert = app(
  item('Button', [20, 300, 350, 44], { label: 'Delete', traits: 'Button', as: 'delete behind' }),
).replace(
  '</XCUIElementTypeApplication>',
  `${item(
    'Alert',
    [60, 330, 270, 180],
    { label: 'Delete photo?', as: 'alert' },
    text([76, 345, 238, 22], 'Delete photo?'),
    item('Button', [60, 460, 135, 44], { label: 'Cancel', traits: 'Button', as: 'cancel' }),
    item('Button', [195, 460, 135, 44], { label: 'Delete', traits: 'Button', as: 'delete' }),
  )}</XCUIElementTypeApplication>`,
);
