/**
 * The tested app, as both platforms show it: what is on each screen, in points of a screen of 390 by 780, and what
 * happens when something is tapped or typed.
 */

const width = 390;
const height = 780;
export const keyboardTop = 500;
const rowHeight = 60;
const listTop = 120;
const listHeight = height - listTop;
const loadingMs = 300;
const savingMs = 400;

export function createShop() {
  const state = {
    screen: 'login',
    landscape: false,
    keyboard: false,
    focus: null,
    username: '',
    password: '',
    remember: false,
    error: null,
    readyAtMs: 0,
    items: Array.from({ length: 40 }, (_, index) => index + 1),
    item: null,
    scroll: 0,
    alert: null,
    alertText: '',
    popup: false,
    theme: 'Light',
    notifications: false,
    nickname: '',
    enabledAtMs: Number.POSITIVE_INFINITY,
    saved: null,
    toast: null,
    pressed: [],
    page: 0,
    offers: ['Free bread', 'Free butter', 'Free jam'],
    /** What the system asks for, over the app. */
    permission: null,
    granted: [],
    camera: 'off',
    query: '',
    /** What the app learns of the phone that it runs on, a line for each. */
    learned: [],
  };
  return {
    state,
    widgets: () => screens[visibleScreen(state)](state),
    act: (action, value) => actions[action](state, value),
  };
}

export const themes = [
  'Light',
  'Dark',
  'System',
  'Sepia',
  'Blue',
  'Green',
  'Amber',
  'Rose',
  'Slate',
  'Contrast',
  'Night',
  'Paper',
];

function visibleScreen(state) {
  return state.screen === 'list' && Date.now() < state.readyAtMs ? 'loading' : state.screen;
}

