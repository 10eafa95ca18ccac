import { describe, expect, it } from 'vitest';
import { createRunValues, rememberedIn } from '../../../src/engine/acting/run-values.ts';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import { bare } from '../../../src/engine/grammar/sentences.ts';
import { readTask, type Understanding, understand } from '../../../src/engine/grammar/understand.ts';
import type { Variable } from '../../../src/kernel/variables.ts';
import {
  keptReport,
  type ScriptedDevice,
  type ScriptedThing,
  sceneOf,
  scriptedDevice,
} from '../acting/scripted-device.ts';

const values = createRunValues();
const web: Understanding = { platform: 'web', targetUrl: 'http://site/', variables: [], values };
const android: Understanding = { platform: 'android', targetUrl: null, variables: [], values };
const signal = new AbortController().signal;

async function doIt(
  sentence: string,
  device: ScriptedDevice,
  context = web,
  timeoutMs = 300,
): Promise<string> {
  const step = understand(sentence, context);
  if ('nearest' in step)
    throw new Error(`not understood: ${sentence}; ${step.problem} ${step.nearest.join(' | ')}`);
  return step.execute({ device, report: keptReport(), signal, timeoutMs });
}

describe('a sentence that does something is performed as', () => {
  it.each<[string, string, unknown]>([
    ['Open /cart', 'open', { url: 'http://site/cart' }],
    ['Go to "https://other.example/x?y#z"', 'open', { url: 'https://other.example/x?y#z' }],
    ['Visit localhost:3000', 'open', { url: 'http://localhost:3000' }],
    ['Navigate to example.com/a', 'open', { url: 'https://example.com/a' }],
    ['Open the site', 'open', { url: 'http://site/' }],
    ['Click "Sign in"', 'click', { target: { name: 'Sign in' } }],
    ['CLICK ON THE "Save" BUTTON', 'click', { target: { name: 'Save', role: 'button' } }],
    ['Press “Continue”', 'click', { target: { name: 'Continue' } }],
    ['Click the link «Mehr»', 'click', { target: { name: 'Mehr', role: 'link' } }],
    ['Click the 2nd "Delete" button', 'click', { target: { name: 'Delete', role: 'button', nth: 2 } }],
    ['Click the last row', 'click', { target: { role: 'row', nth: -1 } }],
    [
      'Click the "Edit" link in the row "Alice"',
      'click',
      { target: { name: 'Edit', role: 'link', where: [{ is: 'in', name: 'Alice', role: 'row' }] } },
    ],
    [
      'In the "Alice" row, click "Edit"',
      'click',
      { target: { name: 'Edit', where: [{ is: 'in', name: 'Alice', role: 'row' }] } },
    ],
    ['Click the menu item "Save as"', 'click', { target: { name: 'Save as', role: 'menu item' } }],
    ['Double-click "a"', 'click', { target: { name: 'a' }, count: 2 }],
    ['Right click on "a"', 'click', { target: { name: 'a' }, button: 'right' }],
    ['Type "alice" into "Username"', 'type', { target: { name: 'Username' }, text: 'alice' }],
    [
      "Enter 'it's' in the 'Notes' text area",
      'type',
      { target: { name: 'Notes', role: 'text area' }, text: "it's" },
    ],
    ['Fill in "Say ‘hi’" with "“quoted”"', 'type', { target: { name: 'Say ‘hi’' }, text: '“quoted”' }],
    ['Type "" into "Name"', 'type', { target: { name: 'Name' }, text: '' }],
    [
      'Set the "Country" dropdown to "Norway"',
      'select',
      { target: { name: 'Country', role: 'dropdown' }, option: 'Norway' },
    ],
    ['Append "!" to "Title"', 'type', { target: { name: 'Title' }, text: '!', replace: false }],
    ['Clear the search field "Find"', 'clear', { target: { name: 'Find', role: 'field' } }],
    ['Press Enter', 'press', { key: 'Enter' }],
    ['Press ctrl + shift + A', 'press', { key: 'Control+Shift+a' }],
    ['Press the arrow down key', 'press', { key: 'ArrowDown' }],
    ['Press the "Escape" key', 'press', { key: 'Escape' }],
    ['Press Enter in "Search"', 'press', { key: 'Enter', target: { name: 'Search' } }],
    ['Select "Norway" from "Country"', 'select', { target: { name: 'Country' }, option: 'Norway' }],
    ['Check "Terms"', 'check', { target: { name: 'Terms' }, checked: true }],
    ['Untick the "News" checkbox', 'check', { target: { name: 'News', role: 'checkbox' }, checked: false }],
    ['Turn the "Wi-Fi" switch off', 'check', { target: { name: 'Wi-Fi', role: 'switch' }, checked: false }],
    ['Hover over "Menu"', 'hover', { target: { name: 'Menu' } }],
    ['Scroll down', 'scroll', { direction: 'down' }],
    ['Scroll to the bottom', 'scroll', { direction: 'bottom' }],
    ['Scroll to "Imprint"', 'scroll', { target: { name: 'Imprint' } }],
    ['Drag "A" onto "B"', 'drag', { target: { name: 'A' }, to: { name: 'B' } }],
    ['Upload photo.png to "Avatar"', 'upload', { target: { name: 'Avatar' }, filename: 'photo.png' }],
    [
      'Upload "a.csv" with the content "x,y" to "Import"',
      'upload',
      { target: { name: 'Import' }, filename: 'a.csv', content: 'x,y' },
    ],
    ['Wait for 1.5 seconds', 'wait_for', { seconds: 1.5 }],
    ['Wait a minute', 'wait_for', { seconds: 60 }],
    ['Go back', 'back', {}],
    ['Refresh the page', 'reload', {}],
    ['Switch to the tab "Invoice"', 'switch_tab', { title: 'Invoice' }],
    ['Switch to the second tab', 'switch_tab', { index: 2 }],
    ['Accept the dialog', 'answer_dialog', { accept: true }],
    ['Cancel the confirmation', 'answer_dialog', { accept: false }],
    ['Answer the prompt with "Bob"', 'answer_dialog', { accept: true, text: 'Bob' }],
  ])('%s', async (sentence, name, input) => {
    const device = scriptedDevice();
    await doIt(sentence, device);
    expect(device.performed).toEqual([{ name, input }]);
  });

  it.each<[string, string, unknown]>([
    ['Open the app', 'relaunch', {}],
    ['Open myapp://orders/7', 'open', { url: 'myapp://orders/7' }],
    ['Tap "OK"', 'click', { target: { name: 'OK' } }],
    ['Long press "Photo"', 'long_press', { target: { name: 'Photo' } }],
    ['Swipe left', 'swipe', { direction: 'left' }],
    [
      'Swipe up on the "List" list item',
      'swipe',
      { direction: 'up', target: { name: 'List', role: 'list item' } },
    ],
    ['Press the home button', 'home', {}],
    ['Press the back button', 'back', {}],
    ['Hide the keyboard', 'hide_keyboard', {}],
    ['Put the app in the background for 5 seconds', 'background', { seconds: 5 }],
    ['Rotate the device to landscape', 'rotate', { orientation: 'landscape' }],
  ])('%s, on a phone', async (sentence, name, input) => {
    const device = scriptedDevice();
    await doIt(sentence, device, android);
    expect(device.performed).toEqual([{ name, input }]);
  });

  it('opens a path on the page that is open where the run has no target', async () => {
    const device = scriptedDevice();
    device.shows.url = 'http://here:1/a/b?c';
    await doIt('Go to /cart', device, { ...web, targetUrl: null });
    expect(device.performed).toEqual([{ name: 'open', input: { url: 'http://here:1/cart' } }]);
  });

  it('waits for the answers under way', async () => {
    const settled: number[] = [];
    await doIt('Wait for the page to load', scriptedDevice({ onSettle: () => settled.push(1) }));
    expect(settled).toHaveLength(1);
  });
});

