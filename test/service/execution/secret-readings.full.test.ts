import { describe, it } from 'vitest';
import {
  expectComparedAsAWhole,
  expectKeptFromOtherHost,
  expectNothingToldOfParts,
  typed,
} from './secret-readings.ts';
import { noBrowser, sharedRealService, whyNot } from './support.ts';

const realService = sharedRealService();

describe.skipIf(noBrowser)(`a secret that was typed${whyNot}`, () => {
  it.each([
    ['copied by keys', `${typed} Press Control+A. Press Control+C.`, 'SECRET_PROTECTED'],
    ['copied by its page and pasted', 'Click "Copy key".', 'SECRET_NOT_FOR_HOST'],
    ['cut by keys', `${typed} Press Control+A. Press Shift+Delete.`, 'SECRET_PROTECTED'],
    ['remembered as its page shows it', 'Remember "Key" as {{kept}}.', 'SECRET_NOT_FOR_HOST'],
    [
      'remembered in part',
      'Type "{{password}}" into "Short". Remember "Short" as {{kept}}.',
      'SECRET_PROTECTED',
    ],
  ])('is not %s for a page of another host', async (_way, prompt, code) => {
    await expectKeptFromOtherHost(await realService(), prompt, code);
  });

  it.each([
    'the "Password" field starts with "corr"',
    'the "Password" field does not start with "x"',
    'the "Password" field ends with "y"',
    'the value of "Password" is more than 3',
    'the "Short" field starts with "corr"',
  ])('is compared as a whole and not by parts: %s', async (claim) => {
    await expectComparedAsAWhole(await realService(), claim);
  });

  it.each([
    'See "correct" in the "Draft" field',
    'See "horse"',
    'Verify that the "Password" field has the value "correct"',
    'Verify that the "Short" field has the value "correct"',
  ])('tells nothing of itself where a part of it is sought: %s', async (claim) => {
    await expectNothingToldOfParts(await realService(), claim);
  });
});
