import { describe, expect, it } from 'vitest';
import type { LastAct } from '../../../src/engine/acting/device.ts';
import { executeInstruction } from '../../../src/engine/acting/execute-instruction.ts';
import { createRunValues } from '../../../src/engine/acting/run-values.ts';
import { describe as inOneLine } from '../../../src/engine/grammar/describe.ts';
import type { Claim, Instruction } from '../../../src/engine/grammar/instruction.ts';
import { readSentence } from '../../../src/engine/grammar/read-sentence.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import type { Platform } from '../../../src/engine/task.ts';
import {
  keptReport,
  type ScriptedDevice,
  type ScriptedThing,
  sceneOf,
  scriptedDevice,
} from '../acting/scripted-device.ts';

const described = (name: string, more: Partial<Target> = {}): Target => ({ name, described: true, ...more });
const button = (text: string, more: Partial<ScriptedThing> = {}): ScriptedThing => ({
  role: 'button',
  text,
  ...more,
});
const row = (...texts: string[]): ScriptedThing => ({
  role: 'row',
  inside: texts.map((text) => ({ role: 'cell', text })),
});

const notUnderstood = { name: 'ExecutionFailure', code: 'STEP_NOT_UNDERSTOOD' };
const failed = { name: 'ActionFailed' };

function carryOut(device: ScriptedDevice, instruction: Instruction, platform: Platform = 'web') {
  const { signal } = new AbortController();
  const step = { device, report: keptReport(), signal, timeoutMs: 0 };
  return executeInstruction(instruction, step, { platform, targetUrl: null, values: createRunValues() });
}

/** Judges things that are there now, and were there before the last act. */
function judge(claim: Claim, things: readonly ScriptedThing[], before?: readonly ScriptedThing[]) {
  const device = scriptedDevice({ things });
  if (before !== undefined) device.lastAct = () => actFrom(before);
  return carryOut(device, { kind: 'check', claim });
}

function actFrom(before: readonly ScriptedThing[]): LastAct {
  return {
    before: sceneOf({ url: null, title: null, text: '' }, before),
    isElsewhere: false,
    shown: [],
    isOver: true,
  };
}

const shown = (target: Target): Claim => ({ claim: 'shown', target });
const gone = (target: Target): Claim => ({ claim: 'shown', target, not: true });
const several = (min: number, max: number | null): Claim => ({
  claim: 'number',
  things: described('Delete', { role: 'button' }),
  range: { min, max },
});

describe('that what is described is shown', () => {
  it('holds where exactly one thing is called so', async () => {
    expect(await judge(shown(described('saved')), [{ text: 'Saved' }])).toBe('Saw what is called *saved*.');
    expect(await judge(shown(described('save', { role: 'button' })), [button('Save')])).toBe(
      'Saw the *save* button.',
    );
  });

  it.each<[string, ScriptedThing[]]>([
    ['helpful error', [{ text: 'Please enter your e-mail' }]],
    ['she', [{ text: 'finished' }]],
    ['error', [{ text: 'There was an error' }]],
    ['delete', [button('Delete'), button('Delete')]],
  ])('has no verdict where none or several are: %s', async (name, things) => {
    await expect(judge(shown(described(name)), things)).rejects.toMatchObject(notUnderstood);
  });

  it('says what to do about it', async () => {
    await expect(judge(shown(described('helpful error')), [{ text: 'Wrong' }])).rejects.toThrow(
      'Nothing on the page is called "helpful error": put the exact words in quotes, or set a model.',
    );
    await expect(judge(shown(described('Delete')), [button('Delete'), button('Delete')])).rejects.toThrow(
      '2 things on the page are called "Delete" (',
    );
  });

  it('is judged in a place that is found, and has no verdict in another', async () => {
    const inRow = (name: string): Claim =>
      shown({ name: 'Paid', where: [{ is: 'in', name, role: 'row', described: true }] });
    expect(await judge(inRow('alice'), [row('Alice', 'Paid')])).toBe('Saw "Paid" in the *alice* row.');
    await expect(judge(inRow('alice'), [row('Alice', 'Open')])).rejects.toMatchObject(failed);
    await expect(judge(inRow('ali'), [row('Alice', 'Paid')])).rejects.toMatchObject(notUnderstood);
    await expect(judge(inRow('alice'), [row('Alice', 'Paid'), row('Alice', 'x')])).rejects.toMatchObject(
      notUnderstood,
    );
    const both = shown(described('paid', { where: [{ is: 'in', name: 'Alice', role: 'row' }] }));
    expect(await judge(both, [row('Alice', 'Paid'), row('Bob', 'Paid')])).toContain('*paid*');
    await expect(judge(both, [row('Alice', 'Paid soon')])).rejects.toMatchObject(notUnderstood);
  });
});