/** What a shop shows: a text and some things on it. */
function shop(): ScriptedDevice {
  const called = (text: string) => ({ names: [{ from: 'aria', text }] as const });
  const row = (...cells: string[]): ScriptedThing => ({
    role: 'row',
    inside: [...cells.map((text) => ({ role: 'cell', text })), { role: 'button', text: 'Delete' }],
  });
  const things: ScriptedThing[] = [
    { role: 'button', text: 'Save', isDisabled: true },
    row('Alice', 'active', '12.00'),
    row('Bob', 'inactive', '7.00'),
    { role: 'button', ...called('Hidden'), isVisible: false },
    { role: 'textbox', ...called('Email'), value: 'Alice@example.com', isEditable: true, isFocused: true },
    { role: 'textbox', ...called('Search'), value: '', isEditable: true },
    { role: 'checkbox', ...called('Terms'), isChecked: true },
    { role: 'checkbox', ...called('News'), isChecked: false, isVisible: false, isDrawnOver: true },
    { role: 'combobox', ...called('Country'), value: 'Norway' },
    { role: 'option', text: 'Norway', isSelected: true },
    { role: 'option', text: 'Sweden', isSelected: false },
    { role: 'img', ...called('Company logo') },
    { text: 'Basket', names: [{ from: 'test id', text: 'basket-1' }] },
  ];
  const device = scriptedDevice();
  device.shows = {
    url: 'http://site/orders?page=2#top',
    title: 'Orders – Shop',
    text: 'WELCOME, ALICE\nIt’s “fine”\u00a0now\nTotal\n$100.50\nStock: 5\nBalance: -5.00\nApples\nPears\nPears\nNo errors found\nアカウントを作成しました',
  };
  device.things = things;
  return device;
}

