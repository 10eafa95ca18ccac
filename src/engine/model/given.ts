import { normalize, oneLine } from '../../kernel/text.ts';
import { namesSaid } from '../grammar/names-said.ts';

const quoted =
  /"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”]|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])/gu;
const address = /https?:\/\/[^\s"'<>]+/gi;

/**
 * Whether every text, thing and address that a planned step names is in what the person wrote. The planner has not seen the
 * product: a name of its own would be looked for to the letter, and its absence be taken for a fault of the product.
 */
export function isGivenBy(title: string, given: string): boolean {
  const place = plain(given);
  const texts = [...title.matchAll(quoted)].map(([, ...groups]) => groups.find((text) => text !== undefined));
  const addresses = [...title.matchAll(address)].map(([text]) => text.replace(/[.,;!?)]+$/, ''));
  return [...texts, ...addresses, ...namesSaid(title)].every(
    (text) => text === undefined || place.includes(plain(text)),
  );
}

function plain(text: string): string {
  return oneLine(normalize(text, 'NFKC').replaceAll(/[‘’]/g, "'")).toLowerCase();
}
