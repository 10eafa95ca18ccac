import { hierarchy, view, window } from './draw.ts';

const id = (name: string) => `com.example.app:id/${name}`;

/** Material components of the View system: a floating label is the hint of its field. */
export const login = window(
  view(
    'android.view.ViewGroup',
    [0, 24, 393, 56],
    { 'resource-id': id('toolbar') },
    view('ImageButton', [4, 28, 48, 48], { 'content-desc': 'Navigate up', clickable: true, as: 'up' }),
    view('TextView', [72, 40, 200, 24], { text: 'Shop', as: 'title' }),
    view('ImageView', [341, 28, 48, 48], {
      'content-desc': 'More options',
      clickable: true,
      as: 'more',
    }),
  ),
  view(
    'HorizontalScrollView',
    [0, 80, 393, 48],
    { 'resource-id': id('tabs') },
    view(
      'androidx.appcompat.app.ActionBar$Tab',
      [0, 80, 196, 48],
      { clickable: false, selected: true, 'content-desc': 'Login', as: 'login tab' },
      view('TextView', [70, 92, 60, 24], { text: 'Login' }),
    ),
    view(
      'androidx.appcompat.app.ActionBar$Tab',
      [196, 80, 196, 48],
      { clickable: true, 'content-desc': 'Sign up', as: 'sign-up tab' },
      view('TextView', [266, 92, 60, 24], { text: 'Sign up' }),
    ),
  ),
  view(
    'LinearLayout',
    [24, 150, 345, 64],
    { 'resource-id': id('email_layout') },
    view(
      'FrameLayout',
      [24, 150, 345, 64],
      {},
      view('EditText', [24, 150, 345, 56], {
        text: 'E-mail',
        hint: 'E-mail',
        'showing-hint': true,
        'resource-id': id('email'),
        clickable: true,
        as: 'email',
      }),
    ),
  ),
  view(
    'LinearLayout',
    [24, 230, 345, 64],
    {},
    view(
      'FrameLayout',
      [24, 230, 345, 64],
      {},
      view('EditText', [24, 230, 345, 56], {
        text: '••••••',
        hint: 'Password',
        password: true,
        focused: true,
        clickable: true,
        'resource-id': id('password'),
        as: 'password',
      }),
      view('ImageButton', [313, 234, 48, 48], {
        'content-desc': 'Show password',
        clickable: true,
        'resource-id': id('text_input_end_icon'),
        as: 'show',
      }),
    ),
  ),
  view('CheckBox', [24, 310, 345, 48], {
    text: 'Remember me',
    checkable: true,
    checked: true,
    clickable: true,
    'resource-id': id('remember'),
    as: 'remember',
  }),
  view('TextView', [24, 370, 150, 40], { text: 'Forgot password?', clickable: true, as: 'forgot' }),
  view('Button', [24, 430, 345, 52], {
    text: 'LOGIN',
    clickable: true,
    'resource-id': id('submit'),
    as: 'login',
  }),
);

const preference = (top: number, title: string, summary: string, mark: string, isOn: boolean | null) =>
  view(
    'LinearLayout',
    [0, top, 393, 72],
    { clickable: true, as: `${mark} row` },
    view(
      'RelativeLayout',
      [72, top + 12, 230, 48],
      {},
      view('TextView', [72, top + 12, 230, 24], { text: title, 'resource-id': 'android:id/title' }),
      view('TextView', [72, top + 38, 230, 20], { text: summary, 'resource-id': 'android:id/summary' }),
    ),
    ...(isOn === null
      ? []
      : [
          view(
            'LinearLayout',
            [320, top, 73, 72],
            { 'resource-id': 'android:id/widget_frame' },
            view('Switch', [325, top + 20, 52, 32], {
              checkable: true,
              checked: isOn,
              text: isOn ? 'ON' : 'OFF',
              'resource-id': 'android:id/switch_widget',
              as: `${mark} switch`,
            }),
          ),
        ]),
  );

