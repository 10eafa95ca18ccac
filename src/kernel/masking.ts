/** Shorter ones would cover half of the text of a page. */
export const shortestSecret = 4;
const cover = '•••';

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
  return (text) => forms.reduce((masked, form) => masked.replaceAll(form, cover), text);
}
