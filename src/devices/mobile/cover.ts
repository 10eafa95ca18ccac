/** Shorter ones would cover half of the screen's text. */
const shortestCovered = 4;
const covering = '•••';

export interface Cover {
  /** The text with what is secret in it covered. */
  text(text: string): string;
  holdsSecret(text: string): boolean;
  readonly isNeeded: boolean;
}

/** As they are, and as they stand in an address or a quoted text. The longest go first: one may lie within another. */
export function coverFor(secrets: readonly string[]): Cover {
  const forms = secrets
    .filter((secret) => secret.length >= shortestCovered)
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]);
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return {
    text: (text) => longestFirst.reduce((covered, secret) => covered.replaceAll(secret, covering), text),
    holdsSecret: (text) => longestFirst.some((secret) => text.includes(secret)),
    isNeeded: longestFirst.length > 0,
  };
}
