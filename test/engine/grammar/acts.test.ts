import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRunValues, rememberedIn } from '../../../src/engine/acting/run-values.ts';
import { understand } from '../../../src/engine/grammar/understand.ts';
import { performSentence } from '../acting/perform-sentence.ts';
import { keptReport, type ScriptedDevice, scriptedDevice } from '../acting/scripted-device.ts';

const soon = 300;

function showing(text: string, overrides: Partial<ScriptedDevice> = {}): ScriptedDevice {
  return scriptedDevice({ shows: { url: 'http://site/', title: 'Site', text }, ...overrides });
}

const names = ({ performed }: ScriptedDevice) => performed.map(({ name }) => name);
const targets = ({ performed }: ScriptedDevice) =>
  performed.map(({ input }) => (input as { target?: { name?: string } }).target?.name);

describe('a key that is held', () => {
  it('is held for each thing that is clicked', async () => {
    const device = showing('');
    await performSentence(device, 'Hold Ctrl and click "A", "B"', soon);
    expect(device.performed.map(({ input }) => input)).toEqual(
      ['A', 'B'].map((name) => ({ target: { name }, modifiers: ['Control'] })),
    );
  });
});

describe('what is done until something is so', () => {
  it('is done no more often than is said', async () => {
    const device = showing('nothing');
    const sentence = 'Click "More" at most 2 times until "End" is shown';
    await expect(performSentence(device, sentence, soon)).rejects.toThrow('still not so after 2 tries');
    expect(names(device)).toEqual(['click', 'click']);
  });

  it('waits for the time that is said before it is done again, and not longer than until it is so', async () => {
    const times: number[] = [];
    const device = showing('nothing');
    device.onPerform = () => {
      times.push(performance.now());
      if (times.length === 2) device.shows.text = 'End';
      return undefined;
    };
    await performSentence(device, 'Reload every 2 seconds, at most 5 times, until "End" is shown', soon);
    const [first = 0, second = 0] = times;
    expect(times).toHaveLength(2);
    expect(second - first).toBeGreaterThanOrEqual(1_900);
    expect(performance.now() - second).toBeLessThan(1_900);
  });
});

describe('what must stay so', () => {
  it('holds where it is so all the time', async () => {
    const device = showing('Done');
    expect(await performSentence(device, '"Done" stays visible for 1 second', soon)).toContain(
      'It stayed so for 1 seconds.',
    );
  });

  it('fails where it ends before', async () => {
    const device = showing('Done');
    setTimeout(() => {
      device.shows.text = 'Gone';
    }, 700);
    await expect(performSentence(device, '"Done" is shown for at least 5 seconds', soon)).rejects.toThrow(
      /Expected to see "Done" for 5 s; after \d/,
    );
  });
});

describe('a limit that a sentence sets', () => {
  it('counts from the beginning, also while the page still waits for its server', async () => {
    const device = showing('nothing', {
      settle: async () => {
        await delay(3_000);
        device.shows.text = 'Done';
      },
    });
    await expect(performSentence(device, 'See "Done" in less than 1 second', 10_000)).rejects.toThrow(
      'Expected to see "Done"',
    );
    await performSentence(device, 'See "Done" within 5 seconds', soon);
  });
});

describe('a condition', () => {
  const sentence = 'If "Cookies" is shown, click "Accept", otherwise click "Continue"';

  it('leads to one thing where it is so, and to the other where it is not', async () => {
    const [one, other] = [showing('Cookies'), showing('nothing')];
    await performSentence(one, sentence, soon);
    await performSentence(other, sentence, soon);
    expect([targets(one), targets(other)]).toEqual([['Accept'], ['Continue']]);
  });

  it('with "unless" leads to something only where it is not so', async () => {
    const [one, other] = [showing('Saved'), showing('nothing')];
    for (const device of [one, other])
      await performSentence(device, 'Click "Save" unless "Saved" is shown', soon);
    expect([targets(one), targets(other)]).toEqual([[], ['Save']]);
  });

  it('with "as soon as" is waited for, and must come true', async () => {
    const device = showing('nothing');
    await expect(performSentence(device, 'Click "OK" as soon as "Ready" is shown', soon)).rejects.toThrow(
      'Expected to see "Ready"',
    );
    expect(names(device)).toEqual([]);
    device.shows.text = 'Ready';
    await performSentence(device, 'Click "OK" as soon as "Ready" is shown', soon);
    expect(targets(device)).toEqual(['OK']);
  });
});

describe('what is done for each of several', () => {
  it('is done with one after the other, and judged each time', async () => {
    const device = showing('nothing');
    device.onPerform = (_name, input) => {
      const { target } = input as { target: { name: string } };
      device.shows.text = target.name === 'C' ? 'Failed' : 'Done';
      return undefined;
    };
    await expect(
      performSentence(device, 'For each of "A", "B", "C" and "D": click it and see "Done"', soon),
    ).rejects.toThrow('Expected to see "Done"');
    expect(targets(device)).toEqual(['A', 'B', 'C']);
  });
});

describe('a value that is changed', () => {
  it('must be what it is said to be before', async () => {
    const device = showing('', {
      things: [
        { text: 'Status' },
        { role: 'textbox', value: 'Draft', names: [{ from: 'aria', text: 'Status' }] },
      ],
    });
    await expect(performSentence(device, 'Change "Status" from "Open" to "Closed"', soon)).rejects.toThrow(
      '"Draft"',
    );
    expect(names(device)).toEqual([]);
    await performSentence(device, 'Change "Status" from "Draft" to "Closed"', soon);
    expect(device.performed).toEqual([
      { name: 'type', input: { target: { name: 'Status' }, text: 'Closed' } },
    ]);
  });
});

describe('something at random', () => {
  it('is made up once for a run', async () => {
    const device = showing('');
    await performSentence(device, 'Type a random e-mail address into "Email"', soon);
    expect(device.performed[0]?.input).toMatchObject({
      text: expect.stringMatching(/^[a-z]{10}@example\.com$/),
    });
  });
});

describe('what is remembered', () => {
  async function perform(device: ScriptedDevice, ...titles: string[]): Promise<void> {
    const values = createRunValues();
    const variables = rememberedIn(titles);
    for (const title of titles) {
      const step = understand(title, { platform: 'web', targetUrl: null, variables, values });
      if ('nearest' in step) throw new Error(step.problem);
      const { signal } = new AbortController();
      await step.execute({ device, report: keptReport(), signal, timeoutMs: soon });
    }
  }
  const steppedPage = (value: string) => ({
    things: [{ role: 'textbox', value, names: [{ from: 'aria' as const, text: 'Steps' }] }],
  });

  it.each([
    'Type {{old steps}} into "Name"',
    'Type {{old_steps}} into "Name"',
    'Type the remembered "old steps" into "Name"',
  ])('under a name in quotes is used by %s', async (use) => {
    const device = showing('', steppedPage('12 km'));
    await perform(device, 'Remember the value of "Steps" as "old steps"', use);
    expect(device.performed).toEqual([{ name: 'type', input: { target: { name: 'Name' }, text: '12 km' } }]);
  });

  it('may be the number in a text, where there is one', async () => {
    const device = showing('', steppedPage('Members (1,204)'));
    await perform(device, 'Note the number in "Steps" as "count"', 'Type {{count}} into "Name"');
    expect(device.performed[0]?.input).toMatchObject({ text: '1,204' });
    await expect(
      perform(showing('', steppedPage('3 of 10')), 'Note the number in "Steps" as "count"'),
    ).rejects.toThrow('"3 of 10" has several');
  });
});
