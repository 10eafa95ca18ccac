import { describe, expect, it } from 'vitest';
import { featureNameOf } from '../../dist/pilots/feature-name.js';
import { readTask } from '../../dist/pilots/steps/understand.js';
import { tell } from '../../dist/pilots/story.js';

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
    const story = tell(
      [
        { title: 'Open http://a/cart', type: 'act', summary: 'Opened.', ...passed },
        { title: 'Click "Pay"', type: 'act', status: 'failed', summary: null, error: 'There is no "Pay".' },
        { title: 'See "Paid"', type: 'assert', status: 'skipped', summary: null, error: null },
      ],
      [{ type: 'issue', name: 'Could not be done: Click "Pay"' }],
    );
    expect(story).toBe(
      'Opened /cart. Click "Pay": There is no "Pay". 1 of 3 steps passed, 1 failed, 1 skipped.',
    );
  });

  it('is short for many steps', () => {
    const steps = Array.from({ length: 20 }, (_, at) => ({
      title: `Click "${at}"`,
      type: 'act' as const,
      summary: null,
      ...passed,
    }));
    expect(tell(steps, [])).toBe(
      'Clicked "0", clicked "1", clicked "2", …, clicked "18" and clicked "19". 20 of 20 steps passed.',
    );
  });
});
