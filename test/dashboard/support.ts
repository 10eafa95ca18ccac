import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';
import { browserProgram } from '../support/browser.ts';
import { adminKey, type TestService } from '../support/service.js';

export const noBrowser = browserProgram === null;

export interface Dashboard {
  page: Page;
  /** Every request that the page has sent to the API, such as `GET /runs`. */
  calls: string[];
}

/** A browser for the tests of one file, and a signed-in page of the dashboard in it for each of them. */
export function useDashboard(): (
  service: TestService,
  options?: {
    /** Null: not signed in. */ key?: string | null;
    path?: string;
    context?: BrowserContextOptions;
  },
) => Promise<Dashboard> {
  let launched: Promise<Browser> | undefined;
  afterAll(async () => (await launched)?.close());
  return async (service, { key = adminKey, path = '/', context = {} } = {}) => {
    launched ??= launch();
    const opened = await (await launched).newContext({ viewport: { width: 1280, height: 900 }, ...context });
    const page = await opened.newPage();
    const faults = watchFaults(page, service.url);
    const calls = watchCalls(page, service.url);
    onTestFinished(async () => {
      await opened.close();
      expect(faults).toEqual([]);
    });
    if (key !== null) await signIn(opened, service, key);
    if (key !== null) await page.goto(service.url + path);
    return { page, calls };
  };
}

async function launch(): Promise<Browser> {
  const { executablePath = '', args = [], env = {} } = browserProgram ?? {};
  return chromium.launch({ executablePath, args: [...args, '--no-sandbox'], env: { ...env } });
}

export async function signInCode(service: TestService, key = adminKey): Promise<string> {
  const { status, body } = await service.call('POST', '/sign-in-codes', {}, { key });
  if (status !== 201) throw new Error(`a code for signing in: ${status} ${JSON.stringify(body)}`);
  return body.code;
}

/** As the page of that name does: the cookie is the browser's from then on. */
async function signIn({ request }: BrowserContext, service: TestService, key: string): Promise<void> {
  const data = { code: await signInCode(service, key) };
  const answer = await request.post(`${service.url}/api/v1/session`, { data });
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`);
}

/** Errors of scripts, violations of the policy, and requests to anywhere else. */
function watchFaults(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // A refused call is shown on the page, and is the browser's own line.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== '' && hostname !== new URL(url).hostname) faults.push(`request: ${request.url()}`);
  });
  return faults;
}

function watchCalls(page: Page, url: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${url}/api/v1/`))
      calls.push(`${request.method()} ${request.url().slice(`${url}/api/v1`.length)}`);
  });
  return calls;
}