/** Boxes are [left, top, width, height]. `tap` and `type` name the action of `actions` below, with its value. */
const screens = {
  home: () => [{ kind: 'text', text: 'Home screen', box: [20, 100, 200, 30] }],

  login: (state) => [
    { kind: 'title', text: 'Shop', box: [0, 40, width, 44] },
    { kind: 'text', text: 'Sign in to your account', box: [20, 110, 350, 30] },
    field('username', 'Username', state.username, 180, state),
    { ...field('password', 'Password', state.password, 250, state), kind: 'secure' },
    {
      kind: 'checkbox',
      id: 'remember',
      text: 'Remember me',
      box: [20, 320, 200, 40],
      checked: state.remember,
      tap: ['toggle', 'remember'],
    },
    {
      kind: 'button',
      id: 'forgot',
      text: 'Forgot password?',
      box: [20, 380, 200, 40],
      tap: ['ask', 'forgot'],
    },
    { kind: 'button', id: 'sign_in', text: 'Sign in', box: [20, 560, 350, 48], tap: ['signIn'] },
    ...(state.error === null
      ? []
      : [{ kind: 'text', id: 'error', text: state.error, box: [20, 440, 350, 30] }]),
  ],

  loading: () => [{ kind: 'text', text: 'Loading…', box: [20, 300, 200, 30] }],

  list: (state) => [
    { kind: 'title', text: 'Items', box: [0, 40, width, 44] },
    { kind: 'icon', id: 'settings', desc: 'Settings', box: [340, 40, 44, 44], tap: ['go', 'settings'] },
    { kind: 'text', id: 'greeting', text: `Welcome, ${state.username}`, box: [20, 88, 300, 28] },
    {
      kind: 'list',
      id: 'items',
      box: [0, listTop, width, listHeight],
      children: state.items.map((item, index) => ({
        kind: 'row',
        box: [0, listTop + index * rowHeight - state.scroll, width, rowHeight],
        tap: ['openItem', item],
        children: [
          {
            kind: 'text',
            id: 'title',
            text: `Item ${item}`,
            box: [20, listTop + index * rowHeight - state.scroll + 5, 200, 25],
          },
          {
            kind: 'text',
            id: 'price',
            text: `${item}.00 €`,
            box: [20, listTop + index * rowHeight - state.scroll + 30, 200, 20],
          },
          {
            kind: 'button',
            id: 'delete',
            text: 'Delete',
            box: [290, listTop + index * rowHeight - state.scroll + 10, 90, 40],
            tap: ['ask', item],
          },
        ],
      })),
    },
  ],

  detail: (state) => [
    { kind: 'title', text: `Item ${state.item}`, box: [0, 40, width, 44] },
    {
      kind: 'text',
      id: 'description',
      text: `All about item ${state.item} & "more" <of it>`,
      box: [20, 120, 350, 60],
    },
    {
      kind: 'text',
      id: 'orientation',
      text: state.landscape ? 'Held sideways' : 'Held upright',
      box: [20, 200, 350, 30],
    },
  ],

  settings: (state) => [
    { kind: 'title', text: 'Settings', box: [0, 40, width, 44] },
    { kind: 'text', text: 'Theme', box: [20, 110, 100, 30] },
    {
      kind: 'dropdown',
      id: 'theme',
      options: themes,
      value: state.theme,
      box: [150, 110, 200, 40],
      tap: ['openPopup'],
      type: ['chooseTheme'],
    },
    {
      kind: 'setting',
      box: [0, 170, width, 60],
      text: 'Notifications',
      id: 'notifications',
      checked: state.notifications,
      tap: ['toggle', 'notifications'],
    },
    { kind: 'text', text: 'Nickname', box: [20, 250, 100, 30] },
    { ...field('nickname', '', state.nickname, 285, state), id: 'input_3' },
    {
      kind: 'button',
      id: 'save',
      text: 'Save',
      box: [20, 350, 160, 44],
      disabled: Date.now() < state.enabledAtMs,
      tap: ['save'],
    },
    { kind: 'button', id: 'stuck', text: 'Never', box: [200, 350, 160, 44], disabled: true, tap: ['save'] },
    {
      kind: 'frozen',
      id: 'frozen',
      text: 'Frozen',
      box: [20, 410, 200, 40],
      checked: false,
      tap: ['nothing'],
    },
    ...(state.saved === null
      ? []
      : [{ kind: 'text', id: 'saved', text: `Saved as ${state.saved}`, box: [20, 460, 350, 30] }]),
    ...(state.popup ? [popup(state)] : []),
  ],

  /** One over the other: the first has a button to close it, the second goes by going back, the last by nothing. */
  offers: ({ offers: [offer] }) => [
    { kind: 'title', text: 'Offers', box: [0, 40, width, 44] },
    ...(offer === undefined
      ? []
      : [
          {
            kind: 'dialog',
            id: `${offer.replace(' ', '_')}/parentPanel`,
            text: offer,
            box: [40, 250, 310, 220],
            children: [
              { kind: 'text', text: offer, box: [60, 300, 200, 40] },
              ...(offer === 'Free butter'
                ? []
                : [
                    {
                      kind: 'icon',
                      desc: 'Close',
                      box: [300, 260, 40, 40],
                      tap: [offer === 'Free bread' ? 'closeOffer' : 'nothing'],
                    },
                  ]),
            ],
          },
        ]),
  ],

  scanner: (state) => [
    { kind: 'title', text: 'Scanner', box: [0, 40, width, 44] },
    { kind: 'button', id: 'scan', text: 'Scan', box: [20, 120, 160, 44], tap: ['scan'] },
    { kind: 'button', id: 'ask', text: 'Explain', box: [200, 120, 160, 44], tap: ['scan', 'explain'] },
    { kind: 'text', text: `The camera is ${state.camera}`, box: [20, 200, 350, 30] },
  ],

  phone: (state) => [
    { kind: 'title', text: 'This phone', box: [0, 40, width, 44] },
    field('query', 'Search', state.query, 100, state),
    { kind: 'map', desc: 'Map', box: [20, 160, 350, 120], tap: ['nothing'] },
    ...state.learned.map((line, at) => ({ kind: 'text', text: line, box: [20, 300 + at * 20, 350, 20] })),
  ],

  pages: (state) => [
    {
      kind: 'pager',
      id: 'pager',
      box: [0, 100, width, 300],
      children: [{ kind: 'text', text: `Page ${state.page + 1}`, box: [20, 200, 200, 30] }],
      tap: ['nothing'],
    },
    {
      kind: 'button',
      id: 'hold',
      text: 'Hold me',
      box: [20, 450, 200, 44],
      tap: ['press', 'tap'],
      hold: ['press', 'hold'],
    },
    ...(state.pressed.length === 0
      ? []
      : [{ kind: 'text', text: `Pressed: ${state.pressed.join(' ')}`, box: [20, 520, 350, 30] }]),
  ],

  /** Several thousand elements at once, as one long page gives them. */
  long: () => [
    {
      kind: 'list',
      id: 'long',
      isWhole: true,
      box: [0, 100, width, height - 100],
      children: Array.from({ length: 1_500 }, (_, index) => ({
        kind: 'row',
        box: [0, 100 + index * rowHeight, width, rowHeight],
        children: [
          { kind: 'text', text: `Line ${index + 1}`, box: [20, 105 + index * rowHeight, 200, 25] },
          { kind: 'text', text: `Note ${index + 1}`, box: [20, 130 + index * rowHeight, 200, 20] },
        ],
      })),
    },
  ],
};

