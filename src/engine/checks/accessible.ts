import { type AccessibilityIssue, type Impact, impacts, type Shortcoming } from '../acting/device.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Barriers } from '../grammar/meanings.ts';
import { onWeb } from '../grammar/verb.ts';
import { capital } from '../scene/wording.ts';
import { type Check, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';

/** The page has no accessibility issue of this impact or a greater one. */
export const accessible: ClaimKind<'accessible'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description:
        'The page breaks no rule of accessibility, as axe-core knows them, that hinders people this much or more. Each rule that it breaks is an issue.',
      examples: [
        'The page has no serious accessibility issues',
        'There are no critical accessibility violations',
        'The page has no accessibility issues',
      ],
      patterns: [
        '<page> has|show|contain <barriers>',
        'there is <barriers> [on] [<page>]',
        'see <barriers> [on] [<page>]',
        '<page> is accessible',
      ],
      build({ barriers = noneAtAll }, { isNegated }) {
        const { impact, areDenied } = barriers;
        // That a page has such issues is nothing to ask for.
        return areDenied === isNegated ? null : { claim: 'accessible', impact };
      },
    }),
  ],
  words: ({ impact }) => `the page has no ${issuesInWords(impact)}`,
  spoken: ofNoThing,
  check: ({ impact }) => withoutIssues(impact),
};

const severities: Readonly<Record<Impact, Shortcoming['severity']>> = {
  minor: 2,
  moderate: 3,
  serious: 4,
  critical: 5,
};

const noneAtAll: Barriers = { impact: 'minor', areDenied: true };

function issuesInWords(least: Impact): string {
  return least === 'minor' ? 'accessibility issues' : `${least} accessibility issues`;
}

function withoutIssues(least: Impact): Check {
  const kind = issuesInWords(least);
  const counted = impacts.slice(impacts.indexOf(least));
  return {
    expected: `no ${kind}`,
    steadyMs,
    async look({ page, signal }) {
      if (page === null) return { holds: true, evidence: '' };
      const issues = await page.accessibilityIssues(signal);
      const serious = issues.filter(({ impact }) => counted.includes(impact));
      if (serious.length === 0) return { holds: true, evidence: `The page has no ${kind}.` };
      return { holds: false, actual: inOneLine(serious), shortcomings: serious.map(shortcomingOf) };
    },
  };
}

function inOneLine(issues: readonly AccessibilityIssue[]): string {
  return `the page breaks ${issues.map(({ help, count }) => `"${help}" (${elements(count)})`).join(', ')}`;
}

function shortcomingOf({
  rule,
  impact,
  help,
  helpUrl,
  count,
  elements: all,
}: AccessibilityIssue): Shortcoming {
  const [first] = all;
  const places = all.map(({ selector }) => selector).join(', ');
  return {
    name: `Accessibility: ${help}`,
    description: `${capital(impact)}: ${elements(count)} ${count === 1 ? 'breaks' : 'break'} the rule "${rule}", such as ${first?.selector}. ${first?.reason ?? ''} See ${helpUrl}`,
    severity: severities[impact],
    expected: help,
    actual: `${capital(elements(count))}: ${places}${count > all.length ? ' …' : ''}`,
    rect: first?.rect ?? null,
  };
}

function elements(count: number): string {
  return `${count} ${count === 1 ? 'element' : 'elements'}`;
}
