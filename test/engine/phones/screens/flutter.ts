import { app, item, view, window } from './draw.ts';

const plain = 'android.view.View';

/** Every text is a description, and a tile is one element. */
export const android = window(
  view(
    plain,
    [0, 0, 393, 851],
    {},
    view(plain, [16, 40, 200, 28], { 'content-desc': 'Sign in', heading: true, as: 'heading' }),
    view('EditText', [24, 100, 345, 56], { text: '', hint: 'Email', clickable: true, as: 'email' }),
    view('EditText', [24, 170, 345, 56], {
      text: '•••',
      hint: 'Password',
      password: true,
      clickable: true,
      as: 'password',
    }),
    view('CheckBox', [24, 240, 345, 48], {
      'content-desc': 'Keep me signed in',
      checkable: true,
      checked: true,
      clickable: true,
      as: 'keep',
    }),
    view('Button', [24, 300, 345, 48], { 'content-desc': 'Sign in', clickable: true, as: 'sign in' }),
    view('Button', [341, 28, 48, 48], { 'tooltip-text': 'Help', clickable: true, as: 'help' }),
    view('ImageView', [150, 370, 90, 90], { 'content-desc': 'A lighthouse', as: 'picture' }),
    view(plain, [0, 480, 393, 72], {
      'content-desc': 'Inbox\n3 new messages',
      clickable: true,
      as: 'inbox',
    }),
    view(plain, [0, 552, 393, 72], {
      'content-desc': 'Archive\nEmpty',
      clickable: true,
      'resource-id': 'archive_tile',
      as: 'archive',
    }),
    view(plain, [0, 771, 131, 80], {
      'content-desc': 'Home\nTab 1 of 3',
      clickable: true,
      selected: true,
      as: 'home',
    }),
    view(plain, [131, 771, 131, 80], {
      'content-desc': 'Archive\nTab 2 of 3',
      clickable: true,
      as: 'archive tab',
    }),
    view(plain, [262, 771, 131, 80], { 'content-desc': 'Me\nTab 3 of 3', clickable: true, as: 'me' }),
  ),
);

export const ios = app(
  item('StaticText', [16, 60, 200, 28], { label: 'Sign in', traits: 'Header, StaticText', as: 'heading' }),
  item('TextField', [24, 100, 342, 56], { label: 'Email', value: '', as: 'email' }),
  item('SecureTextField', [24, 170, 342, 56], { label: 'Password', value: '', as: 'password' }),
  item('Switch', [24, 240, 342, 48], {
    label: 'Keep me signed in',
    value: '0',
    traits: 'Button',
    as: 'keep',
  }),
  item('Button', [24, 300, 342, 48], { label: 'Sign in', traits: 'Button', as: 'sign in' }),
  item('StaticText', [0, 480, 390, 72], { label: 'Inbox\n3 new messages', as: 'inbox' }),
  item('Button', [0, 771, 130, 73], { label: 'Home\nTab 1 of 3', traits: 'Button, Selected', as: 'home' }),
  item('Button', [130, 771, 130, 73], { label: 'Inbox\nTab 2 of 3', traits: 'Button', as: 'inbox tab' }),
);

/** A tile with a picture in it is a picture. */
export const shop = window(
  view(
    plain,
    [0, 0, 393, 851],
    {},
    view(plain, [16, 40, 360, 48], { 'content-desc': 'Search for groceries', clickable: true, as: 'search' }),
    view('ImageView', [16, 100, 170, 120], {
      'content-desc': 'Sweeteners',
      clickable: true,
      as: 'sweeteners',
    }),
    view('ImageView', [200, 100, 170, 120], {
      'content-desc': 'Snacks & Bakery\n12 items',
      clickable: true,
      as: 'snacks',
    }),
    view('ImageView', [0, 771, 196, 80], {
      'content-desc': 'Home\nTab 1 of 2',
      clickable: true,
      selected: true,
      as: 'home',
    }),
    view('ImageView', [196, 771, 196, 80], {
      'content-desc': 'Profile\nTab 2 of 2',
      clickable: true,
      as: 'profile',
    }),
  ),
);