describe('that what is described is gone', () => {
  it('is not so where it is there', async () => {
    await expect(judge(gone(described('banner')), [{ text: 'Banner' }])).rejects.toMatchObject(failed);
  });

  it('holds where it was there before the last act, and else proves nothing', async () => {
    const claim = gone(described('banner'));
    expect(await judge(claim, [], [{ text: 'Banner' }])).toBe('Did not see what is called *banner*.');
    for (const before of [undefined, [], [{ text: 'Banner' }, { text: 'Banner' }]])
      await expect(judge(claim, [], before)).rejects.toMatchObject(notUnderstood);
  });

  it('has no verdict where several are there', async () => {
    await expect(
      judge(gone(described('banner')), [{ text: 'Banner' }, { text: 'Banner' }]),
    ).rejects.toMatchObject(notUnderstood);
  });
});

describe('so many of what is described', () => {
  it('are those that are called exactly so', async () => {
    const things = [button('Delete'), button('delete'), button('Delete all')];
    expect(await judge(several(2, 2), things)).toBe('Saw 2 *Delete* buttons.');
    await expect(judge(several(3, 3), things)).rejects.toMatchObject(failed);
    await expect(judge(several(0, 0), things)).rejects.toMatchObject(failed);
  });

  it('have no verdict where there are none', async () => {
    await expect(judge(several(1, null), [button('Delete all')])).rejects.toMatchObject(notUnderstood);
    await expect(judge(several(0, 0), [button('Delete all')])).rejects.toMatchObject(notUnderstood);
    expect(await judge(several(0, 0), [], [button('Delete'), button('Delete')])).toBe(
      'Saw 0 *Delete* buttons.',
    );
  });
});

describe('what is said of what is described', () => {
  const disabled: Claim = { claim: 'state', target: described('save'), state: 'disabled' };
  const holding = (text: string): Claim => ({
    claim: 'holds',
    target: described('e-mail', { role: 'field' }),
    comparison: 'is',
    text,
  });
  const field: ScriptedThing = {
    role: 'textbox',
    value: 'a@b',
    isEditable: true,
    names: [{ from: 'aria', text: 'E-mail' }],
  };

  it('is judged where it is found', async () => {
    expect(await judge(disabled, [button('Save', { isDisabled: true })])).toBe(
      'What is called *save* is disabled.',
    );
    await expect(judge(disabled, [button('Save')])).rejects.toMatchObject(failed);
    expect(await judge(holding('a@b'), [field])).toBe('The *e-mail* field holds "a@b".');
    await expect(judge(holding('x'), [field])).rejects.toMatchObject(failed);
  });

  it('has no verdict where it is not, or several times', async () => {
    for (const things of [[button('Save all')], [button('Save'), button('Save')], []])
      await expect(judge(disabled, things)).rejects.toMatchObject(notUnderstood);
    for (const things of [[], [field, field]])
      await expect(judge(holding('a@b'), things)).rejects.toMatchObject(notUnderstood);
  });

  it('counts for what is remembered, too', async () => {
    const remember: Instruction = { kind: 'remember', target: described('total'), name: 'total' };
    await expect(carryOut(scriptedDevice({ things: [] }), remember)).rejects.toMatchObject(notUnderstood);
  });
});

describe('several claims, some of them of what is described', () => {
  const [known, other, lost] = [
    shown({ name: 'Here' }),
    shown({ name: 'There' }),
    shown(described('helper')),
  ];
  const here = [{ text: 'Here' }];

  it('hold where another part is enough, and fail where another part is wrong', async () => {
    expect(await judge({ claim: 'any', of: [lost, known] }, here)).toBe('Saw "Here".');
    await expect(judge({ claim: 'all', of: [lost, other] }, here)).rejects.toMatchObject(failed);
  });

  it('have no verdict where it depends on that', async () => {
    await expect(judge({ claim: 'any', of: [other, lost] }, here)).rejects.toMatchObject(notUnderstood);
    await expect(judge({ claim: 'all', of: [known, lost] }, here)).rejects.toMatchObject(notUnderstood);
  });
});