describe.concurrent('what is so passes', () => {
  it.each([
    'See "Welcome, alice"',
    'See exactly "WELCOME, ALICE"',
    `See "It's 'fine' now"`,
    'See “It’s "fine" now”',
    'See "Stock: 5"',
    'See "$100.50"',
    'See "アカウント"',
    'See "Company logo"',
    'See the "Delete" button',
    'See the second "Delete" button',
    'See "Apples", "Pears" and "Total"',
    'Do not see "Oranges"',
    'Do not see "error"',
    'Do not see "Stock: 50"',
    'There is no "Hidden" button',
    'Verify that "Oranges" is not displayed',
    'Nothing says "exception"',
    'See "Pears" twice',
    'See 2 rows',
    'There are exactly 2 "Delete" buttons',
    'See "Apples" before "Pears"',
    'See "Pears" after "Apples"',
    'See "active" in the row "Alice"',
    'Do not see "active" in the row "Bob"',
    'See the "Delete" button in the row "Bob"',
    'The "Save" button is disabled',
    'Make sure the "Save" button is not enabled',
    'Check that the first "Delete" button is enabled',
    '"Terms" is checked',
    'The "News" checkbox should not be checked',
    '"Sweden" is not selected',
    '"Norway" is selected in "Country"',
    'The "Country" dropdown is set to "Norway"',
    'The "Email" field has the value "Alice@example.com"',
    'The "Email" field contains "example"',
    'The "Email" field does not contain "bob"',
    'The "Email" field has focus',
    'The "Search" field should be empty',
    '"Total" is "$100.50"',
    'The page title is "Orders - shop"',
    'The page title contains "Orders"',
    'The URL contains "/orders"',
    'The address ends with "#top"',
    'The address is "/orders"',
    'The address should be http://site/orders?page=2',
    'I should be on /orders',
    'The address doesn\'t contain "/login"',
    '"Total" is greater than 100',
    '"Total" is not more than $100.50',
    '"Stock" is at least 5',
    '"Balance" is less than 0',
    'The row "Bob" contains "inactive" and "7.00"',
    'The row "Bob" has a "Delete" button',
    'The row "Bob" has no "Edit" button',
  ])('%s', async (sentence) => {
    expect(await doIt(sentence, shop())).toMatch(/\.$/);
  });
});

