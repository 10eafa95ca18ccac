import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import type { AccessibilityIssue } from '../../acting/device.ts';
import { createAudit } from '../in-page/audit.ts';
import type { PageWorld } from './world.ts';

const auditName = '__gantryAudit';
/** A large page takes seconds. */
const auditMs = 30_000;

let loading: Promise<string> | undefined;

/** What axe-core finds in the page and the frames within it, each rule once. It runs apart from the page's own scripts. */
export async function findAccessibilityIssues(page: Page, world: PageWorld): Promise<AccessibilityIssue[]> {
  const main = page.mainFrame();
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      const issues = auditFrame(world, frame, frame === main);
      // A frame within may go; the page itself has to answer.
      return frame === main ? await issues : await issues.catch(() => []);
    }),
  );
  return oncePerRule(found.flat());
}

async function auditFrame(
  world: PageWorld,
  frame: Frame,
  isWholePage: boolean,
): Promise<AccessibilityIssue[]> {
  const question = `globalThis.${auditName}?.(${isWholePage}) ?? null`;
  const answer =
    (await world.evaluate<string | null>(frame, question, auditMs)) ??
    (await world.evaluate<string>(frame, `${await loadAudit()};${question}`, auditMs));
  return JSON.parse(answer) as AccessibilityIssue[];
}

/** To be called while a process may still read its own code: a slot gives up its rights before it opens a page. */
export function loadAudit(): Promise<string> {
  loading ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').then(
    (axe) => `${axe};globalThis.${auditName} ??= (${createAudit})()`,
  );
  return loading;
}

function oncePerRule(issues: readonly AccessibilityIssue[]): AccessibilityIssue[] {
  const byRule = new Map<string, AccessibilityIssue>();
  for (const issue of issues) {
    const { rule, count, elements } = issue;
    const known = byRule.get(rule);
    byRule.set(
      rule,
      known === undefined
        ? issue
        : { ...known, count: known.count + count, elements: [...known.elements, ...elements] },
    );
  }
  return [...byRule.values()];
}
