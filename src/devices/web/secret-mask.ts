/** Shorter ones would cover half of the page. */
const shortestMasked = 4;

export function worthMasking(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.length >= shortestMasked);
}

/** Covers secrets as they are and as they stand in an address or a quoted text, the longest first. */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const forms = worthMasking(secrets).flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    encodeURIComponent(secret).replaceAll('%20', '+'),
    JSON.stringify(secret).slice(1, -1),
  ]);
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((masked, form) => masked.replaceAll(form, '•••'), text);
}
