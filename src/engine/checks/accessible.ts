import { type AccessibilityIssue, type Impact, impacts, type Shortcoming } from '../acting/device.ts';
import { capital } from '../scene/wording.ts';
import { type Check, steadyMs } from './check.ts';

const severities: Readonly<Record<Impact, Shortcoming['severity']>> = {
  minor: 2,
  moderate: 3,
  serious: 4,
  critical: 5,
};

/** The page has no accessibility issue of this impact or a greater one. */
export function accessible(least: Impact): Check {
  const kind = least === 'minor' ? 'accessibility issues' : `${least} accessibility issues`;
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