describe('a sentence with a description', () => {
  it.each<[Instruction, string]>([
    [
      { kind: 'perform', action: 'click', input: { target: described('Sign in') } },
      'Click what is called *Sign in*',
    ],
    [
      {
        kind: 'check',
        claim: { claim: 'state', target: described('Save', { role: 'button' }), state: 'enabled' },
      },
      'Check that the *Save* button is enabled',
    ],
    [{ kind: 'check', claim: several(3, 3) }, 'Check that there are 3 *Delete* buttons'],
  ])('is told with asterisks: %j', (instruction, words) => {
    expect(inOneLine(instruction)).toBe(words);
  });
});

describe('a condition', () => {
  const click: Instruction = { kind: 'perform', action: 'click', input: {} };
  const when = (claim: Claim): Instruction => ({ kind: 'if', claim, step: click });

  it('has no verdict where nothing is called as it says, so that nothing is passed over in silence', async () => {
    const device = scriptedDevice({ things: [{ text: 'Cookies are good' }] });
    await expect(carryOut(device, when(shown(described('cookies'))))).rejects.toMatchObject(notUnderstood);
    device.things = [{ text: 'Cookies' }];
    expect(await carryOut(device, when(shown(described('cookies'))))).toContain('Did click.');
  });

  it('has no verdict where several things are', async () => {
    const device = scriptedDevice({ things: [{ text: 'Cookies' }, { text: 'Cookies' }] });
    await expect(carryOut(device, when(shown(described('cookies'))))).rejects.toMatchObject(notUnderstood);
  });

  it('to end something with is not yet so, and in the end tells nothing', async () => {
    const until: Instruction = { kind: 'until', claim: shown(described('done')), step: click };
    const limited: Instruction = { kind: 'timed', seconds: 1, step: until };
    const device = scriptedDevice({ things: [] });
    await expect(carryOut(device, limited)).rejects.toMatchObject(notUnderstood);
    expect(device.performed.length).toBeGreaterThan(0);
    device.onPerform = () => {
      device.things = [{ text: 'Done' }];
      return undefined;
    };
    expect(await carryOut(device, limited)).toContain('Did it 1 time until then.');
  });
});

describe('on a phone', () => {
  it('it is the screen that has no such thing', async () => {
    const device = scriptedDevice({ shows: { url: null, title: null, text: 'finished' } });
    const check: Instruction = { kind: 'check', claim: shown(described('she')) };
    await expect(carryOut(device, check, 'android')).rejects.toThrow('Nothing on the screen is called "she"');
  });
});

describe('a text in quotes in other letter case', () => {
  it.each<[Claim, ScriptedThing[], string]>([
    [shown({ name: 'Mia' }), [{ text: '(mia)' }], 'Saw "mia" in other letter case.'],
    [shown({ name: 'Save', role: 'button' }), [button('SAVE')], 'Saw the "Save" button, written "SAVE".'],
    [shown({ name: 'Save', role: 'button' }), [button('Save')], 'Saw the "Save" button.'],
    [
      shown({ name: 'Paid', where: [{ is: 'in', name: 'Mia', role: 'row' }] }),
      [row('Mia', 'PAID')],
      'Saw "Paid" in the "Mia" row, written "PAID".',
    ],
    [
      shown({ name: 'Paid', where: [{ is: 'in', name: 'Mia', role: 'row' }] }),
      [row('Mia', 'Paid')],
      'Saw "Paid" in the "Mia" row.',
    ],
  ])('holds, and the step says so: %j', async (claim, things, summary) => {
    expect(await judge(claim, things)).toBe(summary);
  });
});

describe('a check of whatever kind', () => {
  it.each([
    'The Save button is enabled',
    'The Total field contains "5"',
    'The Total field is more than 3',
    'The Total field matches "##"',
    'The Total field does not change',
    'The Net field has the same value as "Gross"',
    'Every Delete button is enabled',
    'The rows are sorted by Rank',
    'The rows in the Orders table are sorted by "Rank"',
    'The Country dropdown has the options "Norway" and "Sweden"',
    '"Norway" is selected in the Country dropdown',
    'There are 3 Delete buttons',
    'The Total field equals the sum of "Net" and "Tax"',
  ])('has no verdict where nothing is called as it describes: %s', async (sentence) => {
    const [read] = readSentence(sentence);
    const instruction = read?.statement?.instruction;
    expect(instruction, sentence).toBeDefined();
    const device = scriptedDevice({ things: [{ text: 'finished' }] });
    if (instruction !== undefined)
      await expect(carryOut(device, instruction)).rejects.toMatchObject(notUnderstood);
  });
});