describe.concurrent('what is not so fails with what was expected and what is there', () => {
  it.each<[string, string]>([
    ['See "Invalid password"', 'Expected to see "Invalid password"; nothing on the page resembles it'],
    ['See "Stock: 50"', 'Expected to see "Stock: 50"; the page says "Stock: 5".'],
    ['See "$100"', 'Expected to see "$100"; the page says "$100.50".'],
    ['See "5.00"', 'Expected to see "5.00"; the page says'],
    ['See exactly "Welcome, alice"', 'the page says "WELCOME, ALICE"'],
    ['See "Pear"', 'the page says "Pears"'],
    ['See the "Hidden" button', 'Expected to see the "Hidden" button; the page says'],
    ['See "basket-1"', 'Expected to see "basket-1"'],
    ['See "Alice@example.com"', 'it stands only in the field "Email", which has to be named for that'],
    ['Do not see "Apples"', 'Expected not to see "Apples"; the page shows "Apples".'],
    ['Nothing says "error"', 'Expected that nothing says "error"; the page says "No errors found".'],
    ['See "Pears" 3 times', 'Expected to see "Pears" 3 times; it is there twice.'],
    [
      'See 3 rows',
      'Expected to see 3 rows; there are 2: "Alice active 12.00 Delete", "Bob inactive 7.00 Delete".',
    ],
    ['See "Pears" before "Apples"', 'the order is "Apples", "Pears"'],
    ['See "Kiwi" before "Apples"', '"Kiwi" is missing'],
    ['See "inactive" in the row "Alice"', 'the "Alice" row says "Alice active 12.00 Delete"'],
    ['The "Save" button is enabled', 'Expected the "Save" button to be enabled; it is disabled.'],
    ['"Terms" is unchecked', 'Expected "Terms" to be not checked; it is checked.'],
    ['The "Email" field is empty', 'it is not empty: it holds "Alice@example.com"'],
    ['The "Email" field is "alice@example.com"', 'it holds "Alice@example.com"'],
    ['"Sweden" is selected in "Country"', 'it holds "Norway"'],
    ['"Total" shows "$100"', '"Total" to be "$100"'],
    ['"Total" is less than 100.5', 'Expected "Total" to be less than 100.5; it holds "$100.50".'],
    ['"Balance" is at least 0', 'it holds "-5.00"'],
    ['"Email" is more than 3', 'it holds "Alice@example.com", which is not one number'],
    ['The row "Bob" contains "inactive" and "8.00"', '"Bob" row to contain "8.00"'],
    ['The row "Bob" has no "Delete" button', 'Expected not to see the "Delete" button in the "Bob" row'],
    ['The page title is "Orders"', 'it is "Orders – Shop"'],
    ['The address is "/order"', 'it is "http://site/orders?page=2#top"'],
  ])('%s', async (sentence, message) => {
    await expect(doIt(sentence, shop())).rejects.toMatchObject({
      name: 'ActionFailed',
      message: expect.stringContaining(message),
      expected: expect.any(String),
      actual: expect.any(String),
    });
  });
});

