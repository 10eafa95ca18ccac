import { parseUrl } from '../../kernel/url.ts';
import { ExecutionFailure } from '../report.ts';

/** A whole address out of what people write: a path, a host without its scheme, or nothing for the base itself. */
export function addressToOpen(written: string, base: string | null): string {
  if (isWhole(written)) return written;
  const withScheme = schemed(written);
  if (withScheme !== null) return withScheme;
  const url = base === null ? null : parseUrl(written, base);
  if (url !== null) return url.href;
  throw new ExecutionFailure(
    'STEP_NOT_UNDERSTOOD',
    written === ''
      ? 'There is no site to open: give the run a targetUrl, or write the address in the step.'
      : `"${written}" is a path without a site: give the run a targetUrl, or write the whole address.`,
  );
}

/** Whether it says by itself which site is meant. */
export function isWhole(written: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/\S/i.test(written) || /^about:blank$/i.test(written);
}

export function namesASite(written: string): boolean {
  return isWhole(written) || schemed(written) !== null;
}

/** Local servers rarely speak TLS; the rest of the world does. */
function schemed(written: string): string | null {
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\])(?=$|[:/?#])/i.test(written))
    return `http://${written}`;
  return /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?=$|[:/?#])/u.test(written)
    ? `https://${written}`
    : null;
}
