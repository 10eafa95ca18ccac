import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

/**
 * The script that a team would write by hand: launch, ten steps with a screenshot each, close. One for each line that
 * names the site and the browser; answers with the milliseconds that it took. The start of Node is not counted.
 */
for await (const line of createInterface({ input: process.stdin })) {
  const { url, executablePath } = JSON.parse(line) as { url: string; executablePath: string };
  const startedAtMs = performance.now();
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  const steps = [
    () => page.goto(`${url}/login`),
    () => page.getByLabel('Username').fill('alice'),
    () => page.getByLabel('Password').fill('secret'),
    () => page.getByRole('button', { name: 'Sign in' }).click(),
    () => page.getByText('Welcome, alice').waitFor(),
    () => page.getByLabel('Search').fill('shoes'),
    () => page.getByRole('button', { name: 'Add Red shoes' }).click(),
    () => page.getByText('1 item in the cart').waitFor(),
    () => page.getByRole('link', { name: 'Cart' }).click(),
    () => page.getByText('Total: 59.00').waitFor(),
  ];
  for (const step of steps) {
    await step();
    // Chromium has no picture for a moment right after a navigation.
    await page
      .screenshot({ animations: 'disabled' })
      .catch(() => page.screenshot({ animations: 'disabled' }));
  }
  await browser.close();
  process.stdout.write(`${JSON.stringify(performance.now() - startedAtMs)}\n`);
}
