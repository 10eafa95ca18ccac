import { domainToASCII } from 'node:url';

/** Shorter ones would cover half of the text of a page. */
export const shortestSecret = 4;
export const cover = '•••';

/** Secrets as they are, and as they stand in an address, in JSON or in quotes of a sentence; the longest first: one may lie within another. */
export function secretForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll('"', '\\"'),
  ]);
  return [...new Set(forms)].sort((one, other) => other.length - one.length);
}

/** Covers secrets in whatever text they stand. */
export function masking(secrets: readonly string[]): (text: string) => string {
  const forms = secretForms(secrets);
  const inHosts = secrets.flatMap(inHost).sort((one, other) => other.length - one.length);
  return (text) => covered(inHosts.length === 0 ? text : text.replace(hostLike, coveredHost), forms);

  function coveredHost(name: string, at: number, whole: string): string {
    if (!name.includes('.') && !whole.startsWith('//', at - 2)) return name;
    const own = name.toLowerCase();
    const masked = covered(own, inHosts);
    return masked === own ? name : masked;
  }
}

const hostLike = /[a-z0-9_.-]+/gi;

/** A browser writes the name of a host without capitals and in ASCII. */
function inHost(secret: string): string[] {
  const name = /^[\p{L}\p{N}._-]+$/u.test(secret) ? domainToASCII(secret) : '';
  return name.length >= shortestSecret ? [name] : [];
}

function covered(text: string, forms: readonly string[]): string {
  return forms.reduce((masked, form) => masked.replaceAll(form, cover), text);
}
