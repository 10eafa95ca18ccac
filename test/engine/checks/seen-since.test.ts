import { describe, expect, it } from 'vitest';
import type { LastAct, ShownScreen } from '../../../src/engine/acting/device.ts';
import { performSentence } from '../acting/perform-sentence.ts';
import { sceneOf, scriptedDevice } from '../acting/scripted-device.ts';

const scene = (text: string) => sceneOf({ url: 'http://site/', title: null, text });

/** One screen after the other, each for so many milliseconds. */
function shown(...screens: Array<[text: string, ms: number, more?: Partial<ShownScreen>]>): ShownScreen[] {
  let atMs = 10_000;
  return screens.map(([text, ms, more = {}]) => {
    const fromMs = atMs;
    atMs += ms + 250;
    const untilMs = fromMs + ms;
    const answers = more.answersBefore ?? 1;
    return {
      ...{ scene: scene(text), fromMs, untilMs, isUnanswered: false },
      ...{ answersBefore: answers, answersAfter: answers, ...more },
    };
  });
}

/** Judges a page that says only "Save" by now. */
function check(sentence: string, screens: ShownScreen[], act: Partial<LastAct> = {}) {
  const last = { before: scene('Save'), isElsewhere: false, shown: screens, isOver: true, ...act };
  const device = scriptedDevice({
    shows: { url: 'http://site/', title: null, text: 'Save' },
    lastAct: () => last,
  });
  return performSentence(device, sentence, 0);
}

describe('what an action brought onto the screen', () => {
  const saved = shown(['Save', 100], ['Save\nSettings saved', 1_200], ['Save', 500]);

  it('has been seen when it stood there for a second, though it has gone since', async () => {
    expect(await check('See "Settings saved"', saved)).toBe('Saw "Settings saved". It has gone since.');
    expect(await check('See "Settings saved" and "Save"', saved)).toContain('It has gone since.');
  });

  it('has been seen also where it was there at the first look, and while other things changed', async () => {
    const moving = shown(['Settings saved\n1', 500], ['Settings saved\n2', 500], ['Save', 0]);
    expect(await check('See "Settings saved"', moving)).toContain('It has gone since.');
    expect(await check('See "Settings saved"', moving, { before: null, isElsewhere: true })).toContain(
      'gone',
    );
  });

  it.each([
    ['it stood there for less than a second', shown(['Settings saved', 900], ['Save', 0]), {}],
    [
      'the server had not answered',
      shown(
        ['Settings saved', 2_000, { isUnanswered: true, answersBefore: 0 }],
        ['Save', 0, { answersBefore: 0 }],
      ),
      {},
    ],
    [
      'the page took it back when the server answered',
      shown(['Settings saved', 2_000], ['Save', 0, { answersBefore: 2 }]),
      {},
    ],
    [
      'it was there before the action',
      shown(['Settings saved', 2_000], ['Save', 0]),
      { before: scene('Settings saved') },
    ],
    ['nobody knows what was there before', shown(['Settings saved', 2_000], ['Save', 0]), { before: null }],
  ])('has not been seen where %s', async (_why, screens, act) => {
    await expect(check('See "Settings saved"', screens, act)).rejects.toMatchObject({ name: 'ActionFailed' });
  });

  it('is no condition for what is done now', async () => {
    expect(await check('If "Settings saved" is visible, click "Save"', saved)).toMatch(/^Did nothing/);
  });

  it('does not count for what must not be there: that is judged by what is left', async () => {
    expect(await check('Do not see "Settings saved"', saved)).toBe('Did not see "Settings saved".');
    await expect(check('Do not see "Save"', saved)).rejects.toMatchObject({ name: 'ActionFailed' });
  });
});