function field(name, hint, value, top, state) {
  return {
    kind: 'field',
    id: name,
    hint,
    value,
    box: [20, top, 350, 48],
    focused: state.focus === name,
    tap: ['focus', name],
    type: ['typeInto', name],
  };
}

function popup(state) {
  return {
    kind: 'popup',
    box: [150, 150, 220, 300],
    children: themes.map((theme, index) => ({
      kind: 'choice',
      text: theme,
      checked: theme === state.theme,
      box: [150, 150 + index * 50 - state.scroll, 220, 50],
      tap: ['chooseTheme', theme],
    })),
  };
}

const actions = {
  nothing() {},
  press: (state, how) => state.pressed.push(how),
  go(state, screen) {
    Object.assign(state, { screen, scroll: 0, keyboard: false, focus: null, popup: false });
  },
  focus(state, name) {
    Object.assign(state, { focus: name, keyboard: true });
  },
  typeInto(state, { name, text, replace, isAtTap }) {
    actions.focus(state, name);
    const caret = isAtTap ? Math.ceil(state[name].length / 2) : state[name].length;
    state[name] = replace ? text : state[name].slice(0, caret) + text + state[name].slice(caret);
    if (name === 'nickname')
      state.enabledAtMs = text === '' ? Number.POSITIVE_INFINITY : Date.now() + savingMs;
  },
  toggle(state, name) {
    state[name] = !state[name];
  },
  signIn(state) {
    if (state.username !== 'alice' || state.password !== 'wonderland') {
      state.error = 'Wrong user or password';
      return;
    }
    actions.go(state, 'list');
    Object.assign(state, { error: null, readyAtMs: Date.now() + loadingMs });
  },
  openItem(state, item) {
    const { scroll } = state;
    actions.go(state, 'detail');
    Object.assign(state, { item, listScroll: scroll });
  },
  ask(state, about) {
    state.alert =
      about === 'forgot'
        ? {
            title: 'Reset password',
            message: 'Which address shall we write to?',
            accept: 'Send',
            dismiss: 'Cancel',
            about,
          }
        : {
            title: `Delete Item ${about}?`,
            message: 'This can not be undone.',
            accept: 'Delete it',
            dismiss: 'Keep',
            about,
          };
  },
  answer(state, isAccepted) {
    const { about } = state.alert;
    state.alert = null;
    if (!isAccepted) return;
    if (about === 'forgot') state.error = `A letter is on its way to ${state.alertText || 'you'}`;
    else state.items = state.items.filter((item) => item !== about);
  },
  scan(state, follows) {
    if (state.granted.includes('camera')) state.camera = 'on';
    else
      state.permission = {
        title: 'Allow Shop to use the camera?',
        message: 'To read codes.',
        // As iOS and Android write it.
        buttons: ['While using the app', 'Only this time', 'Don’t allow'],
        follows,
      };
  },
  permit(state, button) {
    if (state.permission.follows === 'explain') actions.ask(state, 'forgot');
    state.permission = null;
    state.camera = button.startsWith('Don') ? 'not allowed' : 'on';
  },
  learn: (state, line) => state.learned.push(line),
  openPopup(state) {
    Object.assign(state, { popup: true, scroll: 0 });
  },
  chooseTheme(state, theme) {
    const text = typeof theme === 'string' ? theme : theme.text;
    if (!themes.includes(text)) throw new Error(`"${text}" is no value of the wheel`);
    Object.assign(state, { theme: text, popup: false, scroll: 0 });
  },
  save(state) {
    state.saved = state.nickname;
  },
  closeOffer: ({ offers }) => offers.shift(),
  back(state) {
    if (state.screen === 'offers' && state.offers[0] === 'Free butter') actions.closeOffer(state);
    else if (state.keyboard) state.keyboard = false;
    else if (state.popup) state.popup = false;
    else if (state.screen === 'detail') {
      actions.go(state, 'list');
      state.scroll = state.listScroll;
    } else if (state.screen === 'settings' || state.screen === 'pages') actions.go(state, 'list');
    else actions.go(state, 'home');
  },
  swipe(state, { dx, dy }) {
    if (state.screen === 'pages' && Math.abs(dx) > Math.abs(dy))
      state.page = Math.max(0, state.page - Math.sign(dx));
    const contents = state.popup ? themes.length * 50 - 300 : state.items.length * rowHeight - listHeight;
    if (state.screen === 'list' || state.popup)
      state.scroll = Math.min(Math.max(0, contents), Math.max(0, state.scroll - dy));
  },
  link(state, url) {
    const { hostname, pathname } = new URL(url);
    if (hostname === 'item') actions.openItem(state, Number(pathname.slice(1)));
    else if (hostname in screens) actions.go(state, hostname);
    else throw new Error(`no app handles ${url}`);
  },
};
