import { composeWindow, view } from './draw.ts';

const plain = 'android.view.View';
type Box = Parameters<typeof view>[1];

/** A field holds its label, a button its text and an empty element that tells what it is. */
const field = (box: Box, label: string, given: Parameters<typeof view>[2]) =>
  view(
    'EditText',
    box,
    { clickable: true, focusable: true, ...given },
    view('TextView', [box[0] + 16, box[1] + 18, 90, 20], { text: label }),
  );

const button = (box: Box, text: string, mark: string, given: Parameters<typeof view>[2] = {}) =>
  view(
    plain,
    box,
    { clickable: true, focusable: true, as: mark, ...given },
    view('TextView', [box[0] + 20, box[1] + 14, box[2] - 40, 20], { text }),
    view('Button', [box[0], box[1] + 4, box[2], box[3] - 8]),
  );

const iconButton = (box: Box, description: string, mark: string) =>
  view(
    plain,
    box,
    { clickable: true, focusable: true, as: mark },
    view('ImageView', [box[0] + 12, box[1] + 12, 24, 24], { 'content-desc': description }),
    view('Button', box),
  );

export const login = composeWindow(
  view('TextView', [24, 80, 200, 36], { text: 'Welcome back' }),
  field([24, 140, 345, 56], 'Email', { as: 'email', 'resource-id': 'login_email' }),
  field([24, 208, 345, 56], 'Password', { as: 'password', password: true, text: '••••' }),
  view(
    plain,
    [24, 276, 345, 48],
    { clickable: true, checkable: true, checked: false, as: 'remember' },
    view('TextView', [64, 290, 150, 20], { text: 'Remember me' }),
    view('CheckBox', [24, 276, 345, 48]),
  ),
  button([24, 340, 345, 48], 'Log in', 'login'),
  button([24, 396, 345, 48], 'Log in with Google', 'google'),
  view('TextView', [24, 460, 180, 20], { text: 'Don’t have an account?' }),
  view('TextView', [210, 460, 60, 20], { text: 'Sign up', clickable: true, as: 'sign up' }),
  view(plain, [24, 500, 48, 48], { 'content-desc': 'Company logo', as: 'logo' }),
);

/** Labels stand above their fields and beside their switches, which know nothing of them. */
export const profile = composeWindow(
  view(
    'ScrollView',
    [0, 56, 393, 700],
    { scrollable: true },
    view('TextView', [24, 70, 100, 20], { text: 'First name' }),
    view('EditText', [24, 94, 345, 48], { text: 'Ada', clickable: true, as: 'first name' }),
    view('TextView', [24, 154, 100, 20], { text: 'Last name*' }),
    view('EditText', [24, 178, 345, 48], { text: '', clickable: true, as: 'last name' }),
    view('TextView', [24, 246, 200, 20], { text: 'Dark theme' }),
    view(plain, [317, 236, 52, 40], {
      clickable: true,
      checkable: true,
      checked: true,
      as: 'dark theme',
    }),
    view('TextView', [24, 296, 200, 20], { text: 'Send statistics' }),
    view(plain, [317, 286, 52, 40], {
      clickable: true,
      checkable: true,
      checked: false,
      as: 'statistics',
    }),
    view(
      'Spinner',
      [24, 346, 345, 56],
      { clickable: true, text: 'Germany', as: 'country' },
      view('TextView', [40, 350, 80, 16], { text: 'Country' }),
    ),
  ),
  button([24, 780, 345, 48], 'Save', 'save', { enabled: false }),
);

const message = (top: number, sender: string, subject: string, mark: string) => [
  view('TextView', [16, top + 8, 240, 20], { text: sender, as: `${mark} sender` }),
  view('TextView', [16, top + 32, 240, 18], { text: subject, as: `${mark} subject` }),
  iconButton([329, top + 6, 48, 48], 'Delete', `delete ${mark}`),
];

const destination = (left: number, name: string, isChosen: boolean) =>
  view(
    plain,
    [left, 771, 131, 80],
    { clickable: true, selected: isChosen, as: `${name} tab` },
    view('TextView', [left + 40, 815, 50, 16], { text: name }),
  );

/** The rows of a lazy column have no box of their own. */
export const inbox = composeWindow(
  view('TextView', [16, 30, 200, 28], { text: 'Inbox', heading: true, as: 'heading' }),
  iconButton([337, 20, 48, 48], 'Search', 'search'),
  view(
    plain,
    [0, 80, 393, 691],
    { scrollable: true },
    ...message(80, 'Ada', 'Lunch', 'ada'),
    ...message(144, 'Grace', 'Re: Lunch', 'grace'),
    ...message(208, 'Alan', 'Machines', 'alan'),
  ),
  destination(0, 'Inbox', true),
  destination(131, 'Sent', false),
  destination(262, 'Search', false),
);

const preference = (top: number, title: string, summary: string, isOn: boolean, mark: string) => [
  view(plain, [0, top, 393, 70], { clickable: true, checkable: true, checked: isOn, as: mark }),
  view('TextView', [20, top + 12, 270, 22], { text: title }),
  view('TextView', [20, top + 38, 270, 18], { text: summary }),
];

/** What turns a switch is a row without anything in it, under the texts that it is about. */
export const preferences = composeWindow(
  view(
    plain,
    [0, 80, 393, 700],
    { scrollable: true },
    ...preference(80, 'Notifications', 'When a download ends', true, 'notifications'),
    ...preference(150, 'Save thumbnails', 'Beside the video', false, 'thumbnails'),
  ),
);

const ride = (top: number, name: string, price: string, wait: string, mark: string) =>
  view(
    plain,
    [8, top, 377, 90],
    { clickable: true, as: `${mark} card` },
    view(plain, [24, top + 16, 58, 58], { 'content-desc': name }),
    view('TextView', [98, top + 26, 80, 20], { text: name, as: mark }),
    view('TextView', [300, top + 27, 60, 18], { text: price, as: `${mark} price` }),
    view('TextView', [98, top + 52, 120, 14], { text: wait, as: `${mark} wait` }),
  );

/** Cards that a picture describes by their own name. */
export const rides = composeWindow(
  view(
    plain,
    [0, 60, 393, 500],
    { scrollable: true },
    ride(60, 'Bike', 'EGP 30.78', '6 mins away', 'bike'),
    ride(150, 'Go', 'EGP 71.20', '4 mins away', 'go'),
    ride(240, 'Go Awfar', 'EGP 46.48', '4 mins away', 'awfar'),
  ),
  button([16, 750, 361, 57], 'Order', 'order'),
);
