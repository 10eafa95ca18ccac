import { chromium, type FrameLocator, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { browserProgram } from '../../support/browser.ts';

export async function openPage(): Promise<Page> {
  const { executablePath, args } = browserProgram ?? { executablePath: '', args: [] };
  const browser = await chromium.launch({ executablePath, args: [...args, '--no-sandbox'] });
  onTestFinished(() => browser.close());
  return browser.newPage();
}

export async function frame(page: Page, address: string): Promise<FrameLocator> {
  await page.evaluate(`{
    const viewer = document.createElement('iframe');
    Object.assign(viewer, { src: ${JSON.stringify(address)}, width: '1200', height: '700' });
    document.body.append(viewer);
  }`);
  return page.frameLocator('iframe');
}
