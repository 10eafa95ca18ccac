import { masking, secretForms } from '../../kernel/masking.ts';

export interface Cover {
  /** The text with what is secret in it covered. */
  text(text: string): string;
  holdsSecret(text: string): boolean;
  readonly isNeeded: boolean;
}

export function coverFor(secrets: readonly string[]): Cover {
  const forms = secretForms(secrets);
  return {
    text: masking(secrets),
    holdsSecret: (text) => forms.some((form) => text.includes(form)),
    isNeeded: secrets.length > 0,
  };
}
