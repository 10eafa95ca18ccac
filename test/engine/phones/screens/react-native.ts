import { app, item, view, window } from './draw.ts';

const group = 'android.view.ViewGroup';
const text = (box: Parameters<typeof view>[1], said: string, given = {}) =>
  view('TextView', box, { text: said, ...given });

const player = (top: number, name: string, age: string, mark: string) => [
  text([16, top + 14, 140, 20], name, { as: `${mark} name` }),
  text([180, top + 14, 40, 20], age, { as: `${mark} age` }),
  view(
    group,
    [300, top, 77, 48],
    { clickable: true, 'content-desc': 'Edit', as: `edit ${mark}` },
    text([320, top + 14, 40, 20], 'Edit'),
  ),
];

/** Views without a look of their own are taken out of the hierarchy: what stood in rows stands side by side. */
export const android = window(
  view(
    group,
    [0, 0, 393, 851],
    {},
    text([16, 40, 200, 28], 'Team', { as: 'title' }),
    view(
      'Button',
      [337, 30, 48, 48],
      { clickable: true, 'content-desc': 'Close', as: 'close' },
      text([349, 42, 24, 24], '\u{f0156}'),
    ),
    text([16, 84, 120, 18], 'Player’s name:'),
    view('EditText', [16, 106, 361, 44], {
      text: 'Ada',
      clickable: true,
      'resource-id': 'name-input',
      as: 'name',
    }),
    text([16, 160, 120, 18], 'Shirt number'),
    view('EditText', [16, 182, 361, 44], {
      text: '1–99',
      hint: '1–99',
      'showing-hint': true,
      clickable: true,
      as: 'number',
    }),
    view(
      'ScrollView',
      [0, 240, 393, 531],
      { scrollable: true },
      view(
        group,
        [0, 240, 393, 192],
        {},
        ...player(240, 'Airi Satou', '33', 'airi'),
        ...player(288, 'Bradley Greer', '41', 'bradley'),
        ...player(336, 'Airi', '66', 'short'),
      ),
      view(
        'Button',
        [16, 450, 361, 48],
        { clickable: true, enabled: false, 'content-desc': 'Save the team', as: 'save' },
        text([150, 464, 90, 20], 'Save'),
      ),
      view(
        'CheckBox',
        [16, 510, 361, 40],
        { clickable: true, checkable: true, checked: false, as: 'captain' },
        text([60, 520, 120, 20], 'Captain'),
      ),
    ),
    view(
      group,
      [0, 771, 393, 80],
      {},
      view(
        'Button',
        [0, 771, 196, 80],
        { clickable: true, selected: true, 'content-desc': 'Team, tab, 1 of 2', as: 'team tab' },
        text([80, 815, 40, 16], 'Team'),
      ),
      view(
        'Button',
        [196, 771, 196, 80],
        { clickable: true, 'content-desc': 'Games, tab, 2 of 2', as: 'games tab' },
        text([276, 815, 40, 16], 'Games'),
      ),
    ),
  ),
);

export const ios = app(
  item(
    'Other',
    [0, 0, 390, 844],
    { label: 'Team Player’s name: Save Games', accessible: false },
    item('StaticText', [16, 60, 200, 28], { label: 'Team', as: 'title' }),
    item('StaticText', [16, 100, 120, 18], { label: 'Player’s name:' }),
    item('TextField', [16, 122, 358, 44], { value: 'Ada', name: 'name-input', as: 'name' }),
    item('StaticText', [16, 176, 120, 18], { label: 'Shirt number' }),
    item('TextField', [16, 198, 358, 44], { value: '1–99', placeholderValue: '1–99', as: 'number' }),
    item('Other', [16, 260, 358, 48], { label: 'Save', name: 'save-button', as: 'save' }),
    item(
      'Other',
      [0, 320, 390, 48],
      { label: 'Airi Satou 33 Edit', accessible: false },
      item('StaticText', [16, 334, 140, 20], { label: 'Airi Satou' }),
      item('StaticText', [180, 334, 40, 20], { label: '33', as: 'airi age' }),
      item('Other', [300, 320, 77, 48], { label: 'Edit', as: 'edit airi' }),
    ),
    item(
      'Other',
      [0, 368, 390, 48],
      { label: 'Bradley Greer 41 Edit', accessible: false },
      item('StaticText', [16, 382, 140, 20], { label: 'Bradley Greer' }),
      item('StaticText', [180, 382, 40, 20], { label: '41', as: 'bradley age' }),
      item('Other', [300, 368, 77, 48], { label: 'Edit', as: 'edit bradley' }),
    ),
  ),
);

const post = (top: number, author: string, said: string, mark: string) =>
  view(
    group,
    [0, top, 393, 120],
    {},
    text([16, top + 8, 100, 18], author, { as: `${mark} author` }),
    text([16, top + 30, 330, 22], said, { as: `${mark} text` }),
    view(group, [16, top + 70, 60, 40], { clickable: true, 'content-desc': 'Reply', as: `reply ${mark}` }),
  );

/** Rows that have a box, since they have a look of their own, below a head that is no row. */
export const feed = window(
  view(
    'ScrollView',
    [0, 60, 393, 791],
    { scrollable: true },
    view(
      group,
      [0, 60, 393, 500],
      {},
      view(group, [0, 60, 393, 40], {}, text([16, 70, 100, 20], 'Posts')),
      post(100, 'ann', 'Tabs are better', 'ann'),
      post(220, 'bob', 'Spaces, always', 'bob'),
    ),
  ),
);