describe.concurrent('an assertion', () => {
  it('waits for what comes in time', async () => {
    const device = scriptedDevice();
    setTimeout(() => {
      device.shows.text = 'Welcome';
    }, 150);
    expect(await doIt('See "Welcome"', device, web, 2_000)).toBe('Saw "Welcome".');
  });

  it('of absence takes what goes away in time for gone', async () => {
    const device = scriptedDevice();
    device.shows.text = 'Loading';
    setTimeout(() => {
      device.shows.text = 'Done';
    }, 150);
    expect(await doIt('Do not see "Loading"', device, web, 2_000)).toBe('Did not see "Loading".');
  });

  it('of absence fails by what comes a moment later and stays', async () => {
    const device = scriptedDevice();
    let looks = 0;
    device.scene = async () => {
      looks += 1;
      return sceneOf({ url: null, title: null, text: looks < 3 ? 'Fine' : 'Error' });
    };
    await expect(doIt('Do not see "Error"', device, web, 600)).rejects.toThrow('Expected not to see "Error"');
  });

  it('of a number does not take the number that a growing list passes through', async () => {
    const device = scriptedDevice();
    let rows = 0;
    device.scene = async () => {
      rows = Math.min(rows + 1, 5);
      return sceneOf(
        device.shows,
        Array.from({ length: rows }, () => ({ role: 'row', text: 'row' })),
      );
    };
    await expect(doIt('See 3 rows', device, web, 1_000)).rejects.toThrow('there are 5');
  });

  it('says that a text is there in other letter case', async () => {
    const device = scriptedDevice();
    device.shows.text = 'SIGN IN';
    expect(await doIt('See "Sign in"', device)).toBe('Saw "SIGN IN" in other letter case.');
  });

  it('ends when it is told to', async () => {
    const stop = new AbortController();
    const step = understand('See "Never"', web);
    if ('nearest' in step) throw new Error('not understood');
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    const carried = step.execute({
      device: scriptedDevice(),
      report: keptReport(),
      signal: stop.signal,
      timeoutMs: 60_000,
    });
    await expect(carried).rejects.toThrow();
  });
});

describe('variables', () => {
  const variables: Variable[] = [
    { name: 'user', value: 'alice', isSecret: false },
    { name: 'pin', value: '42', isSecret: true },
    { name: 'base', value: 'http://stage:8080', isSecret: false },
  ];
  const context = { ...web, variables };

  it('are filled in when the step is carried out, while what it says keeps the names of secrets', async () => {
    const device = scriptedDevice({ onPerform: (_name, input) => `Typed ${JSON.stringify(input)}.` });
    const told = await doIt('Type "{{ pin }}" into "PIN"', device, context);
    expect(device.performed).toEqual([{ name: 'type', input: { target: { name: 'PIN' }, text: '42' } }]);
    expect(told).toContain('{{pin}}');
    expect(told).not.toContain('42');
    const step = understand('Type {{pin}} into "PIN"', context);
    expect('nearest' in step ? null : step.title).toBe('Type {{pin}} into "PIN"');
  });

  it('are covered in what a failed assertion says', async () => {
    const device = scriptedDevice();
    device.shows.text = 'Your PIN is 421';
    await expect(doIt('See "{{pin}}"', device, context)).rejects.toMatchObject({
      message: 'Expected to see "{{pin}}"; the page says "Your PIN is {{pin}}1".',
    });
  });

  it('make addresses', async () => {
    const device = scriptedDevice();
    await doIt('Open {{base}}/login', device, context);
    expect(device.performed).toEqual([{ name: 'open', input: { url: 'http://stage:8080/login' } }]);
  });

  it('that the project does not have end the run before it begins', () => {
    expect(() => understand('Type {{nobody}} into "User"', context)).toThrow(
      expect.objectContaining({ code: 'VARIABLE_UNKNOWN', message: expect.stringContaining('"nobody"') }),
    );
  });
});

describe('a sentence of several parts', () => {
  it('types into one field what another thing says', async () => {
    const device = shop();
    await doIt('Enter the value of "Total" into "Email"', device);
    expect(device.performed).toEqual([
      { name: 'type', input: { target: { name: 'Email' }, text: '$100.50' } },
    ]);
  });
});

