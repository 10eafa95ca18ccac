import { tidy } from '../../kernel/text.ts';
import { parseUrl } from '../../kernel/url.ts';
import type { Comparison } from '../grammar/instruction.ts';
import { capital } from '../scene/wording.ts';
import { isSame } from '../scene/words.ts';
import { atOnce, type Check, steadyMs } from './check.ts';

/** The title or the address of the page. */
export function pageHas(
  part: 'title' | 'address',
  comparison: Comparison,
  text: string,
  isWanted: boolean,
): Check {
  const name = `the ${part === 'title' ? 'page title' : 'address'}`;
  const verb = { is: 'be', contains: 'contain', 'ends with': 'end with', 'starts with': 'start with' };
  return {
    expected: `${name} ${isWanted ? 'to' : 'not to'} ${verb[comparison]} "${text}"`,
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
