import { describe, expect, it } from 'vitest';
import { contrastOf, issuesBesideSteps, type Run, titleOfRun } from '../../src/client/index.ts';

const description = 'Expected to see "Paid"; nothing on the page resembles it.';
const issue = {
  type: 'issue' as const,
  name: 'Not as expected: See "Paid"',
  description,
  url: null,
  severity: 3,
  expectedBehavior: 'To see "Paid"',
  actualBehavior: 'Nothing on the page resembles it',
  screenshotUrl: null,
  stepIndex: 0,
  stepsToReproduce: null,
  rect: null,
};
const step = { stepIndex: 0, error: description } as Run['output']['steps'][number];

describe('a failed check', () => {
  it('is told by its step alone, and what no step tells is told beside them', () => {
    const crash = { ...issue, stepIndex: null, description: 'The page crashed.' };
    const other = { ...issue, description: 'The server answered 500.' };
    expect(issuesBesideSteps({ steps: [step], issues: [issue, crash, other] })).toEqual([crash, other]);
    expect(issuesBesideSteps({ steps: [], issues: [issue] })).toEqual([issue]);
  });

  it('has what was expected and found only where its description does not say it', () => {
    expect(contrastOf(issue)).toEqual({ expected: null, actual: null });
    const found = {
      ...issue,
      description: 'The total is wrong.',
      expectedBehavior: '30',
      actualBehavior: '25',
    };
    expect(contrastOf(found)).toEqual({ expected: '30', actual: '25' });
    const said = { ...found, description: 'The total is wrong: 25.' };
    expect(contrastOf(said)).toEqual({ expected: '30', actual: null });
  });
});

describe('the title of a run', () => {
  it('is that of its test, else the beginning of its prompt on one line, in whole characters', () => {
    const run = { id: 'x', name: null, prompt: null, output: { featureName: 'Docs' } as Run['output'] };
    expect(titleOfRun({ ...run, name: 'Sign in', prompt: 'Open /' })).toBe('Sign in');
    expect(titleOfRun({ ...run, prompt: ' Open /\n  See "A" ' })).toBe('Open / See "A"');
    expect(titleOfRun({ ...run, prompt: '😀'.repeat(101) })).toBe(`${'😀'.repeat(99)}…`);
    expect(titleOfRun(run)).toBe('Docs');
  });
});
