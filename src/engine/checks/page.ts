import { tidy } from '../../kernel/text.ts';
import { parseUrl } from '../../kernel/url.ts';
import { assertion } from '../grammar/assertion.ts';
import type { Comparison } from '../grammar/instruction.ts';
import { onWeb } from '../grammar/verb.ts';
import { capital } from '../scene/wording.ts';
import { inQuotes, isSame } from '../scene/words.ts';
import { negated } from './build-claim.ts';
import { atOnce, type Check, steadyMs } from './check.ts';
import { type ClaimKind, ofNoThing } from './claim-kind.ts';
import { comparisonInWords, comparisonOf, infinitives } from './comparisons.ts';

const partNames = { title: 'the page title', address: 'the address' } as const;

/** The title or the address of the page. */
export const page: ClaimKind<'page'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description: 'The title or the address of the page is this, has it in it, or starts or ends with it.',
      examples: [
        'The page title is "Sign in"',
        'The URL contains "/cart"',
        'The address does not contain "/login"',
        'The address ends with /cart',
        'The page title starts with "Orders"',
      ],
      patterns: [
        '<part> is|equal|contain|has <text>',
        '<part> is set|equal to <text>',
        '<part> start|end with <text>',
      ],
      build({ part, text }, { verb, isNegated }) {
        const comparison = verb === 'has' ? 'contains' : comparisonOf(verb);
        return negated({ claim: 'page', part, comparison, text }, isNegated);
      },
    }),
    assertion({
      platforms: onWeb,
      description: 'The browser is on a page: its path is compared, and a query only where one is given.',
      examples: [
        'I should be on /dashboard',
        'I should be on the page "/orders"',
        'I am redirected to /login',
      ],
      patterns: [
        '[the] [user] is on [the] [page|url|address] <address> [page]',
        '[the] [user] is redirected|taken|sent|navigated to [the] [page|url|address] <address> [page]',
      ],
      build: ({ address }, { isNegated }) =>
        negated({ claim: 'page', part: 'address', comparison: 'is', text: address }, isNegated),
    }),
    assertion({
      platforms: onWeb,
      description: 'The browser is on a page of that name: its title has it in it, or a heading says it.',
      examples: ['I am on the "Checkout" page', 'The user is on the page "Orders"'],
      patterns: [
        '[the] [user] is on|at the <text> page|screen|view',
        '[the] [user] is redirected|taken|sent|navigated to the <text> page|screen|view',
        '[the] [user] is on|at the page|screen|view <q>',
        'the <text> page|screen|view appear',
        'the <text> page|screen|view is open|opened|loaded|shown|displayed',
      ],
      build({ text, q = text }, { isNegated }) {
        if (q === undefined || isNegated) return null;
        return {
          claim: 'any',
          of: [
            { claim: 'page', part: 'title', comparison: 'contains', text: q },
            { claim: 'shown', target: { name: q, role: 'heading' } },
          ],
        };
      },
    }),
  ],
  words: ({ part, comparison, text }, isWanted) =>
    `${partNames[part]} ${comparisonInWords(comparison, isWanted)} ${inQuotes(text)}`,
  spoken: ofNoThing,
  check: ({ part, comparison, text }, isWanted) => pageHas(part, comparison, text, isWanted),
};

function pageHas(part: 'title' | 'address', comparison: Comparison, text: string, isWanted: boolean): Check {
  const name = partNames[part];
  return {
    expected: `${name} ${isWanted ? 'to' : 'not to'} ${infinitives[comparison]} "${text}"`,
    steadyMs: isWanted ? atOnce : steadyMs,
    look({ scene: { url, title } }) {
      const actual = (part === 'title' ? title : url) ?? '';
      if (compares(part, comparison, actual, text) === isWanted)
        return { holds: true, evidence: `${capital(name)} is "${actual}".` };
      return { holds: false, actual: `it is "${actual}"` };
    },
  };
}

function compares(part: 'title' | 'address', comparison: Comparison, actual: string, text: string): boolean {
  const [whole, wanted] = part === 'title' ? [tidy(actual), tidy(text)] : [actual, text];
  switch (comparison) {
    case 'is':
      return part === 'title' ? isSame(actual, text) : isSameAddress(actual, text);
    case 'ends with':
      return whole.replace(/\/$/, '').endsWith(wanted.replace(/\/$/, ''));
    case 'starts with':
      return whole.startsWith(wanted);
    case 'contains':
      return whole.includes(wanted);
  }
}

/** A path is compared with the path, and a query or fragment only where one is asked for. */
function isSameAddress(actual: string, wanted: string): boolean {
  const there = parseUrl(actual);
  if (there === null) return actual === wanted;
  const isPath = wanted.startsWith('/');
  const here = parseUrl(wanted, isPath ? there : undefined);
  if (here === null) return false;
  const bare = (path: string) => path.replace(/\/$/, '');
  return (
    (isPath || here.origin === there.origin) &&
    bare(here.pathname) === bare(there.pathname) &&
    (here.search === '' || here.search === there.search) &&
    (here.hash === '' || here.hash === there.hash)
  );
}
