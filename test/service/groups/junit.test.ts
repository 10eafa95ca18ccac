import type { Element } from '@xmldom/xmldom';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JUnitSuite, toJUnit } from '../../../src/service/groups/junit.ts';
import { emptyOutput, type RunOutput } from '../../../src/service/runs/output.ts';
import type { RunRecord } from '../../../src/service/runs/run-record.ts';
import { someRun } from '../../support/some-run.ts';
import { elements, fits, parse, unwritable } from './junit.ts';

/** What people, pages and models write: among it what XML can't hold, and what ends a section or an element. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom(
    ']]>',
    '</testcase>',
    '<!-- -->',
    '&amp;',
    'a\tb\r\nc\rd',
    '\u0000\u001b[31m\u0085\u2028',
    '\ud83d',
    '🙂'.repeat(10),
    '\ufffe\uffff',
    'x"y\'z',
    '&#0;',
    '<![CDATA[',
    'long '.repeat(4_000),
  ),
);
const maybe = fc.option(text);
const issue = fc.record({
  type: fc.constantFrom('issue' as const, 'warning' as const),
  name: text,
  description: text,
  url: maybe,
  severity: fc.constantFrom(1, 2, 3, 4, 5),
  expectedBehavior: maybe,
  actualBehavior: maybe,
  screenshotUrl: maybe,
  stepIndex: fc.constant(null),
  stepsToReproduce: maybe,
  rect: fc.constant(null),
});
const step = fc.record({
  stepIndex: fc.nat(300),
  title: text,
  type: fc.constantFrom('act' as const, 'assert' as const),
  status: fc.constantFrom('passed' as const, 'failed' as const, 'skipped' as const),
  summary: maybe,
  error: maybe,
  startedAtMs: fc.nat(),
  completedAtMs: fc.nat(),
  screenshotUrl: fc.constant(null),
  sceneUrl: fc.constant(null),
  hierarchyUrl: fc.constant(null),
  sentences: fc.constant(null),
});
const outcome = fc.constantFrom(
  { status: 'completed', result: 'PASS' },
  { status: 'completed', result: 'FAILED' },
  { status: 'failed', result: null },
  { status: 'cancelled', result: null },
  { status: 'queued', result: null },
  { status: 'running', result: null },
) as fc.Arbitrary<{ status: RunRecord['status']; result: RunOutput['result'] }>;
const run = fc
  .record({
    id: fc.uuid(),
    outcome,
    error: fc.record({ code: fc.constantFrom('NO_DEVICE', 'RUN_TIMEOUT'), message: text }),
    durationMs: fc.nat(10_000_000),
    issues: fc.array(issue, { maxLength: 3 }),
    steps: fc.array(step, { maxLength: 3 }),
    screenshots: fc.array(fc.webUrl(), { maxLength: 2 }),
  })
  .map(({ id, outcome: { status, result }, error, durationMs, issues, steps, screenshots }) => ({
    ...someRun,
    id,
    status,
    output: { ...emptyOutput, result, issues, steps, screenshots },
    error: status === 'failed' ? error : null,
    durationMs: status === 'queued' || status === 'running' ? null : durationMs,
  }));
const suite: fc.Arbitrary<JUnitSuite> = fc.record({
  name: text,
  createdAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
  cases: fc.array(fc.record({ title: text, run }), { maxLength: 5 }),
});

describe('a report of any batch', () => {
  it('is well-formed XML 1.0 that fits the schema of Jenkins, with counts and times that add up', () => {
    fc.assert(
      fc.property(suite, (given) => {
        const { cases } = given;
        const whole = parse(toJUnit(given));
        fits(whole);
        const [only, ...others] = elements(whole);
        if (only === undefined || others.length > 0) throw new Error('there is not one suite');
        const shown = elements(only);
        expect(shown).toHaveLength(cases.length);
        const count = (name: string) =>
          shown.filter((one) => elements(one).some(({ tagName }) => tagName === name)).length;
        for (const level of [whole, only]) {
          expect(Number(level.getAttribute('tests'))).toBe(cases.length);
          expect(Number(level.getAttribute('failures'))).toBe(count('failure'));
          expect(Number(level.getAttribute('errors'))).toBe(count('error'));
          expect(Number(level.getAttribute('time'))).toBeCloseTo(sum(shown.map(secondsOf)), 3);
        }
        expect(Number(only.getAttribute('skipped'))).toBe(count('skipped'));
        expect(only.getAttribute('timestamp')).toBe(given.createdAt.toISOString().slice(0, 19));
        for (const [at, one] of shown.entries()) sayTheSame(one, given, at);
      }),
      { numRuns: 100 },
    );
  });
});

function sayTheSame(shown: Element, { name, cases }: JUnitSuite, at: number): void {
  const { title, run: given } = cases[at] ?? {};
  if (given === undefined) throw new Error('a case too many');
  expect(shown.getAttribute('name')).toBe(writable(title ?? ''));
  expect(shown.getAttribute('classname')).toBe(writable(name));
  expect(secondsOf(shown)).toBe((given.durationMs ?? 0) / 1_000);
  const [verdict] = elements(shown);
  const out = elements(shown).at(-1)?.textContent ?? '';
  expect(out).toContain(`run ${given.id}`);
  for (const { title: stepTitle } of given.output.steps) expect(out).toContain(writable(stepTitle));
  for (const address of given.output.screenshots)
    expect(out).toContain(`[[ATTACHMENT|${writable(address)}]]`);
  if (given.error !== null) expect(verdict?.getAttribute('message')).toBe(writable(given.error.message));
  if (given.output.result !== 'FAILED') return;
  for (const one of given.output.issues.filter(({ type }) => type === 'issue'))
    expect(verdict?.textContent).toContain(writable(one.description));
}

function writable(given: string): string {
  return given.toWellFormed().replace(unwritable, '');
}

function secondsOf(shown: Element): number {
  return Number(shown.getAttribute('time'));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
