import { domainToUnicode } from 'node:url';
import { isWeb, matchesAnyHost } from '../../../kernel/host-pattern.ts';
import { secretForms } from '../../../kernel/masking.ts';
import { comparable, fold } from '../../../kernel/text.ts';
import { parseUrl } from '../../../kernel/url.ts';
import type { Secret } from '../../acting/device.ts';
import { ExecutionFailure } from '../../report.ts';
import type { NavigationPolicy } from './navigation-policy.ts';
import type { RunEnding } from './run-ending.ts';

export type SecretPlaces = ReturnType<typeof createSecretPlaces>;

/** Which pages a run's secrets may be given to. */
export function createSecretPlaces(secrets: readonly Secret[], policy: NavigationPolicy, ending: RunEnding) {
  const byValue = groupedByValue(secrets);
  const forms = secretForms([...byValue.keys()]);

  /** A secret that is within another is not the one that was meant. */
  function heldIn(text: string): Secret[][] {
    let rest = inOneForm(text);
    return [...byValue].flatMap(([value, namesakes]) => {
      const sought = inOneForm(value);
      if (!rest.includes(sought)) return [];
      rest = rest.replaceAll(sought, '\0');
      return [namesakes];
    });
  }

  function mayGo({ hosts }: Secret, url: URL | null): boolean {
    if (url === null) return false;
    return hosts === null ? policy.refusedHost(url.href) === null : matchesAnyHost(hosts, url);
  }

  /** Several variables may have one value: it goes where any of them may. */
  function refuse(held: readonly Secret[][], url: URL | null): void {
    const misplaced = held.find((namesakes) => !namesakes.some((secret) => mayGo(secret, url)));
    if (misplaced?.[0] === undefined) return;
    const failure = notForHost(misplaced[0], url);
    ending.fail(failure);
    throw failure;
  }

  return {
    /** Whether the run has any. */
    areAny: byValue.size > 0,
    /** Whether an action that is given this uses a secret, in whatever form. */
    isUsedIn(input: unknown): boolean {
      const text = JSON.stringify(input) ?? '';
      return forms.some((form) => text.includes(form));
    },
    /** Whether a text that a page would get holds a secret. */
    isIn: (text: string) => heldIn(text).length > 0,
    /** Ends the run with SECRET_NOT_FOR_HOST unless a document of that origin may have what is secret in the text. */
    mustFit: (text: string, origin: string | null) => refuse(heldIn(text), parse(origin)),
    /** Likewise for an address, which its host gets as a whole. */
    mustFitAddress(address: string): void {
      const url = parse(address);
      // Nothing else can be opened.
      if (url === null) return;
      refuse(heldIn(address), url);
      refuse(heldIn(unescaped(address)), url);
      // A host is parsed in ASCII.
      refuse(heldIn(domainToUnicode(url.hostname)), url);
    },
  };
}

/** A page shows a text in other letters and spaces than it was given, and so it is remembered and copied. */
function inOneForm(text: string): string {
  return fold(comparable(text)) || text;
}

/** The longest first. */
function groupedByValue(secrets: readonly Secret[]): Map<string, Secret[]> {
  const groups = new Map<string, Secret[]>();
  const sorted = secrets
    .filter(({ value }) => value !== '')
    .sort((one, other) => other.value.length - one.value.length);
  for (const secret of sorted) groups.set(secret.value, [...(groups.get(secret.value) ?? []), secret]);
  return groups;
}

/** Piece by piece: a percent sign that stands for itself does not keep the rest as it is. */
function unescaped(address: string): string {
  return address.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** Null for what is on no host. */
function parse(address: string | null): URL | null {
  const url = address === null ? null : parseUrl(address);
  return url !== null && isWeb(url) ? url : null;
}

function notForHost({ name, hosts }: Secret, url: URL | null): ExecutionFailure {
  const place = url === null ? 'a page without a host' : url.host;
  const remedy =
    hosts === null
      ? "add it to the project's allowedHosts or to hosts of the variable"
      : 'add it to the hosts of the variable';
  return new ExecutionFailure(
    'SECRET_NOT_FOR_HOST',
    `The secret {{${name}}} may not be filled in on ${place}. If it belongs there, ${remedy}.`,
  );
}