describe('what a run remembers', () => {
  const prompt = 'Remember "Total" as {{total}}. See {{total}}. Type "{{total}} EUR" into "Email"';

  it('is a variable in the sentences that follow', async () => {
    const device = shop();
    const variables = rememberedIn([prompt]);
    const task = { prompt, steps: null, targetUrl: 'http://site/', platform: 'web', variables } as const;
    const read = readTask(task);
    const told: string[] = [];
    for (const { step } of read)
      told.push((await step?.execute({ device, report: keptReport(), signal, timeoutMs: 1_000 })) ?? '');
    expect(told.slice(0, 2)).toEqual(['Remembered "$100.50" as {{total}}.', 'Saw "$100.50".']);
    expect(device.performed).toEqual([
      { name: 'type', input: { target: { name: 'Email' }, text: '$100.50 EUR' } },
    ]);
  });

  it('is unknown before it has been remembered', async () => {
    const context = { ...web, variables: rememberedIn([prompt]), values: createRunValues() };
    await expect(doIt('See {{total}}', shop(), context)).rejects.toMatchObject({ code: 'VARIABLE_UNKNOWN' });
  });

  it('fails by what is not there or says nothing', async () => {
    const context = { ...web, variables: rememberedIn([prompt]), values: createRunValues() };
    await expect(doIt('Remember "Nothing" as {{total}}', shop(), context)).rejects.toThrow('"Nothing"');
    await expect(doIt('Remember the "Search" field as {{total}}', shop(), context)).rejects.toThrow(
      'it is empty',
    );
  });
});

describe('a stored step', () => {
  const task = (steps: Array<{ type: 'act' | 'assert' | 'screenshot'; title: string }>) =>
    readTask({ prompt: null, steps, targetUrl: 'http://site/', platform: 'web', variables: [] });

  it('is read by its title, and any title will do for a screenshot', () => {
    const read = task([
      { type: 'act', title: 'Click "A"' },
      { type: 'assert', title: '1. I should see "B".' },
      { type: 'screenshot', title: 'The basket' },
    ]);
    expect(read.map(({ step }) => step?.type)).toEqual(['act', 'assert', 'screenshot']);
    expect(read[2]?.step?.title).toBe('The basket');
  });

  it('of another type than its sentence is not understood, and says so', () => {
    const [read] = task([{ type: 'assert', title: 'Click "A"' }]);
    expect(read).toMatchObject({
      step: null,
      problem: `The step's type is "assert", and the sentence is an "act".`,
    });
  });

  it('of several sentences does all of them', async () => {
    const device = scriptedDevice();
    const [read] = task([{ type: 'act', title: 'Type "a" into "B" and press Enter' }]);
    const told = await read?.step?.execute({ device, report: keptReport(), signal, timeoutMs: 100 });
    expect(device.performed.map(({ name }) => name)).toEqual(['type', 'press']);
    expect(told).toBe('Did type. Did press.');
  });

  it('that acts and asserts at once is refused', () => {
    expect(understand('Click "A" and see "B"', web)).toMatchObject({
      problem: expect.stringContaining('two steps'),
    });
  });
});

describe('a sentence of several', () => {
  it.each<[string, string[]]>([
    ['"Save" is enabled and "Delete" is disabled', ['"Save" is enabled', '"Delete" is disabled']],
    [
      'See the heading "A", the page title is "B" and there is no "C" button',
      ['See the heading "A"', 'The page title is "B"', 'There is no "C" button'],
    ],
    ['See "A", "B" and "C"', ['See "A", "B" and "C"']],
    ['See "A" and be happy', ['See "A" and be happy']],
    ['Click "A" and frobnicate the "B" and see "C"', ['Click "A"', 'Frobnicate the "B"', 'See "C"']],
  ])('%s is taken apart where each part is understood', (prompt, sentences) => {
    const read = readTask({ prompt, steps: null, targetUrl: null, platform: 'web', variables: [] });
    expect(read.map(({ sentence }) => sentence)).toEqual(sentences);
  });
});