/** A preference screen, with the hyphens and spaces that translators use. */
export const settings = window(
  view('TextView', [72, 40, 200, 28], { text: 'Settings', heading: true, as: 'heading' }),
  view(
    'androidx.recyclerview.widget.RecyclerView',
    [0, 80, 393, 771],
    { scrollable: true, 'resource-id': id('recycler_view') },
    view(
      'LinearLayout',
      [0, 80, 393, 40],
      {},
      view('TextView', [72, 90, 300, 20], { text: 'Network', 'resource-id': 'android:id/title' }),
    ),
    preference(120, 'Wi‑Fi', 'Connected to Home', 'wi-fi', true),
    preference(192, 'Wi‑Fi calling', 'Off', 'calling', false),
    preference(264, 'Data usage', '2.5\u202fGB of 10\u202fGB', 'data', null),
    view(
      'LinearLayout',
      [0, 336, 393, 72],
      { as: 'volume row' },
      view('TextView', [72, 340, 230, 24], { text: 'Ring volume', 'resource-id': 'android:id/title' }),
      view('SeekBar', [64, 366, 300, 36], { text: '40.0', as: 'volume' }),
    ),
    view(
      'LinearLayout',
      [0, 408, 393, 56],
      {},
      view('TextView', [72, 424, 100, 24], { text: 'Language' }),
      view(
        'Spinner',
        [200, 412, 170, 48],
        { clickable: true, as: 'language' },
        view('TextView', [208, 424, 120, 24], { text: 'English', 'resource-id': 'android:id/text1' }),
      ),
    ),
  ),
);

const product = (top: number, name: string, price: string, mark: string) =>
  view(
    'android.view.ViewGroup',
    [0, top, 393, 72],
    { clickable: true, as: `${mark} row` },
    view('TextView', [16, top + 10, 220, 24], { text: name, 'resource-id': id('name') }),
    view('TextView', [16, top + 38, 220, 20], {
      text: price,
      'resource-id': id('price'),
      as: `${mark} price`,
    }),
    view('Button', [290, top + 12, 90, 48], {
      text: 'Delete',
      clickable: true,
      'resource-id': id('delete'),
      as: `delete ${mark}`,
    }),
  );

const destination = (left: number, name: string, isChosen: boolean) =>
  view(
    'FrameLayout',
    [left, 771, 131, 80],
    {
      clickable: !isChosen,
      'content-desc': name,
      'resource-id': id(`nav_${name.toLowerCase()}`),
      as: `${name} tab`,
    },
    view('ImageView', [left + 53, 780, 24, 24], { selected: isChosen, 'resource-id': id('icon') }),
    view(
      'android.view.ViewGroup',
      [left + 40, 808, 50, 16],
      {},
      view('TextView', [left + 40, 808, 50, 16], { text: name, selected: isChosen }),
    ),
  );

/** A list, and a bottom navigation whose parts know which one is chosen. */
export const cart = window(
  view('TextView', [16, 40, 200, 28], { text: 'Cart', as: 'title' }),
  view(
    'androidx.recyclerview.widget.RecyclerView',
    [0, 80, 393, 691],
    { scrollable: true },
    product(80, 'Apples', '1.20 €', 'apples'),
    product(152, 'Pineapples', '3.50 €', 'pineapples'),
    product(224, 'Order 1', '9.00 €', 'order 1'),
    product(296, 'Order 10', '90.00 €', 'order 10'),
  ),
  view(
    'FrameLayout',
    [0, 771, 393, 80],
    { 'resource-id': id('bottom_navigation') },
    view(
      'android.view.ViewGroup',
      [0, 771, 393, 80],
      {},
      destination(0, 'Home', false).replace(' clickable="false"', ' clickable="true"'),
      destination(131, 'Cart', true).replace(' clickable="false"', ' clickable="true"'),
      destination(262, 'Profile', false).replace(' clickable="false"', ' clickable="true"'),
    ),
  ),
);

/** An alert is a window of its own, smaller than the screen. */
export const alert = hierarchy(
  view(
    'FrameLayout',
    [40, 330, 313, 190],
    { as: 'dialog' },
    view('TextView', [64, 350, 265, 28], { text: 'Delete Apples?', 'resource-id': id('alertTitle') }),
    view('TextView', [64, 390, 265, 40], {
      text: 'This can’t be undone.',
      'resource-id': 'android:id/message',
    }),
    view('Button', [150, 460, 90, 48], { text: 'Cancel', clickable: true, as: 'cancel' }),
    view('Button', [245, 460, 90, 48], { text: 'Delete', clickable: true, as: 'delete' }),
  ),
);

/** Before version 8 an empty field says its hint as its text, and nothing tells that it does. */
export const oldLogin = window(
  view('EditText', [24, 150, 345, 56], { text: 'E-mail', clickable: true, as: 'email' }),
  view('EditText', [24, 230, 345, 56], { text: 'Password', password: true, clickable: true, as: 'password' }),
  view('Button', [24, 300, 345, 52], { text: 'Log in', clickable: true, as: 'login' }),
)
  .replaceAll(' showing-hint="false"', '')
  .replaceAll(' heading="false"', '');
