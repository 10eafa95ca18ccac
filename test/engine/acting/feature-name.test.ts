import { describe, expect, it } from 'vitest';
import { describeResult } from '../../../src/engine/acting/describe-result.ts';
import { featureNameOf } from '../../../src/engine/acting/feature-name.ts';
import { readTask } from '../../../src/engine/grammar/understand.ts';

function nameOf(prompt: string): string {
  const read = readTask({ prompt, steps: null, targetUrl: 'http://site', platform: 'web', variables: [] });
  return featureNameOf(
    { prompt },
    read.map(({ sentence, step }) => step ?? { title: sentence, type: 'act' as const }),
  );
}

describe('the name of a feature', () => {
  it.each([
    ['Open http://a/login. Type "a" into "User". Click "Sign in". See "Hi"', 'Sign in'],
    ['Go to /login. Type "a" into "User". Click "Log in". See "Hi"', 'Sign in'],
    ['Open /login. Click "Sign in". Click "Log out". See "Bye"', 'Sign out'],
    ['Open /login. Click "Sign in". Click "New invoice". Click "Save". See "Saved"', 'New invoice'],
    ['Open /. Click "Add to cart". Click "Checkout". Click "Place order". See "Thanks"', 'Checkout'],
    ['Open /register. Click "Create account". See "Hi"', 'Sign up'],
    ['Open /contact. Type "a" into "Message". Click "Send". See "Thanks"', 'Contact: send'],
    ['Open /account/profile-settings. Click "Save". See "Saved"', 'Profile settings: save'],
    ['Open /reports/2024. See "Total"', 'Reports'],
    ['Open http://127.0.0.1:3000/. See "Welcome"', 'Home page'],
    ['Open /. Type "tea" into "Search". Press Enter. See "Green tea"', 'Search'],
    ['Open /table.html. See 3 rows', 'Table'],
    ['Open /. Click the "Export data" button. See "Done"', 'Export data'],
    ['Upload "a.csv" to "File". See "Done"', 'Upload'],
    ['Test that a visitor can buy a ticket, and gets a mail', 'A visitor can buy a ticket'],
    ['Check the newsletter form.', 'The newsletter form'],
    ['', 'Test'],
  ])('of %j is %j', (prompt, name) => {
    expect(nameOf(prompt)).toBe(name);
  });

  it('is never longer than a line', () => {
    const name = nameOf(`Please try ${'very '.repeat(50)}long things`);
    expect(name.length).toBeLessThanOrEqual(61);
    expect(name).toMatch(/…$/);
  });
});

describe('the story of a run', () => {
  const passed = { status: 'passed', error: null } as const;

  it('tells what failed, and what was skipped', () => {
    const story = describeResult(
      [
        { title: 'Open http://a/cart', type: 'act', ...passed },
        { title: 'Click "Pay"', type: 'act', status: 'failed', error: 'There is no "Pay".' },
        { title: 'See "Paid"', type: 'assert', status: 'skipped', error: null },
      ],
      [{ type: 'issue', name: 'Could not be done: Click "Pay"' }],
    );
    expect(story).toBe(
      'Open http://a/cart. Click "Pay": There is no "Pay". 1 of 3 steps passed, 1 failed, 1 skipped.',
    );
  });

  it("uses the steps' own words, whatever they begin with", () => {
    const titles = ['Submit the form', 'The user logs in.', 'Verify that "Hi" is shown'];
    const steps = titles.map((title) => ({ title, type: 'act' as const, ...passed }));
    expect(describeResult(steps, [])).toBe(
      'Submit the form → The user logs in → Verify that "Hi" is shown. 3 of 3 steps passed.',
    );
  });

  it('is short for many steps: it tells their beginning and their end', () => {
    const steps = Array.from({ length: 200 }, (_, at) => ({
      title: `Click "${at}"`,
      type: 'act' as const,
      ...passed,
    }));
    const story = describeResult(steps, []);
    expect(story.length).toBeLessThan(560);
    expect(story).toMatch(/^Click "0" → … → Click "1\d\d" → .* → Click "199"\. 200 of 200 steps passed\.$/);
  });
});