describe('what is not understood', () => {
  it.each<[sentence: string, near: string, problem: string]>([
    ['Clik on the "Save" button', 'Click on the "Save" button', `don't understand "Clik". Start with`],
    ['Clik on the "Save" buton', 'Click on the "Save" button', `don't understand "Clik". Start with`],
    ['Click the "Save" buton', 'Click the "Save" button', 'Did you mean "button"?'],
    ['Type alice in the username', 'Type "alice" in the username', 'Did you mean "alice", in quotes?'],
    ['Verify the total is correct', 'Verify the total is "correct"', 'Did you mean "correct", in quotes?'],
    ['The Save button is enabeld', 'The Save button is enabled', 'Did you mean "enabled"?'],
    ['Select "Norway" frmo "Country"', 'Select "Norway" from "Country"', 'Did you mean "from"?'],
    ['Select "Norway" form "Country"', 'Select "Norway" from "Country"', 'Did you mean "from"?'],
    ['Click "Save" untill "Done" is visible', 'Click "Save" until "Done" is visible', 'mean "until"?'],
    ['Do nto see "Error"', 'Do not see "Error"', 'Did you mean "not"?'],
    [`I shouln't see "Error"`, `I shouldn't see "Error"`, `Did you mean "shouldn't"?`],
    ['Select "Norway" "Country"', 'Select "Norway" from "Country"', '"from" is missing before "Country".'],
    ['"Save" enabled', '"Save" is enabled', '"is" is missing before "enabled".'],
    ['Click the Save buton', 'Click the Save button', 'If it is part of a name, put the name in quotes.'],
    ['Drag the card', '', 'It ends too early: "to", "onto", "into"'],
    ['Do not see the spinner', 'Do not see the "spinner"', 'put what must not be there in quotes'],
    ['The error message is displayed', '', 'put what it says in quotes'],
    [
      'Shake the phone',
      '',
      `I don't understand "Shake". Start with an action (Click, Type) or a check (See).`,
    ],
  ])('%s says at which word, and how to put it right', (sentence, near, problem) => {
    const found = understand(sentence, web);
    if (!('nearest' in found)) throw new Error('understood');
    expect(found.nearest).toHaveLength(3);
    if (near !== '') expect(found.nearest).toContain(near);
    expect(found.problem).toContain(problem);
    for (const offered of found.nearest)
      expect(readSentence(bare(offered))[0]?.statement, offered).not.toBeNull();
  });

  it('has the sentence put right first', () => {
    expect(understand('Clik the "Save" button', web)).toMatchObject({
      nearest: ['Click the "Save" button', expect.any(String), expect.any(String)],
    });
  });

  it.each(['Frobnicate the cart', 'Shake the phone', 'Swip left'])(
    '%s is offered nothing in a browser that is done on phones',
    (sentence) => {
      const found = understand(sentence, web);
      const near = 'nearest' in found ? found.nearest : [];
      expect(near).toHaveLength(3);
      expect(near.filter((one) => /app|phone|device|swipe|tap|keyboard|rotate/i.test(one))).toEqual([]);
    },
  );

  it('begins on a phone with a tap', () => {
    expect(understand('Frobnicate the cart', android)).toMatchObject({
      problem: `I don't understand "Frobnicate". Start with an action (Tap, Type) or a check (See).`,
    });
  });

  it.each([
    'Click',
    'See',
    'Log in as "alice"',
    'Log out',
    'Enter valid credentials',
    'Check that everything works',
    'Verify I can click "Save"',
    'Wait 500 seconds',
    'Press "A',
    'Test the login',
  ])('%s is not guessed', (sentence) => {
    expect(understand(sentence, web)).toHaveProperty('nearest');
  });

  it('says where a sentence of another platform belongs', () => {
    expect(understand('Swipe left', web)).toMatchObject({ problem: 'It can be done on phones only.' });
    for (const sentence of [
      'Download "a.csv"',
      'The file "a.csv" is downloaded',
      'Wait until the file "a.csv" is downloaded',
      'Click "Export" until "a.csv" is downloaded',
      'If "a.csv" was downloaded, click "Done"',
      'Wait until the address contains "/cart"',
    ])
      expect(understand(sentence, android), sentence).toMatchObject({
        problem: 'It can be done in a browser only.',
      });
    expect(understand('Hover over "A"', android)).toMatchObject({
      problem: 'It can be done in a browser only.',
    });
  });
});
