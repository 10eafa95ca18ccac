import { expect } from 'vitest';
import { createPilot } from '../../../src/engine/acting/create-pilot.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import { keptReport } from '../acting/scripted-device.ts';
import type { Phones } from '../phones/phones.ts';

type Platform = 'ios' | 'android';

/** What is not there at once never comes; an act has time for the slow phone. */
const atOnce = { stepTimeoutMs: 5_000, assertTimeoutMs: 100 };
const signIn = 'Log in as "alice" with password "wonderland". See "Welcome, alice".';

/** What each sentence came to, with what was found; or the code of what ended the run. */
async function run(
  phones: Phones,
  platform: Platform,
  prompt: string,
  { stepTimeoutMs, assertTimeoutMs } = { stepTimeoutMs: 20_000, assertTimeoutMs: 15_000 },
) {
  const signal = AbortSignal.timeout(300_000);
  const task = { prompt, steps: null, targetUrl: null, platform, variables: [] };
  const pilot = createPilot({ planner: null, stepTimeoutMs, assertTimeoutMs });
  const journey = await pilot.prepare(task, signal);
  const device = await phones.open(platform);
  const report = keptReport();
  const ended = await journey
    .execute(device, report, signal)
    .catch((error: unknown) => {
      if (error instanceof ExecutionFailure) return error.code;
      throw error;
    })
    .finally(() => device.close());
  const why = report.findings.map(({ description }) => description).join('\n');
  return { statuses: report.steps.map(({ title, status }) => `${status}: ${title}`), why, ended };
}

/** Sentences of which all are so. */
export const everyday = {
  'names without quotes':
    'Type "bob" into the username field. The username field has the value "bob". Tick the remember me checkbox. The remember me checkbox is checked. Tap on the Sign in button. See "Wrong user or password"',
  'a login in one sentence': `${signIn} Do not see "Wrong user or password" or "Error"`,
  'a condition that is so, and one that is not':
    'If the Sign in button is visible, tap it. See "Wrong user or password". If "Accept cookies" is visible, tap it. Tap "Accept cookies" if it is visible. See "Username"',
  relations: `${signIn} See "3.00 €" below "Item 3". See "Item 2" above "Item 3". See "4.00 €" in the row "Item 4". Tap "Delete" next to "Item 2". See "Delete Item 2?". Accept the alert. Do not see "Item 2". See either "Item 3" or "Item 2"`,
  'a place before the sentence': `${signIn} In the row "Item 3", tap "Delete". See "Delete Item 3?". Dismiss the alert. Tap the "Delete" button in the first row. See "Delete Item 1?"`,
  'fields and lists of a form': `${signIn} Open shop://settings. Toggle "Notifications". "Notifications" is on. Toggle the notifications switch twice. "Notifications" is on. Fill in the form with: Nickname "Al", Theme "Dark". "Nickname" is not empty. Wait until the "Save" button is enabled. Tap "Save". See "Saved as Al". "Dark" is selected in "Theme"`,
  repetition:
    'Open shop://pages. Tap "Hold me" 3 times. See "Pressed: tap tap tap". Swipe left until "Page 3" is visible. See "Page 3"',
  'a dialog in front': 'Open shop://offers. See "Free bread". Close the dialog. Do not see "Free bread"',
};

export type Everyday = keyof typeof everyday;

export async function isAllSo(phones: Phones, platform: Platform, name: Everyday): Promise<void> {
  const { statuses, why, ended } = await run(phones, platform, everyday[name]);
  expect(
    statuses.filter((status) => !status.startsWith('passed')),
    why,
  ).toEqual([]);
  expect(ended).toBeUndefined();
}

export async function isNotSo(phones: Phones, platform: Platform): Promise<void> {
  const wrong = [
    'See "Password" above "Username"',
    'The username field has the value "alice"',
    'Do not see "Error" below "E-mail"',
    'See either "Welcome" or "Goodbye"',
    'See at least 3 buttons',
    'See the "Sign in" button in the row "Alice"',
  ];
  const { statuses } = await run(phones, platform, wrong.join('\n'), atOnce);
  expect(statuses).toEqual(wrong.map((sentence) => `failed: ${sentence}`));
  const signedIn = { ...atOnce, assertTimeoutMs: 15_000 };
  const several = await run(phones, platform, `${signIn} Tap "Delete"`, signedIn);
  expect(several.ended, several.statuses.join('\n')).toBe('STEP_AMBIGUOUS');
  const missing = await run(phones, platform, 'Tap on the "Register" button within 2 seconds');
  expect(missing.statuses).toEqual(['failed: Tap on the "Register" button within 2 seconds']);
}
